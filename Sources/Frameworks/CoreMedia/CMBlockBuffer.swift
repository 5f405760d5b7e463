import CoreVideo

/// Bytes of encoded media, in one block.
public final class CMBlockBuffer: Hashable, CMAttachmentBearerProtocol, @unchecked Sendable {
    private let bytes: UnsafeMutableRawBufferPointer
    private let release: () -> Void
    public var attachments = CMAttachmentBearerAttachments()

    /// A block of zeroed bytes.
    /// - Throws: `kCMBlockBufferBadLengthParameterErr` if the length is negative or exceeds the documented limit of an image (768 MiB).
    public init(length: Int) throws {
        guard length >= 0, let memory = try? RasterBuffer(byteCount: length) else { throw mediaError(kCMBlockBufferBadLengthParameterErr) }
        bytes = UnsafeMutableRawBufferPointer(start: memory.base, count: length)
        release = { withExtendedLifetime(memory) {} }
    }

    /// A block that contains a copy of the data.
    public convenience init(data: Data) throws {
        try self.init(length: data.count)
        data.copyBytes(to: bytes)
    }

    /// A block that uses the caller's bytes. They must stay valid until `deallocator` is called.
    public init(buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping (UnsafeMutableRawPointer, Int) -> Void) throws {
        guard let base = buffer.baseAddress else { throw mediaError(kCMBlockBufferEmptyBBufErr) }
        bytes = buffer
        release = { deallocator(base, buffer.count) }
    }

    deinit { release() }

    /// The number of bytes.
    public var dataLength: Int { bytes.count }
    /// Whether all bytes are contiguous in memory. In Osprey they always are.
    public var isContiguous: Bool { true }
    /// Whether there are no bytes.
    public var isEmpty: Bool { bytes.isEmpty }

    /// A copy of the bytes.
    public func dataBytes() throws -> Data { Data(bytes) }

    /// Calls `body` with the bytes from an offset to the end.
    public func withUnsafeMutableBytes<R>(atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R) throws -> R {
        guard (0...bytes.count).contains(offset) else { throw mediaError(kCMBlockBufferBadOffsetParameterErr) }
        return try withExtendedLifetime(self) { try body(UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])) }
    }

    /// Calls `body` with the bytes.
    public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        try withExtendedLifetime(self) { try body(UnsafeRawBufferPointer(bytes)) }
    }

    public static func == (lhs: CMBlockBuffer, rhs: CMBlockBuffer) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The error for an offset outside the block.
public var kCMBlockBufferBadOffsetParameterErr: OSStatus { -12703 }
/// The error for a length that is negative, too large, or greater than the number of bytes after the offset.
public var kCMBlockBufferBadLengthParameterErr: OSStatus { -12704 }
/// The error for a block that has no memory.
public var kCMBlockBufferEmptyBBufErr: OSStatus { -12706 }

/// The number of bytes in a block.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Copies bytes of a block to the caller's memory. Returns 0, or `kCMBlockBufferBadLengthParameterErr` if the block has too few bytes.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
    guard dataLength >= 0, offsetToData >= 0, offsetToData <= theSourceBuffer.dataLength - dataLength else {
        return kCMBlockBufferBadLengthParameterErr
    }
    try? theSourceBuffer.withContiguousStorage { bytes in
        if let base = bytes.baseAddress { destination.copyMemory(from: base + offsetToData, byteCount: dataLength) }
    }
    return 0
}

/// Gets the address of the byte at an offset, and the number of bytes from there to the end.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    let length = theBuffer.dataLength
    guard (0..<max(length, 1)).contains(offset) else { return kCMBlockBufferBadOffsetParameterErr }
    lengthAtOffsetOut?.pointee = length - offset
    totalLengthOut?.pointee = length
    try? theBuffer.withUnsafeMutableBytes(atOffset: offset) { bytes in
        dataPointerOut?.pointee = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    }
    return 0
}
