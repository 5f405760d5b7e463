import Foundation

extension vImage {
    /// The width and height of an image in pixels.
    public struct Size: Hashable, Sendable {
        /// The number of pixels in a row.
        public var width: Int
        /// The number of rows.
        public var height: Int

        /// A size in pixels.
        public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

        /// Creates a size; `nil` if the width or height is not an integer.
        public init?(exactly size: CGSize) {
            guard let width = Int(exactly: size.width), let height = Int(exactly: size.height) else { return nil }
            self.init(width: width, height: height)
        }
    }

    /// The pixels of an image in a format. Copies share the memory, so a function can write to a destination that was passed by value.
    ///
    /// If sizes do not match, the program stops, as on Apple's platforms. Osprey does not have `DynamicPixelFormat`.
    public struct PixelBuffer<Format: PixelFormat>: @unchecked Sendable {
        /// The planes. There is at least one plane, and all planes have the same size.
        let planes: [vImage_Buffer]
        /// The owner of the memory; `nil` if the memory belongs to the caller.
        let owner: PixelMemory?

        init(planes: [vImage_Buffer], owner: PixelMemory?) { (self.planes, self.owner) = (planes, owner) }

        /// The number of pixels in a row.
        public var width: Int { Int(planes[0].width) }
        /// The number of rows.
        public var height: Int { Int(planes[0].height) }
        /// The width and height.
        public var size: Size { Size(width: width, height: height) }
    }
}

/// Memory of pixel buffers. The memory is freed when the last buffer that uses it is released.
final class PixelMemory: @unchecked Sendable {
    private let blocks: [UnsafeMutableRawPointer]

    /// - Returns: `nil` if there is not enough memory.
    init?(bytes: Int, planes: Int) {
        var blocks: [UnsafeMutableRawPointer] = []
        for _ in 0..<planes {
            guard let block = calloc(max(bytes, 1), 1) else {
                blocks.forEach { free($0) }
                return nil
            }
            blocks.append(block)
        }
        self.blocks = blocks
    }

    subscript(_ plane: Int) -> UnsafeMutableRawPointer { blocks[plane] }

    deinit { blocks.forEach { free($0) } }
}

extension vImage.PixelBuffer where Format: StaticPixelFormat {
    /// Creates a buffer of a size, filled with 0. There are no gaps between the rows.
    public init(width: Int, height: Int, pixelFormat: Format.Type = Format.self) {
        precondition(width > 0 && height > 0, "a pixel buffer of \(width) × \(height) pixels was to be made")
        let pixel = Format.channelsPerPlane * MemoryLayout<Format.ComponentType>.stride
        let (row, isWide) = width.multipliedReportingOverflow(by: pixel)
        let (bytes, isLarge) = row.multipliedReportingOverflow(by: height)
        guard !isWide, !isLarge, let memory = PixelMemory(bytes: bytes, planes: Format.planeCount) else {
            preconditionFailure("there is no memory for a pixel buffer of \(width) × \(height) pixels")
        }
        let planes = (0..<Format.planeCount).map { plane in
            vImage_Buffer(data: memory[plane], height: UInt(height), width: UInt(width), rowBytes: row)
        }
        self.init(planes: planes, owner: memory)
    }

    /// Creates a buffer of a size, filled with 0.
    public init(size: vImage.Size, pixelFormat: Format.Type = Format.self) { self.init(width: size.width, height: size.height) }

    /// Copies the pixels into a buffer of the same size.
    public func copy(to destination: vImage.PixelBuffer<Format>) {
        expectSize(of: destination)
        let bytes = Format.channelsPerPlane * MemoryLayout<Format.ComponentType>.stride
        for (source, result) in zip(planes, destination.planes) { expect(vImageCopyBuffer([source], [result], bytes, 0)) }
    }

    /// Stops the program if the sizes differ.
    func expectSize<Other>(of other: vImage.PixelBuffer<Other>) {
        precondition(size == other.size, "pixel buffers of \(width) × \(height) and of \(other.width) × \(other.height) pixels do not fit")
    }

    /// Stops the program if the result of a function is an error.
    func expect(_ error: vImage_Error) {
        precondition(error == kvImageNoError, "a pixel buffer's memory does not hold its pixels (\(error))")
    }

    /// Planes with one channel each that share the buffer's memory. A plane with n interleaved channels becomes a plane that is n times wider.
    var componentPlanes: [vImage_Buffer] {
        planes.map { plane in
            var plane = plane
            plane.width *= UInt(Format.channelsPerPlane)
            return plane
        }
    }
}

