import Foundation
import InputChecks

/// An array in NumPy's `.npy` file format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
package struct NumPyArray {
    package enum ElementType: String, CaseIterable {
        case float16 = "f2"
        case float32 = "f4"
        case float64 = "f8"
        case int8 = "i1"
        case int16 = "i2"
        case int32 = "i4"
        case int64 = "i8"
        case uint8 = "u1"
        case uint16 = "u2"
        case uint32 = "u4"
        case uint64 = "u8"
        case bool = "b1"

        package var byteCount: Int { rawValue.last?.wholeNumberValue ?? 1 }

        /// The type with one of NumPy's names; `nil` for an unknown name.
        package init?(named name: String) {
            guard let type = Self.allCases.first(where: { String(describing: $0) == name }) else { return nil }
            self = type
        }
    }

    package var type: ElementType
    package var shape: [Int]

    /// The elements, row-major and little-endian.
    package var data: Data

    package var count: Int { shape.product() }

    /// - Throws: `NumPyError` if the size of `data` does not match `shape` and `type`.
    package init(type: ElementType, shape: [Int], data: Data) throws {
        try Self.check(type, shape, byteCount: data.count)
        self.type = type
        self.shape = shape
        self.data = data
    }

    /// - Throws: `NumPyError` if `byteCount` does not match `shape` and `type`.
    package static func check(_ type: ElementType, _ shape: [Int], byteCount: Int) throws {
        guard let size = ([type.byteCount] + shape).checkedProduct() else { throw NumPyError("has the impossible shape \(shape)") }
        guard byteCount == size else { throw NumPyError("has \(byteCount) bytes of elements where its shape \(shape) asks for \(size)") }
    }

    /// The elements as double-precision numbers.
    package func doubles() -> [Double] {
        switch type {
        case .float16: elements { (bits: UInt16) in Double(Float16(bitPattern: bits)) }
        case .float32: elements { (bits: UInt32) in Double(Float(bitPattern: bits)) }
        case .float64: elements { (bits: UInt64) in Double(bitPattern: bits) }
        case .int8: elements { (value: Int8) in Double(value) }
        case .int16: elements { (value: Int16) in Double(value) }
        case .int32: elements { (value: Int32) in Double(value) }
        case .int64: elements { (value: Int64) in Double(value) }
        case .uint8: elements { (value: UInt8) in Double(value) }
        case .uint16: elements { (value: UInt16) in Double(value) }
        case .uint32: elements { (value: UInt32) in Double(value) }
        case .uint64: elements { (value: UInt64) in Double(value) }
        case .bool: elements { (value: UInt8) in value == 0 ? 0 : 1 }
        }
    }

    private func elements<Stored: FixedWidthInteger, Result>(_ convert: (Stored) -> Result) -> [Result] {
        data.withUnsafeBytes { bytes in
            (0..<count).map {
                convert(Stored(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Stored>.size, as: Stored.self)))
            }
        }
    }
}

/// The reason why an `.npy` file cannot be read.
package struct NumPyError: Error, CustomStringConvertible {
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}

// MARK: Files

extension NumPyArray {
    private static let magic = Data([0x93]) + Data("NUMPY".utf8)

    /// Reads an `.npy` file of any version.
    package init(contentsOf path: String) throws {
        do {
            try self.init(file: Data(contentsOfFile: URL(fileURLWithPath: path)))
        } catch let error as NumPyError {
            throw NumPyError("\(path): \(error.description)")
        }
    }

    package init(file: Data) throws {
        guard file.starts(with: Self.magic), file.count > 12 else { throw NumPyError("is not an .npy file") }
        // The header's length has two bytes in version 1, and four bytes in later versions.
        let lengthSize = file[6] == 1 ? 2 : 4
        let length = file[8..<8 + lengthSize].reversed().reduce(0) { $0 << 8 | Int($1) }
        let start = 8 + lengthSize
        guard length <= file.count - start else { throw NumPyError("ends within its header") }
        let header = try NumPyHeader(String(decoding: file[start..<start + length], as: UTF8.self))
        var array = try NumPyArray(
            type: header.type, shape: header.isColumnMajor ? header.shape.reversed() : header.shape, data: Data(file[(start + length)...]))
        if header.isBigEndian { array.swapBytes() }
        if header.isColumnMajor { array.transpose() }
        self = array
    }

    /// The array as an `.npy` file of version 1. Its data begin at a multiple of 64 bytes.
    package var file: Data {
        let tuple = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
        let prefix = type.byteCount == 1 ? "|" : "<"
        var header = "{'descr': '\(prefix)\(type.rawValue)', 'fortran_order': False, 'shape': (\(tuple)), }"
        let length = (10 + header.utf8.count + 1 + 63) / 64 * 64 - 10
        header += String(repeating: " ", count: length - header.utf8.count - 1) + "\n"
        return Self.magic + Data([1, 0, UInt8(length & 0xFF), UInt8(length >> 8)]) + Data(header.utf8) + data
    }

    private mutating func swapBytes() {
        let size = type.byteCount
        data = Data(
            stride(from: 0, to: data.count, by: size).flatMap { data[data.startIndex + $0..<data.startIndex + $0 + size].reversed() })
    }

    /// Reverses the axes.
    private mutating func transpose() {
        let size = type.byteCount
        var result = Data(capacity: data.count)
        let extents = Array(shape.reversed())
        var strides = [Int](repeating: size, count: shape.count)
        for axis in shape.indices.dropFirst().reversed() { strides[axis - 1] = strides[axis] * shape[axis] }
        strides.reverse()
        var index = [Int](repeating: 0, count: extents.count)
        for _ in 0..<count {
            let offset = data.startIndex + zip(index, strides).reduce(0) { $0 + $1.0 * $1.1 }
            result += data[offset..<offset + size]
            for axis in extents.indices.reversed() {
                index[axis] += 1
                if index[axis] < extents[axis] { break }
                index[axis] = 0
            }
        }
        shape = extents
        data = result
    }
}

/// The description at the start of an `.npy` file: a Python dictionary with three known keys.
private struct NumPyHeader {
    let type: NumPyArray.ElementType
    let isBigEndian: Bool
    let isColumnMajor: Bool
    let shape: [Int]

    init(_ text: String) throws {
        guard let description = Self.value(of: "descr", in: text)?.dropFirst().prefix(while: { $0 != "'" && $0 != "\"" }),
            let type = NumPyArray.ElementType(rawValue: String(description.drop { "<>|=".contains($0) }))
        else { throw NumPyError("has elements of a type that is not a number") }
        guard let order = Self.value(of: "fortran_order", in: text), let tuple = Self.value(of: "shape", in: text), tuple.first == "(",
            let end = tuple.firstIndex(of: ")")
        else { throw NumPyError("has no shape in its header") }
        self.type = type
        isBigEndian = description.first == ">"
        isColumnMajor = order.hasPrefix("True")
        shape = try tuple[tuple.index(after: tuple.startIndex)..<end].split(separator: ",").map { part in
            let digits = part.trimmingCharacters(in: .whitespaces)
            guard let extent = Int(digits), extent >= 0 else { throw NumPyError("has the impossible extent '\(digits)'") }
            return extent
        }
    }

    /// The text after `'key':`.
    private static func value(of key: String, in text: String) -> Substring? {
        guard let range = text.range(of: "'\(key)'") ?? text.range(of: "\"\(key)\"") else { return nil }
        return text[range.upperBound...].drop { $0 == ":" || $0 == " " }
    }
}
