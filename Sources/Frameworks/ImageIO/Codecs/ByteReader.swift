import Foundation

/// Reads numbers at byte positions. The result is `nil` if the number does not lie completely within the bytes.
struct ByteReader {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    func byte(_ offset: Int) -> Int? {
        offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
    }

    func big16(_ offset: Int) -> Int? {
        guard has(offset, 2) else { return nil }
        return Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    }

    func big32(_ offset: Int) -> Int? {
        guard has(offset, 4) else { return nil }
        return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    func little16(_ offset: Int) -> Int? {
        guard has(offset, 2) else { return nil }
        return Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    }

    func little24(_ offset: Int) -> Int? {
        guard has(offset, 3) else { return nil }
        return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16
    }

    func little32(_ offset: Int) -> Int? {
        guard has(offset, 4) else { return nil }
        return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    func signedLittle32(_ offset: Int) -> Int? {
        little32(offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    func has(_ offset: Int, _ length: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= bytes.count - length
    }

    func begins(_ text: StaticString, at offset: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard has(offset, length) else { return false }
        return (0..<length).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
    }

    func data(_ range: Range<Int>) -> Data? {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
        return Data(bytes[range])
    }
}
