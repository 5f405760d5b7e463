import Foundation

/// A weight file of an ML Program (`weight.bin`): a header, followed by arrays of numbers.
///
/// All numbers are little-endian. The file begins with a header of 64 bytes: the number of arrays and the format's version, 32 bits each.
/// Each array has a description of 64 bytes, followed by its data; both start at multiples of 64. The description has a mark, the element
/// type, the size in bytes, and the offset of the data. The last field is the number of padding bits at the end of the data.
package struct WeightFile: Sendable {
    static let alignment = 64
    static let version: UInt32 = 2
    static let mark: UInt32 = 0xDEAD_BEEF

    /// An array of the file. Elements of less than a byte are packed, the first in the lowest bits.
    package struct Entry: Sendable {
        package var type: WeightType
        package var elementCount: Int
        package var bytes: Bytes
    }

    private let bytes: Bytes
    private let path: String?

    /// - Throws: ``SpecificationError`` if `bytes` is not a weight file.
    package init(bytes: Bytes, path: String? = nil) throws {
        guard let version: UInt32 = try? bytes.integer(at: 4), bytes.count >= Self.alignment else {
            throw SpecificationError("is too short for a weight file", path: path)
        }
        if let kind = bytes.withUnsafeBytes(ForeignFile.kind) {
            throw SpecificationError("is \(kind) and not a weight file", path: path)
        }
        guard version == Self.version else {
            throw SpecificationError("is a weight file of the unknown version \(version)", path: path)
        }
        self.bytes = bytes
        self.path = path
    }

    package init(contentsOf url: URL) throws {
        try self.init(bytes: Bytes(contentsOf: url), path: url.path)
    }

    /// The array with the description at `offset`, which a `BlobFileValue` gives.
    ///
    /// - Throws: ``SpecificationError`` if there is none, or it does not fit into the file.
    package func entry(at offset: UInt64) throws -> Entry {
        guard let offset = Int(exactly: offset), offset % Self.alignment == 0, offset >= Self.alignment,
            let description = try? bytes.slice(at: offset, count: Self.alignment),
            try description.integer(at: 0, as: UInt32.self) == Self.mark
        else {
            throw SpecificationError("has no array at \(offset)", path: path)
        }
        let number: UInt32 = try description.integer(at: 4)
        guard let type = WeightType(rawValue: number) else {
            throw SpecificationError("has an array of the unknown element type \(number)", path: path)
        }
        let size: UInt64 = try description.integer(at: 8)
        let start: UInt64 = try description.integer(at: 16)
        let padding: UInt64 = try description.integer(at: 24)
        guard let size = Int(exactly: size), let start = Int(exactly: start), let data = try? bytes.slice(at: start, count: size),
            let padding = Int(exactly: padding), padding < 8, size <= Int.max / 8, padding <= size * 8,
            (size * 8 - padding) % type.bitsPerElement == 0
        else {
            throw SpecificationError("has an array at \(offset) that does not fit into the file", path: path)
        }
        return Entry(type: type, elementCount: (size * 8 - padding) / type.bitsPerElement, bytes: data)
    }
}

/// Collects arrays for a weight file.
package struct WeightFileWriter {
    private var segments: [Bytes] = []
    private var end = WeightFile.alignment
    private var count: UInt32 = 0

    package init() {}

    /// Adds an array and returns its offset, for a `BlobFileValue`. The data is not copied.
    ///
    /// - Parameter data: the elements, little-endian. Elements of less than a byte are packed, the first in the lowest bits.
    package mutating func append(_ data: Bytes, type: WeightType, elementCount: Int) -> UInt64 {
        let offset = end
        var description: [UInt8] = []
        func add<Integer: FixedWidthInteger>(_ value: Integer) {
            withUnsafeBytes(of: value.littleEndian) { description.append(contentsOf: $0) }
        }
        add(WeightFile.mark)
        add(type.rawValue)
        add(UInt64(data.count))
        add(UInt64(offset + WeightFile.alignment))
        add(UInt64(data.count * 8 - elementCount * type.bitsPerElement))
        description += Array(repeating: 0, count: WeightFile.alignment - description.count)
        segments.append(Bytes(copying: description))
        segments.append(data)
        let padding = (WeightFile.alignment - data.count % WeightFile.alignment) % WeightFile.alignment
        segments.append(Bytes(copying: repeatElement(0, count: padding)))
        end = offset + WeightFile.alignment + data.count + padding
        count += 1
        return UInt64(offset)
    }

    /// The whole file, as segments to be written one after the other.
    package var fileSegments: [Bytes] {
        var header: [UInt8] = []
        for value in [count, WeightFile.version] { withUnsafeBytes(of: value.littleEndian) { header.append(contentsOf: $0) } }
        header += Array(repeating: 0, count: WeightFile.alignment - header.count)
        return [Bytes(copying: header)] + segments
    }

    package func write(to url: URL) throws {
        try writeFile(fileSegments, to: url)
    }
}
