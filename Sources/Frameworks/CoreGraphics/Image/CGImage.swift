import Foundation
import Locks

/// Pixels that are decoded when they are first needed, possibly at a reduced size.
package protocol DeferredPixels: AnyObject, Sendable {
    /// The full stored width in pixels.
    var width: Int { get }
    var height: Int { get }
    var layout: PixelLayout { get }
    var alpha: AlphaKind { get }
    var colorSpace: CGColorSpace? { get }

    /// Decodes the pixels.
    ///
    /// - Parameter atLeast: the smallest sufficient stored size. The result may be smaller than the full size, but not smaller than
    ///   `atLeast`. `nil` requests the full size.
    func decode(atLeast: (width: Int, height: Int)?) throws -> Raster
    /// The bytes of a JPEG file with these pixels; `nil` if there is none.
    var encodedJPEG: ByteBuffer? { get }
}

extension DeferredPixels {
    package var encodedJPEG: ByteBuffer? { nil }
}

/// A bitmap image. Its first row is the top row.
///
/// An image from a file is decoded when its pixels are first needed.
public final class CGImage: Hashable, @unchecked Sendable {
    /// The number of columns of the image.
    public let width: Int
    /// The number of rows of the image.
    public let height: Int
    /// The number of bits per component: 1, 2, 4, 8, 16 or 32.
    public let bitsPerComponent: Int
    /// The number of bits from one pixel to the next.
    public let bitsPerPixel: Int
    /// The number of bytes from one row to the next.
    public let bytesPerRow: Int
    /// The colour space of the components; `nil` for a mask.
    public let colorSpace: CGColorSpace?
    /// The layout of a pixel's components in memory.
    public let bitmapInfo: CGBitmapInfo
    /// Whether the image is a mask. A mask has coverage instead of colours. The fill colour is painted fully where the mask is 0, and not at all
    /// where the mask is at its maximum.
    public let isMask: Bool
    /// Whether pixels may be interpolated when the image is enlarged.
    public let shouldInterpolate: Bool
    /// The property that a conversion of the colours should preserve.
    public let renderingIntent: CGColorRenderingIntent
    /// The uniform type identifier of the file from which the image was read; `nil` for an image from memory.
    package let typeIdentifier: String?
    package let pixels: Pixels
    let decodeArray: DecodeArray?

    package enum Pixels: Sendable {
        case provider(CGDataProvider)
        case deferred(any DeferredPixels)
        case raster(Raster)
    }

    private let lock = Lock()
    private var fullRaster: Raster?
    private var reducedRaster: Raster?
    private var deferredProvider: CGDataProvider?

    package init(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, colorSpace: CGColorSpace?,
        bitmapInfo: CGBitmapInfo, pixels: Pixels, isMask: Bool = false, decode: [CGFloat]? = nil, shouldInterpolate: Bool = true,
        intent: CGColorRenderingIntent = .defaultIntent, typeIdentifier: String? = nil
    ) {
        self.width = width
        self.height = height
        self.bitsPerComponent = bitsPerComponent
        self.bitsPerPixel = bitsPerPixel
        self.bytesPerRow = bytesPerRow
        self.colorSpace = colorSpace
        self.bitmapInfo = bitmapInfo
        self.pixels = pixels
        self.isMask = isMask
        self.shouldInterpolate = shouldInterpolate
        renderingIntent = intent
        self.typeIdentifier = typeIdentifier
        decodeArray = decode.map(DecodeArray.init)
    }