extension vImage.PixelBuffer where Format: SinglePlanePixelFormat {
    /// Creates a buffer in the caller's memory. The memory must stay valid as long as the buffer is in use.
    public init(data: UnsafeMutableRawPointer, width: Int, height: Int, byteCountPerRow: Int, pixelFormat: Format.Type = Format.self) {
        let needed = width.multipliedReportingOverflow(by: Format.channelCount * MemoryLayout<Format.ComponentType>.stride)
        precondition(
            width > 0 && height > 0 && !needed.overflow && byteCountPerRow >= needed.partialValue,
            "\(byteCountPerRow) bytes do not hold a row of \(width) pixels")
        self.init(
            planes: [vImage_Buffer(data: data, height: UInt(height), width: UInt(width), rowBytes: byteCountPerRow)], owner: nil)
    }

    /// Creates a buffer with a copy of the components of all pixels, row by row.
    public init(pixelValues: some Sequence<Format.ComponentType>, size: vImage.Size, pixelFormat: Format.Type = Format.self) {
        self.init(size: size)
        let values = Array(pixelValues)
        precondition(values.count == count, "\(values.count) values are not those of \(width) × \(height) pixels")
        withUnsafeMutableBufferPointer { _ = $0.update(from: values) }
    }

    /// The distance between the starts of two rows, as a number of components.
    public var rowStride: Int { planes[0].rowBytes / MemoryLayout<Format.ComponentType>.stride }

    /// The components of all pixels, row by row, without gaps between rows.
    public var array: [Format.ComponentType] {
        let (row, height, stride) = (width * Format.channelCount, height, planes[0].rowBytes)
        return Array(unsafeUninitializedCapacity: row * height) { room, count in
            for y in 0..<height {
                let source = (planes[0].data + y * stride).assumingMemoryBound(to: Format.ComponentType.self)
                (room.baseAddress! + y * row).initialize(from: source, count: row)
            }
            count = row * height
        }
    }

    /// Calls the closure with the buffer as a C `vImage_Buffer`.
    public func withUnsafePointerToVImageBuffer<R>(_ body: (UnsafePointer<vImage_Buffer>) throws -> R) rethrows -> R {
        try withExtendedLifetime(owner) { try withUnsafePointer(to: planes[0], body) }
    }

    /// Calls the closure with the buffer as a C `vImage_Buffer`.
    public func withUnsafeVImageBuffer<R>(_ body: (vImage_Buffer) throws -> R) rethrows -> R {
        try withExtendedLifetime(owner) { try body(planes[0]) }
    }

    /// Calls the closure with a region of the buffer, which shares the memory. If the region is not inside the image, the program stops.
    public func withUnsafeRegionOfInterest<R>(_ region: CGRect, _ body: (vImage.PixelBuffer<Format>) throws -> R) rethrows -> R {
        let part = region.integral
        precondition(
            !part.isEmpty && CGRect(x: 0, y: 0, width: width, height: height).contains(part),
            "\(part) is not within \(width) × \(height) pixels")
        var plane = planes[0]
        let pixel = Format.channelCount * MemoryLayout<Format.ComponentType>.stride
        plane.data += Int(part.minY) * plane.rowBytes + Int(part.minX) * pixel
        (plane.width, plane.height) = (UInt(part.width), UInt(part.height))
        return try body(vImage.PixelBuffer(planes: [plane], owner: owner))
    }
}

extension vImage.PixelBuffer: AccelerateBuffer, AccelerateMutableBuffer where Format: SinglePlanePixelFormat {
    /// The number type of a channel.
    public typealias Element = Format.ComponentType

    /// The number of components of all pixels together.
    public var count: Int { width * height * Format.channelCount }

    /// Calls the closure with the components of all pixels. There must be no gaps between the rows. Buffers that have allocated their own
    /// memory have none.
    public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Format.ComponentType>) throws -> R) rethrows -> R {
        try withExtendedLifetime(owner) { try body(UnsafeBufferPointer(components)) }
    }

    /// Calls the closure with the components of all pixels. There must be no gaps between the rows. Buffers that have allocated their own
    /// memory have none.
    public func withUnsafeMutableBufferPointer<R>(
        _ body: (inout UnsafeMutableBufferPointer<Format.ComponentType>) throws -> R
    ) rethrows -> R {
        try withExtendedLifetime(owner) {
            var components = components
            return try body(&components)
        }
    }

    private var components: UnsafeMutableBufferPointer<Format.ComponentType> {
        precondition(rowStride == width * Format.channelCount || height == 1, "the rows of a pixel buffer lie with gaps")
        return UnsafeMutableBufferPointer(start: planes[0].data.assumingMemoryBound(to: Format.ComponentType.self), count: count)
    }
}
