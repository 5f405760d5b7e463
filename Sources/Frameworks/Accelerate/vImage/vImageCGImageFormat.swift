/// The layout of an image's pixels in memory.
public struct vImage_CGImageFormat {
    /// The number of bits of a channel: 8 or 16 for integers, 16 or 32 for floating-point numbers.
    public var bitsPerComponent: UInt32
    /// The number of bits of a pixel.
    public var bitsPerPixel: UInt32
    /// The colour space; `nil` means sRGB.
    public var colorSpace: Unmanaged<CGColorSpace>! {
        didSet { keptSpace = colorSpace?.takeUnretainedValue() }
    }
    /// The position of alpha, the byte order, and whether channels are floating-point numbers.
    public var bitmapInfo: CGBitmapInfo
    /// The version of this structure: 0.
    public var version: UInt32
    /// The ranges of the channels. Osprey supports only `nil`, which means the usual ranges.
    public var decode: UnsafePointer<CGFloat>!
    /// The rendering intent. It has no effect.
    public var renderingIntent: CGColorRenderingIntent
    /// A strong reference to the colour space, which keeps it alive.
    private var keptSpace: CGColorSpace?

    /// Creates an empty format, to be filled in.
    public init() {
        self.init(
            bitsPerComponent: 0, bitsPerPixel: 0, colorSpace: nil, bitmapInfo: [], version: 0, decode: nil, renderingIntent: .defaultIntent)
    }

    /// Creates a format. The values are checked only when the format is used.
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

    /// Creates a format. Returns `nil` if the numbers contradict each other.
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

    /// The format of an image's pixels; `nil` if the image has no colour space.
    public init?(cgImage: CGImage) {
        guard let space = cgImage.colorSpace else { return nil }
        self.init(
            bitsPerComponent: cgImage.bitsPerComponent, bitsPerPixel: cgImage.bitsPerPixel, colorSpace: space,
            bitmapInfo: cgImage.bitmapInfo,
            renderingIntent: cgImage.renderingIntent)
    }

    /// The number of channels, including alpha and unused channels.
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
