import Foundation

/// The format of requests and answers on a socket: two lengths, a JSON object, and the arrays.
///
/// | bytes | |
/// | --- | --- |
/// | 4 | `OSP1` |
/// | 4 | the length of the header, little-endian |
/// | 8 | the length of the payload, little-endian |
/// | | the header, a JSON object |
/// | | the payload: arrays and images; the header has the `offset` and `count` of each |
enum Frame {
    static let magic: [UInt8] = Array("OSP1".utf8)
    static let prefixLength = 16
    /// The maximum length of a header, in bytes. A header has names and numbers, but no arrays.
    static let headerLimit = 1 << 24
    /// The maximum number of values in a header. A value takes ten times the memory of its text.
    static let valueLimit = 1 << 20

    /// The lengths of the header and of the payload; `nil` if the bytes are not the start of a frame.
    static func lengths(_ prefix: UnsafeRawBufferPointer) -> (header: Int, payload: Int)? {
        guard prefix.count == prefixLength, prefix.prefix(4).elementsEqual(magic) else { return nil }
        let header = UInt32(littleEndian: prefix.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        let payload = UInt64(littleEndian: prefix.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        guard let payload = Int(exactly: payload) else { return nil }
        return (Int(header), payload)
    }

    static func prefix(header: Int, payload: Int) -> Data {
        var data = Data(magic)
        withUnsafeBytes(of: UInt32(header).littleEndian) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt64(payload).littleEndian) { data.append(contentsOf: $0) }
        return data
    }
}

/// The header of a request, or its arrays and images. Memory is used only for bytes that have arrived, and is returned to the system at the end.
final class RequestPayload: RequestMemory {
    let bytes: UnsafeMutableRawBufferPointer
    private let isMapped: Bool
    /// The byte count from which memory is mapped. Below this size, memory is allocated on the heap, which is faster than mapping.
    private static let leastMapped = 1 << 16

    /// - Parameter isLarge: whether many bytes are expected.
    /// - Throws: an error if there is not enough memory.
    init(count: Int, isLarge: Bool = true) throws {
        isMapped = count >= Self.leastMapped
        guard isMapped else {
            bytes = .allocate(byteCount: count, alignment: ServedAlignment.bytes)
            return
        }
        // Pages that nothing has been written to cost nothing.
        let place = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let place, place != MAP_FAILED else {
            throw ModelSession.RequestError(description: "there is no memory for \(count) bytes")
        }
        if isLarge { madvise(place, count, MADV_HUGEPAGE) }
        bytes = UnsafeMutableRawBufferPointer(start: place, count: count)
    }

    deinit {
        if isMapped { munmap(bytes.baseAddress, bytes.count) } else { bytes.deallocate() }
    }

    func address(at offset: Int, count: Int) throws -> UnsafeMutableRawPointer {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset, let base = bytes.baseAddress else {
            throw ModelSession.RequestError(description: "\(count) bytes at \(offset) are not within the payload's \(bytes.count)")
        }
        return base + offset
    }
}

/// The arrays and images of an answer, one after the other.
final class AnswerPayload: AnswerSpace {
    private(set) var pieces: [Data] = []
    private(set) var count = 0

    func place(_ data: Data) -> Int? {
        let offset = (count + ServedAlignment.bytes - 1) / ServedAlignment.bytes * ServedAlignment.bytes
        if offset > count { pieces.append(Data(count: offset - count)) }
        pieces.append(data)
        count = offset + data.count
        return offset
    }
}
