import Foundation
import InputChecks

/// The objects of a PDF file that is neither encrypted nor damaged (ISO 32000-1, 7.5). Only one thread may use it.
///
/// The file is untrusted. Positions and lengths are checked before they are used. Unpacked streams have at most ``largestStream`` bytes, and those
/// of the file's structure have ``largestStructure`` bytes together.
final class PDFFile {
    private enum Entry {
        case free
        case position(Int)
        /// An object in a stream of objects.
        case contained(stream: Int)
    }

    /// The maximum number of bytes of an unpacked stream.
    private static let largestStream = 128 << 20
    /// The maximum number of bytes of all unpacked tables and streams of objects.
    private static let largestStructure = 64 << 20
    /// The maximum number of objects.
    private static let mostObjects = 2_000_000
    /// The maximum number of references that lead from one to the next, and of objects that are read while another one is.
    private static let longestChain = 16

    private let buffer: ByteBuffer
    private var entries: [Int: Entry] = [:]
    /// Streams of objects: their content, and the position of each object in it.
    private var containers: [Int: (content: ByteBuffer, positions: [Int: Int])] = [:]
    private var structureBytes = 0
    /// The objects that are being read. The length of a stream may be in another object.
    private var open: Set<Int> = []
    /// The file's first dictionary: `Root`, `Info` and others.
    private(set) var trailer: [String: PDFObject] = [:]

    /// Whether the bytes begin as a PDF file does, possibly after other bytes.
    static func isPDF(_ buffer: ByteBuffer) -> Bool {
        Data(buffer.bytes.prefix(1024)).range(of: Data("%PDF-".utf8)) != nil
    }

    /// Reads the positions of all objects.
    ///
    /// - Throws: ``PDFError`` if the file is damaged, or has a form that only other readers know.
    init(_ buffer: ByteBuffer) throws {
        self.buffer = buffer
        let tail = Data(buffer.bytes.suffix(2048))
        guard buffer.bytes.starts(with: "%PDF-".utf8), let mark = tail.range(of: Data("startxref".utf8), options: .backwards) else {
            throw PDFError("the file does not begin or end as a PDF file does")
        }
        var parser = PDFParser(buffer, at: buffer.count - tail.count + mark.upperBound)
        guard case .integer(let start) = try parser.object() else { throw PDFError("the file has no table of objects") }
        var next: [Int] = [start]
        var seen: Set<Int> = []
        while let position = next.popLast() {
            guard position >= 0, position < buffer.count, seen.insert(position).inserted else {
                throw PDFError("the file's tables of objects are damaged")
            }
            let section = try readSection(at: position)
            if seen.count == 1 { trailer = section }
            // Objects of a hybrid file's stream come before those of earlier tables.
            next += ["Prev", "XRefStm"].compactMap { section[$0]?.integer }
        }
    }

    /// Whether the file's strings and streams are encrypted.
    var isEncrypted: Bool { (trailer["Encrypt"] ?? .null) != .null }

    /// The version in the file's first line.
    var version: (major: Int, minor: Int) {
        let digits = buffer.bytes.prefix(8).dropFirst(5).map { Int($0) - 0x30 }
        guard digits.count == 3, (0...9).contains(digits[0]), (0...9).contains(digits[2]) else { return (1, 0) }
        return (digits[0], digits[2])
    }

    // MARK: Tables of objects

    /// Reads a table or a stream of positions. Returns its dictionary.
    private func readSection(at position: Int) throws -> [String: PDFObject] {
        var parser = PDFParser(buffer, at: position)
        guard parser.skip("xref") else { return try readStream(at: position) }
        while !parser.skip("trailer") {
            guard let first = try parser.object().integer, let count = try parser.object().integer, first >= 0, count >= 0,
                count <= buffer.count
            else { throw PDFError("the table of objects is damaged") }
            for number in first..<first.plus(count) {
                guard let position = try parser.object().integer, try parser.object().integer != nil else {
                    throw PDFError("the table of objects is damaged")
                }
                if parser.skip("n") {
                    try add(.position(position), number)
                } else if parser.skip("f") {
                    try add(.free, number)
                } else {
                    throw PDFError("the table of objects is damaged")
                }
            }
        }
        guard case .dictionary(let trailer) = try parser.object() else { throw PDFError("the table of objects has no dictionary") }
        return trailer
    }

