import CoreGraphics

// The keys of filter inputs and of filter attributes.

/// The key of a filter's output.
public let kCIOutputImageKey = "outputImage"
/// The key of the filter input `inputImage`.
public let kCIInputImageKey = "inputImage"
/// The key of the filter input `inputBackgroundImage`.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key of the filter input `inputTargetImage`.
public let kCIInputTargetImageKey = "inputTargetImage"
/// The key of the filter input `inputTime`.
public let kCIInputTimeKey = "inputTime"
/// The key of the filter input `inputTransform`.
public let kCIInputTransformKey = "inputTransform"
/// The key of the filter input `inputScale`.
public let kCIInputScaleKey = "inputScale"
/// The key of the filter input `inputAspectRatio`.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key of the filter input `inputCenter`.
public let kCIInputCenterKey = "inputCenter"
/// The key of the filter input `inputRadius`.
public let kCIInputRadiusKey = "inputRadius"
/// The key of the filter input `inputAngle`.
public let kCIInputAngleKey = "inputAngle"
/// The key of the filter input `inputWidth`.
public let kCIInputWidthKey = "inputWidth"
/// The key of the filter input `inputSharpness`.
public let kCIInputSharpnessKey = "inputSharpness"
/// The key of the filter input `inputIntensity`.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of the filter input `inputEV`.
public let kCIInputEVKey = "inputEV"
/// The key of the filter input `inputSaturation`.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of the filter input `inputColor`.
public let kCIInputColorKey = "inputColor"
/// The key of the filter input `inputBrightness`.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of the filter input `inputContrast`.
public let kCIInputContrastKey = "inputContrast"
/// The key of the filter input `inputBias`.
public let kCIInputBiasKey = "inputBias"
/// The key of the filter input `inputWeights`.
public let kCIInputWeightsKey = "inputWeights"
/// The key of the filter input `inputGradientImage`.
public let kCIInputGradientImageKey = "inputGradientImage"
/// The key of the filter input `inputMaskImage`.
public let kCIInputMaskImageKey = "inputMaskImage"
/// The key of the filter input `inputShadingImage`.
public let kCIInputShadingImageKey = "inputShadingImage"
/// The key of the filter input `inputVersion`.
public let kCIInputVersionKey = "inputVersion"
/// The key of the filter input `inputExtent`.
public let kCIInputExtentKey = "inputExtent"
/// The key of the filter input `inputAmount`.
public let kCIInputAmountKey = "inputAmount"
/// The key of the filter input `inputRefractiveIndex`.
public let kCIInputRefractiveIndexKey = "inputRefractiveIndex"
/// The key of the filter input `inputRadius0`.
public let kCIInputRadius0Key = "inputRadius0"
/// The key of the filter input `inputRadius1`.
public let kCIInputRadius1Key = "inputRadius1"
/// The key of the filter input `inputPoint0`.
public let kCIInputPoint0Key = "inputPoint0"
/// The key of the filter input `inputPoint1`.
public let kCIInputPoint1Key = "inputPoint1"
/// The key of the filter input `inputColor0`.
public let kCIInputColor0Key = "inputColor0"
/// The key of the filter input `inputColor1`.
public let kCIInputColor1Key = "inputColor1"
/// The key of the filter input `inputCount`.
public let kCIInputCountKey = "inputCount"
/// The key of the filter input `inputThreshold`.
public let kCIInputThresholdKey = "inputThreshold"
/// The key of the filter input `inputPaletteImage`.
public let kCIInputPaletteImageKey = "inputPaletteImage"
/// The key of the filter input `inputPerceptual`.
public let kCIInputPerceptualKey = "inputPerceptual"
/// The key of the filter input `inputDepthImage`.
public let kCIInputDepthImageKey = "inputDepthImage"
/// The key of the filter input `inputDisparityImage`.
public let kCIInputDisparityImageKey = "inputDisparityImage"
/// The key of the filter input `inputMatteImage`.
public let kCIInputMatteImageKey = "inputMatteImage"
/// The key of the filter input `inputBacksideImage`.
public let kCIInputBacksideImageKey = "inputBacksideImage"
/// The key of the filter input `inputColorSpace`.
public let kCIInputColorSpaceKey = "inputColorSpace"

/// The key in a filter's attributes for the filter's name.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The key in a filter's attributes for the filter's display name.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// The key in a filter's attributes for a description of the filter or input.
public let kCIAttributeDescription = "CIAttributeDescription"
/// The key in a filter's attributes for the filter's categories.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// The key in a filter's attributes for the first macOS version with the filter.
public let kCIAttributeFilterAvailable_Mac = "CIAttributeFilterAvailable_Mac"
/// The key in a filter's attributes for the first iOS version with the filter.
public let kCIAttributeFilterAvailable_iOS = "CIAttributeFilterAvailable_iOS"
/// The key in a filter's attributes for the address of the filter's documentation.
public let kCIAttributeReferenceDocumentation = "CIAttributeReferenceDocumentation"
/// The key in a filter's attributes for the class of an input's value.
public let kCIAttributeClass = "CIAttributeClass"
/// The key in a filter's attributes for the type of an input, such as `kCIAttributeTypeAngle`.
public let kCIAttributeType = "CIAttributeType"
/// The key in a filter's attributes for the minimum value of an input.
public let kCIAttributeMin = "CIAttributeMin"
/// The key in a filter's attributes for the maximum value of an input.
public let kCIAttributeMax = "CIAttributeMax"
/// The key in a filter's attributes for the minimum value of an input's slider.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"
/// The key in a filter's attributes for the maximum value of an input's slider.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"
/// The key in a filter's attributes for the default value of an input.
public let kCIAttributeDefault = "CIAttributeDefault"
/// The key in a filter's attributes for the value with which an input has no effect.
public let kCIAttributeIdentity = "CIAttributeIdentity"
/// The key in a filter's attributes for the key of an input.
public let kCIAttributeName = "CIAttributeName"
/// The key in a filter's attributes for the display name of an input.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"

