import CoreGraphics

// The inputs of filters that are images.

/// Filters with the input `inputImage`.
public protocol _InputImageInput: CIFilterProtocol {}

extension _InputImageInput {
    /// The image that the filter changes.
    public var inputImage: CIImage? {
        get { image("inputImage") }
        set { setValue(newValue, forKey: "inputImage") }
    }
}

/// Filters with the input `mask`.
public protocol _MaskInput: CIFilterProtocol {}

extension _MaskInput {
    /// The strength of the blur at each pixel: none where the mask is black, full where it is white.
    public var mask: CIImage? {
        get { image("inputMask") }
        set { setValue(newValue, forKey: "inputMask") }
    }
}

/// Filters with the input `inputImage2`.
public protocol _InputImage2Input: CIFilterProtocol {}

extension _InputImage2Input {
    /// The second image.
    public var inputImage2: CIImage? {
        get { image("inputImage2") }
        set { setValue(newValue, forKey: "inputImage2") }
    }
}

/// Filters with the input `backgroundImage`.
public protocol _BackgroundImageInput: CIFilterProtocol {}

extension _BackgroundImageInput {
    /// The image behind `inputImage`.
    public var backgroundImage: CIImage? {
        get { image("inputBackgroundImage") }
        set { setValue(newValue, forKey: "inputBackgroundImage") }
    }
}

/// Filters with the input `maskImage`.
public protocol _MaskImageInput: CIFilterProtocol {}

extension _MaskImageInput {
    /// The opacity of `inputImage` at each pixel.
    public var maskImage: CIImage? {
        get { image("inputMaskImage") }
        set { setValue(newValue, forKey: "inputMaskImage") }
    }
}

/// Filters with the input `targetImage`.
public protocol _TargetImageInput: CIFilterProtocol {}

extension _TargetImageInput {
    /// The image at the end of the transition.
    public var targetImage: CIImage? {
        get { image("inputTargetImage") }
        set { setValue(newValue, forKey: "inputTargetImage") }
    }
}
