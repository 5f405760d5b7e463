import Foundation

/// The elements of a small XML document: names, children and text. Attributes, comments, declarations and document types are skipped. Only XML's
/// five predefined entities and numeric character references are resolved. A document can therefore not expand beyond the size of its file.
struct XMLElementTree {
    struct Failure: Error {
        let reason: String
    }

    let name: String
    private(set) var children: [XMLElementTree] = []
    /// The text without leading and trailing white space.
    var text: String { characters.trimmingCharacters(in: .whitespacesAndNewlines) }
    private var characters = ""

    private static let maximumDepth = 64

    /// The first child with a name; `nil` if there is no such child.
    subscript(name: String) -> XMLElementTree? { children.first { $0.name == name } }

    private init(name: String) { self.name = name }

    /// - Throws: `Failure` if the data is not a well-formed document.
    init(_ data: Data) throws {
        guard let text = String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1) else {
            throw Failure(reason: "is no text")
        }
        var scanner = Scanner(text)
        self = try scanner.document()
    }

    private struct Scanner {
        private let text: [UInt8]
        private var position = 0

        init(_ text: String) { self.text = Array(text.utf8) }

        mutating func document() throws -> XMLElementTree {
            var open: [XMLElementTree] = []
            while position < text.count {
                guard text[position] == UInt8(ascii: "<") else {
                    let characters = try characters()
                    if !open.isEmpty { open[open.count - 1].characters += characters }
                    continue
                }
                if skips("<!--", to: "-->") || skips("<?", to: "?>") { continue }
                if starts("<![CDATA[") {
                    position += 9
                    let content = try upTo("]]>")
                    if !open.isEmpty { open[open.count - 1].characters += content }
                } else if skips("<!", to: ">") {
                    continue
                } else if starts("</") {
                    position += 2
                    let name = try upTo(">").trimmingCharacters(in: .whitespacesAndNewlines)
                    guard let closed = open.popLast(), closed.name == name else { throw Failure(reason: "</\(name)> closes nothing") }
                    guard !open.isEmpty else { return closed }
                    open[open.count - 1].children.append(closed)
                } else {
                    let (element, isEmpty) = try startTag()
                    guard open.count < XMLElementTree.maximumDepth else { throw Failure(reason: "has elements too deep in each other") }
                    if !isEmpty {
                        open.append(element)
                    } else if open.isEmpty {
                        return element
                    } else {
                        open[open.count - 1].children.append(element)
                    }
                }
            }
            throw Failure(reason: open.last.map { "is cut off within <\($0.name)>" } ?? "has no elements")
        }

        /// Reads `<name attribute="…">` or `<name/>`.
        private mutating func startTag() throws -> (XMLElementTree, isEmpty: Bool) {
            position += 1
            var (end, quote) = (position, UInt8(0))
            while end < text.count, quote != 0 || text[end] != UInt8(ascii: ">") {
                if quote != 0 {
                    if text[end] == quote { quote = 0 }
                } else if text[end] == UInt8(ascii: "\"") || text[end] == UInt8(ascii: "'") {
                    quote = text[end]
                }
                end += 1
            }
            guard end < text.count else { throw Failure(reason: "is cut off within a tag") }
            var tag = text[position..<end]
            position = end + 1
            let isEmpty = tag.last == UInt8(ascii: "/")
            if isEmpty { tag = tag.dropLast() }
            let name = String(decoding: tag.prefix { !Self.spaces.contains($0) }, as: UTF8.self)
            guard !name.isEmpty else { throw Failure(reason: "has a tag without a name") }
            return (XMLElementTree(name: name), isEmpty)
        }

        /// Reads text up to the next tag, and resolves its entities.
        private mutating func characters() throws -> String {
            let end = text[position...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
            let raw = String(decoding: text[position..<end], as: UTF8.self)
            position = end
            guard raw.contains("&") else { return raw }
            var result = ""
            for (index, part) in raw.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
                guard index > 0 else {
                    result += part
                    continue
                }
                guard let semicolon = part.firstIndex(of: ";"), let character = Self.entity(part[..<semicolon]) else {
                    throw Failure(reason: "has an unknown entity '&\(part.prefix(10))'")
                }
                result.append(character)
                result += part[part.index(after: semicolon)...]
            }
            return result
        }

        private static func entity(_ name: Substring) -> Character? {
            switch name {
            case "amp": return "&"
            case "lt": return "<"
            case "gt": return ">"
            case "quot": return "\""
            case "apos": return "'"
            default:
                guard name.hasPrefix("#") else { return nil }
                let digits = name.dropFirst()
                let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
                return code.flatMap(Unicode.Scalar.init).map(Character.init)
            }
        }

        private func starts(_ prefix: String) -> Bool { text[position...].starts(with: prefix.utf8) }

        private mutating func skips(_ prefix: String, to end: String) -> Bool {
            guard starts(prefix) else { return false }
            position += prefix.utf8.count
            if (try? upTo(end)) == nil { position = text.count }
            return true
        }

        /// Reads the text before `end`, and skips `end`.
        private mutating func upTo(_ end: String) throws -> String {
            let mark = Array(end.utf8)
            var place = position
            while place + mark.count <= text.count, !text[place...].starts(with: mark) { place += 1 }
            guard place + mark.count <= text.count else { throw Failure(reason: "is cut off: '\(end)' is missing") }
            defer { position = place + mark.count }
            return String(decoding: text[position..<place], as: UTF8.self)
        }

        private static let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    }
}
