import Foundation

/// The position of a pixel's alpha component, and its meaning.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// No alpha component, and no unused component in its place.
    case none = 0
    /// Alpha is last. The colour is premultiplied.
    case premultipliedLast = 1
    /// Alpha is first. The colour is premultiplied.
    case premultipliedFirst = 2
    /// Alpha is last. The colour is not premultiplied.
    case last = 3
    /// Alpha is first. The colour is not premultiplied.
    case first = 4
    /// The last component is unused.
    case noneSkipLast = 5
    /// The first component is unused.
    case noneSkipFirst = 6
    /// Only alpha, without colour.
    case alphaOnly = 7
}

/// The unit in which a pixel's bytes are ordered.
public enum CGImageByteOrderInfo: UInt32, Sendable {
    /// The bits of `CGBitmapInfo` that hold the byte order.
    case orderMask = 0x7000
    /// The components in the order that the alpha information defines, without byte swapping.
    case orderDefault = 0
    /// Units of 16 bits, their lowest byte first.
    case order16Little = 0x1000
    /// Units of 32 bits, lowest byte first. With alpha first, this is BGRA in memory.
    case order32Little = 0x2000
    /// Units of 16 bits, their highest byte first.
    case order16Big = 0x3000
    /// Units of 32 bits, their highest byte first.
    case order32Big = 0x4000
}

/// The packed formats, in which components need not be whole bytes.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
    /// The bits of `CGBitmapInfo` that hold the pixel format.
    case mask = 0xF0000
    /// Components of `bitsPerComponent` bits, one after the other.
    case packed = 0
    /// Five bits each of red, green and blue in 16 bits. The highest bit is unused.
    case RGB555 = 0x10000
    /// Five bits of red, six of green and five of blue in 16 bits.
    case RGB565 = 0x20000
    /// Ten bits each of red, green and blue in 32 bits. Two bits are unused.
    case RGB101010 = 0x30000
    /// Ten bits per component in 32 bits, with a range that extends below 0 and above 1.
    case RGBCIF10 = 0x40000
}

/// The memory layout of a bitmap's components: alpha, integer or floating point, and byte order.
public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The bits that hold a `CGImageAlphaInfo`.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The bits that determine whether components are floating-point numbers.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    /// Components are floating-point numbers of 16 or 32 bits.
    public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
    /// The bits that hold a `CGImageByteOrderInfo`.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// The components without byte swapping.
    public static let byteOrderDefault: CGBitmapInfo = []
    /// Units of 16 bits, their lowest byte first.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
    /// Units of 32 bits, their lowest byte first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    /// Units of 16 bits, their highest byte first.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
    /// Units of 32 bits, their highest byte first.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
}

/// The byte order of 16-bit units on this machine.
public var kCGBitmapByteOrder16Host: CGBitmapInfo {
    1.littleEndian == 1 ? .byteOrder16Little : .byteOrder16Big
}

/// The byte order of 32-bit units on this machine.
public var kCGBitmapByteOrder32Host: CGBitmapInfo {
    1.littleEndian == 1 ? .byteOrder32Little : .byteOrder32Big
}

/// The constant for BT.2100 among the formats for high dynamic range.
public let CG_HDR_BT_2100: Int32 = 1

extension CGBitmapInfo {
    package var alpha: CGImageAlphaInfo? {
        CGImageAlphaInfo(rawValue: rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
    }

    package var order: CGImageByteOrderInfo {
        CGImageByteOrderInfo(rawValue: rawValue & CGBitmapInfo.byteOrderMask.rawValue) ?? .orderDefault
    }

    package var pixelFormat: CGImagePixelFormatInfo {
        CGImagePixelFormatInfo(rawValue: rawValue & CGImagePixelFormatInfo.mask.rawValue) ?? .packed
    }

    package init(alpha: CGImageAlphaInfo, order: CGBitmapInfo = .byteOrderDefault) {
        self.init(rawValue: alpha.rawValue | order.rawValue)
    }
}

/// The property of colours that a conversion preserves.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// The default. In Osprey it is perceptual.
    case defaultIntent = 0
    /// Colours keep their absolute values, including white.
    case absoluteColorimetric = 1
    /// Colours are relative to each medium's white. Colours outside the gamut are clipped to its edge.
    case relativeColorimetric = 2
    /// The relations among colours are preserved by compressing the whole gamut.
    case perceptual = 3
    /// The saturation of colours is preserved. It is meant for charts.
    case saturation = 4
}

/// The quality with which a scaled image is drawn.
public enum CGInterpolationQuality: Int32, Sendable {
    /// The context selects the quality.
    case `default` = 0
    /// No interpolation. Each pixel is a copy of the nearest pixel of the image.
    case none = 1
    /// Low quality, for speed.
    case low = 2
    /// The highest quality.
    case high = 3
    /// A quality between low and high.
    case medium = 4
}