    private func readStream(at position: Int) throws -> [String: PDFObject] {
        var parser = PDFParser(buffer, at: position)
        guard let stream = try parser.indirectObject(nil, length: \.integer).value.stream, stream.dictionary["Type"] == .name("XRef"),
            let widths = stream.dictionary["W"]?.array?.compactMap(\.integer), widths.count == 3,
            widths.allSatisfy({ (0...8).contains($0) }), let size = stream.dictionary["Size"]?.integer
        else { throw PDFError("the table of objects is damaged") }
        let bytes = [UInt8](try structure(of: stream))
        var place = 0
        func field(_ index: Int) -> Int {
            let value = bytes[place..<(place + widths[index])].reduce(0) { $0 << 8 | Int($1) }
            place += widths[index]
            return value
        }
        let width = widths.reduce(0, +)
        let ranges = stream.dictionary["Index"]?.array?.compactMap(\.integer) ?? [0, size]
        guard width > 0 else { throw PDFError("the table of objects is damaged") }
        for index in stride(from: 0, to: ranges.count - 1, by: 2) {
            guard ranges[index] >= 0, ranges[index + 1] >= 0, ranges[index + 1] <= (bytes.count - place) / width else {
                throw PDFError("the table of objects ends too early")
            }
            for number in ranges[index]..<ranges[index].plus(ranges[index + 1]) {
                let kind = widths[0] == 0 ? 1 : field(0)
                let second = field(1)
                _ = field(2)
                switch kind {
                case 0: try add(.free, number)
                case 1: try add(.position(second), number)
                case 2: try add(.contained(stream: second), number)
                default: break
                }
            }
        }
        return stream.dictionary
    }

    /// Adds an entry, unless a newer table has one for the object.
    private func add(_ entry: Entry, _ number: Int) throws {
        if entries[number] == nil { entries[number] = entry }
        guard entries.count <= Self.mostObjects else { throw PDFError("the file has too many objects") }
    }

    // MARK: Objects

    /// The object of a number; null if there is none.
    ///
    /// - Throws: ``PDFError`` if the object is damaged.
    func object(_ number: Int) throws -> PDFObject {
        guard open.count < Self.longestChain, open.insert(number).inserted else { throw PDFError("an object contains itself") }
        defer { open.remove(number) }
        switch entries[number] {
        case .position(let position):
            var parser = PDFParser(buffer, at: position)
            return try parser.indirectObject(number) { try self.resolve($0).integer }.value
        case .contained(let stream):
            let (content, positions) = try container(stream)
            guard let position = positions[number] else { return .null }
            var parser = PDFParser(content, at: position)
            return try parser.object()
        case .free, nil: return .null
        }
    }

    /// The value itself, or the object to which it refers.
    ///
    /// - Throws: ``PDFError`` if the object is damaged, or if references form a circle.
    func resolve(_ value: PDFObject?) throws -> PDFObject {
        var value = value ?? .null
        for _ in 0..<Self.longestChain {
            guard case .reference(let number) = value else { return value }
            value = try object(number)
        }
        throw PDFError("a reference leads nowhere")
    }

    /// The content of a stream of objects, and the position of each object in it.
    private func container(_ number: Int) throws -> (content: ByteBuffer, positions: [Int: Int]) {
        if let known = containers[number] { return known }
        guard case .position = entries[number] ?? .free, let stream = try object(number).stream,
            stream.dictionary["Type"] == .name("ObjStm"), let count = try resolve(stream.dictionary["N"]).integer,
            let first = try resolve(stream.dictionary["First"]).integer, count >= 0, first >= 0
        else { throw PDFError("the stream of objects \(number) is damaged") }
        let content = ByteBuffer(try structure(of: stream))
        guard count <= content.count else { throw PDFError("the stream of objects \(number) is damaged") }
        var parser = PDFParser(content)
        var positions: [Int: Int] = [:]
        for _ in 0..<count {
            guard let own = try parser.object().integer, let offset = try parser.object().integer, offset >= 0 else {
                throw PDFError("the stream of objects \(number) is damaged")
            }
            positions[own] = first.plus(offset)
        }
        containers[number] = (content, positions)
        return (content, positions)
    }

