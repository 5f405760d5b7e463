import Foundation

/// The syntax of comma-separated text.
package struct CSVFormat: Sendable {
    /// The text between two fields.
    package var delimiter: String
    /// The text at the start of comment lines, which are skipped; empty if there are no comments.
    package var comment: String
    /// The escape character; empty if there is none.
    package var escape: String
    /// Whether two quotes inside a quoted field stand for one quote.
    package var doubleQuote: Bool
    /// The quotation mark around a field that contains delimiters; empty if there is none.
    package var quote: String
    package var skipInitialSpaces: Bool
    package var lineTerminator: String
    /// Whether empty lines are skipped.
    package var skipsEmptyLines: Bool

    package init(
        delimiter: String, comment: String, escape: String, doubleQuote: Bool, quote: String, skipInitialSpaces: Bool,
        lineTerminator: String, skipsEmptyLines: Bool = true
    ) {
        self.delimiter = delimiter
        self.comment = comment
        self.escape = escape
        self.doubleQuote = doubleQuote
        self.quote = quote
        self.skipInitialSpaces = skipInitialSpaces
        self.lineTerminator = lineTerminator
        self.skipsEmptyLines = skipsEmptyLines
    }
}

/// Splits comma-separated text into rows of fields.
package struct CSVReader {
    package struct Row {
        /// The number of the row's first line, from 1.
        package var line: Int
        package var fields: [String]
    }

    private let bytes: [UInt8]
    private let options: CSVFormat
    private let delimiter: [UInt8]
    private let comment: [UInt8]
    private let terminator: [UInt8]
    private let quote: UInt8?
    private let escape: UInt8?
    /// The number of bytes that have been read, without the byte-order mark.
    private(set) var place = 0
    private(set) var line = 1

    private static let newline = UInt8(ascii: "\n")

    /// - Throws: ``TableReadingError`` if the text is not UTF-8, or the options are invalid.
    package init(_ data: Data, _ options: CSVFormat) throws {
        guard String(data: data, encoding: .utf8) != nil else { throw TableReadingError("it is not UTF-8 text") }
        func single(_ text: String, _ name: String) throws -> UInt8? {
            guard text.utf8.count <= 1 else {
                throw TableReadingError("the \(name) must be one ASCII character, not '\(text)'")
            }
            return text.utf8.first
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        bytes = data.starts(with: mark) ? Array(data.dropFirst(3)) : Array(data)
        self.options = options
        delimiter = Array(options.delimiter.utf8)
        comment = Array(options.comment.utf8)
        terminator = Array(options.lineTerminator.utf8)
        quote = try single(options.quote, "quote")
        escape = try single(options.escape, "escape")
        guard !delimiter.isEmpty, !terminator.isEmpty else {
            throw TableReadingError("the delimiter and the line terminator must not be empty")
        }
    }

    /// The next row that is neither empty nor a comment; `nil` at the end.
    ///
    /// - Throws: ``TableReadingError`` if a quoted field has no end.
    package mutating func next() throws -> Row? {
        while place < bytes.count {
            let first = line
            if !comment.isEmpty, matches(comment) {
                skipLine()
                continue
            }
            let fields = try readRow(from: first)
            if options.skipsEmptyLines, fields.count == 1, fields[0].isEmpty { continue }
            return Row(line: first, fields: fields)
        }
        return nil
    }

    /// Skips the rest of the line.
    package mutating func skipLine() {
        while place < bytes.count, !endLine() { advance() }
    }

    private mutating func readRow(from first: Int) throws -> [String] {
        var (fields, field): ([String], [UInt8]) = ([], [])
        var (isQuoted, isStart) = (false, true)
        func finish(_ field: [UInt8]) -> String { String(decoding: field, as: UTF8.self) }
        while place < bytes.count {
            let byte = bytes[place]
            if isQuoted {
                if byte == quote {
                    if options.doubleQuote, place + 1 < bytes.count, bytes[place + 1] == quote {
                        field.append(byte)
                        place += 2
                    } else {
                        isQuoted = false
                        place += 1
                    }
                } else if byte == escape, place + 1 < bytes.count {
                    place += 1
                    field.append(Self.unescaped(bytes[place]))
                    advance()
                } else {
                    field.append(byte)
                    advance()
                }
                continue
            }
            if matches(delimiter) {
                fields.append(finish(field))
                (field, isStart) = ([], true)
                place += delimiter.count
            } else if endLine() {
                fields.append(finish(field))
                return fields
            } else if byte == quote, isStart {
                (isQuoted, isStart) = (true, false)
                place += 1
            } else if isStart, options.skipInitialSpaces, byte == UInt8(ascii: " ") {
                place += 1
            } else {
                field.append(byte)
                isStart = false
                advance()
            }
        }
        guard !isQuoted else { throw TableReadingError("the quote that begins in line \(first) has no end") }
        fields.append(finish(field))
        return fields
    }

    static func unescaped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "n"): newline
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        default: byte
        }
    }

    private func matches(_ text: [UInt8]) -> Bool {
        guard bytes[place] == text[0] else { return false }
        return place + text.count <= bytes.count && bytes[place..<place + text.count].elementsEqual(text)
    }

    private mutating func advance() {
        if bytes[place] == Self.newline { line += 1 }
        place += 1
    }

    /// Skips a line terminator. A carriage return before a newline is a part of it.
    ///
    /// - Returns: `false` if there is no line terminator.
    private mutating func endLine() -> Bool {
        if terminator == [Self.newline], bytes[place] == UInt8(ascii: "\r"), place + 1 < bytes.count, bytes[place + 1] == Self.newline {
            place += 2
            line += 1
            return true
        }
        guard matches(terminator) else { return false }
        place += terminator.count
        line += 1
        return true
    }
}
