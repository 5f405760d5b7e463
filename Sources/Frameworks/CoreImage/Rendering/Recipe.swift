import CoreGraphics

/// The operations that make an image. Coordinates have their origin at the lower left. The pixels of a source fill a rectangle whose lower
/// left corner is the origin.
package indirect enum Recipe: Sendable {
    case empty
    /// A single colour everywhere, in premultiplied sRGB.
    case color(SIMD4<Float>)
    case source(PixelSource, colorSpace: CGColorSpace?)
    case transformed(Recipe, CGAffineTransform)
    case cropped(Recipe, CGRect)
    /// The image inside a rectangle. Each pixel outside is equal to the nearest pixel of the rectangle.
    case clamped(Recipe, CGRect)
    case composited(Recipe, over: Recipe)
    case pointwise(Recipe, PixelOperation)
    /// Any other operation.
    case node(any RecipeNode)

    /// The rectangle that the image fills. The image is transparent outside it. It is `.infinite` for a colour and `.null` for an empty
    /// image.
    package var extent: CGRect {
        switch self {
        case .empty: return .null
        case .color, .clamped: return .infinite
        case .source(let source, _): return CGRect(x: 0, y: 0, width: source.size.width, height: source.size.height)
        case .transformed(let image, let transform):
            let extent = image.extent
            return extent.isNull || extent.isInfinite ? extent : extent.applying(transform)
        case .cropped(let image, let rect): return image.extent.intersection(rect)
        case .composited(let image, let background): return image.extent.union(background.extent)
        case .pointwise(let image, _): return image.extent
        case .node(let node): return node.extent
        }
    }

    /// The first source in the recipe.
    package var firstSource: PixelSource? {
        switch self {
        case .empty, .color: nil
        case .source(let source, _): source
        case .transformed(let image, _), .cropped(let image, _), .clamped(let image, _), .pointwise(let image, _): image.firstSource
        case .composited(let image, let background): image.firstSource ?? background.firstSource
        case .node(let node): node.inputs.lazy.compactMap(\.firstSource).first
        }
    }
}
