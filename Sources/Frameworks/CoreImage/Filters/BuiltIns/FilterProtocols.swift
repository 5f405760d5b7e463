import CoreGraphics

// The types of the filters of `CIFilter+BuiltIns.swift`: a protocol for the inputs of each.

/// The inputs of the filter "Gaussian Blur".
public protocol CIGaussianBlur: _InputImageInput, _RadiusInput {}
/// The inputs of the filter "Box Blur".
public protocol CIBoxBlur: _InputImageInput, _RadiusInput {}
/// The inputs of the filter "Bokeh Blur".
public protocol CIBokehBlur: _InputImageInput, _RadiusInput, _RingAmountInput, _RingSizeInput, _SoftnessInput {}
/// The inputs of the filter "Disc Blur".
public protocol CIDiscBlur: _InputImageInput, _RadiusInput {}
/// The inputs of the filter "Motion Blur".
public protocol CIMotionBlur: _InputImageInput, _RadiusInput, _AngleInput {}
/// The inputs of the filter "Masked Variable Blur".
public protocol CIMaskedVariableBlur: _InputImageInput, _MaskInput, _RadiusInput {}
/// The inputs of the filter "Median".
public protocol CIMedian: _InputImageInput {}
/// The inputs of the filter "Noise Reduction".
public protocol CINoiseReduction: _InputImageInput, _NoiseLevelInput, _SharpnessInput {}
/// The inputs of the filter "Sharpen Luminance".
public protocol CISharpenLuminance: _InputImageInput, _SharpnessInput, _RadiusInput {}
/// The inputs of the filter "Unsharp Mask".
public protocol CIUnsharpMask: _InputImageInput, _RadiusInput, _IntensityInput {}
/// The inputs of the filter "Color Clamp".
public protocol CIColorClamp: _InputImageInput, _MinComponentsInput, _MaxComponentsInput {}
/// The inputs of the filter "Color Controls".
public protocol CIColorControls: _InputImageInput, _SaturationInput, _BrightnessInput, _ContrastInput {}
/// The inputs of the filter "Color Matrix".
public protocol CIColorMatrix: _InputImageInput, _RVectorInput, _GVectorInput, _BVectorInput, _AVectorInput, _BiasVectorInput {}
/// The inputs of the filter "Color Polynomial".
public protocol CIColorPolynomial:
    _InputImageInput, _RedCoefficientsInput, _GreenCoefficientsInput, _BlueCoefficientsInput, _AlphaCoefficientsInput
{}
/// The inputs of the filter "Exposure Adjust".
public protocol CIExposureAdjust: _InputImageInput, _EvInput {}
/// The inputs of the filter "Gamma Adjust".
public protocol CIGammaAdjust: _InputImageInput, _PowerInput {}
/// The inputs of the filter "Hue Adjust".
public protocol CIHueAdjust: _InputImageInput, _AngleInput {}
/// The inputs of the filter "Temperature And Tint".
public protocol CITemperatureAndTint: _InputImageInput, _NeutralInput, _TargetNeutralInput {}
/// The inputs of the filter "Tone Curve".
public protocol CIToneCurve: _InputImageInput, _Point0Input, _Point1Input, _Point2Input, _Point3Input, _Point4Input {}
/// The inputs of the filter "Vibrance".
public protocol CIVibrance: _InputImageInput, _AmountInput {}
/// The inputs of the filter "White Point Adjust".
public protocol CIWhitePointAdjust: _InputImageInput, _ColorInput {}
/// The inputs of the filter "Linear To sRGB Tone Curve".
public protocol CILinearToSRGBToneCurve: _InputImageInput {}
/// The inputs of the filter "sRGB Tone Curve To Linear".
public protocol CISRGBToneCurveToLinear: _InputImageInput {}
/// The inputs of the filter "Color Absolute Difference".
public protocol CIColorAbsoluteDifference: _InputImageInput, _InputImage2Input {}
/// The inputs of the filter "Color Invert".
public protocol CIColorInvert: _InputImageInput {}
/// The inputs of the filter "Color Monochrome".
public protocol CIColorMonochrome: _InputImageInput, _ColorInput, _IntensityInput {}
/// The inputs of the filter "Color Posterize".
public protocol CIColorPosterize: _InputImageInput, _LevelsInput {}
/// The inputs of the filter "Color Threshold".
public protocol CIColorThreshold: _InputImageInput, _ThresholdInput {}
/// The inputs of the filter "Color Threshold Otsu".
public protocol CIColorThresholdOtsu: _InputImageInput {}
/// The inputs of the filter "Sepia Tone".
public protocol CISepiaTone: _InputImageInput, _IntensityInput {}
/// The inputs of the filter "False Color".
public protocol CIFalseColor: _InputImageInput, _Color0Input, _Color1Input {}
/// The inputs of the filter "Mask To Alpha".
public protocol CIMaskToAlpha: _InputImageInput {}
/// The inputs of the filter "Maximum Component".
public protocol CIMaximumComponent: _InputImageInput {}
/// The inputs of the filter "Minimum Component".
public protocol CIMinimumComponent: _InputImageInput {}
/// The inputs of the filter "Color Cube".
public protocol CIColorCube: _InputImageInput, _CubeDimensionInput, _CubeDataInput {}
/// The inputs of the filter "Color Cube With Color Space".
public protocol CIColorCubeWithColorSpace: _InputImageInput, _CubeDimensionInput, _CubeDataInput, _ColorSpaceInput {}
/// The inputs of the photo effect filters, such as `CIPhotoEffectNoir`.
public protocol CIPhotoEffect: _InputImageInput {}
/// The inputs of the compositing and blend mode filters, such as `CISourceOverCompositing`.
public protocol CICompositeOperation: _InputImageInput, _BackgroundImageInput {}
/// The inputs of the filters that blend with a mask, such as `CIBlendWithRedMask`.
public protocol CIBlendWithMask: _InputImageInput, _BackgroundImageInput, _MaskImageInput {}
/// The inputs of the filter "Mix".
public protocol CIMix: _InputImageInput, _BackgroundImageInput, _AmountInput {}
/// The inputs of the filter "Dissolve Transition".
public protocol CIDissolveTransition: _InputImageInput, _TargetImageInput, _TimeInput {}
/// The inputs of the convolution filters, such as `CIConvolution3X3`.
public protocol CIConvolution: _InputImageInput, _WeightsInput, _BiasInput {}
/// The inputs of the filter "Edges".
public protocol CIEdges: _InputImageInput, _IntensityInput {}
/// The inputs of the filter "Sobel Gradients".
public protocol CISobelGradients: _InputImageInput {}
/// The inputs of the filter "Morphology Gradient".
public protocol CIMorphologyGradient: _InputImageInput, _RadiusInput {}
/// The inputs of the filter "Morphology Maximum".
public protocol CIMorphologyMaximum: _InputImageInput, _RadiusInput {}
/// The inputs of the filter "Morphology Minimum".
public protocol CIMorphologyMinimum: _InputImageInput, _RadiusInput {}
/// The inputs of the filter "Morphology Rectangle Maximum".
public protocol CIMorphologyRectangleMaximum: _InputImageInput, _WidthInput, _HeightInput {}
/// The inputs of the filter "Morphology Rectangle Minimum".
public protocol CIMorphologyRectangleMinimum: _InputImageInput, _WidthInput, _HeightInput {}
/// The inputs of the filter "Affine Clamp".
public protocol CIAffineClamp: _InputImageInput, _TransformInput {}
/// The inputs of the filter "Affine Tile".
public protocol CIAffineTile: _InputImageInput, _TransformInput {}
/// The inputs of the filter "Straighten".
public protocol CIStraighten: _InputImageInput, _AngleInput {}
/// The inputs of the filter "Lanczos Scale Transform".
public protocol CILanczosScaleTransform: _InputImageInput, _ScaleInput, _AspectRatioInput {}
/// The inputs of the filter "Bicubic Scale Transform".
public protocol CIBicubicScaleTransform: _InputImageInput, _ScaleInput, _AspectRatioInput, _ParameterBInput, _ParameterCInput {}
/// The inputs of the filter "Perspective Correction".
public protocol CIPerspectiveCorrection: _InputImageInput, _TopLeftInput, _TopRightInput, _BottomRightInput, _BottomLeftInput, _CropInput {}
/// The inputs of the filter "Perspective Transform".
public protocol CIPerspectiveTransform: _InputImageInput, _TopLeftInput, _TopRightInput, _BottomRightInput, _BottomLeftInput {}
/// The inputs of the filter "Perspective Transform With Extent".
public protocol CIPerspectiveTransformWithExtent:
    _InputImageInput, _ExtentInput, _TopLeftInput, _TopRightInput, _BottomRightInput, _BottomLeftInput
{}
/// The inputs of the filter "Checkerboard Generator".
public protocol CICheckerboardGenerator: _CenterInput, _Color0Input, _Color1Input, _WidthInput, _SharpnessInput {}
/// The inputs of the filter "Stripes Generator".
public protocol CIStripesGenerator: _CenterInput, _Color0Input, _Color1Input, _WidthInput, _SharpnessInput {}
/// The inputs of the filter "Random Generator".
public protocol CIRandomGenerator: CIFilterProtocol {}
/// The inputs of the filter "Rounded Rectangle Generator".
public protocol CIRoundedRectangleGenerator: _ExtentInput, _RadiusInput, _ColorInput {}
/// The inputs of the filter "Linear Gradient".
public protocol CILinearGradient: _Point0Input, _Point1Input, _Color0Input, _Color1Input {}
/// The inputs of the filter "Smooth Linear Gradient".
public protocol CISmoothLinearGradient: _Point0Input, _Point1Input, _Color0Input, _Color1Input {}
/// The inputs of the filter "Radial Gradient".
public protocol CIRadialGradient: _CenterInput, _Radius0Input, _Radius1Input, _Color0Input, _Color1Input {}
/// The inputs of the filter "Gaussian Gradient".
public protocol CIGaussianGradient: _CenterInput, _RadiusInput, _Color0Input, _Color1Input {}
/// The inputs of the filter "QR Code Generator".
public protocol CIQRCodeGenerator: _MessageInput, _CorrectionLevelTextInput {}
/// The inputs of the filter "Aztec Code Generator".
public protocol CIAztecCodeGenerator: _MessageInput, _CorrectionLevelInput {}
/// The inputs of the filter "Code 128 Barcode Generator".
public protocol CICode128BarcodeGenerator: _MessageInput, _QuietSpaceInput, _BarcodeHeightInput {}
/// The inputs of the filter "PDF417 Barcode Generator".
public protocol CIPDF417BarcodeGenerator: _MessageInput, _CorrectionLevelInput {}
/// The inputs of the filter "Area Average".
public protocol CIAreaAverage: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Area Maximum".
public protocol CIAreaMaximum: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Area Minimum".
public protocol CIAreaMinimum: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Area Maximum Alpha".
public protocol CIAreaMaximumAlpha: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Area Minimum Alpha".
public protocol CIAreaMinimumAlpha: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Area Min Max".
public protocol CIAreaMinMax: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Area Min Max Red".
public protocol CIAreaMinMaxRed: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Column Average".
public protocol CIColumnAverage: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Row Average".
public protocol CIRowAverage: _InputImageInput, _ExtentInput {}
/// The inputs of the filter "Area Histogram".
public protocol CIAreaHistogram: _InputImageInput, _ExtentInput, _ScaleInput, _CountInput {}
/// The inputs of the filter "Histogram Display".
public protocol CIHistogramDisplay: _InputImageInput, _HeightInput, _HighLimitInput, _LowLimitInput {}

