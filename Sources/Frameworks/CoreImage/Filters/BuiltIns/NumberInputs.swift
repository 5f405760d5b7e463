import CoreGraphics

// The inputs of filters that are numbers.

/// Filters with the input `radius`.
public protocol _RadiusInput: CIFilterProtocol {}

extension _RadiusInput {
    /// A radius in pixels.
    public var radius: Float {
        get { number("inputRadius") }
        set { setValue(NSNumber(value: newValue), forKey: "inputRadius") }
    }
}

/// Filters with the input `angle`.
public protocol _AngleInput: CIFilterProtocol {}

extension _AngleInput {
    /// An angle in radians, counterclockwise.
    public var angle: Float {
        get { number("inputAngle") }
        set { setValue(NSNumber(value: newValue), forKey: "inputAngle") }
    }
}

/// Filters with the input `ringAmount`.
public protocol _RingAmountInput: CIFilterProtocol {}

extension _RingAmountInput {
    /// The additional weight of the ring along the edge of the blur's disc, 0 to 1.
    public var ringAmount: Float {
        get { number("inputRingAmount") }
        set { setValue(NSNumber(value: newValue), forKey: "inputRingAmount") }
    }
}

/// Filters with the input `ringSize`.
public protocol _RingSizeInput: CIFilterProtocol {}

extension _RingSizeInput {
    /// The width of the ring along the edge of the blur's disc, as a fraction of the radius, 0 to 0.2.
    public var ringSize: Float {
        get { number("inputRingSize") }
        set { setValue(NSNumber(value: newValue), forKey: "inputRingSize") }
    }
}

/// Filters with the input `softness`.
public protocol _SoftnessInput: CIFilterProtocol {}

extension _SoftnessInput {
    /// The width in pixels over which the edge of the blur's disc fades, 0 to 10.
    public var softness: Float {
        get { number("inputSoftness") }
        set { setValue(NSNumber(value: newValue), forKey: "inputSoftness") }
    }
}

/// Filters with the input `noiseLevel`.
public protocol _NoiseLevelInput: CIFilterProtocol {}

extension _NoiseLevelInput {
    /// The threshold for noise. Luminance differences below the threshold are smoothed.
    public var noiseLevel: Float {
        get { number("inputNoiseLevel") }
        set { setValue(NSNumber(value: newValue), forKey: "inputNoiseLevel") }
    }
}

/// Filters with the input `sharpness`.
public protocol _SharpnessInput: CIFilterProtocol {}

extension _SharpnessInput {
    /// The amount of sharpening, or the sharpness of the edges in a generated pattern.
    public var sharpness: Float {
        get { number("inputSharpness") }
        set { setValue(NSNumber(value: newValue), forKey: "inputSharpness") }
    }
}

/// Filters with the input `intensity`.
public protocol _IntensityInput: CIFilterProtocol {}

extension _IntensityInput {
    /// The strength of the effect.
    public var intensity: Float {
        get { number("inputIntensity") }
        set { setValue(NSNumber(value: newValue), forKey: "inputIntensity") }
    }
}

/// Filters with the input `saturation`.
public protocol _SaturationInput: CIFilterProtocol {}

extension _SaturationInput {
    /// The saturation of colours. 1 leaves the colours unchanged, and 0 makes them gray.
    public var saturation: Float {
        get { number("inputSaturation") }
        set { setValue(NSNumber(value: newValue), forKey: "inputSaturation") }
    }
}

/// Filters with the input `brightness`.
public protocol _BrightnessInput: CIFilterProtocol {}

extension _BrightnessInput {
    /// The number that is added to red, green and blue.
    public var brightness: Float {
        get { number("inputBrightness") }
        set { setValue(NSNumber(value: newValue), forKey: "inputBrightness") }
    }
}

/// Filters with the input `contrast`.
public protocol _ContrastInput: CIFilterProtocol {}