    /// An image that uses the bytes of a provider.
    ///
    /// `nil` if the sizes do not match each other, the colour space or the format. A component may have 1, 2, 4, 8 or 16 bits, or be a 16-
    /// or 32-bit float. Indexed colours and packed 555, 565 and 101010 pixels are also supported.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace, bitmapInfo: CGBitmapInfo,
        provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
    ) {
        let format = BitmapFormat(
            bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bitmapInfo: bitmapInfo, colorSpace: space, isMask: false)
        guard let format, format.fits(width: width, height: height, bytesPerRow: bytesPerRow) else { return nil }
        let values = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * space.numberOfComponents)) }
        self.init(
            width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
            colorSpace: space, bitmapInfo: bitmapInfo, pixels: .provider(provider), decode: values, shouldInterpolate: shouldInterpolate,
            intent: intent)
    }

    /// A mask that uses the bytes of a provider. Drawing is visible where a sample is 0.
    public convenience init?(
        maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, provider: CGDataProvider,
        decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
    ) {
        let format = BitmapFormat(
            bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bitmapInfo: [], colorSpace: nil, isMask: true)
        guard let format, format.fits(width: width, height: height, bytesPerRow: bytesPerRow) else { return nil }
        self.init(
            width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
            colorSpace: nil, bitmapInfo: [], pixels: .provider(provider), isMask: true,
            decode: decode.map { [$0[0], $0[1]] }, shouldInterpolate: shouldInterpolate)
    }

    public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - Properties

extension CGImage {
    /// Whether a pixel has alpha, and the position of alpha.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha ?? .none }
    /// The unit in which a pixel's bytes are ordered.
    public var byteOrderInfo: CGImageByteOrderInfo { bitmapInfo.order }
    /// The packed pixel format, such as RGB565.
    public var pixelFormatInfo: CGImagePixelFormatInfo { bitmapInfo.pixelFormat }
    /// The uniform type identifier of the file from which the image was read; `nil` for an image from memory.
    public var utType: CFString? { typeIdentifier }
    /// The ranges to which the components are mapped; `nil` if they are not mapped.
    public var decode: UnsafePointer<CGFloat>? { decodeArray?.pointer }

    /// The bytes of the pixels, row by row. If the image comes from a file, reading them decodes the image.
    public var dataProvider: CGDataProvider? {
        if case .provider(let provider) = pixels { return provider }
        lock.lock()
        defer { lock.unlock() }
        if let deferredProvider { return deferredProvider }
        // The provider retains the pixels, but not the image. The image retains the provider, so retaining the image would cause a
        // reference cycle.
        let bytesPerRow = bytesPerRow
        let pixels = pixels
        let height = height
        let provider = CGDataProvider {
            let decoded =
                switch pixels {
                case .deferred(let deferred): try deferred.decode(atLeast: nil)
                case .raster(let raster): raster
                case .provider: throw ImageError(.invalidArgument, "the image has no pixels of its own")
                }
            let raster = try decoded.shown()
            guard raster.planes[0].bytesPerRow == bytesPerRow, raster.height == height else {
                throw ImageError(.malformed, "the image was decoded at an unexpected size")
            }
            return ByteBuffer(base: raster.planes[0].base, count: raster.byteCount, owner: raster)
        }
        deferredProvider = provider
        return provider
    }
}

// MARK: - Rasters

extension CGImage {
    /// An image that uses pixels in memory. The raster's owner must keep the memory alive.
    ///
    /// `nil` for layouts that Core Graphics does not have: Y′CbCr, and gray with interleaved alpha.
    package convenience init?(raster: Raster, typeIdentifier: String? = nil) {
        guard let format = BitmapFormat(layout: raster.layout.shown, alpha: raster.alpha), (try? raster.validate()) != nil,
            let bytesPerRow = raster.layout.shownBytesPerRow(raster.width)
        else { return nil }
        self.init(
            width: raster.width, height: raster.height, bitsPerComponent: format.bitsPerComponent, bitsPerPixel: format.bitsPerPixel,
            bytesPerRow: raster.layout == raster.layout.shown ? raster.planes[0].bytesPerRow : bytesPerRow,
            colorSpace: raster.colorSpace ?? raster.layout.defaultColorSpace,
            bitmapInfo: format.bitmapInfo, pixels: .raster(raster), decode: format.decode, typeIdentifier: typeIdentifier)
    }

