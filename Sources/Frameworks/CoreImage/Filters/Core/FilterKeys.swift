import CoreGraphics

// The keys of filters and of their descriptions.

/// The key of a filter's output.
public let kCIOutputImageKey = "outputImage"
/// A key of filters' inputs: `inputImage`.
public let kCIInputImageKey = "inputImage"
/// A key of filters' inputs: `inputBackgroundImage`.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// A key of filters' inputs: `inputTargetImage`.
public let kCIInputTargetImageKey = "inputTargetImage"
/// A key of filters' inputs: `inputTime`.
public let kCIInputTimeKey = "inputTime"
/// A key of filters' inputs: `inputTransform`.
public let kCIInputTransformKey = "inputTransform"
/// A key of filters' inputs: `inputScale`.
public let kCIInputScaleKey = "inputScale"
/// A key of filters' inputs: `inputAspectRatio`.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// A key of filters' inputs: `inputCenter`.
public let kCIInputCenterKey = "inputCenter"
/// A key of filters' inputs: `inputRadius`.
public let kCIInputRadiusKey = "inputRadius"
/// A key of filters' inputs: `inputAngle`.
public let kCIInputAngleKey = "inputAngle"
/// A key of filters' inputs: `inputWidth`.
public let kCIInputWidthKey = "inputWidth"
/// A key of filters' inputs: `inputSharpness`.
public let kCIInputSharpnessKey = "inputSharpness"
/// A key of filters' inputs: `inputIntensity`.
public let kCIInputIntensityKey = "inputIntensity"
/// A key of filters' inputs: `inputEV`.
public let kCIInputEVKey = "inputEV"
/// A key of filters' inputs: `inputSaturation`.
public let kCIInputSaturationKey = "inputSaturation"
/// A key of filters' inputs: `inputColor`.
public let kCIInputColorKey = "inputColor"
/// A key of filters' inputs: `inputBrightness`.
public let kCIInputBrightnessKey = "inputBrightness"
/// A key of filters' inputs: `inputContrast`.
public let kCIInputContrastKey = "inputContrast"
/// A key of filters' inputs: `inputBias`.
public let kCIInputBiasKey = "inputBias"
/// A key of filters' inputs: `inputWeights`.
public let kCIInputWeightsKey = "inputWeights"
/// A key of filters' inputs: `inputGradientImage`.
public let kCIInputGradientImageKey = "inputGradientImage"
/// A key of filters' inputs: `inputMaskImage`.
public let kCIInputMaskImageKey = "inputMaskImage"
/// A key of filters' inputs: `inputShadingImage`.
public let kCIInputShadingImageKey = "inputShadingImage"
/// A key of filters' inputs: `inputVersion`.
public let kCIInputVersionKey = "inputVersion"
/// A key of filters' inputs: `inputExtent`.
public let kCIInputExtentKey = "inputExtent"
/// A key of filters' inputs: `inputAmount`.
public let kCIInputAmountKey = "inputAmount"
/// A key of filters' inputs: `inputRefractiveIndex`.
public let kCIInputRefractiveIndexKey = "inputRefractiveIndex"
/// A key of filters' inputs: `inputRadius0`.
public let kCIInputRadius0Key = "inputRadius0"
/// A key of filters' inputs: `inputRadius1`.
public let kCIInputRadius1Key = "inputRadius1"
/// A key of filters' inputs: `inputPoint0`.
public let kCIInputPoint0Key = "inputPoint0"
/// A key of filters' inputs: `inputPoint1`.
public let kCIInputPoint1Key = "inputPoint1"
/// A key of filters' inputs: `inputColor0`.
public let kCIInputColor0Key = "inputColor0"
/// A key of filters' inputs: `inputColor1`.
public let kCIInputColor1Key = "inputColor1"
/// A key of filters' inputs: `inputCount`.
public let kCIInputCountKey = "inputCount"
/// A key of filters' inputs: `inputThreshold`.
public let kCIInputThresholdKey = "inputThreshold"
/// A key of filters' inputs: `inputPaletteImage`.
public let kCIInputPaletteImageKey = "inputPaletteImage"
/// A key of filters' inputs: `inputPerceptual`.
public let kCIInputPerceptualKey = "inputPerceptual"
/// A key of filters' inputs: `inputDepthImage`.
public let kCIInputDepthImageKey = "inputDepthImage"
/// A key of filters' inputs: `inputDisparityImage`.
public let kCIInputDisparityImageKey = "inputDisparityImage"
/// A key of filters' inputs: `inputMatteImage`.
public let kCIInputMatteImageKey = "inputMatteImage"
/// A key of filters' inputs: `inputBacksideImage`.
public let kCIInputBacksideImageKey = "inputBacksideImage"
/// A key of filters' inputs: `inputColorSpace`.
public let kCIInputColorSpaceKey = "inputColorSpace"

