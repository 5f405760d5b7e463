import CoreMLSpecification
import InputChecks

/// Words with a vector each, in single precision. Words are compared by Unicode's canonical equivalence: composed and decomposed forms are equal.
package struct WordVectors: Sendable {
    /// The words, each once, in the order of the file.
    package let words: [String]
    /// The number of elements of each vector, 1 or more.
    package let dimension: Int
    /// The vectors, one after the other.
    let values: [Float]
    /// The reciprocal of the length of each vector; 0 for a vector of zeros.
    let scales: [Float]
    private let places: [String: Int]

    /// - Parameter vectors: the vector of each word, all of the same length.
    /// - Throws: `RuntimeError.invalidModel` for no words, an empty word, vectors without numbers or of different lengths, and numbers that are
    ///   not finite in single precision.
    package init(_ vectors: [String: [Double]]) throws {
        let words = vectors.keys.sorted()
        let dimension = words.first.flatMap { vectors[$0]?.count } ?? 0
        var values: [Float] = []
        for word in words {
            let vector = vectors[word] ?? []
            guard vector.count == dimension else {
                throw RuntimeError.invalidModel(
                    "the vector of '\(word)' has \(vector.count) numbers, and that of '\(words[0])' has \(dimension)")
            }
            values.append(contentsOf: vector.lazy.map { Float($0) })
        }
        try self.init(words, dimension, values)
    }

    /// - Parameter parameters: a word embedding's parameters in a file.
    /// - Throws: `RuntimeError.invalidModel` for bytes that are damaged or have Apple's form, and for words and vectors that `init(_:)` rejects.
    package init(parameters: Bytes) throws {
        typealias Parameters = Specification.WordEmbeddingParameters
        guard let message = try? Parameters(parsing: parameters), message.form == Parameters.form else {
            throw RuntimeError.invalidModel("the parameters of the wordEmbedding are damaged, or have Apple's form, which is private")
        }
        try self.init(message.words, Int(clamping: message.dimension), Array(message.values))
    }

    private init(_ words: [String], _ dimension: Int, _ values: [Float]) throws {
        guard !words.isEmpty else { throw RuntimeError.invalidModel("the wordEmbedding has no words") }
        guard dimension > 0 else { throw RuntimeError.invalidModel("the vectors of the wordEmbedding have no numbers") }
        guard values.count == words.count.times(dimension) else {
            throw RuntimeError.invalidModel("the wordEmbedding has \(values.count) numbers for \(words.count) vectors of \(dimension)")
        }
        var places: [String: Int] = [:]
        places.reserveCapacity(words.count)
        for (place, word) in words.enumerated() {
            guard !word.isEmpty else { throw RuntimeError.invalidModel("a word of the wordEmbedding is empty") }
            guard places.updateValue(place, forKey: word) == nil else {
                throw RuntimeError.invalidModel("the word '\(word)' comes twice in the wordEmbedding")
            }
        }
        scales = try values.withUnsafeBufferPointer { values in
            try words.indices.map { place in
                let row = UnsafeBufferPointer(rebasing: values[place * dimension..<(place + 1) * dimension])
                return try Self.scale(of: row, words[place])
            }
        }
        (self.words, self.dimension, self.values, self.places) = (words, dimension, values, places)
    }

    /// The lengths of vectors that can be compared in single precision. Shorter vectors count as vectors of zeros.
    private static let lengths = 1e-37...1e37

    private static func scale(of row: UnsafeBufferPointer<Float>, _ word: String) throws -> Float {
        if let base = row.baseAddress {
            let square = dot(base, base, row.count)
            if square > 1e-20, square < 1e20 { return 1 / square.squareRoot() }
        }
        guard row.allSatisfy(\.isFinite) else {
            throw RuntimeError.invalidModel("the vector of '\(word)' has a number that is not finite in single precision")
        }
        let length = row.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length <= lengths.upperBound else {
            throw RuntimeError.invalidModel("the vector of '\(word)' has the length \(length), more than \(lengths.upperBound)")
        }
        return length < lengths.lowerBound ? 0 : Float(1 / length)
    }

    /// The parameters for a file.
    package var parameters: Bytes {
        let message = Specification.WordEmbeddingParameters.with {
            $0.form = Specification.WordEmbeddingParameters.form
            $0.words = words
            $0.dimension = UInt64(dimension)
            $0.values = PackedFloats(values)
        }
        return Bytes(copying: message.encoded())
    }

    package func contains(_ word: String) -> Bool { places[word] != nil }

    /// The index of a word; `nil` for an unknown word.
    func place(of word: String) -> Int? { places[word] }

    /// The vector of a word; `nil` for an unknown word.
    package func vector(for word: String) -> [Double]? { places[word].map(vector) }

    func vector(_ place: Int) -> [Double] { values[place * dimension..<(place + 1) * dimension].map(Double.init) }
}
