// The filters by name, with typed inputs: `import CoreImage.CIFilterBuiltins` or `import CoreImage`.

extension CIFilter {
    /// A filter of the table, which has all names below.
    private static func make(_ name: String) -> BuiltInFilter {
        guard let definition = FilterTable.definitions[name] else { preconditionFailure("the table of filters lacks \(name)") }
        return BuiltInFilter(definition)
    }

    /// `CIGaussianBlur`.
    public static func gaussianBlur() -> any CIFilter & CIGaussianBlur { make("CIGaussianBlur") }
    /// `CIBoxBlur`.
    public static func boxBlur() -> any CIFilter & CIBoxBlur { make("CIBoxBlur") }
    /// `CIDiscBlur`.
    public static func discBlur() -> any CIFilter & CIDiscBlur { make("CIDiscBlur") }
    /// `CIMotionBlur`.
    public static func motionBlur() -> any CIFilter & CIMotionBlur { make("CIMotionBlur") }
    /// `CIMaskedVariableBlur`.
    public static func maskedVariableBlur() -> any CIFilter & CIMaskedVariableBlur { make("CIMaskedVariableBlur") }
    /// `CIMedianFilter`.
    public static func median() -> any CIFilter & CIMedian { make("CIMedianFilter") }
    /// `CINoiseReduction`.
    public static func noiseReduction() -> any CIFilter & CINoiseReduction { make("CINoiseReduction") }
    /// `CISharpenLuminance`.
    public static func sharpenLuminance() -> any CIFilter & CISharpenLuminance { make("CISharpenLuminance") }
    /// `CIUnsharpMask`.
    public static func unsharpMask() -> any CIFilter & CIUnsharpMask { make("CIUnsharpMask") }
    /// `CIColorClamp`.
    public static func colorClamp() -> any CIFilter & CIColorClamp { make("CIColorClamp") }
    /// `CIColorControls`.
    public static func colorControls() -> any CIFilter & CIColorControls { make("CIColorControls") }
    /// `CIColorMatrix`.
    public static func colorMatrix() -> any CIFilter & CIColorMatrix { make("CIColorMatrix") }
    /// `CIColorPolynomial`.
    public static func colorPolynomial() -> any CIFilter & CIColorPolynomial { make("CIColorPolynomial") }
    /// `CIExposureAdjust`.
    public static func exposureAdjust() -> any CIFilter & CIExposureAdjust { make("CIExposureAdjust") }
    /// `CIGammaAdjust`.
    public static func gammaAdjust() -> any CIFilter & CIGammaAdjust { make("CIGammaAdjust") }
    /// `CIHueAdjust`.
    public static func hueAdjust() -> any CIFilter & CIHueAdjust { make("CIHueAdjust") }
    /// `CITemperatureAndTint`.
    public static func temperatureAndTint() -> any CIFilter & CITemperatureAndTint { make("CITemperatureAndTint") }
    /// `CIToneCurve`.
    public static func toneCurve() -> any CIFilter & CIToneCurve { make("CIToneCurve") }
    /// `CIVibrance`.
    public static func vibrance() -> any CIFilter & CIVibrance { make("CIVibrance") }
    /// `CIWhitePointAdjust`.
    public static func whitePointAdjust() -> any CIFilter & CIWhitePointAdjust { make("CIWhitePointAdjust") }
    /// `CILinearToSRGBToneCurve`.
    public static func linearToSRGBToneCurve() -> any CIFilter & CILinearToSRGBToneCurve { make("CILinearToSRGBToneCurve") }
    /// `CISRGBToneCurveToLinear`.
    public static func sRGBToneCurveToLinear() -> any CIFilter & CISRGBToneCurveToLinear { make("CISRGBToneCurveToLinear") }
    /// `CIColorAbsoluteDifference`.
    public static func colorAbsoluteDifference() -> any CIFilter & CIColorAbsoluteDifference { make("CIColorAbsoluteDifference") }
    /// `CIColorInvert`.
    public static func colorInvert() -> any CIFilter & CIColorInvert { make("CIColorInvert") }
    /// `CIColorMonochrome`.
    public static func colorMonochrome() -> any CIFilter & CIColorMonochrome { make("CIColorMonochrome") }
    /// `CIColorPosterize`.
    public static func colorPosterize() -> any CIFilter & CIColorPosterize { make("CIColorPosterize") }
    /// `CIColorThreshold`.
    public static func colorThreshold() -> any CIFilter & CIColorThreshold { make("CIColorThreshold") }
    /// `CIColorThresholdOtsu`.
    public static func colorThresholdOtsu() -> any CIFilter & CIColorThresholdOtsu { make("CIColorThresholdOtsu") }
    /// `CISepiaTone`.
    public static func sepiaTone() -> any CIFilter & CISepiaTone { make("CISepiaTone") }
    /// `CIFalseColor`.
    public static func falseColor() -> any CIFilter & CIFalseColor { make("CIFalseColor") }
    /// `CIMaskToAlpha`.
    public static func maskToAlpha() -> any CIFilter & CIMaskToAlpha { make("CIMaskToAlpha") }
    /// `CIMaximumComponent`.
    public static func maximumComponent() -> any CIFilter & CIMaximumComponent { make("CIMaximumComponent") }
    /// `CIMinimumComponent`.
    public static func minimumComponent() -> any CIFilter & CIMinimumComponent { make("CIMinimumComponent") }
    /// `CIColorCube`.
    public static func colorCube() -> any CIFilter & CIColorCube { make("CIColorCube") }
    /// `CIColorCubeWithColorSpace`.
    public static func colorCubeWithColorSpace() -> any CIFilter & CIColorCubeWithColorSpace { make("CIColorCubeWithColorSpace") }
    /// `CIPhotoEffectChrome`.
    public static func photoEffectChrome() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectChrome") }
    /// `CIPhotoEffectFade`.
    public static func photoEffectFade() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectFade") }
    /// `CIPhotoEffectInstant`.
    public static func photoEffectInstant() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectInstant") }
    /// `CIPhotoEffectMono`.
    public static func photoEffectMono() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectMono") }
    /// `CIPhotoEffectNoir`.
    public static func photoEffectNoir() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectNoir") }
    /// `CIPhotoEffectProcess`.
    public static func photoEffectProcess() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectProcess") }
    /// `CIPhotoEffectTonal`.
    public static func photoEffectTonal() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectTonal") }
    /// `CIPhotoEffectTransfer`.
    public static func photoEffectTransfer() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectTransfer") }
    /// `CISourceOverCompositing`.
    public static func sourceOverCompositing() -> any CIFilter & CICompositeOperation { make("CISourceOverCompositing") }
    /// `CISourceInCompositing`.
    public static func sourceInCompositing() -> any CIFilter & CICompositeOperation { make("CISourceInCompositing") }
    /// `CISourceOutCompositing`.
    public static func sourceOutCompositing() -> any CIFilter & CICompositeOperation { make("CISourceOutCompositing") }
    /// `CISourceAtopCompositing`.
    public static func sourceAtopCompositing() -> any CIFilter & CICompositeOperation { make("CISourceAtopCompositing") }
    /// `CIAdditionCompositing`.
    public static func additionCompositing() -> any CIFilter & CICompositeOperation { make("CIAdditionCompositing") }
    /// `CIMultiplyCompositing`.
    public static func multiplyCompositing() -> any CIFilter & CICompositeOperation { make("CIMultiplyCompositing") }
    /// `CIMaximumCompositing`.
    public static func maximumCompositing() -> any CIFilter & CICompositeOperation { make("CIMaximumCompositing") }
    /// `CIMinimumCompositing`.
    public static func minimumCompositing() -> any CIFilter & CICompositeOperation { make("CIMinimumCompositing") }
    /// `CIMultiplyBlendMode`.
    public static func multiplyBlendMode() -> any CIFilter & CICompositeOperation { make("CIMultiplyBlendMode") }
    /// `CIScreenBlendMode`.
    public static func screenBlendMode() -> any CIFilter & CICompositeOperation { make("CIScreenBlendMode") }
    /// `CIOverlayBlendMode`.
    public static func overlayBlendMode() -> any CIFilter & CICompositeOperation { make("CIOverlayBlendMode") }
    /// `CIDarkenBlendMode`.
    public static func darkenBlendMode() -> any CIFilter & CICompositeOperation { make("CIDarkenBlendMode") }
    /// `CILightenBlendMode`.
    public static func lightenBlendMode() -> any CIFilter & CICompositeOperation { make("CILightenBlendMode") }
    /// `CIColorDodgeBlendMode`.
    public static func colorDodgeBlendMode() -> any CIFilter & CICompositeOperation { make("CIColorDodgeBlendMode") }
    /// `CIColorBurnBlendMode`.
    public static func colorBurnBlendMode() -> any CIFilter & CICompositeOperation { make("CIColorBurnBlendMode") }
    /// `CIHardLightBlendMode`.
    public static func hardLightBlendMode() -> any CIFilter & CICompositeOperation { make("CIHardLightBlendMode") }
    /// `CISoftLightBlendMode`.
    public static func softLightBlendMode() -> any CIFilter & CICompositeOperation { make("CISoftLightBlendMode") }
    /// `CIDifferenceBlendMode`.
    public static func differenceBlendMode() -> any CIFilter & CICompositeOperation { make("CIDifferenceBlendMode") }
    /// `CIExclusionBlendMode`.
    public static func exclusionBlendMode() -> any CIFilter & CICompositeOperation { make("CIExclusionBlendMode") }
    /// `CILinearBurnBlendMode`.
    public static func linearBurnBlendMode() -> any CIFilter & CICompositeOperation { make("CILinearBurnBlendMode") }
    /// `CILinearDodgeBlendMode`.
    public static func linearDodgeBlendMode() -> any CIFilter & CICompositeOperation { make("CILinearDodgeBlendMode") }
    /// `CILinearLightBlendMode`.
    public static func linearLightBlendMode() -> any CIFilter & CICompositeOperation { make("CILinearLightBlendMode") }
    /// `CIVividLightBlendMode`.
    public static func vividLightBlendMode() -> any CIFilter & CICompositeOperation { make("CIVividLightBlendMode") }
    /// `CIPinLightBlendMode`.
    public static func pinLightBlendMode() -> any CIFilter & CICompositeOperation { make("CIPinLightBlendMode") }
    /// `CISubtractBlendMode`.
    public static func subtractBlendMode() -> any CIFilter & CICompositeOperation { make("CISubtractBlendMode") }
    /// `CIDivideBlendMode`.
    public static func divideBlendMode() -> any CIFilter & CICompositeOperation { make("CIDivideBlendMode") }
    /// `CIHueBlendMode`.
    public static func hueBlendMode() -> any CIFilter & CICompositeOperation { make("CIHueBlendMode") }
    /// `CISaturationBlendMode`.
    public static func saturationBlendMode() -> any CIFilter & CICompositeOperation { make("CISaturationBlendMode") }
    /// `CIColorBlendMode`.
    public static func colorBlendMode() -> any CIFilter & CICompositeOperation { make("CIColorBlendMode") }
    /// `CILuminosityBlendMode`.
    public static func luminosityBlendMode() -> any CIFilter & CICompositeOperation { make("CILuminosityBlendMode") }
    /// `CIBlendWithMask`.
    public static func blendWithMask() -> any CIFilter & CIBlendWithMask { make("CIBlendWithMask") }
    /// `CIBlendWithAlphaMask`.
    public static func blendWithAlphaMask() -> any CIFilter & CIBlendWithMask { make("CIBlendWithAlphaMask") }
    /// `CIBlendWithRedMask`.
    public static func blendWithRedMask() -> any CIFilter & CIBlendWithMask { make("CIBlendWithRedMask") }
    /// `CIBlendWithBlueMask`.
    public static func blendWithBlueMask() -> any CIFilter & CIBlendWithMask { make("CIBlendWithBlueMask") }
    /// `CIMix`.
    public static func mix() -> any CIFilter & CIMix { make("CIMix") }
    /// `CIDissolveTransition`.
    public static func dissolveTransition() -> any CIFilter & CIDissolveTransition { make("CIDissolveTransition") }
    /// `CIConvolution3X3`.
    public static func convolution3X3() -> any CIFilter & CIConvolution { make("CIConvolution3X3") }
    /// `CIConvolution5X5`.
    public static func convolution5X5() -> any CIFilter & CIConvolution { make("CIConvolution5X5") }
    /// `CIConvolution7X7`.
    public static func convolution7X7() -> any CIFilter & CIConvolution { make("CIConvolution7X7") }
    /// `CIConvolution9Horizontal`.
    public static func convolution9Horizontal() -> any CIFilter & CIConvolution { make("CIConvolution9Horizontal") }
    /// `CIConvolution9Vertical`.
    public static func convolution9Vertical() -> any CIFilter & CIConvolution { make("CIConvolution9Vertical") }
    /// `CIConvolutionRGB3X3`.
    public static func convolutionRGB3X3() -> any CIFilter & CIConvolution { make("CIConvolutionRGB3X3") }
    /// `CIConvolutionRGB5X5`.
    public static func convolutionRGB5X5() -> any CIFilter & CIConvolution { make("CIConvolutionRGB5X5") }
    /// `CIConvolutionRGB7X7`.
    public static func convolutionRGB7X7() -> any CIFilter & CIConvolution { make("CIConvolutionRGB7X7") }
    /// `CIConvolutionRGB9Horizontal`.
    public static func convolutionRGB9Horizontal() -> any CIFilter & CIConvolution { make("CIConvolutionRGB9Horizontal") }
    /// `CIConvolutionRGB9Vertical`.
    public static func convolutionRGB9Vertical() -> any CIFilter & CIConvolution { make("CIConvolutionRGB9Vertical") }
    /// `CIEdges`.
    public static func edges() -> any CIFilter & CIEdges { make("CIEdges") }
    /// `CISobelGradients`.
    public static func sobelGradients() -> any CIFilter & CISobelGradients { make("CISobelGradients") }
    /// `CIMorphologyGradient`.
    public static func morphologyGradient() -> any CIFilter & CIMorphologyGradient { make("CIMorphologyGradient") }
    /// `CIMorphologyMaximum`.
    public static func morphologyMaximum() -> any CIFilter & CIMorphologyMaximum { make("CIMorphologyMaximum") }
    /// `CIMorphologyMinimum`.
    public static func morphologyMinimum() -> any CIFilter & CIMorphologyMinimum { make("CIMorphologyMinimum") }
    /// `CIMorphologyRectangleMaximum`.
    public static func morphologyRectangleMaximum() -> any CIFilter & CIMorphologyRectangleMaximum { make("CIMorphologyRectangleMaximum") }
    /// `CIMorphologyRectangleMinimum`.
    public static func morphologyRectangleMinimum() -> any CIFilter & CIMorphologyRectangleMinimum { make("CIMorphologyRectangleMinimum") }
    /// `CIAffineClamp`.
    public static func affineClamp() -> any CIFilter & CIAffineClamp { make("CIAffineClamp") }
    /// `CIAffineTile`.
    public static func affineTile() -> any CIFilter & CIAffineTile { make("CIAffineTile") }
    /// `CIStraightenFilter`.
    public static func straighten() -> any CIFilter & CIStraighten { make("CIStraightenFilter") }
    /// `CILanczosScaleTransform`.
    public static func lanczosScaleTransform() -> any CIFilter & CILanczosScaleTransform { make("CILanczosScaleTransform") }
    /// `CIBicubicScaleTransform`.
    public static func bicubicScaleTransform() -> any CIFilter & CIBicubicScaleTransform { make("CIBicubicScaleTransform") }
    /// `CIPerspectiveCorrection`.
    public static func perspectiveCorrection() -> any CIFilter & CIPerspectiveCorrection { make("CIPerspectiveCorrection") }
    /// `CIPerspectiveTransform`.
    public static func perspectiveTransform() -> any CIFilter & CIPerspectiveTransform { make("CIPerspectiveTransform") }
    /// `CIPerspectiveTransformWithExtent`.
    public static func perspectiveTransformWithExtent() -> any CIFilter & CIPerspectiveTransformWithExtent {
        make("CIPerspectiveTransformWithExtent")
    }
    /// `CICheckerboardGenerator`.
    public static func checkerboardGenerator() -> any CIFilter & CICheckerboardGenerator { make("CICheckerboardGenerator") }
    /// `CIStripesGenerator`.
    public static func stripesGenerator() -> any CIFilter & CIStripesGenerator { make("CIStripesGenerator") }
    /// `CIRandomGenerator`.
    public static func randomGenerator() -> any CIFilter & CIRandomGenerator { make("CIRandomGenerator") }
    /// `CIRoundedRectangleGenerator`.
    public static func roundedRectangleGenerator() -> any CIFilter & CIRoundedRectangleGenerator { make("CIRoundedRectangleGenerator") }
    /// `CILinearGradient`.
    public static func linearGradient() -> any CIFilter & CILinearGradient { make("CILinearGradient") }
    /// `CISmoothLinearGradient`.
    public static func smoothLinearGradient() -> any CIFilter & CISmoothLinearGradient { make("CISmoothLinearGradient") }
    /// `CIRadialGradient`.
    public static func radialGradient() -> any CIFilter & CIRadialGradient { make("CIRadialGradient") }
    /// `CIGaussianGradient`.
    public static func gaussianGradient() -> any CIFilter & CIGaussianGradient { make("CIGaussianGradient") }
    /// `CIQRCodeGenerator`.
    public static func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator { make("CIQRCodeGenerator") }
    /// `CIAztecCodeGenerator`.
    public static func aztecCodeGenerator() -> any CIFilter & CIAztecCodeGenerator { make("CIAztecCodeGenerator") }
    /// `CICode128BarcodeGenerator`.
    public static func code128BarcodeGenerator() -> any CIFilter & CICode128BarcodeGenerator { make("CICode128BarcodeGenerator") }
    /// `CIPDF417BarcodeGenerator`.
    public static func pdf417BarcodeGenerator() -> any CIFilter & CIPDF417BarcodeGenerator { make("CIPDF417BarcodeGenerator") }
    /// `CIAreaAverage`.
    public static func areaAverage() -> any CIFilter & CIAreaAverage { make("CIAreaAverage") }
    /// `CIAreaMaximum`.
    public static func areaMaximum() -> any CIFilter & CIAreaMaximum { make("CIAreaMaximum") }
    /// `CIAreaMinimum`.
    public static func areaMinimum() -> any CIFilter & CIAreaMinimum { make("CIAreaMinimum") }
    /// `CIAreaMaximumAlpha`.
    public static func areaMaximumAlpha() -> any CIFilter & CIAreaMaximumAlpha { make("CIAreaMaximumAlpha") }
    /// `CIAreaMinimumAlpha`.
    public static func areaMinimumAlpha() -> any CIFilter & CIAreaMinimumAlpha { make("CIAreaMinimumAlpha") }
    /// `CIAreaMinMax`.
    public static func areaMinMax() -> any CIFilter & CIAreaMinMax { make("CIAreaMinMax") }
    /// `CIAreaMinMaxRed`.
    public static func areaMinMaxRed() -> any CIFilter & CIAreaMinMaxRed { make("CIAreaMinMaxRed") }
    /// `CIColumnAverage`.
    public static func columnAverage() -> any CIFilter & CIColumnAverage { make("CIColumnAverage") }
    /// `CIRowAverage`.
    public static func rowAverage() -> any CIFilter & CIRowAverage { make("CIRowAverage") }
    /// `CIAreaHistogram`.
    public static func areaHistogram() -> any CIFilter & CIAreaHistogram { make("CIAreaHistogram") }
    /// `CIHistogramDisplayFilter`.
    public static func histogramDisplay() -> any CIFilter & CIHistogramDisplay { make("CIHistogramDisplayFilter") }
}
