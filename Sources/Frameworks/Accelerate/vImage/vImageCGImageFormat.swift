/// How pixels of a Core Graphics image lie in memory.
public struct vImage_CGImageFormat {
    /// The bits of a channel: 8 or 16, or 16 or 32 for floating-point numbers.
    public var bitsPerComponent: UInt32
    /// The bits of a pixel.
    public var bitsPerPixel: UInt32
    /// The colour space; `nil` is sRGB.
    public var colorSpace: Unmanaged<CGColorSpace>! {
        didSet { keptSpace = colorSpace?.takeUnretainedValue() }
    }
    /// Where alpha is, the order of bytes, and whether channels are floating-point numbers.
    public var bitmapInfo: CGBitmapInfo
    /// The version of this structure: 0.
    public var version: UInt32
    /// The ranges of the channels. Only `nil`, for the usual ones, is known here.
    public var decode: UnsafePointer<CGFloat>!
    /// The rendering intent, which is not used.
    public var renderingIntent: CGColorRenderingIntent
    /// Keeps the space alive.
    private var keptSpace: CGColorSpace?

    /// A format of nothing, to be filled.
    public init() {
        self.init(
            bitsPerComponent: 0, bitsPerPixel: 0, colorSpace: nil, bitmapInfo: [], version: 0, decode: nil, renderingIntent: .defaultIntent)
    }

    /// A format. Nothing is checked before it is used.
    public init(
        bitsPerComponent: UInt32, bitsPerPixel: UInt32, colorSpace: Unmanaged<CGColorSpace>!, bitmapInfo: CGBitmapInfo, version: UInt32,
        decode: UnsafePointer<CGFloat>!, renderingIntent: CGColorRenderingIntent
    ) {
        self.bitsPerComponent = bitsPerComponent
        self.bitsPerPixel = bitsPerPixel
        self.colorSpace = colorSpace
        self.bitmapInfo = bitmapInfo
        self.version = version
        self.decode = decode
        self.renderingIntent = renderingIntent
        keptSpace = colorSpace?.takeUnretainedValue()
    }

    /// A format; `nil` where its numbers make no sense together.
    public init?(
        bitsPerComponent: Int, bitsPerPixel: Int, colorSpace: CGColorSpace, bitmapInfo: CGBitmapInfo,
        renderingIntent: CGColorRenderingIntent = .defaultIntent
    ) {
        guard let component = UInt32(exactly: bitsPerComponent), let pixel = UInt32(exactly: bitsPerPixel) else { return nil }
        self.init(
            bitsPerComponent: component, bitsPerPixel: pixel, colorSpace: .passUnretained(colorSpace), bitmapInfo: bitmapInfo, version: 0,
            decode: nil, renderingIntent: renderingIntent)
        guard component > 0, pixel >= component, pixel % component == 0, componentCount >= colorSpace.numberOfComponents else { return nil }
    }

    /// The format of an image's pixels; `nil` for an image without a colour space.
    public init?(cgImage: CGImage) {
        guard let space = cgImage.colorSpace else { return nil }
        self.init(
            bitsPerComponent: cgImage.bitsPerComponent, bitsPerPixel: cgImage.bitsPerPixel, colorSpace: space,
            bitmapInfo: cgImage.bitmapInfo,
            renderingIntent: cgImage.renderingIntent)
    }

    /// The number of channels, alpha and unused ones among them.
    public var componentCount: Int { bitsPerComponent == 0 ? 0 : Int(bitsPerPixel / bitsPerComponent) }
}

extension vImage_CGImageFormat: Equatable {
    /// Whether two formats describe the same pixels.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.bitsPerComponent == rhs.bitsPerComponent && lhs.bitsPerPixel == rhs.bitsPerPixel && lhs.bitmapInfo == rhs.bitmapInfo
            && lhs.space == rhs.space
    }

    /// The colour space.
    var space: CGColorSpace { keptSpace ?? CGColorSpace(name: CGColorSpace.sRGB)! }
}
