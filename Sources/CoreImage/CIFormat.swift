import CoreGraphics

/// How the pixels of a bitmap lie in memory. `h` is a half float, `f` a float; the rest are unsigned integers of 8 or 16 bits.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static var ARGB8: CIFormat { CIFormat(rawValue: 257) }
    public static var BGRA8: CIFormat { CIFormat(rawValue: 258) }
    public static var RGBA8: CIFormat { CIFormat(rawValue: 259) }
    public static var ABGR8: CIFormat { CIFormat(rawValue: 260) }
    public static var RGBAh: CIFormat { CIFormat(rawValue: 261) }
    public static var RGBA16: CIFormat { CIFormat(rawValue: 262) }
    public static var RGBAf: CIFormat { CIFormat(rawValue: 263) }
    public static var A8: CIFormat { CIFormat(rawValue: 264) }
    public static var A16: CIFormat { CIFormat(rawValue: 265) }
    public static var Ah: CIFormat { CIFormat(rawValue: 266) }
    public static var Af: CIFormat { CIFormat(rawValue: 267) }
    public static var R8: CIFormat { CIFormat(rawValue: 268) }
    public static var R16: CIFormat { CIFormat(rawValue: 269) }
    public static var Rh: CIFormat { CIFormat(rawValue: 270) }
    public static var Rf: CIFormat { CIFormat(rawValue: 271) }
    public static var RG8: CIFormat { CIFormat(rawValue: 272) }
    public static var RG16: CIFormat { CIFormat(rawValue: 273) }
    public static var RGh: CIFormat { CIFormat(rawValue: 274) }
    public static var RGf: CIFormat { CIFormat(rawValue: 275) }
    public static var L8: CIFormat { CIFormat(rawValue: 276) }
    public static var L16: CIFormat { CIFormat(rawValue: 277) }
    public static var Lh: CIFormat { CIFormat(rawValue: 278) }
    public static var Lf: CIFormat { CIFormat(rawValue: 279) }
    public static var LA8: CIFormat { CIFormat(rawValue: 280) }
    public static var LA16: CIFormat { CIFormat(rawValue: 281) }
    public static var LAh: CIFormat { CIFormat(rawValue: 282) }
    public static var LAf: CIFormat { CIFormat(rawValue: 283) }
}

/// What to mind when making an image. `colorSpace`, `properties` and `applyOrientationProperty` count; the rest is accepted.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let colorSpace = CIImageOption(rawValue: "CIImageOptionColorSpace")
    public static let toneMapHDRtoSDR = CIImageOption(rawValue: "CIImageOptionToneMapHDRtoSDR")
    public static let nearestSampling = CIImageOption(rawValue: "CIImageOptionNearestSampling")
    public static let properties = CIImageOption(rawValue: "CIImageOptionProperties")
    public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageOptionApplyOrientationProperty")
    public static let auxiliaryDepth = CIImageOption(rawValue: "CIImageOptionAuxiliaryDepth")
    public static let auxiliaryDisparity = CIImageOption(rawValue: "CIImageOptionAuxiliaryDisparity")
    public static let auxiliaryPortraitEffectsMatte = CIImageOption(rawValue: "CIImageOptionAuxiliaryPortraitEffectsMatte")
    public static let auxiliarySemanticSegmentationSkinMatte = CIImageOption(
        rawValue: "CIImageOptionAuxiliarySemanticSegmentationSkinMatte")
    public static let auxiliarySemanticSegmentationHairMatte = CIImageOption(
        rawValue: "CIImageOptionAuxiliarySemanticSegmentationHairMatte")
    public static let auxiliarySemanticSegmentationTeethMatte = CIImageOption(
        rawValue: "CIImageOptionAuxiliarySemanticSegmentationTeethMatte")
    public static let auxiliarySemanticSegmentationGlassesMatte = CIImageOption(
        rawValue: "CIImageOptionAuxiliarySemanticSegmentationGlassesMatte")
    public static let auxiliarySemanticSegmentationSkyMatte = CIImageOption(rawValue: "CIImageOptionAuxiliarySemanticSegmentationSkyMatte")
}

/// What to mind when rendering. `outputColorSpace` and `outputPremultiplied` count; the rest is accepted.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let outputColorSpace = CIContextOption(rawValue: "CIContextOptionOutputColorSpace")
    public static let workingColorSpace = CIContextOption(rawValue: "CIContextOptionWorkingColorSpace")
    public static let workingFormat = CIContextOption(rawValue: "CIContextOptionWorkingFormat")
    public static let highQualityDownsample = CIContextOption(rawValue: "CIContextOptionHighQualityDownsample")
    public static let outputPremultiplied = CIContextOption(rawValue: "CIContextOptionOutputPremultiplied")
    public static let cacheIntermediates = CIContextOption(rawValue: "CIContextOptionCacheIntermediates")
    public static let useSoftwareRenderer = CIContextOption(rawValue: "CIContextOptionUseSoftwareRenderer")
    public static let priorityRequestLow = CIContextOption(rawValue: "CIContextOptionPriorityRequestLow")
    public static let allowLowPower = CIContextOption(rawValue: "CIContextOptionAllowLowPower")
    public static let name = CIContextOption(rawValue: "CIContextOptionName")
}

/// What to mind when writing a file.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let avDepthData = CIImageRepresentationOption(rawValue: "CIImageRepresentationOptionAvDepthData")
    public static let depthImage = CIImageRepresentationOption(rawValue: "CIImageRepresentationOptionDepthImage")
    public static let disparityImage = CIImageRepresentationOption(rawValue: "CIImageRepresentationOptionDisparityImage")
    public static let avPortraitEffectsMatte = CIImageRepresentationOption(rawValue: "CIImageRepresentationOptionAvPortraitEffectsMatte")
    public static let portraitEffectsMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionPortraitEffectsMatteImage")
    public static let avSemanticSegmentationMattes = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionAvSemanticSegmentationMattes")
    public static let semanticSegmentationSkinMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationSkinMatteImage")
    public static let semanticSegmentationHairMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationHairMatteImage")
    public static let semanticSegmentationTeethMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationTeethMatteImage")
    public static let semanticSegmentationGlassesMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationGlassesMatteImage")
    public static let semanticSegmentationSkyMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationSkyMatteImage")
}
