import CoreGraphics

/// The memory layout of a pixel format: its planes, and the size of a block of pixels in each plane.
package struct PixelFormat: Sendable {
    struct Plane: Hashable {
        /// The number of columns of the image that a block of the plane covers. `blockHeight` is the number of rows.
        var blockWidth = 1
        var blockHeight = 1
        /// The number of bytes in one block.
        var bytesPerBlock: Int
    }

    let planes: [Plane]
    let isPlanar: Bool

    private init(packed bytes: Int, blockWidth: Int = 1) {
        planes = [Plane(blockWidth: blockWidth, bytesPerBlock: bytes)]
        isPlanar = false
    }

    private init(planes: [Plane]) {
        self.planes = planes
        isPlanar = true
    }

    /// The layout of a plane of luma and a plane of interleaved chroma.
    private static func biplanar(subsampling: (Int, Int), bytesPerSample: Int) -> PixelFormat {
        PixelFormat(planes: [
            Plane(bytesPerBlock: bytesPerSample),
            Plane(blockWidth: subsampling.0, blockHeight: subsampling.1, bytesPerBlock: 2 * bytesPerSample),
        ])
    }

    /// The layout of a format. `nil` if buffers cannot have the format, that is, for bit-packed, Bayer, compressed and unknown formats.
    package init?(_ type: OSType) {
        switch type {
        case kCVPixelFormatType_OneComponent8, kCVPixelFormatType_8Indexed, kCVPixelFormatType_8IndexedGray_WhiteIsZero:
            self.init(packed: 1)
        case kCVPixelFormatType_TwoComponent8, kCVPixelFormatType_OneComponent10, kCVPixelFormatType_OneComponent12,
            kCVPixelFormatType_OneComponent16, kCVPixelFormatType_OneComponent16Half, kCVPixelFormatType_DepthFloat16,
            kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_16Gray, kCVPixelFormatType_16BE555, kCVPixelFormatType_16LE555,
            kCVPixelFormatType_16LE5551, kCVPixelFormatType_16BE565, kCVPixelFormatType_16LE565:
            self.init(packed: 2)
        case kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_444YpCbCr8:
            self.init(packed: 3)
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR,
            kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_DisparityFloat32,
            kCVPixelFormatType_TwoComponent16, kCVPixelFormatType_TwoComponent16Half, kCVPixelFormatType_32AlphaGray,
            kCVPixelFormatType_30RGB, kCVPixelFormatType_30RGBLEPackedWideGamut, kCVPixelFormatType_ARGB2101010LEPacked,
            kCVPixelFormatType_4444YpCbCrA8, kCVPixelFormatType_4444YpCbCrA8R, kCVPixelFormatType_4444AYpCbCr8:
            self.init(packed: 4)
        case kCVPixelFormatType_48RGB: self.init(packed: 6)
        case kCVPixelFormatType_64ARGB, kCVPixelFormatType_64RGBALE, kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_TwoComponent32Float,
            kCVPixelFormatType_4444AYpCbCr16:
            self.init(packed: 8)
        case kCVPixelFormatType_128RGBAFloat: self.init(packed: 16)
        case kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange:
            self.init(packed: 4, blockWidth: 2)
        case kCVPixelFormatType_422YpCbCr16: self.init(packed: 8, blockWidth: 2)
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            self = .biplanar(subsampling: (2, 2), bytesPerSample: 1)
        case kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange:
            self = .biplanar(subsampling: (2, 1), bytesPerSample: 1)
        case kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange:
            self = .biplanar(subsampling: (1, 1), bytesPerSample: 1)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
            self = .biplanar(subsampling: (2, 2), bytesPerSample: 2)
        case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
            kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange:
            self = .biplanar(subsampling: (2, 1), bytesPerSample: 2)
        case kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
            kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange:
            self = .biplanar(subsampling: (1, 1), bytesPerSample: 2)
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            let chroma = Plane(blockWidth: 2, blockHeight: 2, bytesPerBlock: 1)
            self.init(planes: [Plane(bytesPerBlock: 1), chroma, chroma])
        default: return nil
        }
    }
}

/// The planes of a buffer: sizes, strides and offsets in the backing store. All sums are checked for overflow.
struct PixelBufferLayout: Hashable {
    struct Plane: Hashable {
        /// The number of blocks in a row of the plane, without extended pixels.
        var width: Int
        var height: Int
        var bytesPerRow: Int
        /// The offset in the backing store of the plane's first visible pixel.
        var offset: Int
        var bytesPerBlock: Int
        /// The numbers of extended blocks on the left, on the right, above and below.
        var extended: (left: Int, right: Int, top: Int, bottom: Int) {
            (extendedLeft, extendedRight, extendedTop, extendedBottom)
        }
        var extendedLeft = 0
        var extendedRight = 0
        var extendedTop = 0
        var extendedBottom = 0
    }

    var planes: [Plane]
    var byteCount: Int

    /// Computes a layout in which rows and planes start at multiples of `alignment` bytes. `nil` if a size is not positive or exceeds the
    /// limits of an image.
    init?(_ format: PixelFormat, width: Int, height: Int, extended: ExtendedPixels, alignment: Int) {
        let fullWidth = width.addingReportingOverflow(extended.left + extended.right)
        let fullHeight = height.addingReportingOverflow(extended.top + extended.bottom)
        guard width > 0, height > 0, !fullWidth.overflow, !fullHeight.overflow,
            fullWidth.partialValue <= ImageLimits.maximumSide, fullHeight.partialValue <= ImageLimits.maximumSide,
            fullWidth.partialValue * fullHeight.partialValue <= ImageLimits.maximumPixelCount
        else { return nil }
        // Nothing below can overflow, because a side has at most a million pixels, and a pixel at most 16 bytes.
        planes = []
        byteCount = 0
        for plane in format.planes {
            let blocks = { (pixels: Int, size: Int) in (pixels + size - 1) / size }
            var result = Plane(
                width: blocks(width, plane.blockWidth), height: blocks(height, plane.blockHeight), bytesPerRow: 0, offset: 0,
                bytesPerBlock: plane.bytesPerBlock)
            result.extendedLeft = blocks(extended.left, plane.blockWidth)
            result.extendedRight = blocks(extended.right, plane.blockWidth)
            result.extendedTop = blocks(extended.top, plane.blockHeight)
            result.extendedBottom = blocks(extended.bottom, plane.blockHeight)
            let rowBytes = (result.extendedLeft + result.width + result.extendedRight) * plane.bytesPerBlock
            result.bytesPerRow = (rowBytes + alignment - 1) / alignment * alignment
            result.offset = byteCount + result.extendedTop * result.bytesPerRow + result.extendedLeft * plane.bytesPerBlock
            byteCount += result.bytesPerRow * (result.extendedTop + result.height + result.extendedBottom)
            planes.append(result)
        }
        guard byteCount <= ImageLimits.maximumByteCount else { return nil }
    }
}

/// The extra pixels outside the edges of a buffer's image, for filters that read there.
struct ExtendedPixels: Hashable {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0
}
