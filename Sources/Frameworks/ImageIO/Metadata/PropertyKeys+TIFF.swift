import CoreGraphics
import Foundation

// The keys of the TIFF dictionary. It also holds the first directory of an EXIF block.

/// The compression, such as 1 none, 5 LZW, 6 JPEG and 8 Deflate.
public let kCGImagePropertyTIFFCompression: CFString = "Compression"
/// The colour model: 0 and 1 gray, 2 RGB, 3 palette, 5 CMYK, 6 Y′CbCr.
public let kCGImagePropertyTIFFPhotometricInterpretation: CFString = "PhotometricInterpretation"
/// The name of the document that was scanned.
public let kCGImagePropertyTIFFDocumentName: CFString = "DocumentName"
/// A description of the picture.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// The camera's maker.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// The camera's model.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// The EXIF orientation, 1 to 8.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// The horizontal resolution: the number of pixels per unit. ``kCGImagePropertyTIFFResolutionUnit`` gives the unit.
public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// The vertical resolution: the number of pixels per unit. ``kCGImagePropertyTIFFResolutionUnit`` gives the unit.
public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// The unit of the resolution: 1 none, 2 an inch, 3 a centimetre.
public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// The program that wrote the file.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// The components' transfer function, as a table.
public let kCGImagePropertyTIFFTransferFunction: CFString = "TransferFunction"
/// The time of the file's last change, `yyyy:MM:dd HH:mm:ss` in local time.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// The author of the picture.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// The computer that the file was written on.
public let kCGImagePropertyTIFFHostComputer: CFString = "HostComputer"
/// The owner of the picture.
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
/// The chromaticity of white: x and y.
public let kCGImagePropertyTIFFWhitePoint: CFString = "WhitePoint"
/// The chromaticities of red, green and blue: six numbers.
public let kCGImagePropertyTIFFPrimaryChromaticities: CFString = "PrimaryChromaticities"
/// The number of columns of a tile.
public let kCGImagePropertyTIFFTileWidth: CFString = "TileWidth"
/// The number of rows of a tile.
public let kCGImagePropertyTIFFTileLength: CFString = "TileLength"
