import Foundation

/// Where a pixel's alpha component lies and what it means.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// No alpha component and no room for one.
    case none = 0
    /// Alpha last, colour already multiplied by it.
    case premultipliedLast = 1
    /// Alpha first, colour already multiplied by it.
    case premultipliedFirst = 2
    /// Alpha last, colour not multiplied.
    case last = 3
    /// Alpha first, colour not multiplied.
    case first = 4
    /// A last component that means nothing.
    case noneSkipLast = 5
    /// A first component that means nothing.
    case noneSkipFirst = 6
    /// Alpha and nothing else.
    case alphaOnly = 7
}

/// The unit in which a pixel's bytes are ordered.
public enum CGImageByteOrderInfo: UInt32, Sendable {
    case orderMask = 0x7000
    case orderDefault = 0
    case order16Little = 0x1000
    case order32Little = 0x2000
    case order16Big = 0x3000
    case order32Big = 0x4000
}

/// Pixels whose components are not whole bytes.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
    case mask = 0xF0000
    case packed = 0
    case RGB555 = 0x10000
    case RGB565 = 0x20000
    case RGB101010 = 0x30000
    case RGBCIF10 = 0x40000
}

/// How a bitmap's components lie in memory: alpha, float or integer, byte order.
public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    public static let byteOrderDefault: CGBitmapInfo = []
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
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

/// What a colour match preserves.
public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent = 0
    case absoluteColorimetric = 1
    case relativeColorimetric = 2
    case perceptual = 3
    case saturation = 4
}

/// How carefully a scaled image is drawn.
public enum CGInterpolationQuality: Int32, Sendable {
    case `default` = 0
    case none = 1
    case low = 2
    case high = 3
    case medium = 4
}