    /// An image whose pixels are decoded when they are needed.
    package convenience init?(deferred: any DeferredPixels, typeIdentifier: String? = nil) {
        guard let format = BitmapFormat(layout: deferred.layout.shown, alpha: deferred.alpha),
            let bytesPerRow = deferred.layout.shownBytesPerRow(deferred.width)
        else { return nil }
        self.init(
            width: deferred.width, height: deferred.height, bitsPerComponent: format.bitsPerComponent,
            bitsPerPixel: format.bitsPerPixel, bytesPerRow: bytesPerRow,
            colorSpace: deferred.colorSpace ?? deferred.layout.defaultColorSpace, bitmapInfo: format.bitmapInfo,
            pixels: .deferred(deferred), decode: format.decode, typeIdentifier: typeIdentifier)
    }

    /// The image's pixels.
    ///
    /// - Parameter atLeast: the smallest sufficient stored size. An image that is not decoded yet may be decoded at a reduced size, but not below
    ///   `atLeast`. The raster has the size that was decoded (see `RasterGeometry.scaled(from:to:)`).
    /// - Throws: `ImageError` if the image cannot be decoded, or the provider has fewer bytes than the image needs.
    package func raster(atLeast: (width: Int, height: Int)? = nil) throws -> Raster {
        lock.lock()
        defer { lock.unlock() }
        if let fullRaster { return fullRaster }
        switch pixels {
        case .raster(let raster):
            return raster
        case .deferred(let deferred):
            if let atLeast {
                if let reducedRaster, reducedRaster.width >= atLeast.width, reducedRaster.height >= atLeast.height { return reducedRaster }
                let raster = try deferred.decode(atLeast: atLeast)
                // A reduced raster is small enough to store it for later calls. A full raster is stored only if the full size was
                // requested.
                if raster.width < width || raster.height < height { reducedRaster = raster }
                return raster
            }
            let raster = try deferred.decode(atLeast: nil)
            fullRaster = raster
            return raster
        case .provider(let provider):
            let raster = try makeRaster(from: provider)
            fullRaster = raster
            return raster
        }
    }
}

extension PixelLayout {
    /// The layout of the bytes that `dataProvider` returns. Colours of three bytes are decoded and processed in this form, but returned
    /// with four bytes, because contexts require four.
    var shown: PixelLayout { self == .rgb8 ? .rgba8 : self }

    /// The number of bytes from one row to the next in the pixels that `dataProvider` returns; `nil` if it overflows an `Int`.
    func shownBytesPerRow(_ width: Int) -> Int? {
        shown.minimumBytesPerRow(plane: 0, width: width).map { MutableRaster.alignedBytesPerRow($0) }
    }

    var defaultColorSpace: CGColorSpace {
        if isGray { return CGColorSpaceCreateDeviceGray() }
        return isCMYK ? CGColorSpaceCreateDeviceCMYK() : CGColorSpaceCreateDeviceRGB()
    }
}

extension Raster {
    /// The pixels in the layout that `dataProvider` returns. It is a copy if the raster has another layout.
    func shown() throws -> Raster {
        guard layout != layout.shown else { return self }
        let output = try MutableRaster(allocating: layout.shown, width: width, height: height, alpha: alpha, colorSpace: colorSpace)
        let geometry = RasterGeometry.fill(sourceWidth: width, sourceHeight: height, outputWidth: width, outputHeight: height)
        try resample(self, geometry, into: output)
        return output.raster
    }
}

/// The numbers of `CGImage.decode`, at a constant address.
final class DecodeArray: @unchecked Sendable {
    let values: [CGFloat]
    let pointer: UnsafePointer<CGFloat>
    private let memory: UnsafeMutablePointer<CGFloat>

    init(_ values: [CGFloat]) {
        self.values = values
        memory = .allocate(capacity: max(values.count, 1))
        memory.initialize(from: values, count: values.count)
        pointer = UnsafePointer(memory)
    }

    deinit { memory.deallocate() }
}
