import CoreGraphics
import CoreImage
import Foundation
import ImageIO
import UIFoundation

/// The name of a colour space.
public struct NSColorSpaceName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Red, green and blue of a device.
    public static let deviceRGB = NSColorSpaceName(rawValue: "NSDeviceRGBColorSpace")
    /// Red, green and blue, which are treated as sRGB.
    public static let calibratedRGB = NSColorSpaceName(rawValue: "NSCalibratedRGBColorSpace")
    /// Grays of a device.
    public static let deviceWhite = NSColorSpaceName(rawValue: "NSDeviceWhiteColorSpace")
    /// Grays with a gamma of 2.2.
    public static let calibratedWhite = NSColorSpaceName(rawValue: "NSCalibratedWhiteColorSpace")
}

/// A representation of a picture as pixels.
open class NSBitmapImageRep: NSImageRep, @unchecked Sendable {
    /// A format of files.
    public enum FileType: UInt, Sendable {
        /// TIFF.
        case tiff = 0
        /// BMP. Osprey does not write it.
        case bmp = 1
        /// GIF. Osprey does not write it.
        case gif = 2
        /// JPEG.
        case jpeg = 3
        /// PNG.
        case png = 4
        /// JPEG 2000. Osprey does not write it.
        case jpeg2000 = 5
    }

