import CoreMLSpecification
import Foundation

/// The probabilities of the characters in the words of one language. They depend on up to four characters before the character.
///
/// Upper and lower case count as the same character, and so do all digits.
struct CharacterSequences: Sendable {
    /// The code of the language, such as `en`; or the name of a script, for a mixture of its languages.
    let name: String
    private let codes: [Character: UInt32]
    /// The sequences that have a probability, in rising order, each as a `UInt32`. Each character has 6 bits, and the last character has the lowest.
    private let keys: Bytes
    /// For each key, the cost of its last character after the others, as a byte.
    private let costs: Bytes
    /// For each key, the additional cost of a character that is not listed after the key, as a byte.
    private let factors: Bytes

    /// The code of the beginning and the end of a word.
    static let edge: UInt32 = 1
    /// The code of a character that is not in the alphabet.
    private static let other: UInt32 = 2
    private static let firstLetter: UInt32 = 3
    private static let bits: UInt32 = 6
    /// The bits of the four characters before a character.
    private static let context: UInt32 = 1 << 24 - 1
    /// The costs of the file are in this unit.
    private static let unit: Float = 1 / 20
    /// The cost of a character that is not listed at all.
    private static let unlisted: Float = 12

    /// The code of a character.
    func code(of character: Character) -> UInt32 {
        if character.isNumber { return codes["0"] ?? Self.other }
        return codes[character] ?? codes[Character(character.lowercased())] ?? Self.other
    }

    /// The context after one more character.
    static func appending(_ code: UInt32, to context: UInt32) -> UInt32 { (context << bits | code) & Self.context }

    /// The negative logarithm of the probability that a character follows a context.
    func cost(of code: UInt32, after context: UInt32) -> Float {
        var (context, sum) = (context, 0)
        while true {
            if let place = place(of: context << Self.bits | code) { return Float(sum + Int(costs[place])) * Self.unit }
            guard context > 0 else { return Float(sum) * Self.unit + Self.unlisted }
            if let place = place(of: context) { sum += Int(factors[place]) }
            // The context without its first character.
            let width = (UInt32(32 - context.leadingZeroBitCount) + Self.bits - 1) / Self.bits
            context &= 1 << ((width - 1) * Self.bits) - 1
        }
    }

    private func place(of key: UInt32) -> Int? {
        keys.withUnsafeBytes { memory in
            func value(at place: Int) -> UInt32 { UInt32(littleEndian: memory.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self)) }
            var (low, high) = (0, costs.count)
            while low < high {
                let middle = (low + high) / 2
                if value(at: middle) < key { low = middle + 1 } else { high = middle }
            }
            return low < costs.count && value(at: low) == key ? low : nil
        }
    }
}

extension CharacterSequences {
    /// The extension of the file beside the model `textReader`. `Models/text/ngrams.py` writes this file and describes its form.
    static let pathExtension = "ngrams"

    private static let magic = Array("OSPREYNG".utf8)
    private static let longestText = 1 << 10

    /// Reads the languages of a file.
    ///
    /// - Throws: `SpecificationError` if the file is damaged.
    static func read(_ file: Bytes) throws -> [CharacterSequences] {
        var reader = Reader(bytes: file)
        guard try Array(reader.next(magic.count)) == magic else { throw SpecificationError("this is no file of character sequences") }
        return try (0..<reader.count()).map { _ in try CharacterSequences(&reader) }
    }

    private struct Reader {
        let bytes: Bytes
        private var offset = 0

        init(bytes: Bytes) { self.bytes = bytes }

        mutating func next(_ count: Int) throws -> Bytes {
            let slice = try bytes.slice(at: offset, count: count)
            offset += count
            return slice
        }

        mutating func count() throws -> Int { Int(try next(4).integer(at: 0, as: UInt32.self)) }

        mutating func text() throws -> String {
            let count = try count()
            guard count <= longestText else { throw SpecificationError("a text of \(count) bytes is too long") }
            return String(decoding: try next(count), as: UTF8.self)
        }
    }

    private init(_ reader: inout Reader) throws {
        name = try reader.text()
        let alphabet = try reader.text()
        codes = Dictionary(zip(alphabet, Self.firstLetter...)) { first, _ in first }
        guard codes.count < 1 << Self.bits - Int(Self.firstLetter) else { throw SpecificationError("an alphabet has too many characters") }
        let count = try reader.count()
        keys = try reader.next(4 * count)
        costs = try reader.next(count)
        factors = try reader.next(count)
    }
}
