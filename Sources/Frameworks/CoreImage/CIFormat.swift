import CoreGraphics

/// The memory layout of a bitmap's pixels. `h` means a 16-bit float and `f` a 32-bit float. All other formats have unsigned integers of 8
/// or 16 bits.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Alpha, red, green, blue, as unsigned integers of 8 bits.
    public static var ARGB8: CIFormat { CIFormat(rawValue: 257) }
    /// Blue, green, red, alpha, as unsigned integers of 8 bits.
    public static var BGRA8: CIFormat { CIFormat(rawValue: 258) }
    /// Red, green, blue, alpha, as unsigned integers of 8 bits.
    public static var RGBA8: CIFormat { CIFormat(rawValue: 259) }
    /// Alpha, blue, green, red, as unsigned integers of 8 bits.
    public static var ABGR8: CIFormat { CIFormat(rawValue: 260) }
    /// Red, green, blue, alpha, as half floats.
    public static var RGBAh: CIFormat { CIFormat(rawValue: 261) }
    /// Red, green, blue, alpha, as unsigned integers of 16 bits.
    public static var RGBA16: CIFormat { CIFormat(rawValue: 262) }
    /// Red, green, blue, alpha, as floats.
    public static var RGBAf: CIFormat { CIFormat(rawValue: 263) }
    /// Alpha, as unsigned integers of 8 bits.
    public static var A8: CIFormat { CIFormat(rawValue: 264) }
    /// Alpha, as unsigned integers of 16 bits.
    public static var A16: CIFormat { CIFormat(rawValue: 265) }
    /// Alpha, as half floats.
    public static var Ah: CIFormat { CIFormat(rawValue: 266) }
    /// Alpha, as floats.
    public static var Af: CIFormat { CIFormat(rawValue: 267) }
    /// Red, as unsigned integers of 8 bits.
    public static var R8: CIFormat { CIFormat(rawValue: 268) }
    /// Red, as unsigned integers of 16 bits.
    public static var R16: CIFormat { CIFormat(rawValue: 269) }
    /// Red, as half floats.
    public static var Rh: CIFormat { CIFormat(rawValue: 270) }
    /// Red, as floats.
    public static var Rf: CIFormat { CIFormat(rawValue: 271) }
    /// Red and green, as unsigned integers of 8 bits.
    public static var RG8: CIFormat { CIFormat(rawValue: 272) }
    /// Red and green, as unsigned integers of 16 bits.
    public static var RG16: CIFormat { CIFormat(rawValue: 273) }
    /// Red and green, as half floats.
    public static var RGh: CIFormat { CIFormat(rawValue: 274) }
    /// Red and green, as floats.
    public static var RGf: CIFormat { CIFormat(rawValue: 275) }
    /// Luminance, as unsigned integers of 8 bits.
    public static var L8: CIFormat { CIFormat(rawValue: 276) }
    /// Luminance, as unsigned integers of 16 bits.
    public static var L16: CIFormat { CIFormat(rawValue: 277) }
    /// Luminance, as half floats.
    public static var Lh: CIFormat { CIFormat(rawValue: 278) }
    /// Luminance, as floats.
    public static var Lf: CIFormat { CIFormat(rawValue: 279) }
    /// Luminance and alpha, as unsigned integers of 8 bits.
    public static var LA8: CIFormat { CIFormat(rawValue: 280) }
    /// Luminance and alpha, as unsigned integers of 16 bits.
    public static var LA16: CIFormat { CIFormat(rawValue: 281) }
    /// Luminance and alpha, as half floats.
    public static var LAh: CIFormat { CIFormat(rawValue: 282) }
    /// Luminance and alpha, as floats.
    public static var LAf: CIFormat { CIFormat(rawValue: 283) }
}

