import CoreGraphics

extension CIImage {
    /// The output of a filter that gets this image as its `inputImage`, and other inputs from a dictionary. The output is empty if the
    /// filter is unknown or an input is missing.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
        guard let filter = CIFilter.filter(withName: filterName) else { return derived(Recipe.empty) }
        filter.setValue(self, forKey: kCIInputImageKey)
        filter.setValuesForKeys(params)
        return filter.outputImage ?? derived(Recipe.empty)
    }

    /// The output of a filter that gets this image as its `inputImage`. Its other inputs have their defaults.
    public func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

    /// The image converted from stored values to the linear light in which filters compute. The transfer curve of sRGB is assumed for every colour
    /// space with stored values. For a linear colour space, the image is unchanged.
    public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
        Rendering.isStored(colorSpace) ? mapped(.row { LinearLight.decode($0, count: $1) }) : self
    }

    /// The image converted from the linear light in which filters compute to stored values. The transfer curve of sRGB is assumed for every colour
    /// space with stored values. For a linear colour space, the image is unchanged.
    public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
        Rendering.isStored(colorSpace) ? mapped(.row { LinearLight.encode($0, count: $1) }) : self
    }
}