/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeDescription = "CIAttributeDescription"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeFilterAvailable_Mac = "CIAttributeFilterAvailable_Mac"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeFilterAvailable_iOS = "CIAttributeFilterAvailable_iOS"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeReferenceDocumentation = "CIAttributeReferenceDocumentation"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeClass = "CIAttributeClass"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeType = "CIAttributeType"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeMin = "CIAttributeMin"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeMax = "CIAttributeMax"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeDefault = "CIAttributeDefault"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeIdentity = "CIAttributeIdentity"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeName = "CIAttributeName"
/// A key of the dictionaries in a filter's attributes.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"

/// The meaning of an input.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"
/// The meaning of an input.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"
/// The meaning of an input.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"
/// The meaning of an input.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"
/// The meaning of an input.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"
/// The meaning of an input.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"
/// The meaning of an input.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"
/// The meaning of an input.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"
/// The meaning of an input.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"
/// The meaning of an input.
public let kCIAttributeTypePosition3 = "CIAttributeTypePosition3"
/// The meaning of an input.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"
/// The meaning of an input.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// The meaning of an input.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// The meaning of an input.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"
/// The meaning of an input.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// The meaning of an input.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"

/// A category of filters.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// A category of filters.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// A category of filters.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// A category of filters.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// A category of filters.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// A category of filters.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// A category of filters.
public let kCICategoryTransition = "CICategoryTransition"
/// A category of filters.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// A category of filters.
public let kCICategoryGenerator = "CICategoryGenerator"
/// A category of filters.
public let kCICategoryReduction = "CICategoryReduction"
/// A category of filters.
public let kCICategoryGradient = "CICategoryGradient"
/// A category of filters.
public let kCICategoryStylize = "CICategoryStylize"
/// A category of filters.
public let kCICategorySharpen = "CICategorySharpen"
/// A category of filters.
public let kCICategoryBlur = "CICategoryBlur"
/// A category of filters.
public let kCICategoryVideo = "CICategoryVideo"
/// A category of filters.
public let kCICategoryStillImage = "CICategoryStillImage"
/// A category of filters.
public let kCICategoryInterlaced = "CICategoryInterlaced"
/// A category of filters.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"
/// A category of filters.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"
/// A category of filters.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
/// A category of filters.
public let kCICategoryFilterGenerator = "CICategoryFilterGenerator"

/// The option's older name.
public let kCIImageColorSpace = CIImageOption.colorSpace
/// The option's older name.
public let kCIImageProperties = CIImageOption.properties
/// The option's older name.
public let kCIImageNearestSampling = CIImageOption.nearestSampling
/// The option's older name.
public let kCIImageApplyOrientationProperty = CIImageOption.applyOrientationProperty
/// The option's older name.
public let kCIImageToneMapHDRtoSDR = CIImageOption.toneMapHDRtoSDR
/// The option's older name.
public let kCIImageAuxiliaryDepth = CIImageOption.auxiliaryDepth
/// The option's older name.
public let kCIImageAuxiliaryDisparity = CIImageOption.auxiliaryDisparity
/// The option's older name.
public let kCIImageAuxiliaryPortraitEffectsMatte = CIImageOption.auxiliaryPortraitEffectsMatte
/// The option's older name.
public let kCIContextOutputColorSpace = CIContextOption.outputColorSpace
/// The option's older name.
public let kCIContextWorkingColorSpace = CIContextOption.workingColorSpace
/// The option's older name.
public let kCIContextWorkingFormat = CIContextOption.workingFormat
/// The option's older name.
public let kCIContextHighQualityDownsample = CIContextOption.highQualityDownsample
/// The option's older name.
public let kCIContextOutputPremultiplied = CIContextOption.outputPremultiplied
/// The option's older name.
public let kCIContextCacheIntermediates = CIContextOption.cacheIntermediates
/// The option's older name.
public let kCIContextUseSoftwareRenderer = CIContextOption.useSoftwareRenderer
/// The option's older name.
public let kCIContextPriorityRequestLow = CIContextOption.priorityRequestLow
/// The option's older name.
public let kCIContextAllowLowPower = CIContextOption.allowLowPower
/// The option's older name.
public let kCIContextName = CIContextOption.name
