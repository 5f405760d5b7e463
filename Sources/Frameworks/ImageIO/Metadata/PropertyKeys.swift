import CoreGraphics
import Foundation

// The keys of image properties that do not belong to one format.

// MARK: - Dictionaries

/// The dictionary of TIFF tags. JPEG and HEIC files have this dictionary too.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The dictionary of properties of GIF files.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The dictionary of properties in the JFIF part of JPEG files.
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// The dictionary of EXIF properties: the camera and its settings.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The dictionary of properties of PNG files.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The dictionary of IPTC entries. Osprey neither reads nor writes this dictionary.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
/// The dictionary of the location where the picture was taken.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// The dictionary of properties of raw files. Osprey does not read this dictionary.
public let kCGImagePropertyRawDictionary: CFString = "{Raw}"
/// The dictionary of properties of CIFF files. Osprey does not read this dictionary.
public let kCGImagePropertyCIFFDictionary: CFString = "{CIFF}"
/// The dictionary of Photoshop's entries. Osprey does not read this dictionary.
public let kCGImageProperty8BIMDictionary: CFString = "{8BIM}"
/// The dictionary of properties of DNG files. Osprey does not read this dictionary.
public let kCGImagePropertyDNGDictionary: CFString = "{DNG}"
/// The dictionary of further properties of the camera. Osprey does not read this dictionary.
public let kCGImagePropertyExifAuxDictionary: CFString = "{ExifAux}"
/// The dictionary of properties of HEIF sequences. Osprey does not read this dictionary.
public let kCGImagePropertyHEICSDictionary: CFString = "{HEICS}"
/// The dictionary of properties of WebP files.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// The dictionary of the properties of all images in a file. Osprey never sets this dictionary.
public let kCGImagePropertyFileContentsDictionary: CFString = "{FileContents}"
/// The dictionary that Apple's cameras write. Osprey does not read this dictionary.
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"

// MARK: - The file

/// The number of bytes in the file.
public let kCGImagePropertyFileSize: CFString = "FileSize"

// MARK: - The image

/// The number of rows as stored, before the orientation is applied.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The number of columns as stored, before the orientation is applied.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The vertical resolution, in pixels per inch.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The horizontal resolution, in pixels per inch.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The number of bits per component.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The EXIF orientation, 1 to 8.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether components are floating-point numbers.
public let kCGImagePropertyIsFloat: CFString = "IsFloat"
/// Whether pixels are indices of colours in a table.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// Whether pixels have alpha.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The colour model: one of the constants `kCGImagePropertyColorModel…`.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The name that the ICC profile contains.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// The name of the colour space, if it has one.
public let kCGImagePropertyNamedColorSpace: CFString = "NamedColorSpace"
/// The index of the primary image.
public let kCGImagePropertyPrimaryImage: CFString = "PrimaryImage"
/// The number of images, if there are several.
public let kCGImagePropertyImageCount: CFString = "ImageCount"
/// The number of columns of an image in the file.
public let kCGImagePropertyWidth: CFString = "Width"
/// The number of rows of an image in the file.
public let kCGImagePropertyHeight: CFString = "Height"
/// The number of bytes from one row to the next.
public let kCGImagePropertyBytesPerRow: CFString = "BytesPerRow"
/// The thumbnails of an image, an array of dictionaries.
public let kCGImagePropertyThumbnailImages: CFString = "ThumbnailImages"
/// The images of a file, an array of dictionaries.
public let kCGImagePropertyImages: CFString = "Images"
/// An array of dictionaries for depth maps and other auxiliary images.
public let kCGImagePropertyAuxiliaryData: CFString = "AuxiliaryData"

// MARK: - Colour models

/// Red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// Gray.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// Four inks: cyan, magenta, yellow and black.
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// CIE L\*a\*b\*.
public let kCGImagePropertyColorModelLab: CFString = "Lab"

// MARK: - JFIF

/// The version of JFIF, an array such as 1, 0, 1.
public let kCGImagePropertyJFIFVersion: CFString = "JFIFVersion"
/// The horizontal resolution: the number of pixels per unit. ``kCGImagePropertyJFIFDensityUnit`` gives the unit.
public let kCGImagePropertyJFIFXDensity: CFString = "XDensity"
/// The vertical resolution: the number of pixels per unit. ``kCGImagePropertyJFIFDensityUnit`` gives the unit.
public let kCGImagePropertyJFIFYDensity: CFString = "YDensity"
/// The unit of the densities: 0 none, 1 inch, 2 centimetre. Without a unit, the densities are the pixel aspect ratio.
public let kCGImagePropertyJFIFDensityUnit: CFString = "DensityUnit"
/// Whether the JPEG file is progressive.
public let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"

// MARK: - GIF

