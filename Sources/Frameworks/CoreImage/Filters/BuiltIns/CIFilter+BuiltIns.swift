// Functions that make the built-in filters with typed inputs: `import CoreImage.CIFilterBuiltins` or `import CoreImage`.

extension CIFilter {
    /// Makes a filter of the filter table. Every name that is used below is in the table.
    private static func make(_ name: String) -> BuiltInFilter {
        guard let definition = FilterTable.definitions[name] else { preconditionFailure("the table of filters lacks \(name)") }
        return BuiltInFilter(definition)
    }

    /// Makes the filter `CIGaussianBlur`.
    public static func gaussianBlur() -> any CIFilter & CIGaussianBlur { make("CIGaussianBlur") }
    /// Makes the filter `CIBoxBlur`.
    public static func boxBlur() -> any CIFilter & CIBoxBlur { make("CIBoxBlur") }
    /// Makes the filter `CIBokehBlur`.
    public static func bokehBlur() -> any CIFilter & CIBokehBlur { make("CIBokehBlur") }
    /// Makes the filter `CIDiscBlur`.
    public static func discBlur() -> any CIFilter & CIDiscBlur { make("CIDiscBlur") }
    /// Makes the filter `CIMotionBlur`.
    public static func motionBlur() -> any CIFilter & CIMotionBlur { make("CIMotionBlur") }
    /// Makes the filter `CIMaskedVariableBlur`.
    public static func maskedVariableBlur() -> any CIFilter & CIMaskedVariableBlur { make("CIMaskedVariableBlur") }
    /// Makes the filter `CIMedianFilter`.
    public static func median() -> any CIFilter & CIMedian { make("CIMedianFilter") }
    /// Makes the filter `CINoiseReduction`.
    public static func noiseReduction() -> any CIFilter & CINoiseReduction { make("CINoiseReduction") }
    /// Makes the filter `CISharpenLuminance`.
    public static func sharpenLuminance() -> any CIFilter & CISharpenLuminance { make("CISharpenLuminance") }
    /// Makes the filter `CIUnsharpMask`.
    public static func unsharpMask() -> any CIFilter & CIUnsharpMask { make("CIUnsharpMask") }
    /// Makes the filter `CIColorClamp`.
    public static func colorClamp() -> any CIFilter & CIColorClamp { make("CIColorClamp") }
    /// Makes the filter `CIColorControls`.
    public static func colorControls() -> any CIFilter & CIColorControls { make("CIColorControls") }
    /// Makes the filter `CIColorMatrix`.
    public static func colorMatrix() -> any CIFilter & CIColorMatrix { make("CIColorMatrix") }
    /// Makes the filter `CIColorPolynomial`.
    public static func colorPolynomial() -> any CIFilter & CIColorPolynomial { make("CIColorPolynomial") }
    /// Makes the filter `CIExposureAdjust`.
    public static func exposureAdjust() -> any CIFilter & CIExposureAdjust { make("CIExposureAdjust") }
    /// Makes the filter `CIGammaAdjust`.
    public static func gammaAdjust() -> any CIFilter & CIGammaAdjust { make("CIGammaAdjust") }
    /// Makes the filter `CIHueAdjust`.
    public static func hueAdjust() -> any CIFilter & CIHueAdjust { make("CIHueAdjust") }
    /// Makes the filter `CITemperatureAndTint`.
    public static func temperatureAndTint() -> any CIFilter & CITemperatureAndTint { make("CITemperatureAndTint") }
    /// Makes the filter `CIToneCurve`.
    public static func toneCurve() -> any CIFilter & CIToneCurve { make("CIToneCurve") }
    /// Makes the filter `CIVibrance`.
    public static func vibrance() -> any CIFilter & CIVibrance { make("CIVibrance") }
    /// Makes the filter `CIWhitePointAdjust`.
    public static func whitePointAdjust() -> any CIFilter & CIWhitePointAdjust { make("CIWhitePointAdjust") }
    /// Makes the filter `CILinearToSRGBToneCurve`.
    public static func linearToSRGBToneCurve() -> any CIFilter & CILinearToSRGBToneCurve { make("CILinearToSRGBToneCurve") }
    /// Makes the filter `CISRGBToneCurveToLinear`.
    public static func sRGBToneCurveToLinear() -> any CIFilter & CISRGBToneCurveToLinear { make("CISRGBToneCurveToLinear") }
    /// Makes the filter `CIColorAbsoluteDifference`.
    public static func colorAbsoluteDifference() -> any CIFilter & CIColorAbsoluteDifference { make("CIColorAbsoluteDifference") }
    /// Makes the filter `CIColorInvert`.
    public static func colorInvert() -> any CIFilter & CIColorInvert { make("CIColorInvert") }
    /// Makes the filter `CIColorMonochrome`.
    public static func colorMonochrome() -> any CIFilter & CIColorMonochrome { make("CIColorMonochrome") }
    /// Makes the filter `CIColorPosterize`.
    public static func colorPosterize() -> any CIFilter & CIColorPosterize { make("CIColorPosterize") }
    /// Makes the filter `CIColorThreshold`.
    public static func colorThreshold() -> any CIFilter & CIColorThreshold { make("CIColorThreshold") }
    /// Makes the filter `CIColorThresholdOtsu`.
    public static func colorThresholdOtsu() -> any CIFilter & CIColorThresholdOtsu { make("CIColorThresholdOtsu") }
    /// Makes the filter `CISepiaTone`.
    public static func sepiaTone() -> any CIFilter & CISepiaTone { make("CISepiaTone") }
    /// Makes the filter `CIFalseColor`.
    public static func falseColor() -> any CIFilter & CIFalseColor { make("CIFalseColor") }
    /// Makes the filter `CIMaskToAlpha`.
    public static func maskToAlpha() -> any CIFilter & CIMaskToAlpha { make("CIMaskToAlpha") }
    /// Makes the filter `CIMaximumComponent`.
    public static func maximumComponent() -> any CIFilter & CIMaximumComponent { make("CIMaximumComponent") }
    /// Makes the filter `CIMinimumComponent`.
    public static func minimumComponent() -> any CIFilter & CIMinimumComponent { make("CIMinimumComponent") }
    /// Makes the filter `CIColorCube`.
    public static func colorCube() -> any CIFilter & CIColorCube { make("CIColorCube") }
    /// Makes the filter `CIColorCubeWithColorSpace`.
    public static func colorCubeWithColorSpace() -> any CIFilter & CIColorCubeWithColorSpace { make("CIColorCubeWithColorSpace") }
    /// Makes the filter `CIPhotoEffectChrome`.
    public static func photoEffectChrome() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectChrome") }
    /// Makes the filter `CIPhotoEffectFade`.
    public static func photoEffectFade() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectFade") }
    /// Makes the filter `CIPhotoEffectInstant`.
    public static func photoEffectInstant() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectInstant") }
    /// Makes the filter `CIPhotoEffectMono`.
    public static func photoEffectMono() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectMono") }
    /// Makes the filter `CIPhotoEffectNoir`.
    public static func photoEffectNoir() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectNoir") }
    /// Makes the filter `CIPhotoEffectProcess`.
    public static func photoEffectProcess() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectProcess") }
    /// Makes the filter `CIPhotoEffectTonal`.
    public static func photoEffectTonal() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectTonal") }
    /// Makes the filter `CIPhotoEffectTransfer`.
    public static func photoEffectTransfer() -> any CIFilter & CIPhotoEffect { make("CIPhotoEffectTransfer") }
    /// Makes the filter `CISourceOverCompositing`.
    public static func sourceOverCompositing() -> any CIFilter & CICompositeOperation { make("CISourceOverCompositing") }
    /// Makes the filter `CISourceInCompositing`.
    public static func sourceInCompositing() -> any CIFilter & CICompositeOperation { make("CISourceInCompositing") }
    /// Makes the filter `CISourceOutCompositing`.
    public static func sourceOutCompositing() -> any CIFilter & CICompositeOperation { make("CISourceOutCompositing") }
    /// Makes the filter `CISourceAtopCompositing`.
    public static func sourceAtopCompositing() -> any CIFilter & CICompositeOperation { make("CISourceAtopCompositing") }
    /// Makes the filter `CIAdditionCompositing`.
    public static func additionCompositing() -> any CIFilter & CICompositeOperation { make("CIAdditionCompositing") }
    /// Makes the filter `CIMultiplyCompositing`.
    public static func multiplyCompositing() -> any CIFilter & CICompositeOperation { make("CIMultiplyCompositing") }
    /// Makes the filter `CIMaximumCompositing`.
    public static func maximumCompositing() -> any CIFilter & CICompositeOperation { make("CIMaximumCompositing") }
    /// Makes the filter `CIMinimumCompositing`.
    public static func minimumCompositing() -> any CIFilter & CICompositeOperation { make("CIMinimumCompositing") }
    /// Makes the filter `CIMultiplyBlendMode`.
    public static func multiplyBlendMode() -> any CIFilter & CICompositeOperation { make("CIMultiplyBlendMode") }
    /// Makes the filter `CIScreenBlendMode`.
    public static func screenBlendMode() -> any CIFilter & CICompositeOperation { make("CIScreenBlendMode") }
    /// Makes the filter `CIOverlayBlendMode`.
    public static func overlayBlendMode() -> any CIFilter & CICompositeOperation { make("CIOverlayBlendMode") }
    /// Makes the filter `CIDarkenBlendMode`.
    public static func darkenBlendMode() -> any CIFilter & CICompositeOperation { make("CIDarkenBlendMode") }
    /// Makes the filter `CILightenBlendMode`.
    public static func lightenBlendMode() -> any CIFilter & CICompositeOperation { make("CILightenBlendMode") }
    /// Makes the filter `CIColorDodgeBlendMode`.
    public static func colorDodgeBlendMode() -> any CIFilter & CICompositeOperation { make("CIColorDodgeBlendMode") }
    /// Makes the filter `CIColorBurnBlendMode`.
    public static func colorBurnBlendMode() -> any CIFilter & CICompositeOperation { make("CIColorBurnBlendMode") }
    /// Makes the filter `CIHardLightBlendMode`.
    public static func hardLightBlendMode() -> any CIFilter & CICompositeOperation { make("CIHardLightBlendMode") }
    /// Makes the filter `CISoftLightBlendMode`.
    public static func softLightBlendMode() -> any CIFilter & CICompositeOperation { make("CISoftLightBlendMode") }
    /// Makes the filter `CIDifferenceBlendMode`.
    public static func differenceBlendMode() -> any CIFilter & CICompositeOperation { make("CIDifferenceBlendMode") }
    /// Makes the filter `CIExclusionBlendMode`.
    public static func exclusionBlendMode() -> any CIFilter & CICompositeOperation { make("CIExclusionBlendMode") }
    /// Makes the filter `CILinearBurnBlendMode`.
    public static func linearBurnBlendMode() -> any CIFilter & CICompositeOperation { make("CILinearBurnBlendMode") }
    /// Makes the filter `CILinearDodgeBlendMode`.
    public static func linearDodgeBlendMode() -> any CIFilter & CICompositeOperation { make("CILinearDodgeBlendMode") }
    /// Makes the filter `CILinearLightBlendMode`.
    public static func linearLightBlendMode() -> any CIFilter & CICompositeOperation { make("CILinearLightBlendMode") }
    /// Makes the filter `CIVividLightBlendMode`.
    public static func vividLightBlendMode() -> any CIFilter & CICompositeOperation { make("CIVividLightBlendMode") }
    /// Makes the filter `CIPinLightBlendMode`.
    public static func pinLightBlendMode() -> any CIFilter & CICompositeOperation { make("CIPinLightBlendMode") }
    /// Makes the filter `CISubtractBlendMode`.
    public static func subtractBlendMode() -> any CIFilter & CICompositeOperation { make("CISubtractBlendMode") }
    /// Makes the filter `CIDivideBlendMode`.
    public static func divideBlendMode() -> any CIFilter & CICompositeOperation { make("CIDivideBlendMode") }
    /// Makes the filter `CIHueBlendMode`.
    public static func hueBlendMode() -> any CIFilter & CICompositeOperation { make("CIHueBlendMode") }
    /// Makes the filter `CISaturationBlendMode`.
    public static func saturationBlendMode() -> any CIFilter & CICompositeOperation { make("CISaturationBlendMode") }
    /// Makes the filter `CIColorBlendMode`.
    public static func colorBlendMode() -> any CIFilter & CICompositeOperation { make("CIColorBlendMode") }
    /// Makes the filter `CILuminosityBlendMode`.
    public static func luminosityBlendMode() -> any CIFilter & CICompositeOperation { make("CILuminosityBlendMode") }
    /// Makes the filter `CIBlendWithMask`.
    public static func blendWithMask() -> any CIFilter & CIBlendWithMask { make("CIBlendWithMask") }
    /// Makes the filter `CIBlendWithAlphaMask`.
    public static func blendWithAlphaMask() -> any CIFilter & CIBlendWithMask { make("CIBlendWithAlphaMask") }
    /// Makes the filter `CIBlendWithRedMask`.
    public static func blendWithRedMask() -> any CIFilter & CIBlendWithMask { make("CIBlendWithRedMask") }
    /// Makes the filter `CIBlendWithBlueMask`.
    public static func blendWithBlueMask() -> any CIFilter & CIBlendWithMask { make("CIBlendWithBlueMask") }
    /// Makes the filter `CIMix`.
    public static func mix() -> any CIFilter & CIMix { make("CIMix") }
    /// Makes the filter `CIDissolveTransition`.
    public static func dissolveTransition() -> any CIFilter & CIDissolveTransition { make("CIDissolveTransition") }
    /// Makes the filter `CIConvolution3X3`.
    public static func convolution3X3() -> any CIFilter & CIConvolution { make("CIConvolution3X3") }
    /// Makes the filter `CIConvolution5X5`.
    public static func convolution5X5() -> any CIFilter & CIConvolution { make("CIConvolution5X5") }
    /// Makes the filter `CIConvolution7X7`.
    public static func convolution7X7() -> any CIFilter & CIConvolution { make("CIConvolution7X7") }
    /// Makes the filter `CIConvolution9Horizontal`.
    public static func convolution9Horizontal() -> any CIFilter & CIConvolution { make("CIConvolution9Horizontal") }
    /// Makes the filter `CIConvolution9Vertical`.
    public static func convolution9Vertical() -> any CIFilter & CIConvolution { make("CIConvolution9Vertical") }
    /// Makes the filter `CIConvolutionRGB3X3`.
    public static func convolutionRGB3X3() -> any CIFilter & CIConvolution { make("CIConvolutionRGB3X3") }
    /// Makes the filter `CIConvolutionRGB5X5`.
    public static func convolutionRGB5X5() -> any CIFilter & CIConvolution { make("CIConvolutionRGB5X5") }
    /// Makes the filter `CIConvolutionRGB7X7`.
    public static func convolutionRGB7X7() -> any CIFilter & CIConvolution { make("CIConvolutionRGB7X7") }
    /// Makes the filter `CIConvolutionRGB9Horizontal`.
    public static func convolutionRGB9Horizontal() -> any CIFilter & CIConvolution { make("CIConvolutionRGB9Horizontal") }
    /// Makes the filter `CIConvolutionRGB9Vertical`.
    public static func convolutionRGB9Vertical() -> any CIFilter & CIConvolution { make("CIConvolutionRGB9Vertical") }
    /// Makes the filter `CIEdges`.
    public static func edges() -> any CIFilter & CIEdges { make("CIEdges") }
    /// Makes the filter `CISobelGradients`.
    public static func sobelGradients() -> any CIFilter & CISobelGradients { make("CISobelGradients") }
    /// Makes the filter `CIMorphologyGradient`.
    public static func morphologyGradient() -> any CIFilter & CIMorphologyGradient { make("CIMorphologyGradient") }
    /// Makes the filter `CIMorphologyMaximum`.
    public static func morphologyMaximum() -> any CIFilter & CIMorphologyMaximum { make("CIMorphologyMaximum") }
    /// Makes the filter `CIMorphologyMinimum`.
    public static func morphologyMinimum() -> any CIFilter & CIMorphologyMinimum { make("CIMorphologyMinimum") }
    /// Makes the filter `CIMorphologyRectangleMaximum`.
    public static func morphologyRectangleMaximum() -> any CIFilter & CIMorphologyRectangleMaximum { make("CIMorphologyRectangleMaximum") }
    /// Makes the filter `CIMorphologyRectangleMinimum`.
    public static func morphologyRectangleMinimum() -> any CIFilter & CIMorphologyRectangleMinimum { make("CIMorphologyRectangleMinimum") }
    /// Makes the filter `CIAffineClamp`.
    public static func affineClamp() -> any CIFilter & CIAffineClamp { make("CIAffineClamp") }
    /// Makes the filter `CIAffineTile`.
    public static func affineTile() -> any CIFilter & CIAffineTile { make("CIAffineTile") }
    /// Makes the filter `CIStraightenFilter`.
    public static func straighten() -> any CIFilter & CIStraighten { make("CIStraightenFilter") }
    /// Makes the filter `CILanczosScaleTransform`.
    public static func lanczosScaleTransform() -> any CIFilter & CILanczosScaleTransform { make("CILanczosScaleTransform") }
    /// Makes the filter `CIBicubicScaleTransform`.
    public static func bicubicScaleTransform() -> any CIFilter & CIBicubicScaleTransform { make("CIBicubicScaleTransform") }
    /// Makes the filter `CIPerspectiveCorrection`.
    public static func perspectiveCorrection() -> any CIFilter & CIPerspectiveCorrection { make("CIPerspectiveCorrection") }
    /// Makes the filter `CIPerspectiveTransform`.
    public static func perspectiveTransform() -> any CIFilter & CIPerspectiveTransform { make("CIPerspectiveTransform") }
    /// Makes the filter `CIPerspectiveTransformWithExtent`.
    public static func perspectiveTransformWithExtent() -> any CIFilter & CIPerspectiveTransformWithExtent {
        make("CIPerspectiveTransformWithExtent")
    }
    /// Makes the filter `CICheckerboardGenerator`.
    public static func checkerboardGenerator() -> any CIFilter & CICheckerboardGenerator { make("CICheckerboardGenerator") }
    /// Makes the filter `CIStripesGenerator`.
    public static func stripesGenerator() -> any CIFilter & CIStripesGenerator { make("CIStripesGenerator") }
    /// Makes the filter `CIRandomGenerator`.
    public static func randomGenerator() -> any CIFilter & CIRandomGenerator { make("CIRandomGenerator") }
    /// Makes the filter `CIRoundedRectangleGenerator`.
    public static func roundedRectangleGenerator() -> any CIFilter & CIRoundedRectangleGenerator { make("CIRoundedRectangleGenerator") }
    /// Makes the filter `CILinearGradient`.
    public static func linearGradient() -> any CIFilter & CILinearGradient { make("CILinearGradient") }
    /// Makes the filter `CISmoothLinearGradient`.
    public static func smoothLinearGradient() -> any CIFilter & CISmoothLinearGradient { make("CISmoothLinearGradient") }
    /// Makes the filter `CIRadialGradient`.
    public static func radialGradient() -> any CIFilter & CIRadialGradient { make("CIRadialGradient") }
    /// Makes the filter `CIGaussianGradient`.
    public static func gaussianGradient() -> any CIFilter & CIGaussianGradient { make("CIGaussianGradient") }
    /// Makes the filter `CIQRCodeGenerator`.
    public static func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator { make("CIQRCodeGenerator") }
    /// Makes the filter `CIAztecCodeGenerator`.
    public static func aztecCodeGenerator() -> any CIFilter & CIAztecCodeGenerator { make("CIAztecCodeGenerator") }
    /// Makes the filter `CICode128BarcodeGenerator`.
    public static func code128BarcodeGenerator() -> any CIFilter & CICode128BarcodeGenerator { make("CICode128BarcodeGenerator") }
    /// Makes the filter `CIPDF417BarcodeGenerator`.
    public static func pdf417BarcodeGenerator() -> any CIFilter & CIPDF417BarcodeGenerator { make("CIPDF417BarcodeGenerator") }
    /// Makes the filter `CIAreaAverage`.
    public static func areaAverage() -> any CIFilter & CIAreaAverage { make("CIAreaAverage") }
    /// Makes the filter `CIAreaMaximum`.
    public static func areaMaximum() -> any CIFilter & CIAreaMaximum { make("CIAreaMaximum") }
    /// Makes the filter `CIAreaMinimum`.
    public static func areaMinimum() -> any CIFilter & CIAreaMinimum { make("CIAreaMinimum") }
    /// Makes the filter `CIAreaMaximumAlpha`.
    public static func areaMaximumAlpha() -> any CIFilter & CIAreaMaximumAlpha { make("CIAreaMaximumAlpha") }
    /// Makes the filter `CIAreaMinimumAlpha`.
    public static func areaMinimumAlpha() -> any CIFilter & CIAreaMinimumAlpha { make("CIAreaMinimumAlpha") }
    /// Makes the filter `CIAreaMinMax`.
    public static func areaMinMax() -> any CIFilter & CIAreaMinMax { make("CIAreaMinMax") }
    /// Makes the filter `CIAreaMinMaxRed`.
    public static func areaMinMaxRed() -> any CIFilter & CIAreaMinMaxRed { make("CIAreaMinMaxRed") }
    /// Makes the filter `CIColumnAverage`.
    public static func columnAverage() -> any CIFilter & CIColumnAverage { make("CIColumnAverage") }
    /// Makes the filter `CIRowAverage`.
    public static func rowAverage() -> any CIFilter & CIRowAverage { make("CIRowAverage") }
    /// Makes the filter `CIAreaHistogram`.
    public static func areaHistogram() -> any CIFilter & CIAreaHistogram { make("CIAreaHistogram") }
    /// Makes the filter `CIHistogramDisplayFilter`.
    public static func histogramDisplay() -> any CIFilter & CIHistogramDisplay { make("CIHistogramDisplayFilter") }
}
