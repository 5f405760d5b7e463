import Foundation

/// The memory layout of a raster's samples.
///
/// Names give the order of the components at increasing addresses. Samples of more than one byte are in the machine's byte order. Integer
/// samples are from 0 to their maximum, and float samples from 0 to 1.
package enum PixelLayout: Hashable, Sendable {
    case gray8, gray16, grayHalf, grayFloat
    /// Gray and alpha, one byte each.
    case grayAlpha8
    case rgb8, bgr8
    /// Four bytes. The raster's `alpha` determines whether the fourth component has a meaning.
    case rgba8, bgra8, argb8, abgr8
    case rgb16, rgba16
    case rgbaHalf, rgbFloat, rgbaFloat
    /// Cyan, magenta, yellow, black; 0 is no ink.
    case cmyk8
    /// Cyan, magenta, yellow and black as Adobe's JPEG files store them: 255 is no ink.
    case invertedCMYK8
    /// A plane of Y, and a plane of interleaved Cb and Cr at half the width and height.
    case biplanar420(fullRange: Bool)
}

extension PixelLayout {
    /// The number of components in a pixel, including alpha or padding. It is 3 for Y′CbCr.
    package var componentCount: Int {
        switch self {
        case .gray8, .gray16, .grayHalf, .grayFloat: 1
        case .grayAlpha8: 2
        case .rgb8, .bgr8, .rgb16, .rgbFloat, .biplanar420: 3
        case .rgba8, .bgra8, .argb8, .abgr8, .rgba16, .rgbaHalf, .rgbaFloat, .cmyk8, .invertedCMYK8: 4
        }
    }

    /// The number of bytes of one component.
    package var bytesPerComponent: Int {
        switch self {
        case .gray16, .grayHalf, .rgb16, .rgba16, .rgbaHalf: 2
        case .grayFloat, .rgbFloat, .rgbaFloat: 4
        default: 1
        }
    }

    /// The number of bytes of one pixel in the first plane.
    package var bytesPerPixel: Int {
        if case .biplanar420 = self { return 1 }
        return componentCount * bytesPerComponent
    }

    /// Whether a pixel has a component for alpha or padding.
    package var hasFourthComponent: Bool {
        switch self {
        case .grayAlpha8, .rgba8, .bgra8, .argb8, .abgr8, .rgba16, .rgbaHalf, .rgbaFloat: true
        default: false
        }
    }

    package var isGray: Bool {
        switch self {
        case .gray8, .gray16, .grayHalf, .grayFloat, .grayAlpha8: true
        default: false
        }
    }

    package var isCMYK: Bool { self == .cmyk8 || self == .invertedCMYK8 }

    package var isFloat: Bool {
        switch self {
        case .grayHalf, .grayFloat, .rgbaHalf, .rgbFloat, .rgbaFloat: true
        default: false
        }
    }

    package var planeCount: Int {
        if case .biplanar420 = self { return 2 }
        return 1
    }

    /// The number of columns of a plane for an image width.
    package func planeWidth(_ plane: Int, width: Int) -> Int {
        plane == 0 ? width : (width + 1) / 2
    }

    /// The number of rows of a plane for an image height.
    package func planeHeight(_ plane: Int, height: Int) -> Int {
        plane == 0 ? height : (height + 1) / 2
    }

    /// The minimum number of bytes in a row of a plane; `nil` if it overflows an `Int`.
    package func minimumBytesPerRow(plane: Int, width: Int) -> Int? {
        let perColumn = plane == 0 ? bytesPerPixel : 2
        let (bytes, overflow) = planeWidth(plane, width: width).multipliedReportingOverflow(by: perColumn)
        return overflow ? nil : bytes
    }
}

/// The meaning of a raster's fourth component.
package enum AlphaKind: Hashable, Sendable {
    /// No meaning. Every pixel is opaque.
    case none
    /// Coverage. The colour is not multiplied by it.
    case straight
    /// Coverage. The colour is multiplied by it.
    case premultiplied
}

/// The matrix between R′G′B′ and Y′CbCr.
package enum YCbCrMatrix: Hashable, Sendable {
    case itu601, itu709, itu2020

    /// The weights of red and blue in Y′.
    package var lumaWeights: (red: Float, blue: Float) {
        switch self {
        case .itu601: (0.299, 0.114)
        case .itu709: (0.2126, 0.0722)
        case .itu2020: (0.2627, 0.0593)
        }
    }
}