/// The type of an input that is a time, 0…1.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"
/// The type of an input that is a number.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"
/// The type of an input that is a distance in pixels.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"
/// The type of an input that is an angle in radians.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"
/// The type of an input that is a Boolean.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"
/// The type of an input that is a whole number.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"
/// The type of an input that is a count.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"
/// The type of an input that is a position in pixels.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"
/// The type of an input that is an offset in pixels.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"
/// The type of an input that is a position with three coordinates.
public let kCIAttributeTypePosition3 = "CIAttributeTypePosition3"
/// The type of an input that is a rectangle.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"
/// The type of an input that is a colour without alpha.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// The type of an input that is a colour with alpha.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// The type of an input that is a gradient.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"
/// The type of an input that is an image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// The type of an input that is an affine transform.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"

/// The category of filters that distort an image.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// The category of filters that move or scale an image.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// The category of filters that combine two images.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// The category of filters that imitate halftone printing.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// The category of filters that adjust colours.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// The category of filters that replace colours.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// The category of filters that make a transition between two images.
public let kCICategoryTransition = "CICategoryTransition"
/// The category of filters that repeat an image.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// The category of filters that generate an image.
public let kCICategoryGenerator = "CICategoryGenerator"
/// The category of filters that compute statistics of an image.
public let kCICategoryReduction = "CICategoryReduction"
/// The category of filters that generate a gradient.
public let kCICategoryGradient = "CICategoryGradient"
/// The category of filters that stylise an image.
public let kCICategoryStylize = "CICategoryStylize"
/// The category of filters that sharpen an image.
public let kCICategorySharpen = "CICategorySharpen"
/// The category of filters that blur an image.
public let kCICategoryBlur = "CICategoryBlur"
/// The category of filters that are suitable for video.
public let kCICategoryVideo = "CICategoryVideo"
/// The category of filters that are suitable for still images.
public let kCICategoryStillImage = "CICategoryStillImage"
/// The category of filters that are suitable for interlaced images.
public let kCICategoryInterlaced = "CICategoryInterlaced"
/// The category of filters that are suitable for pixels that are not square.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"
/// The category of filters that are suitable for high dynamic range.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"
/// The category of filters that are built in.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
/// The category of filters that are made by a filter generator.
public let kCICategoryFilterGenerator = "CICategoryFilterGenerator"

/// An older name of ``CIImageOption/colorSpace``.
public let kCIImageColorSpace = CIImageOption.colorSpace
/// An older name of ``CIImageOption/properties``.
public let kCIImageProperties = CIImageOption.properties
/// An older name of ``CIImageOption/nearestSampling``.
public let kCIImageNearestSampling = CIImageOption.nearestSampling
/// An older name of ``CIImageOption/applyOrientationProperty``.
public let kCIImageApplyOrientationProperty = CIImageOption.applyOrientationProperty
/// An older name of ``CIImageOption/toneMapHDRtoSDR``.
public let kCIImageToneMapHDRtoSDR = CIImageOption.toneMapHDRtoSDR
/// An older name of ``CIImageOption/auxiliaryDepth``.
public let kCIImageAuxiliaryDepth = CIImageOption.auxiliaryDepth
/// An older name of ``CIImageOption/auxiliaryDisparity``.
public let kCIImageAuxiliaryDisparity = CIImageOption.auxiliaryDisparity
/// An older name of ``CIImageOption/auxiliaryPortraitEffectsMatte``.
public let kCIImageAuxiliaryPortraitEffectsMatte = CIImageOption.auxiliaryPortraitEffectsMatte
/// An older name of ``CIContextOption/outputColorSpace``.
public let kCIContextOutputColorSpace = CIContextOption.outputColorSpace
/// An older name of ``CIContextOption/workingColorSpace``.
public let kCIContextWorkingColorSpace = CIContextOption.workingColorSpace
/// An older name of ``CIContextOption/workingFormat``.
public let kCIContextWorkingFormat = CIContextOption.workingFormat
/// An older name of ``CIContextOption/highQualityDownsample``.
public let kCIContextHighQualityDownsample = CIContextOption.highQualityDownsample
/// An older name of ``CIContextOption/outputPremultiplied``.
public let kCIContextOutputPremultiplied = CIContextOption.outputPremultiplied
/// An older name of ``CIContextOption/cacheIntermediates``.
public let kCIContextCacheIntermediates = CIContextOption.cacheIntermediates
/// An older name of ``CIContextOption/useSoftwareRenderer``.
public let kCIContextUseSoftwareRenderer = CIContextOption.useSoftwareRenderer
/// An older name of ``CIContextOption/priorityRequestLow``.
public let kCIContextPriorityRequestLow = CIContextOption.priorityRequestLow
/// An older name of ``CIContextOption/allowLowPower``.
public let kCIContextAllowLowPower = CIContextOption.allowLowPower
/// An older name of ``CIContextOption/name``.
public let kCIContextName = CIContextOption.name