extension _ContrastInput {
    /// The contrast: a factor for the distance of each component from 0.5.
    public var contrast: Float {
        get { number("inputContrast") }
        set { setValue(NSNumber(value: newValue), forKey: "inputContrast") }
    }
}

/// Filters with the input `ev`.
public protocol _EvInput: CIFilterProtocol {}

extension _EvInput {
    /// The change of the exposure in stops. Each stop doubles the light.
    public var ev: Float {
        get { number("inputEV") }
        set { setValue(NSNumber(value: newValue), forKey: "inputEV") }
    }
}

/// Filters with the input `power`.
public protocol _PowerInput: CIFilterProtocol {}

extension _PowerInput {
    /// The exponent that is applied to each component.
    public var power: Float {
        get { number("inputPower") }
        set { setValue(NSNumber(value: newValue), forKey: "inputPower") }
    }
}

/// Filters with the input `amount`.
public protocol _AmountInput: CIFilterProtocol {}

extension _AmountInput {
    /// The strength of the effect, or the opacity of the image in a mix.
    public var amount: Float {
        get { number("inputAmount") }
        set { setValue(NSNumber(value: newValue), forKey: "inputAmount") }
    }
}

/// Filters with the input `levels`.
public protocol _LevelsInput: CIFilterProtocol {}

extension _LevelsInput {
    /// The number of values that each component can have in the result.
    public var levels: Float {
        get { number("inputLevels") }
        set { setValue(NSNumber(value: newValue), forKey: "inputLevels") }
    }
}

/// Filters with the input `threshold`.
public protocol _ThresholdInput: CIFilterProtocol {}

extension _ThresholdInput {
    /// The lowest value that becomes 1. Lower values become 0.
    public var threshold: Float {
        get { number("inputThreshold") }
        set { setValue(NSNumber(value: newValue), forKey: "inputThreshold") }
    }
}

/// Filters with the input `cubeDimension`.
public protocol _CubeDimensionInput: CIFilterProtocol {}

extension _CubeDimensionInput {
    /// The number of table entries along each of red, green and blue.
    public var cubeDimension: Float {
        get { number("inputCubeDimension") }
        set { setValue(NSNumber(value: newValue), forKey: "inputCubeDimension") }
    }
}

/// Filters with the input `time`.
public protocol _TimeInput: CIFilterProtocol {}

extension _TimeInput {
    /// The progress of the transition: 0 is the start, and 1 is the end.
    public var time: Float {
        get { number("inputTime") }
        set { setValue(NSNumber(value: newValue), forKey: "inputTime") }
    }
}

/// Filters with the input `bias`.
public protocol _BiasInput: CIFilterProtocol {}

extension _BiasInput {
    /// The number that is added to each weighted sum.
    public var bias: Float {
        get { number("inputBias") }
        set { setValue(NSNumber(value: newValue), forKey: "inputBias") }
    }
}

/// Filters with the input `width`.
public protocol _WidthInput: CIFilterProtocol {}

extension _WidthInput {
    /// A width in pixels.
    public var width: Float {
        get { number("inputWidth") }
        set { setValue(NSNumber(value: newValue), forKey: "inputWidth") }
    }
}

/// Filters with the input `height`.
public protocol _HeightInput: CIFilterProtocol {}

extension _HeightInput {
    /// A height in pixels.
    public var height: Float {
        get { number("inputHeight") }
        set { setValue(NSNumber(value: newValue), forKey: "inputHeight") }
    }
}

/// Filters with the input `scale`.
public protocol _ScaleInput: CIFilterProtocol {}

extension _ScaleInput {
    /// A scale factor.
    public var scale: Float {
        get { number("inputScale") }
        set { setValue(NSNumber(value: newValue), forKey: "inputScale") }
    }
}

/// Filters with the input `aspectRatio`.
public protocol _AspectRatioInput: CIFilterProtocol {}

extension _AspectRatioInput {
    /// An additional scale factor for the width.
    public var aspectRatio: Float {
        get { number("inputAspectRatio") }
        set { setValue(NSNumber(value: newValue), forKey: "inputAspectRatio") }
    }
}