/// The options for making an image. `colorSpace`, `properties` and `applyOrientationProperty` have an effect. All other options are
/// ignored.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    /// The key, which is Apple's name of the option.
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The colour space that replaces the pixels' own: a `CGColorSpace`, or `NSNull` to take them as sRGB.
    public static let colorSpace = CIImageOption(rawValue: "CIImageOptionColorSpace")
    /// The key of an option that Osprey ignores.
    public static let toneMapHDRtoSDR = CIImageOption(rawValue: "CIImageOptionToneMapHDRtoSDR")
    /// The key of an option that Osprey ignores.
    public static let nearestSampling = CIImageOption(rawValue: "CIImageOptionNearestSampling")
    /// The image's properties, a dictionary. They replace the properties of the file.
    public static let properties = CIImageOption(rawValue: "CIImageOptionProperties")
    /// Whether the file's EXIF orientation is applied: a Boolean.
    public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageOptionApplyOrientationProperty")
    /// The key of an option that Osprey ignores.
    public static let auxiliaryDepth = CIImageOption(rawValue: "CIImageOptionAuxiliaryDepth")
    /// The key of an option that Osprey ignores.
    public static let auxiliaryDisparity = CIImageOption(rawValue: "CIImageOptionAuxiliaryDisparity")
    /// The key of an option that Osprey ignores.
    public static let auxiliaryPortraitEffectsMatte = CIImageOption(rawValue: "CIImageOptionAuxiliaryPortraitEffectsMatte")
    /// The key of an option that Osprey ignores.
    public static let auxiliarySemanticSegmentationSkinMatte = CIImageOption(
        rawValue: "CIImageOptionAuxiliarySemanticSegmentationSkinMatte")
    /// The key of an option that Osprey ignores.
    public static let auxiliarySemanticSegmentationHairMatte = CIImageOption(
        rawValue: "CIImageOptionAuxiliarySemanticSegmentationHairMatte")
    /// The key of an option that Osprey ignores.
    public static let auxiliarySemanticSegmentationTeethMatte = CIImageOption(
        rawValue: "CIImageOptionAuxiliarySemanticSegmentationTeethMatte")
    /// The key of an option that Osprey ignores.
    public static let auxiliarySemanticSegmentationGlassesMatte = CIImageOption(
        rawValue: "CIImageOptionAuxiliarySemanticSegmentationGlassesMatte")
    /// The key of an option that Osprey ignores.
    public static let auxiliarySemanticSegmentationSkyMatte = CIImageOption(rawValue: "CIImageOptionAuxiliarySemanticSegmentationSkyMatte")
}

/// The options of a rendering context. `workingColorSpace`, `outputColorSpace` and `outputPremultiplied` have an effect. All other options
/// are ignored.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The key, which is Apple's name of the option.
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The colour space of the output if none is requested: a `CGColorSpace`.
    public static let outputColorSpace = CIContextOption(rawValue: "CIContextOptionOutputColorSpace")
    /// The colour space to compute in: a `CGColorSpace`.
    public static let workingColorSpace = CIContextOption(rawValue: "CIContextOptionWorkingColorSpace")
    /// The key of an option that Osprey ignores.
    public static let workingFormat = CIContextOption(rawValue: "CIContextOptionWorkingFormat")
    /// The key of an option that Osprey ignores.
    public static let highQualityDownsample = CIContextOption(rawValue: "CIContextOptionHighQualityDownsample")
    /// Whether colours in the output are multiplied by alpha; `true` by default.
    public static let outputPremultiplied = CIContextOption(rawValue: "CIContextOptionOutputPremultiplied")
    /// The key of an option that Osprey ignores.
    public static let cacheIntermediates = CIContextOption(rawValue: "CIContextOptionCacheIntermediates")
    /// The key of an option that Osprey ignores.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "CIContextOptionUseSoftwareRenderer")
    /// The key of an option that Osprey ignores.
    public static let priorityRequestLow = CIContextOption(rawValue: "CIContextOptionPriorityRequestLow")
    /// The key of an option that Osprey ignores.
    public static let allowLowPower = CIContextOption(rawValue: "CIContextOptionAllowLowPower")
    /// The key of an option that Osprey ignores.
    public static let name = CIContextOption(rawValue: "CIContextOptionName")
}

/// An option for writing an image to a file.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
    /// The key, which is Apple's name of the option.
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The key of an option that Osprey ignores.
    public static let avDepthData = CIImageRepresentationOption(rawValue: "CIImageRepresentationOptionAvDepthData")
    /// The key of an option that Osprey ignores.
    public static let depthImage = CIImageRepresentationOption(rawValue: "CIImageRepresentationOptionDepthImage")
    /// The key of an option that Osprey ignores.
    public static let disparityImage = CIImageRepresentationOption(rawValue: "CIImageRepresentationOptionDisparityImage")
    /// The key of an option that Osprey ignores.
    public static let avPortraitEffectsMatte = CIImageRepresentationOption(rawValue: "CIImageRepresentationOptionAvPortraitEffectsMatte")
    /// The key of an option that Osprey ignores.
    public static let portraitEffectsMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionPortraitEffectsMatteImage")
    /// The key of an option that Osprey ignores.
    public static let avSemanticSegmentationMattes = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionAvSemanticSegmentationMattes")
    /// The key of an option that Osprey ignores.
    public static let semanticSegmentationSkinMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationSkinMatteImage")
    /// The key of an option that Osprey ignores.
    public static let semanticSegmentationHairMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationHairMatteImage")
    /// The key of an option that Osprey ignores.
    public static let semanticSegmentationTeethMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationTeethMatteImage")
    /// The key of an option that Osprey ignores.
    public static let semanticSegmentationGlassesMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationGlassesMatteImage")
    /// The key of an option that Osprey ignores.
    public static let semanticSegmentationSkyMatteImage = CIImageRepresentationOption(
        rawValue: "CIImageRepresentationOptionSemanticSegmentationSkyMatteImage")
}
