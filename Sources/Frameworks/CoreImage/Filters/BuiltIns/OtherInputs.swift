import CoreGraphics

// The inputs of filters that are neither images nor numbers.

/// Filters with the input `minComponents`.
public protocol _MinComponentsInput: CIFilterProtocol {}

extension _MinComponentsInput {
    /// The lowest allowed values of red, green, blue and alpha.
    public var minComponents: CIVector {
        get { vector("inputMinComponents") }
        set { setValue(newValue, forKey: "inputMinComponents") }
    }
}

/// Filters with the input `maxComponents`.
public protocol _MaxComponentsInput: CIFilterProtocol {}

extension _MaxComponentsInput {
    /// The highest allowed values of red, green, blue and alpha.
    public var maxComponents: CIVector {
        get { vector("inputMaxComponents") }
        set { setValue(newValue, forKey: "inputMaxComponents") }
    }
}

/// Filters with the input `rVector`.
public protocol _RVectorInput: CIFilterProtocol {}

extension _RVectorInput {
    /// The weights of red, green, blue and alpha in the red of the result.
    public var rVector: CIVector {
        get { vector("inputRVector") }
        set { setValue(newValue, forKey: "inputRVector") }
    }
}

/// Filters with the input `gVector`.
public protocol _GVectorInput: CIFilterProtocol {}

extension _GVectorInput {
    /// The weights of red, green, blue and alpha in the green of the result.
    public var gVector: CIVector {
        get { vector("inputGVector") }
        set { setValue(newValue, forKey: "inputGVector") }
    }
}

/// Filters with the input `bVector`.
public protocol _BVectorInput: CIFilterProtocol {}

extension _BVectorInput {
    /// The weights of red, green, blue and alpha in the blue of the result.
    public var bVector: CIVector {
        get { vector("inputBVector") }
        set { setValue(newValue, forKey: "inputBVector") }
    }
}

/// Filters with the input `aVector`.
public protocol _AVectorInput: CIFilterProtocol {}

extension _AVectorInput {
    /// The weights of red, green, blue and alpha in the alpha of the result.
    public var aVector: CIVector {
        get { vector("inputAVector") }
        set { setValue(newValue, forKey: "inputAVector") }
    }
}

/// Filters with the input `biasVector`.
public protocol _BiasVectorInput: CIFilterProtocol {}

extension _BiasVectorInput {
    /// The amounts that are added to red, green, blue and alpha.
    public var biasVector: CIVector {
        get { vector("inputBiasVector") }
        set { setValue(newValue, forKey: "inputBiasVector") }
    }
}

/// Filters with the input `redCoefficients`.
public protocol _RedCoefficientsInput: CIFilterProtocol {}

extension _RedCoefficientsInput {
    /// The coefficients of the polynomial for red, the constant first.
    public var redCoefficients: CIVector {
        get { vector("inputRedCoefficients") }
        set { setValue(newValue, forKey: "inputRedCoefficients") }
    }
}

/// Filters with the input `greenCoefficients`.
public protocol _GreenCoefficientsInput: CIFilterProtocol {}

extension _GreenCoefficientsInput {
    /// The coefficients of the polynomial for green, the constant first.
    public var greenCoefficients: CIVector {
        get { vector("inputGreenCoefficients") }
        set { setValue(newValue, forKey: "inputGreenCoefficients") }
    }
}

/// Filters with the input `blueCoefficients`.
public protocol _BlueCoefficientsInput: CIFilterProtocol {}

extension _BlueCoefficientsInput {
    /// The coefficients of the polynomial for blue, the constant first.
    public var blueCoefficients: CIVector {
        get { vector("inputBlueCoefficients") }
        set { setValue(newValue, forKey: "inputBlueCoefficients") }
    }
}

/// Filters with the input `alphaCoefficients`.
public protocol _AlphaCoefficientsInput: CIFilterProtocol {}

extension _AlphaCoefficientsInput {
    /// The coefficients of the polynomial for alpha, the constant first.
    public var alphaCoefficients: CIVector {
        get { vector("inputAlphaCoefficients") }
        set { setValue(newValue, forKey: "inputAlphaCoefficients") }
    }
}

/// Filters with the input `neutral`.
public protocol _NeutralInput: CIFilterProtocol {}

extension _NeutralInput {
    /// The white point of the image: temperature in kelvin, and tint.
    public var neutral: CIVector {
        get { vector("inputNeutral") }
        set { setValue(newValue, forKey: "inputNeutral") }
    }
}

/// Filters with the input `targetNeutral`.
public protocol _TargetNeutralInput: CIFilterProtocol {}

extension _TargetNeutralInput {
    /// The white point of the result: temperature in kelvin, and tint.
    public var targetNeutral: CIVector {
        get { vector("inputTargetNeutral") }
        set { setValue(newValue, forKey: "inputTargetNeutral") }
    }
}

/// Filters with the input `point0`.
public protocol _Point0Input: CIFilterProtocol {}

extension _Point0Input {
    /// The first point.
    public var point0: CGPoint {
        get { point("inputPoint0") }
        set { setValue(newValue, forKey: "inputPoint0") }
    }
}

/// Filters with the input `point1`.
public protocol _Point1Input: CIFilterProtocol {}

extension _Point1Input {
    /// The second point.
    public var point1: CGPoint {
        get { point("inputPoint1") }
        set { setValue(newValue, forKey: "inputPoint1") }
    }
}

/// Filters with the input `point2`.
public protocol _Point2Input: CIFilterProtocol {}

