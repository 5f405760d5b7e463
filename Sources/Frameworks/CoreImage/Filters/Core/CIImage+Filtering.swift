import CoreGraphics

extension CIImage {
    /// The output of a filter with the image as its `inputImage`, with other inputs by key. Empty for a filter that is not known or whose
    /// inputs are missing.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
        guard let filter = CIFilter.filter(withName: filterName) else { return derived(Recipe.empty) }
        filter.setValue(self, forKey: kCIInputImageKey)
        filter.setValuesForKeys(params)
        return filter.outputImage ?? derived(Recipe.empty)
    }

    /// The output of a filter with the image as its `inputImage`, with the defaults of its other inputs.
    public func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

    /// The image from stored values of a colour space, sRGB's or others with its curve, to the light that filters compute with.
    public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
        Rendering.isStored(colorSpace) ? mapped(.row { LinearLight.decode($0, count: $1) }) : self
    }

    /// The image from the light that filters compute with to stored values of a colour space, sRGB's or others with its curve.
    public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
        Rendering.isStored(colorSpace) ? mapped(.row { LinearLight.encode($0, count: $1) }) : self
    }
}
