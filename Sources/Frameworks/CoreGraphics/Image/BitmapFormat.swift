import Foundation

/// The pixel format of a bitmap: numbers of bits, alpha, byte order and colour space.
struct BitmapFormat {
    let bitsPerComponent: Int
    let bitsPerPixel: Int
    let bitmapInfo: CGBitmapInfo
    let model: CGColorSpaceModel
    /// The number of components, without alpha or padding.
    let colorCount: Int
    /// The decode array, for layouts whose samples are stored inverted.
    var decode: [CGFloat]?

    /// Makes a format. Returns `nil` if the numbers contradict each other.
    init?(bitsPerComponent: Int, bitsPerPixel: Int, bitmapInfo: CGBitmapInfo, colorSpace: CGColorSpace?, isMask: Bool) {
        self.bitsPerComponent = bitsPerComponent
        self.bitsPerPixel = bitsPerPixel
        self.bitmapInfo = bitmapInfo
        guard let alpha = bitmapInfo.alpha else { return nil }
        if isMask || alpha == .alphaOnly {
            model = .monochrome
            colorCount = 1
            guard bitsPerPixel == bitsPerComponent, [1, 2, 4, 8, 16].contains(bitsPerComponent) else { return nil }
            return
        }
        guard let colorSpace, [.monochrome, .rgb, .cmyk, .indexed].contains(colorSpace.model) else { return nil }
        model = colorSpace.model
        colorCount = colorSpace.numberOfComponents
        switch bitmapInfo.pixelFormat {
        case .RGB555:
            guard model == .rgb, bitsPerPixel == 16, bitsPerComponent == 5 else { return nil }
        case .RGB565:
            guard model == .rgb, bitsPerPixel == 16, bitsPerComponent == 5 || bitsPerComponent == 6 else { return nil }
        case .RGB101010:
            guard model == .rgb, bitsPerPixel == 32, bitsPerComponent == 10 else { return nil }
        case .RGBCIF10, .mask:
            return nil
        case .packed:
            // 16-bit pixels with 5 bits per component are RGB555, even if the format does not say so.
            if bitsPerComponent == 5, bitsPerPixel == 16, model == .rgb { return }
            let isFloat = bitmapInfo.contains(.floatComponents)
            guard isFloat ? [16, 32].contains(bitsPerComponent) : [1, 2, 4, 8, 16].contains(bitsPerComponent) else { return nil }
            let components = colorCount + (alpha == .none ? 0 : 1)
            // A pixel may be wider than its components, such as RGB without alpha in 32 bits.
            guard bitsPerPixel >= components * bitsPerComponent, bitsPerPixel <= (components + 1) * bitsPerComponent else { return nil }
            guard bitsPerPixel % bitsPerComponent == 0, bitsPerComponent >= 8 || alpha == .none else { return nil }
            guard model != .indexed || (!isFloat && bitsPerComponent <= 8 && alpha == .none) else { return nil }
        }
    }