    /// The content of a stream that belongs to the file's structure.
    private func structure(of stream: PDFStream) throws -> Data {
        let content = try content(of: stream)
        structureBytes += content.count
        guard structureBytes <= Self.largestStructure else { throw PDFError("the file's structure is too large") }
        return content
    }

    // MARK: Streams

    /// The content of a stream, if its only filter is zlib's, or if it has none.
    ///
    /// - Throws: ``PDFError`` if the stream is damaged, too large, or has other filters.
    func content(of stream: PDFStream) throws -> Data {
        var filter = try resolve(stream.dictionary["Filter"])
        var parameters = try resolve(stream.dictionary["DecodeParms"])
        if case .array(let filters) = filter {
            guard filters.count <= 1 else { throw PDFError("a stream has several filters") }
            filter = try resolve(filters.first)
            parameters = try resolve(parameters.array?.first ?? parameters)
        }
        if filter == .null { return stream.bytes }
        guard filter == .name("FlateDecode") || filter == .name("Fl") else { throw PDFError("a stream has another filter than zlib's") }
        guard let bytes = stream.bytes.inflated(limit: Self.largestStream) else { throw PDFError("a stream is damaged or too large") }
        let predictor = try resolve(parameters.dictionary?["Predictor"]).integer ?? 1
        guard predictor > 1 else { return bytes }
        func value(_ key: String, _ standard: Int) throws -> Int { try resolve(parameters.dictionary?[key]).integer ?? standard }
        let (colors, bits, columns) = try (value("Colors", 1), value("BitsPerComponent", 8), value("Columns", 1))
        guard predictor >= 10, (1...32).contains(colors), [1, 2, 4, 8, 16].contains(bits), (1...(1 << 24)).contains(columns) else {
            throw PDFError("a stream has an unknown predictor")
        }
        return Self.unpredicted(bytes, bytesPerPixel: max(1, colors * bits / 8), bytesPerRow: (colors * bits * columns + 7) / 8)
    }

    /// Undoes the predictors of PNG (ISO/IEC 15948, clause 9). Each row begins with the number of its predictor.
    private static func unpredicted(_ bytes: Data, bytesPerPixel: Int, bytesPerRow: Int) -> Data {
        let source = [UInt8](bytes)
        var above = [UInt8](repeating: 0, count: bytesPerRow)
        var result = Data(capacity: source.count)
        for start in stride(from: 0, to: source.count, by: bytesPerRow + 1) {
            var row = Array(source[(start + 1)..<min(start + 1 + bytesPerRow, source.count)])
            for index in row.indices {
                let left = index >= bytesPerPixel ? row[index - bytesPerPixel] : 0
                let corner = index >= bytesPerPixel ? above[index - bytesPerPixel] : 0
                switch source[start] {
                case 1: row[index] &+= left
                case 2: row[index] &+= above[index]
                case 3: row[index] &+= UInt8((Int(left) + Int(above[index])) / 2)
                case 4: row[index] &+= paeth(left, above[index], corner)
                default: break
                }
            }
            result += row
            if row.count == bytesPerRow { above = row }
        }
        return result
    }

    /// Paeth's predictor: the neighbour that is nearest to left + above − corner.
    private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let estimate = Int(left) + Int(above) - Int(corner)
        let (a, b, c) = (abs(estimate - Int(left)), abs(estimate - Int(above)), abs(estimate - Int(corner)))
        return a <= b && a <= c ? left : b <= c ? above : corner
    }
}