/// Filters with the input `parameterB`.
public protocol _ParameterBInput: CIFilterProtocol {}

extension _ParameterBInput {
    /// The parameter B of the bicubic filter.
    public var parameterB: Float {
        get { number("inputB") }
        set { setValue(NSNumber(value: newValue), forKey: "inputB") }
    }
}

/// Filters with the input `parameterC`.
public protocol _ParameterCInput: CIFilterProtocol {}

extension _ParameterCInput {
    /// The parameter C of the bicubic filter.
    public var parameterC: Float {
        get { number("inputC") }
        set { setValue(NSNumber(value: newValue), forKey: "inputC") }
    }
}

/// Filters with the input `crop`.
public protocol _CropInput: CIFilterProtocol {}

extension _CropInput {
    /// Whether the result is cropped to the area between the corners.
    public var crop: Bool {
        get { flag("inputCrop") }
        set { setValue(NSNumber(value: newValue), forKey: "inputCrop") }
    }
}

/// Filters with the input `radius0`.
public protocol _Radius0Input: CIFilterProtocol {}

extension _Radius0Input {
    /// The distance from the centre at which the first colour ends.
    public var radius0: Float {
        get { number("inputRadius0") }
        set { setValue(NSNumber(value: newValue), forKey: "inputRadius0") }
    }
}

/// Filters with the input `radius1`.
public protocol _Radius1Input: CIFilterProtocol {}

extension _Radius1Input {
    /// The distance from the centre at which the second colour begins.
    public var radius1: Float {
        get { number("inputRadius1") }
        set { setValue(NSNumber(value: newValue), forKey: "inputRadius1") }
    }
}

/// Filters with the input `correctionLevel`.
public protocol _CorrectionLevelInput: CIFilterProtocol {}

extension _CorrectionLevelInput {
    /// The level of error correction. For Aztec codes, it is a percentage, 5…95. For PDF417 codes, it is a level, 0…8.
    public var correctionLevel: Float {
        get { number("inputCorrectionLevel") }
        set { setValue(NSNumber(value: newValue), forKey: "inputCorrectionLevel") }
    }
}

/// Filters with the input `quietSpace`.
public protocol _QuietSpaceInput: CIFilterProtocol {}

extension _QuietSpaceInput {
    /// The number of empty columns on each side.
    public var quietSpace: Float {
        get { number("inputQuietSpace") }
        set { setValue(NSNumber(value: newValue), forKey: "inputQuietSpace") }
    }
}

/// Filters with the input `barcodeHeight`.
public protocol _BarcodeHeightInput: CIFilterProtocol {}

extension _BarcodeHeightInput {
    /// The height in pixels.
    public var barcodeHeight: Float {
        get { number("inputBarcodeHeight") }
        set { setValue(NSNumber(value: newValue), forKey: "inputBarcodeHeight") }
    }
}

/// Filters with the input `count`.
public protocol _CountInput: CIFilterProtocol {}

extension _CountInput {
    /// The number of bins.
    public var count: Int {
        get { count("inputCount") }
        set { setValue(NSNumber(value: newValue), forKey: "inputCount") }
    }
}

/// Filters with the input `highLimit`.
public protocol _HighLimitInput: CIFilterProtocol {}

extension _HighLimitInput {
    /// The histogram value drawn at full height, 0…1.
    public var highLimit: Float {
        get { number("inputHighLimit") }
        set { setValue(NSNumber(value: newValue), forKey: "inputHighLimit") }
    }
}

/// Filters with the input `lowLimit`.
public protocol _LowLimitInput: CIFilterProtocol {}

extension _LowLimitInput {
    /// The histogram value drawn at height 0, 0…1.
    public var lowLimit: Float {
        get { number("inputLowLimit") }
        set { setValue(NSNumber(value: newValue), forKey: "inputLowLimit") }
    }
}
