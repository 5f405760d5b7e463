import CoreGraphics
import CoreMedia
import CoreVideo

extension CVPixelBuffer {
    /// A copy that is rotated and reflected without loss. `nil` if the format does not allow moving single pixels, or if there is not
    /// enough memory.
    ///
    /// - Parameter orientation: the orientation of this buffer's pixels. In the copy it is undone.
    func turned(_ orientation: Orientation) -> CVPixelBuffer? {
        let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
        let format = CVPixelBufferGetPixelFormatType(self)
        let sizes = Self.bytesOfPixel(format)
        let planes = max(CVPixelBufferGetPlaneCount(self), 1)
        guard sizes.count == planes else { return nil }
        let size = orientation.turned((width: width, height: height))
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, size.width, size.height, format, nil, &made)
        guard let made else { return nil }
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        for (plane, bytes) in sizes.enumerated() {
            guard let source = PixelPlane(self, plane), let target = PixelPlane(made, plane) else { return nil }
            switch bytes {
            case 1: source.copy(to: target, orientation, as: UInt8.self)
            case 2: source.copy(to: target, orientation, as: UInt16.self)
            default: source.copy(to: target, orientation, as: UInt32.self)
            }
        }
        CVBufferPropagateAttachments(self, made)
        return made
    }

    /// The number of bytes of a pixel in each plane. Empty for formats whose pixels share bytes.
    private static func bytesOfPixel(_ format: OSType) -> [Int] {
        switch format {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: [1, 2]
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ABGR: [4]
        case kCVPixelFormatType_OneComponent8: [1]
        default: []
        }
    }
}

/// The memory of a plane.
private struct PixelPlane {
    private let base: UnsafeMutableRawPointer
    private let bytesPerRow: Int
    private let width: Int
    private let height: Int

    init?(_ buffer: CVPixelBuffer, _ plane: Int) {
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        guard let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer) else {
            return nil
        }
        self.base = base
        bytesPerRow = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
        width = isPlanar ? CVPixelBufferGetWidthOfPlane(buffer, plane) : CVPixelBufferGetWidth(buffer)
        height = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, plane) : CVPixelBufferGetHeight(buffer)
    }

    /// Copies each pixel to its position in the upright picture. The target must have the size of that picture.
    func copy<Pixel>(to target: PixelPlane, _ orientation: Orientation, as type: Pixel.Type) {
        for y in 0..<target.height {
            let row = (target.base + y * target.bytesPerRow).assumingMemoryBound(to: Pixel.self)
            let line = orientation.flipsY ? target.height - 1 - y : y
            for x in 0..<target.width {
                let column = orientation.flipsX ? target.width - 1 - x : x
                let (sourceX, sourceY) = orientation.isTransposed ? (line, column) : (column, line)
                guard sourceX < width, sourceY < height else { continue }
                row[x] = (base + sourceY * bytesPerRow).assumingMemoryBound(to: Pixel.self)[sourceX]
            }
        }
    }
}

extension CMSampleBuffer {
    /// A rotated and reflected copy of the frame. Returns the frame itself if the pixels are already upright, or if they cannot be moved.
    func turned(_ orientation: Orientation) -> CMSampleBuffer {
        guard orientation.exif != 1, let turned = imageBuffer?.turned(orientation), let timing = try? sampleTimingInfos().first,
            let sample = try? CMSampleBuffer(
                imageBuffer: turned, formatDescription: CMFormatDescription(imageBuffer: turned), sampleTiming: timing)
        else { return self }
        return sample
    }
}
