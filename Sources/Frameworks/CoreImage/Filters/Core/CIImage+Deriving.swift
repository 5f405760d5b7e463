import CoreGraphics

extension CIImage {
    /// An image with another recipe and this image's properties.
    func derived(_ recipe: Recipe) -> CIImage { CIImage(recipe, properties: properties, url: url) }

    /// An image of an operation's result, with this image's properties. It is empty if the operation has an empty extent.
    func derived(_ node: some RecipeNode) -> CIImage {
        let extent = node.extent
        return extent.isNull || extent.isEmpty ? derived(Recipe.empty) : derived(Recipe.node(node))
    }

    /// Whether the image has no pixels.
    var isNothing: Bool { extent.isNull || extent.isEmpty }

    /// The image with an operation applied to each pixel independently. Successive matrices are combined into one.
    func mapped(_ operation: PixelOperation) -> CIImage {
        if isNothing { return self }
        if case .matrix(let next) = operation, case .pointwise(let inner, .matrix(let first)) = recipe {
            return derived(.pointwise(inner, .matrix(first.then(next))))
        }
        return derived(.pointwise(recipe, operation))
    }
}