/// A built-in filter. The class implements the protocols of all filters. A program sees only the protocol of its own filter.
final class BuiltInFilter: CIFilter, @unchecked Sendable {}

extension BuiltInFilter:
    CIGaussianBlur, CIBoxBlur, CIBokehBlur, CIDiscBlur, CIMotionBlur, CIMaskedVariableBlur, CIMedian, CINoiseReduction,
    CISharpenLuminance, CIUnsharpMask, CIColorClamp, CIColorControls, CIColorMatrix, CIColorPolynomial, CIExposureAdjust,
    CIGammaAdjust, CIHueAdjust,
    CITemperatureAndTint, CIToneCurve, CIVibrance, CIWhitePointAdjust, CILinearToSRGBToneCurve, CISRGBToneCurveToLinear,
    CIColorAbsoluteDifference, CIColorInvert, CIColorMonochrome, CIColorPosterize, CIColorThreshold, CIColorThresholdOtsu, CISepiaTone,
    CIFalseColor, CIMaskToAlpha, CIMaximumComponent, CIMinimumComponent, CIColorCube, CIColorCubeWithColorSpace, CIPhotoEffect,
    CICompositeOperation, CIBlendWithMask, CIMix, CIDissolveTransition, CIConvolution, CIEdges, CISobelGradients, CIMorphologyGradient,
    CIMorphologyMaximum, CIMorphologyMinimum, CIMorphologyRectangleMaximum, CIMorphologyRectangleMinimum, CIAffineClamp, CIAffineTile,
    CIStraighten, CILanczosScaleTransform, CIBicubicScaleTransform, CIPerspectiveCorrection, CIPerspectiveTransform,
    CIPerspectiveTransformWithExtent, CICheckerboardGenerator, CIStripesGenerator, CIRandomGenerator, CIRoundedRectangleGenerator,
    CILinearGradient, CISmoothLinearGradient, CIRadialGradient, CIGaussianGradient, CIQRCodeGenerator, CIAztecCodeGenerator,
    CICode128BarcodeGenerator, CIPDF417BarcodeGenerator, CIAreaAverage, CIAreaMaximum, CIAreaMinimum, CIAreaMaximumAlpha,
    CIAreaMinimumAlpha, CIAreaMinMax, CIAreaMinMaxRed, CIColumnAverage, CIRowAverage, CIAreaHistogram, CIHistogramDisplay
{}
