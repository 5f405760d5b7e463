import CFFmpeg
import CoreVideo

/// Makes pixel buffers from decoded frames. If the format allows it, buffers share the decoder's memory. If not, the memory of the buffers comes
/// from a pool.
struct PixelBufferMaker: ~Copyable {
    /// The pixel format of all buffers; `nil` for two planes of 4:2:0 with the range (full or video) of the frames.
    private let format: OSType?
    /// Whether buffers have their own memory, which may be modified.
    private let copies: Bool
    private var pool: (size: PoolSize, pool: CVPixelBufferPool)?
    private let converter: OpaquePointer?

    private struct PoolSize: Equatable {
        let width: Int
        let height: Int
        let format: OSType
    }

    /// - Parameter copies: whether buffers have memory of their own instead of sharing the decoder's memory.
    init(format: OSType?, copies: Bool = false) {
        self.format = format
        self.copies = copies
        converter = cffmpeg_make_converter()
    }

    deinit { cffmpeg_free_converter(converter) }

    /// Whether buffers of a format can be made.
    static func supports(_ format: OSType) -> Bool { cffmpeg_can_convert(format) != 0 && PixelFormat(format) != nil }

    /// - Throws: ``AVError`` if there is no memory, or if frames cannot be converted to the format.
    mutating func buffer(_ frame: DecodedFrame) throws -> CVPixelBuffer {
        let buffer = try pixels(frame)
        for (key, value) in frame.attachments { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
        return buffer
    }

    private mutating func pixels(_ frame: DecodedFrame) throws -> CVPixelBuffer {
        let biplanar =
            frame.isFullRange ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let format = format ?? biplanar
        if !copies, frame.info.pixelFormat == format, let buffer = BorrowedPlanes(frame).buffer(format) { return buffer }
        if !copies, frame.info.is420 != 0, format == biplanar, let buffer = try withOwnChroma(frame, format) { return buffer }
        if !copies, frame.info.isTenBit420 != 0, format == biplanar { return try rounded(frame, format) }
        return try converted(frame, format)
    }

    /// A buffer that shares the decoder's luma, with an interleaved copy of its chroma.
    private mutating func withOwnChroma(_ frame: DecodedFrame, _ format: OSType) throws -> CVPixelBuffer? {
        let chroma = try pooled(
            PoolSize(
                width: (frame.width + 1) / 2 * 2, height: (frame.height + 1) / 2, format: kCVPixelFormatType_OneComponent8))
        let bytesPerRow = CVPixelBufferGetBytesPerRow(chroma)
        guard let base = CVPixelBufferGetBaseAddress(chroma), let luma = frame.info.planes.0 else { return nil }
        cffmpeg_interleave_chroma(frame.handle, base.assumingMemoryBound(to: UInt8.self), bytesPerRow)
        var planes = BorrowedPlanes(frame)
        planes.owners.append(chroma)
        planes.planes = [(UnsafeMutableRawPointer(luma), Int(frame.info.bytesPerRow.0)), (base, bytesPerRow)]
        return planes.buffer(format)
    }

    /// A buffer whose ten-bit values are rounded to eight bits when the pixels are first accessed. Until then the buffer retains the frame.
    private mutating func rounded(_ frame: DecodedFrame, _ format: OSType) throws -> CVPixelBuffer {
        let buffer = try pooled(PoolSize(width: frame.width, height: frame.height, format: format))
        buffer.writePixelsLater { planes in
            let targets = planes.map { $0.base.assumingMemoryBound(to: UInt8.self) }
            cffmpeg_round_to_eight_bits(frame.handle, targets[0], planes[0].bytesPerRow, targets[1], planes[1].bytesPerRow)
        }
        return buffer
    }

    private mutating func converted(_ frame: DecodedFrame, _ format: OSType) throws -> CVPixelBuffer {
        let buffer = try pooled(PoolSize(width: frame.width, height: frame.height, format: format))
        guard let converter else { throw AVError(.outOfMemory, "no memory for a conversion of pixels") }
        let count = max(CVPixelBufferGetPlaneCount(buffer), 1)
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        var planes: [UnsafeMutablePointer<UInt8>?] = [nil, nil, nil]
        var bytesPerRow: [Int32] = [0, 0, 0]
        for plane in 0..<min(count, 3) {
            let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
            planes[plane] = base?.assumingMemoryBound(to: UInt8.self)
            bytesPerRow[plane] = Int32(
                isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer))
        }
        guard cffmpeg_convert(converter, frame.handle, format, planes, bytesPerRow) == 0 else {
            throw AVError(.decodeFailed, "a frame of \(frame.width) × \(frame.height) cannot be converted to \(FourCharacterCode(format))")
        }
        return buffer
    }

    private mutating func pooled(_ size: PoolSize) throws -> CVPixelBuffer {
        if pool?.size != size {
            var made: CVPixelBufferPool?
            let attributes: [String: Any] = [
                kCVPixelBufferWidthKey: size.width, kCVPixelBufferHeightKey: size.height, kCVPixelBufferPixelFormatTypeKey: size.format,
            ]
            CVPixelBufferPoolCreate(nil, nil, attributes, &made)
            pool = made.map { (size, $0) }
        }
        var buffer: CVPixelBuffer?
        if let pool { CVPixelBufferPoolCreatePixelBuffer(nil, pool.pool, &buffer) }
        guard let buffer else {
            throw AVError(.outOfMemory, "no memory for a frame of \(size.width) × \(size.height) in \(FourCharacterCode(size.format))")
        }
        return buffer
    }
}

/// The planes of a frame, and the objects that keep their memory alive.
private struct BorrowedPlanes {
    var planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)]
    var owners: [AnyObject]
    private let width: Int
    private let height: Int

    init(_ frame: DecodedFrame) {
        (width, height, owners) = (frame.width, frame.height, [frame])
        let info = frame.info
        let pairs = [(info.planes.0, info.bytesPerRow.0), (info.planes.1, info.bytesPerRow.1), (info.planes.2, info.bytesPerRow.2)]
        planes = pairs.compactMap { base, bytesPerRow in base.map { (UnsafeMutableRawPointer($0), Int(bytesPerRow)) } }
    }

    private final class Owners {
        let objects: [AnyObject]
        init(_ objects: [AnyObject]) { self.objects = objects }
    }

    /// A buffer that uses the planes' memory and keeps it alive; `nil` if the planes do not have the format's layout.
    func buffer(_ format: OSType) -> CVPixelBuffer? {
        let owners = Unmanaged.passRetained(Owners(owners))
        var buffer: CVPixelBuffer?
        if planes.count == 1 {
            CVPixelBufferCreateWithBytes(
                nil, width, height, format, planes[0].base, planes[0].bytesPerRow,
                { owners, _ in owners.map { Unmanaged<Owners>.fromOpaque($0).release() } }, owners.toOpaque(), nil, &buffer)
        } else {
            var bases = planes.map { UnsafeMutableRawPointer?($0.base) }
            var rows = planes.map(\.bytesPerRow)
            var widths = planes.indices.map { $0 == 0 ? width : (width + 1) / 2 }
            var heights = planes.indices.map { $0 == 0 ? height : (height + 1) / 2 }
            CVPixelBufferCreateWithPlanarBytes(
                nil, width, height, format, nil, 0, planes.count, &bases, &widths, &heights, &rows,
                { owners, _, _, _, _ in owners.map { Unmanaged<Owners>.fromOpaque($0).release() } }, owners.toOpaque(), nil, &buffer)
        }
        if buffer == nil { owners.release() }
        return buffer
    }
}