extension _Point2Input {
    /// The third point.
    public var point2: CGPoint {
        get { point("inputPoint2") }
        set { setValue(newValue, forKey: "inputPoint2") }
    }
}

/// Filters with the input `point3`.
public protocol _Point3Input: CIFilterProtocol {}

extension _Point3Input {
    /// The fourth point.
    public var point3: CGPoint {
        get { point("inputPoint3") }
        set { setValue(newValue, forKey: "inputPoint3") }
    }
}

/// Filters with the input `point4`.
public protocol _Point4Input: CIFilterProtocol {}

extension _Point4Input {
    /// The fifth point.
    public var point4: CGPoint {
        get { point("inputPoint4") }
        set { setValue(newValue, forKey: "inputPoint4") }
    }
}

/// Filters with the input `color`.
public protocol _ColorInput: CIFilterProtocol {}

extension _ColorInput {
    /// A colour.
    public var color: CIColor {
        get { color("inputColor") }
        set { setValue(newValue, forKey: "inputColor") }
    }
}

/// Filters with the input `color0`.
public protocol _Color0Input: CIFilterProtocol {}

extension _Color0Input {
    /// The first colour.
    public var color0: CIColor {
        get { color("inputColor0") }
        set { setValue(newValue, forKey: "inputColor0") }
    }
}

/// Filters with the input `color1`.
public protocol _Color1Input: CIFilterProtocol {}

extension _Color1Input {
    /// The second colour.
    public var color1: CIColor {
        get { color("inputColor1") }
        set { setValue(newValue, forKey: "inputColor1") }
    }
}

/// Filters with the input `cubeData`.
public protocol _CubeDataInput: CIFilterProtocol {}

extension _CubeDataInput {
    /// The colours of the table: four floats (red, green, blue, alpha) for each entry. Red changes fastest, then green, then blue.
    public var cubeData: Data {
        get { data("inputCubeData") }
        set { setValue(newValue, forKey: "inputCubeData") }
    }
}

/// Filters with the input `colorSpace`.
public protocol _ColorSpaceInput: CIFilterProtocol {}

extension _ColorSpaceInput {
    /// The colour space of the table's colours.
    public var colorSpace: CGColorSpace? {
        get { space("inputColorSpace") }
        set { setValue(newValue, forKey: "inputColorSpace") }
    }
}

/// Filters with the input `weights`.
public protocol _WeightsInput: CIFilterProtocol {}

extension _WeightsInput {
    /// The weights, row by row from the top.
    public var weights: CIVector {
        get { vector("inputWeights") }
        set { setValue(newValue, forKey: "inputWeights") }
    }
}

/// Filters with the input `transform`.
public protocol _TransformInput: CIFilterProtocol {}

extension _TransformInput {
    /// An affine transform of coordinates.
    public var transform: CGAffineTransform {
        get { transform("inputTransform") }
        set { setValue(newValue, forKey: "inputTransform") }
    }
}

/// Filters with the input `topLeft`.
public protocol _TopLeftInput: CIFilterProtocol {}

extension _TopLeftInput {
    /// The top left corner.
    public var topLeft: CGPoint {
        get { point("inputTopLeft") }
        set { setValue(newValue, forKey: "inputTopLeft") }
    }
}

/// Filters with the input `topRight`.
public protocol _TopRightInput: CIFilterProtocol {}

extension _TopRightInput {
    /// The top right corner.
    public var topRight: CGPoint {
        get { point("inputTopRight") }
        set { setValue(newValue, forKey: "inputTopRight") }
    }
}

/// Filters with the input `bottomRight`.
public protocol _BottomRightInput: CIFilterProtocol {}

extension _BottomRightInput {
    /// The bottom right corner.
    public var bottomRight: CGPoint {
        get { point("inputBottomRight") }
        set { setValue(newValue, forKey: "inputBottomRight") }
    }
}

/// Filters with the input `bottomLeft`.
public protocol _BottomLeftInput: CIFilterProtocol {}

extension _BottomLeftInput {
    /// The bottom left corner.
    public var bottomLeft: CGPoint {
        get { point("inputBottomLeft") }
        set { setValue(newValue, forKey: "inputBottomLeft") }
    }
}

/// Filters with the input `extent`.
public protocol _ExtentInput: CIFilterProtocol {}

extension _ExtentInput {
    /// A rectangle in pixels, with the origin at the lower left.
    public var extent: CGRect {
        get { rect("inputExtent") }
        set { setValue(newValue, forKey: "inputExtent") }
    }
}

/// Filters with the input `center`.
public protocol _CenterInput: CIFilterProtocol {}

extension _CenterInput {
    /// The centre, in pixels.
    public var center: CGPoint {
        get { point("inputCenter") }
        set { setValue(newValue, forKey: "inputCenter") }
    }
}

/// Filters with the input `message`.
public protocol _MessageInput: CIFilterProtocol {}

extension _MessageInput {
    /// The bytes of the message.
    public var message: Data {
        get { data("inputMessage") }
        set { setValue(newValue, forKey: "inputMessage") }
    }
}

/// Filters with the input `correctionLevel`.
public protocol _CorrectionLevelTextInput: CIFilterProtocol {}

extension _CorrectionLevelTextInput {
    /// The level of error correction: L, M, Q or H.
    public var correctionLevel: String {
        get { text("inputCorrectionLevel") }
        set { setValue(newValue, forKey: "inputCorrectionLevel") }
    }
}
