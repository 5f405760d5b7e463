import CoreGraphics
import Locks

/// Makes buffers of one size and format, and reuses the memory of released buffers.
public final class CVPixelBufferPool: Hashable, @unchecked Sendable {
    private struct State {
        var free: [RasterBuffer] = []
        var lent = 0
    }

    let poolAttributes: [String: Any]
    let pixelBufferAttributes: [String: Any]
    let width: Int
    let height: Int
    let pixelFormatType: OSType
    /// The maximum number of unused blocks that the pool retains.
    private let capacity: Int
    private let state = Locked(State())

    init(poolAttributes: [String: Any], pixelBufferAttributes: [String: Any], width: Int, height: Int, pixelFormatType: OSType) {
        self.poolAttributes = poolAttributes
        self.pixelBufferAttributes = pixelBufferAttributes
        self.width = width
        self.height = height
        self.pixelFormatType = pixelFormatType
        let minimum = poolAttributes[kCVPixelBufferPoolMinimumBufferCountKey].flatMap(CVBuffer.integer) ?? 0
        capacity = min(max(minimum, 8), 64)
    }

    public static func == (lhs: CVPixelBufferPool, rhs: CVPixelBufferPool) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// An unused block, or a new one if there is none.
    func lend(byteCount: Int) -> RasterBuffer? {
        let free = state.withLock { state -> RasterBuffer? in
            state.lent += 1
            return state.free.popLast()
        }
        if let free, free.byteCount >= byteCount { return free }
        if let new = try? RasterBuffer(byteCount: byteCount) { return new }
        state.withLock { $0.lent -= 1 }
        return nil
    }

    func takeBack(_ memory: RasterBuffer) {
        state.withLock { state in
            state.lent -= 1
            if state.free.count < capacity { state.free.append(memory) }
        }
    }

    func flush() { state.withLock { $0.free = [] } }

    /// The number of buffers in use, and the number of unused blocks.
    var counts: (lent: Int, free: Int) { state.withLock { ($0.lent, $0.free.count) } }
}

/// Options for flushing a pool.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Hashable, Sendable {
    public let rawValue: CVOptionFlags
    public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

    /// Frees only the memory above the minimum. In Osprey, flushing frees all unused memory, with or without this flag.
    public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Makes a pool. Returns `kCVReturnInvalidPixelBufferAttributes` if the attributes do not contain a valid format, width and height.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    poolOut.pointee = nil
    let attributes = pixelBufferAttributes ?? [:]
    // If the attributes contain several formats, the first one is used.
    let formats = attributes[kCVPixelBufferPixelFormatTypeKey].map { ($0 as? [Any]) ?? [$0] } ?? []
    guard let width = attributes[kCVPixelBufferWidthKey].flatMap(CVBuffer.integer),
        let height = attributes[kCVPixelBufferHeightKey].flatMap(CVBuffer.integer),
        let type = formats.first.flatMap(CVBuffer.integer).flatMap(OSType.init(exactly:)), let format = PixelFormat(type),
        PixelBufferLayout(format, width: width, height: height, extended: ExtendedPixels(), alignment: 64) != nil
    else { return kCVReturnInvalidPixelBufferAttributes }
    poolOut.pointee = CVPixelBufferPool(
        poolAttributes: poolAttributes ?? [:], pixelBufferAttributes: attributes, width: width, height: height, pixelFormatType: type)
    return kCVReturnSuccess
}

/// Creates a buffer from the pool. Its pixels are not initialised.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Makes a buffer from the pool. Returns `kCVReturnWouldExceedAllocationThreshold` if the number of buffers in use has reached
/// `kCVPixelBufferPoolAllocationThresholdKey`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    if let threshold = auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey].flatMap(CVBuffer.integer),
        pixelBufferPool.counts.lent >= threshold
    {
        return kCVReturnWouldExceedAllocationThreshold
    }
    return CVBuffer.create(
        pixelBufferPool.width, pixelBufferPool.height, pixelBufferPool.pixelFormatType, pixelBufferPool.pixelBufferAttributes,
        pool: pixelBufferPool, into: pixelBufferOut)
}

/// The attributes with which the pool was made.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.poolAttributes }
/// The attributes of the pool's buffers, including their format and size.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.pixelBufferAttributes }
/// Frees the unused memory of the pool.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) { pool.flush() }
/// The type identifier of pools.
public func CVPixelBufferPoolGetTypeID() -> CFTypeID { 0x4356_5050 }
