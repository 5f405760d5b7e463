import Foundation
import Reports

/// The words of the command line as bytes, which need not be UTF-8. The system passes them in this form.
enum ProcessWords {
    /// All words except the name of the program.
    ///
    /// - Throws: `UsageError` that shows the first word that is not UTF-8. If the invalid bytes were replaced, a word that names a file would name
    ///   another one.
    static func all() throws -> [String] {
        var words: [String] = []
        var place = CommandLine.unsafeArgv + 1
        while let word = place.pointee {
            let bytes = UnsafeBufferPointer(start: UnsafeRawPointer(word).assumingMemoryBound(to: UInt8.self), count: strlen(word))
            words.append(try text(bytes))
            place += 1
        }
        return words
    }

    static func text(_ bytes: some Collection<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("'\(escaped(bytes))' is not UTF-8; a file of such a name has to be renamed first")
        }
        return text
    }

    /// The bytes as text. A byte that is not a printable ASCII character is written as in `\xFF`.
    private static func escaped(_ bytes: some Collection<UInt8>) -> String {
        bytes.map { byte in
            (0x20..<0x7F).contains(byte) ? String(UnicodeScalar(byte)) : "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}