    /// The format of a raster's layout; `nil` if there is none.
    init?(layout: PixelLayout, alpha: AlphaKind) {
        let last: CGImageAlphaInfo =
            switch alpha {
            case .none: .noneSkipLast
            case .straight: .last
            case .premultiplied: .premultipliedLast
            }
        let first: CGImageAlphaInfo =
            switch alpha {
            case .none: .noneSkipFirst
            case .straight: .first
            case .premultiplied: .premultipliedFirst
            }
        let host16 = kCGBitmapByteOrder16Host
        let host32 = kCGBitmapByteOrder32Host
        let float = CGBitmapInfo.floatComponents
        let info: CGBitmapInfo
        switch layout {
        case .gray8: info = []
        case .gray16: info = host16
        case .grayHalf: info = host16.union(float)
        case .grayFloat: info = host32.union(float)
        case .rgb8: info = []
        case .rgba8: info = CGBitmapInfo(alpha: last)
        case .argb8: info = CGBitmapInfo(alpha: first)
        case .bgra8: info = CGBitmapInfo(alpha: first, order: .byteOrder32Little)
        case .abgr8: info = CGBitmapInfo(alpha: last, order: .byteOrder32Little)
        case .rgb16: info = host16
        case .rgba16: info = CGBitmapInfo(alpha: last, order: host16)
        case .rgbaHalf: info = CGBitmapInfo(alpha: last, order: host16.union(float))
        case .rgbFloat: info = host32.union(float)
        case .rgbaFloat: info = CGBitmapInfo(alpha: last, order: host32.union(float))
        case .cmyk8: info = []
        case .invertedCMYK8:
            info = []
            decode = [1, 0, 1, 0, 1, 0, 1, 0]
        case .grayAlpha8: info = CGBitmapInfo(alpha: last)
        case .bgr8, .biplanar420: return nil
        }
        bitmapInfo = info
        bitsPerComponent = layout.bytesPerComponent * 8
        bitsPerPixel = layout.bytesPerPixel * 8
        model = layout.isGray ? .monochrome : layout.isCMYK ? .cmyk : .rgb
        colorCount = layout.isGray ? 1 : layout.isCMYK ? 4 : 3
    }

    /// Whether rows of this length can hold an image of this size.
    func fits(width: Int, height: Int, bytesPerRow: Int) -> Bool {
        guard width > 0, height > 0, width <= ImageLimits.maximumSide, height <= ImageLimits.maximumSide else { return false }
        return bytesPerRow >= (width * bitsPerPixel + 7) / 8 && !bytesPerRow.multipliedReportingOverflow(by: height).overflow
    }

    /// The layout that describes the bytes without conversion; `nil` if they must be converted first.
    var layout: (PixelLayout, AlphaKind)? {
        guard let alpha = bitmapInfo.alpha, bitmapInfo.pixelFormat == .packed else { return nil }
        let kind: AlphaKind =
            switch alpha {
            case .premultipliedLast, .premultipliedFirst: .premultiplied
            case .last, .first: .straight
            case .none, .noneSkipLast, .noneSkipFirst, .alphaOnly: .none
            }
        let isFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(alpha)
        let isFloat = bitmapInfo.contains(.floatComponents)
        let order = bitmapInfo.order
        let components = bitsPerPixel / bitsPerComponent
        switch (model, bitsPerComponent, components) {
        case (.monochrome, 8, 1) where !isFloat: return (.gray8, .none)
        case (.monochrome, 16, 1) where isHost16: return (isFloat ? .grayHalf : .gray16, .none)
        case (.monochrome, 32, 1) where isHost32 && isFloat: return (.grayFloat, .none)
        case (.monochrome, 8, 2) where !isFloat && !isFirst && (order == .orderDefault): return (.grayAlpha8, kind)
        case (.rgb, 8, 3) where !isFloat: return (.rgb8, .none)
        case (.rgb, 8, 4) where !isFloat:
            switch (order, isFirst) {
            case (.order32Little, true): return (.bgra8, kind)
            case (.order32Little, false): return (.abgr8, kind)
            case (.order16Little, _), (.order16Big, _), (.orderMask, _): return nil
            case (_, true): return (.argb8, kind)
            case (_, false): return (.rgba8, kind)
            }
        case (.rgb, 16, 3) where isHost16 && !isFloat: return (.rgb16, .none)
        case (.rgb, 16, 4) where isHost16 && !isFirst: return (isFloat ? .rgbaHalf : .rgba16, kind)
        case (.rgb, 32, 3) where isHost32 && isFloat: return (.rgbFloat, .none)
        case (.rgb, 32, 4) where isHost32 && isFloat && !isFirst: return (.rgbaFloat, kind)
        case (.cmyk, 8, 4) where !isFloat: return (.cmyk8, .none)
        default: return nil
        }
    }

    private var isHost16: Bool { bitmapInfo.intersection(.byteOrderMask) == kCGBitmapByteOrder16Host }
    private var isHost32: Bool { bitmapInfo.intersection(.byteOrderMask) == kCGBitmapByteOrder32Host }
}
