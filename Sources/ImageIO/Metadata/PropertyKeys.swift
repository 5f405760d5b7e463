import CoreGraphics
import Foundation

// The keys of an image's properties that do not belong to one format.

// MARK: - Dictionaries

public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
public let kCGImagePropertyRawDictionary: CFString = "{Raw}"
public let kCGImagePropertyCIFFDictionary: CFString = "{CIFF}"
public let kCGImageProperty8BIMDictionary: CFString = "{8BIM}"
public let kCGImagePropertyDNGDictionary: CFString = "{DNG}"
public let kCGImagePropertyExifAuxDictionary: CFString = "{ExifAux}"
public let kCGImagePropertyHEICSDictionary: CFString = "{HEICS}"
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
public let kCGImagePropertyFileContentsDictionary: CFString = "{FileContents}"
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"

// MARK: - The file

public let kCGImagePropertyFileSize: CFString = "FileSize"

// MARK: - The image

public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
public let kCGImagePropertyDepth: CFString = "Depth"
public let kCGImagePropertyOrientation: CFString = "Orientation"
public let kCGImagePropertyIsFloat: CFString = "IsFloat"
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
public let kCGImagePropertyColorModel: CFString = "ColorModel"
public let kCGImagePropertyProfileName: CFString = "ProfileName"
public let kCGImagePropertyNamedColorSpace: CFString = "NamedColorSpace"
public let kCGImagePropertyPrimaryImage: CFString = "PrimaryImage"
public let kCGImagePropertyImageCount: CFString = "ImageCount"
public let kCGImagePropertyWidth: CFString = "Width"
public let kCGImagePropertyHeight: CFString = "Height"
public let kCGImagePropertyBytesPerRow: CFString = "BytesPerRow"
public let kCGImagePropertyThumbnailImages: CFString = "ThumbnailImages"
public let kCGImagePropertyImages: CFString = "Images"
public let kCGImagePropertyAuxiliaryData: CFString = "AuxiliaryData"

// MARK: - Colour models

public let kCGImagePropertyColorModelRGB: CFString = "RGB"
public let kCGImagePropertyColorModelGray: CFString = "Gray"
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
public let kCGImagePropertyColorModelLab: CFString = "Lab"

// MARK: - JFIF

public let kCGImagePropertyJFIFVersion: CFString = "JFIFVersion"
public let kCGImagePropertyJFIFXDensity: CFString = "XDensity"
public let kCGImagePropertyJFIFYDensity: CFString = "YDensity"
public let kCGImagePropertyJFIFDensityUnit: CFString = "DensityUnit"
public let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"

// MARK: - GIF

public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
public let kCGImagePropertyGIFImageColorMap: CFString = "ImageColorMap"
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfoArray"
public let kCGImagePropertyGIFFrameInfo: CFString = "FrameInfo"

// MARK: - PNG

public let kCGImagePropertyPNGAuthor: CFString = "Author"
public let kCGImagePropertyPNGChromaticities: CFString = "Chromaticities"
public let kCGImagePropertyPNGComment: CFString = "Comment"
public let kCGImagePropertyPNGCopyright: CFString = "Copyright"
public let kCGImagePropertyPNGCreationTime: CFString = "CreationTime"
public let kCGImagePropertyPNGDescription: CFString = "Description"
public let kCGImagePropertyPNGDisclaimer: CFString = "Disclaimer"
public let kCGImagePropertyPNGGamma: CFString = "Gamma"
public let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
public let kCGImagePropertyPNGModificationTime: CFString = "ModificationTime"
public let kCGImagePropertyPNGSoftware: CFString = "Software"
public let kCGImagePropertyPNGSource: CFString = "Source"
public let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
public let kCGImagePropertyPNGTitle: CFString = "Title"
public let kCGImagePropertyPNGWarning: CFString = "Warning"
public let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
public let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"

// MARK: - PNG animations

public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
public let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfoArray"
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"

// MARK: - WebP

public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
public let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfoArray"
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"

// MARK: - Auxiliary data

public let kCGImageAuxiliaryDataTypeDepth: CFString = "kCGImageAuxiliaryDataTypeDepth"
public let kCGImageAuxiliaryDataTypeDisparity: CFString = "kCGImageAuxiliaryDataTypeDisparity"
public let kCGImageAuxiliaryDataTypePortraitEffectsMatte: CFString = "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
public let kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte"
public let kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte"
public let kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte"
public let kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte"
public let kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte"
public let kCGImageAuxiliaryDataTypeHDRGainMap: CFString = "kCGImageAuxiliaryDataTypeHDRGainMap"

public let kCGImageAuxiliaryDataInfoData: CFString = "kCGImageAuxiliaryDataInfoData"
public let kCGImageAuxiliaryDataInfoDataDescription: CFString = "kCGImageAuxiliaryDataInfoDataDescription"
public let kCGImageAuxiliaryDataInfoMetadata: CFString = "kCGImageAuxiliaryDataInfoMetadata"
