import CZlib
import Foundation

/// A value of a PDF file (ISO 32000-1, 7.3).
enum PDFObject: Equatable {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case string([UInt8])
    /// A name without its slash. Each byte is a Unicode scalar of the same value.
    case name(String)
    case array([PDFObject])
    case dictionary([String: PDFObject])
    case stream(PDFStream)
    /// The number of an indirect object.
    case reference(Int)
}

/// A dictionary with bytes. Its filters are not applied to the bytes yet.
struct PDFStream: Equatable {
    var dictionary: [String: PDFObject]
    var bytes: Data

    init(_ dictionary: [String: PDFObject], _ bytes: Data) {
        self.dictionary = dictionary
        self.bytes = bytes
    }

    /// A stream that is deflated if this makes it shorter.
    init(deflating bytes: Data, _ dictionary: [String: PDFObject] = [:]) {
        self.init(dictionary, bytes)
        if let deflated = bytes.deflated(), deflated.count < bytes.count {
            self.bytes = deflated
            self.dictionary["Filter"] = .name("FlateDecode")
        }
    }
}

// MARK: - Values

extension PDFObject {
    var integer: Int? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int(exactly: value.rounded())
        default: nil
        }
    }

    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    var name: String? { if case .name(let name) = self { name } else { nil } }
    var array: [PDFObject]? { if case .array(let values) = self { values } else { nil } }
    var stream: PDFStream? { if case .stream(let stream) = self { stream } else { nil } }

    /// The entries of a dictionary or of a stream's dictionary.
    var dictionary: [String: PDFObject]? {
        switch self {
        case .dictionary(let entries): entries
        case .stream(let stream): stream.dictionary
        default: nil
        }
    }

    /// A rectangle as the array of its edges.
    init(_ rect: CGRect) {
        self = .array([rect.minX, rect.minY, rect.maxX, rect.maxY].map { .real(Double($0)) })
    }

    /// The text of a string: UTF-16 or UTF-8 with a byte order mark, or else PDF's own encoding (ISO 32000-1, annex D.3).
    var text: String? {
        guard case .string(let bytes) = self else { return nil }
        if bytes.starts(with: [0xFE, 0xFF]) { return String(data: Data(bytes.dropFirst(2)), encoding: .utf16BigEndian) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { Self.documentEncoding[$0] ?? Unicode.Scalar($0) }))
    }

    /// A string of the given text: in ASCII if possible, or else in UTF-16.
    init(text: String) {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        self = .string(isPlain ? Array(text.utf8) : [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    /// The characters of PDF's encoding that differ from those of ISO 8859-1.
    private static let documentEncoding: [UInt8: Unicode.Scalar] = {
        let accents = zip(UInt8(0x18)..., "˘ˇˆ˙˝˛˚˜".unicodeScalars)
        let signs = zip(UInt8(0x80)..., "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž".unicodeScalars)
        return Dictionary(uniqueKeysWithValues: Array(accents) + Array(signs) + [(0xA0, "€")])
    }()
}

// MARK: - Bytes

extension PDFObject {
    /// Appends the value as it is written in a file. The entries of dictionaries are in the order of their names.
    func write(to data: inout Data) {
        switch self {
        case .null: data += "null".utf8
        case .boolean(let value): data += (value ? "true" : "false").utf8
        case .integer(let value): data += String(value).utf8
        case .real(let value): data += Self.digits(value).utf8
        case .string(let bytes):
            data += "<".utf8
            for byte in bytes { data += Self.hexadecimal(byte) }
            data += ">".utf8
        case .name(let name): Self.write(name: name, to: &data)
        case .array(let values):
            data += "[".utf8
            for (index, value) in values.enumerated() {
                if index > 0 { data += " ".utf8 }
                value.write(to: &data)
            }
            data += "]".utf8
        case .dictionary(let entries):
            data += "<<".utf8
            for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
                Self.write(name: name, to: &data)
                data += " ".utf8
                value.write(to: &data)
            }
            data += ">>".utf8
        case .stream(let stream):
            PDFObject.dictionary(stream.dictionary.merging(["Length": .integer(stream.bytes.count)]) { $1 }).write(to: &data)
            data += "\nstream\n".utf8
            data += stream.bytes
            data += "\nendstream".utf8
        case .reference(let number): data += "\(number) 0 R".utf8
        }
    }

    /// A number with at most six decimals and without an exponent, which PDF does not have. Numbers that are not finite become 0.
    static func digits(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let millionths = (min(max(value, -1e12), 1e12) * 1e6).rounded()
        var rest = Int(millionths.magnitude)
        guard rest > 0 else { return "0" }
        var text = millionths < 0 ? "-" : ""
        text += String(rest / 1_000_000)
        rest %= 1_000_000
        if rest > 0 {
            let decimals = String(rest + 1_000_000).dropFirst()
            text += "." + decimals.prefix(6 - decimals.reversed().prefix { $0 == "0" }.count)
        }
        return text
    }

    private static func write(name: String, to data: inout Data) {
        data += "/".utf8
        for scalar in name.unicodeScalars {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            let isPlain = (0x21...0x7E).contains(byte) && !"#()<>[]{}/%".utf8.contains(byte)
            if isPlain { data.append(byte) } else { data += [0x23] + hexadecimal(byte) }
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

extension Data {
    /// The bytes as a zlib stream; `nil` if there is no memory.
    func deflated() -> Data? {
        var result: UnsafeMutableRawPointer?
        var count = 0
        let status = withUnsafeBytes { bytes in
            czlib_deflate(bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1), bytes.count, &result, &count)
        }
        guard status == CZlibSuccess, let result else { return nil }
        return Data(bytesNoCopy: result, count: count, deallocator: .free)
    }

    /// The content of a zlib stream; `nil` if the stream is damaged, or if the content has more bytes than `limit`.
    func inflated(limit: Int) -> Data? {
        guard count > 2, self[startIndex] & 15 == 8, self[startIndex + 1] & 0x20 == 0 else { return nil }
        final class Output {
            var data = Data()
        }
        let output = Output()
        var (written, checksum): (UInt64, UInt32) = (0, 0)
        let status = dropFirst(2).withUnsafeBytes { bytes in
            czlib_inflate(
                bytes.baseAddress, bytes.count, UInt64(Swift.max(limit, 0)),
                { context, bytes, count in
                    guard let context, let bytes else { return 1 }
                    Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().data.append(
                        bytes.assumingMemoryBound(to: UInt8.self), count: count)
                    return 0
                }, Unmanaged.passUnretained(output).toOpaque(), &written, &checksum)
        }
        return status == CZlibSuccess ? output.data : nil
    }
}