/// The number of times that the animation is shown. 0 means that it repeats forever.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// The display time of a frame, in seconds. Times below 0.011 s are replaced by 0.1 s.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The colour table of the frame.
public let kCGImagePropertyGIFImageColorMap: CFString = "ImageColorMap"
/// Whether the file has a global colour table, which applies to all frames.
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
/// The display time of a frame as stored in the file, in seconds.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The number of columns of the canvas on which frames are drawn.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The number of rows of the canvas on which frames are drawn.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The properties of each frame, an array of dictionaries.
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfoArray"
/// The properties of each frame, an array of dictionaries.
public let kCGImagePropertyGIFFrameInfo: CFString = "FrameInfo"

// MARK: - PNG

/// The author of the picture.
public let kCGImagePropertyPNGAuthor: CFString = "Author"
/// The chromaticities of white, red, green and blue: eight numbers.
public let kCGImagePropertyPNGChromaticities: CFString = "Chromaticities"
/// A comment.
public let kCGImagePropertyPNGComment: CFString = "Comment"
/// The owner of the picture.
public let kCGImagePropertyPNGCopyright: CFString = "Copyright"
/// The time when the picture was made.
public let kCGImagePropertyPNGCreationTime: CFString = "CreationTime"
/// A description of the picture.
public let kCGImagePropertyPNGDescription: CFString = "Description"
/// A legal disclaimer.
public let kCGImagePropertyPNGDisclaimer: CFString = "Disclaimer"
/// The exponent of the components' transfer function, such as 0.45455.
public let kCGImagePropertyPNGGamma: CFString = "Gamma"
/// Whether the file is interlaced: 0 no, 1 yes.
public let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
/// The time when the picture was last changed.
public let kCGImagePropertyPNGModificationTime: CFString = "ModificationTime"
/// The program that wrote the file.
public let kCGImagePropertyPNGSoftware: CFString = "Software"
/// The device that made the picture.
public let kCGImagePropertyPNGSource: CFString = "Source"
/// The rendering intent of a picture in sRGB: 0 perceptual, 1 relative colorimetric, 2 saturation, 3 absolute colorimetric.
public let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
/// The picture's title.
public let kCGImagePropertyPNGTitle: CFString = "Title"
/// A warning about the content of the picture.
public let kCGImagePropertyPNGWarning: CFString = "Warning"
/// The horizontal resolution, in pixels per metre.
public let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
/// The vertical resolution, in pixels per metre.
public let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"

// MARK: - PNG animations

/// The number of times that the animation is shown. 0 means that it repeats forever.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// The display time of a frame, in seconds. Osprey does not read PNG animations.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// The display time of a frame as stored in the file, in seconds. Osprey does not read PNG animations.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The properties of each frame, an array of dictionaries.
public let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfoArray"
/// The number of columns of the canvas on which frames are drawn.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The number of rows of the canvas on which frames are drawn.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"

// MARK: - WebP

/// The number of times that the animation is shown. 0 means that it repeats forever.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// The display time of a frame as stored in the file, in seconds.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// The display time of a frame as stored in the file, in seconds. Osprey never sets this key.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The properties of each frame, an array of dictionaries.
public let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfoArray"
/// The number of columns of the canvas on which frames are drawn.
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The number of rows of the canvas on which frames are drawn.
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"

// MARK: - Auxiliary data

/// A map of each pixel's distance. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypeDepth: CFString = "kCGImageAuxiliaryDataTypeDepth"
/// A map of the reciprocal of each pixel's distance. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypeDisparity: CFString = "kCGImageAuxiliaryDataTypeDisparity"
/// A matte, or soft mask, of the person. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypePortraitEffectsMatte: CFString = "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
/// A matte, or soft mask, of skin. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte"
/// A matte, or soft mask, of hair. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte"
/// A matte, or soft mask, of teeth. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte"
/// A matte, or soft mask, of glasses. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte"
/// A matte, or soft mask, of the sky. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte: CFString = "kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte"
/// A gain map: the gain of each pixel on a screen with high dynamic range. Osprey does not read auxiliary images.
public let kCGImageAuxiliaryDataTypeHDRGainMap: CFString = "kCGImageAuxiliaryDataTypeHDRGainMap"

/// The bytes of an auxiliary image.
public let kCGImageAuxiliaryDataInfoData: CFString = "kCGImageAuxiliaryDataInfoData"
/// The size and format of an auxiliary image.
public let kCGImageAuxiliaryDataInfoDataDescription: CFString = "kCGImageAuxiliaryDataInfoDataDescription"
/// The metadata of an auxiliary image.
public let kCGImageAuxiliaryDataInfoMetadata: CFString = "kCGImageAuxiliaryDataInfoMetadata"