    /// A property of a file.
    public struct PropertyKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The quality of a JPEG file, from 0 (the smallest file) to 1 (the best picture).
        public static let compressionFactor = PropertyKey(rawValue: "NSImageCompressionFactor")
    }

    /// The compression of a TIFF file. Osprey writes TIFF files without compression.
    public enum TIFFCompression: UInt, Sendable {
        /// No compression.
        case none = 1
        /// LZW compression. Osprey does not write it.
        case lzw = 5
    }

    private var image: CGImage?
    /// The context with the modifiable pixels. It is created when it is first needed.
    private var context: CGContext?

    /// A bitmap with the pixels of a picture. Each pixel is one point.
    public init(cgImage: CGImage) {
        image = cgImage
        super.init()
        size = NSSize(width: cgImage.width, height: cgImage.height)
    }

    /// A bitmap with the pixels of a Core Image picture. If the extent of the picture is empty or infinite, the bitmap has no pixels.
    public init(ciImage: CIImage) {
        image = CIContext().createCGImage(ciImage, from: ciImage.extent)
        super.init()
        size = image.map { NSSize(width: $0.width, height: $0.height) } ?? .zero
    }

    /// A bitmap with the first picture of a file's bytes, in the stored orientation; `nil` if the bytes cannot be read.
    public convenience init?(data: Data) {
        self.init(PictureFile(CGImageSourceCreateWithData(data as CFData, nil)), upright: false)
    }

    /// - Parameter upright: whether the picture's orientation is applied.
    convenience init?(_ file: PictureFile?, upright: Bool) {
        guard let file, let image = upright ? file.image.upright(file.orientation) : file.image else { return nil }
        self.init(cgImage: image)
        guard let dots = file.resolution else { return }
        let isTurned = upright && file.orientation.rawValue >= 5
        let (x, y) = isTurned ? (dots.height, dots.width) : (dots.width, dots.height)
        size = NSSize(width: CGFloat(image.width) * 72 / x, height: CGFloat(image.height) * 72 / y)
    }

    /// A bitmap for drawing, with 8 bits per component in one plane: RGB with or without alpha in 32 bits, or gray in 8 bits. `nil` for
    /// other formats.
    ///
    /// - Parameters:
    ///   - planes: a pointer to the address of the caller's pixels. If the pointer or the address is `nil`, the bitmap allocates memory.
    ///   - rBytes: the number of bytes in a row. If it is 0, the bitmap selects the number.
    ///   - pBits: the number of bits in a pixel. If it is 0, it is computed from the samples.
    public init?(
        bitmapDataPlanes planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, pixelsWide width: Int, pixelsHigh height: Int,
        bitsPerSample bps: Int, samplesPerPixel spp: Int, hasAlpha alpha: Bool, isPlanar: Bool, colorSpaceName: NSColorSpaceName,
        bytesPerRow rBytes: Int, bitsPerPixel pBits: Int
    ) {
        let isGray = colorSpaceName == .deviceWhite || colorSpaceName == .calibratedWhite
        let bits = pBits == 0 ? bps * spp : pBits
        guard bps == 8, !isPlanar || spp == 1, width > 0, height > 0, spp == (isGray ? 1 : alpha ? 4 : 3), bits == (isGray ? 8 : 32),
            !(isGray && alpha)
        else { return nil }
        let info: CGImageAlphaInfo = isGray ? .none : alpha ? .premultipliedLast : .noneSkipLast
        let space = isGray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB()
        guard
            let context = CGContext(
                data: planes?.pointee, width: width, height: height, bitsPerComponent: 8, bytesPerRow: rBytes, space: space,
                bitmapInfo: info.rawValue)
        else { return nil }
        self.context = context
        super.init()
        size = NSSize(width: width, height: height)
    }

    /// All pictures of a file's bytes, such as the pages of a TIFF file.
    open class func imageReps(with data: Data) -> [NSImageRep] {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil) else { return [] }
        return reps(source, upright: false)
    }

    class func reps(_ source: CGImageSource, upright: Bool) -> [NSBitmapImageRep] {
        // Only the first picture of animations and other series is used.
        let count = CGImageSourceGetType(source) == "public.tiff" ? CGImageSourceGetCount(source) : 1
        return (0..<count).compactMap { NSBitmapImageRep(PictureFile(source, index: $0), upright: upright) }
    }

    // MARK: Pixels

    /// A picture with the current pixels.
    open var cgImage: CGImage? { context?.makeImage() ?? image }

    open override func cgImage(
        forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?, context: NSGraphicsContext?, hints: [HintKey: Any]?
    ) -> CGImage? { cgImage }

    open override var pixelsWide: Int { context?.width ?? image?.width ?? 0 }
    open override var pixelsHigh: Int { context?.height ?? image?.height ?? 0 }
    open override var bitsPerSample: Int { context?.bitsPerComponent ?? image?.bitsPerComponent ?? 8 }
    open override var hasAlpha: Bool {
        switch context?.alphaInfo ?? image?.alphaInfo ?? .none {
        case .none, .noneSkipLast, .noneSkipFirst: false
        default: true
        }
    }
    /// The number of bits in a pixel.
    open var bitsPerPixel: Int { context?.bitsPerPixel ?? image?.bitsPerPixel ?? 0 }
    /// The number of bytes from one row to the next.
    open var bytesPerRow: Int { context?.bytesPerRow ?? image?.bytesPerRow ?? 0 }
    /// The number of bytes in all rows.
    open var bytesPerPlane: Int { bytesPerRow * pixelsHigh }
    /// The number of planes: always 1, because the components of a pixel are interleaved.
    open var numberOfPlanes: Int { 1 }
    /// Whether each component has a separate plane: always `false`.
    open var isPlanar: Bool { false }
    /// The number of components in a pixel, including alpha.
    open var samplesPerPixel: Int {
        let space = context?.colorSpace ?? image?.colorSpace
        return (space?.numberOfComponents ?? 3) + (hasAlpha ? 1 : 0)
    }

    /// The address of the first row. If contexts cannot draw in the format of the pixels, they are first converted to 32-bit RGB. The other
    /// properties then describe the new format. Changes of the bytes are visible in ``cgImage``.
    open var bitmapData: UnsafeMutablePointer<UInt8>? { canvas()?.data?.assumingMemoryBound(to: UInt8.self) }

    /// A context that draws into the pixels; `nil` if there are none.
    func canvas() -> CGContext? {
        if let context { return context }
        guard let image else { return nil }
        let isGray = image.colorSpace?.model == .monochrome && image.bitsPerPixel == 8 && !hasAlpha
        let isKept = isGray || (image.bitsPerPixel == 32 && image.bitsPerComponent == 8)
        let info: CGImageAlphaInfo = isGray ? .none : hasAlpha ? .premultipliedLast : .noneSkipLast
        let own = isGray || image.colorSpace?.model == .rgb ? image.colorSpace : nil
        let made = CGContext(
            data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: isKept ? image.bytesPerRow : 0,
            space: own ?? CGColorSpaceCreateDeviceRGB(), bitmapInfo: info.rawValue)
        made?.setBlendMode(.copy)
        made?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        made?.setBlendMode(.normal)
        context = made
        return made
    }

    /// A pixel's colour; `nil` outside the bitmap. The first row is the top row.
    open func colorAt(x: Int, y: Int) -> NSColor? {
        guard let context = canvas(), let data = context.data, x >= 0, y >= 0, x < context.width, y < context.height else { return nil }
        let pixel = (data + y * context.bytesPerRow + x * context.bitsPerPixel / 8).assumingMemoryBound(to: UInt8.self)
        if context.bitsPerPixel == 8 { return NSColor(white: CGFloat(pixel[0]) / 255, alpha: 1) }
        let alpha = hasAlpha ? CGFloat(pixel[3]) / 255 : 1
        let values = (0..<3).map { alpha > 0 ? min(CGFloat(pixel[$0]) / 255 / alpha, 1) : 0 }
        return NSColor(srgbRed: values[0], green: values[1], blue: values[2], alpha: alpha)
    }

    /// Sets the colour of a pixel. The first row is the top row. Positions outside the bitmap are ignored.
    open func setColor(_ color: NSColor, atX x: Int, y: Int) {
        guard let context = canvas(), x >= 0, y >= 0, x < context.width, y < context.height else { return }
        context.saveGState()
        context.resetClip()
        context.concatenate(context.ctm.inverted())
        context.setBlendMode(.copy)
        context.setFillColor(color.cgColor)
        context.fill(CGRect(x: x, y: context.height - 1 - y, width: 1, height: 1))
        context.restoreGState()
    }

    // MARK: Files

    /// The bytes of a file with the picture; `nil` if Osprey does not write the format.
    open func representation(using storageType: FileType, properties: [PropertyKey: Any] = [:]) -> Data? {
        let type: CFString
        switch storageType {
        case .tiff: type = "public.tiff"
        case .jpeg: type = "public.jpeg"
        case .png: type = "public.png"
        case .bmp, .gif, .jpeg2000: return nil
        }
        var options: [String: Any] = [:]
        if let quality = properties[.compressionFactor] as? NSNumber {
            options[kCGImageDestinationLossyCompressionQuality] = quality.doubleValue
        }
        if size.width > 0, size.height > 0, pixelsWide > 0, size != NSSize(width: pixelsWide, height: pixelsHigh) {
            options[kCGImagePropertyDPIWidth] = Double(pixelsWide) * 72 / Double(size.width)
            options[kCGImagePropertyDPIHeight] = Double(pixelsHigh) * 72 / Double(size.height)
        }
        return cgImage.flatMap { PictureFile.data($0, type, options) }
    }

    /// The bytes of a TIFF file with the picture.
    open var tiffRepresentation: Data? { representation(using: .tiff) }
}

extension CIImage {
    /// A Core Image picture with the pixels of a bitmap; `nil` if there are none.
    public convenience init?(bitmapImageRep: NSBitmapImageRep) {
        guard let image = bitmapImageRep.cgImage else { return nil }
        self.init(cgImage: image)
    }
}
