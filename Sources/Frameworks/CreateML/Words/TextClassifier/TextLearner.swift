import Foundation
import NaturalLanguage

/// Trains a text classifier. Its features are words, and pairs or parts of words. A feature in fewer texts has a greater weight.
enum TextLearner {
    private static let maximumLabelCount = 1_000
    private static let maximumFeatureCount = 200_000
    private static let maximumWeightCount = 1 << 22

    /// - Throws: `MLCreateError.generic` if there are no texts, no text has a word, or there are fewer than two labels or too many.
    static func learn(_ examples: LabeledTexts, _ keys: TextDictionary.Keys) throws -> MaximumEntropyModel {
        let labels = try labels(of: examples.labels, noun: "texts")
        let corpus = Corpus(examples.texts, keys)
        guard !corpus.words.isEmpty else { throw MLCreateError.generic(reason: "none of the \(examples.count) texts has a word") }
        let outputs = labels.count == 2 ? 1 : labels.count
        let limit = min(maximumFeatureCount, maximumWeightCount / outputs)
        let (features, counts) = corpus.features(maximumCount: limit)
        let places = Dictionary(uniqueKeysWithValues: features.enumerated().map { ($1, Int32($0)) })
        var rows = SparseRows(width: features.count)
        for text in corpus.texts { rows.append(row(text, places)) }
        let count = Double(examples.count)
        var scales = counts.map { log((1 + count) / (1 + Double($0))) + 1 }
        // Rows are scaled to a mean length of 1. The factor of the penalty then has the same meaning for all data.
        let length = meanLength(rows, scales)
        if length > 0 { scales = scales.map { $0 / length } }
        let numbers = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
        return MaximumEntropyModel(
            rows, scales: scales, features: features.map(corpus.name), targets: examples.labels.map { numbers[$0] ?? 0 }, labels: labels)
    }

    /// The distinct labels, sorted.
    ///
    /// - Parameter noun: the word for the labelled examples in an error, such as "texts".
    /// - Throws: `MLCreateError.generic` if there are fewer than two labels or too many.
    static func labels(of labels: [String], noun: String) throws -> [String] {
        guard !labels.isEmpty else { throw MLCreateError.generic(reason: "there are no \(noun) to learn from") }
        let different = Set(labels).sorted()
        guard different.count > 1 else {
            throw MLCreateError.generic(reason: "all \(noun) have the label '\(different[0])'; a classifier tells at least two apart")
        }
        guard different.count <= maximumLabelCount else {
            throw MLCreateError.generic(reason: "the \(noun) have \(different.count) different labels; there may be \(maximumLabelCount)")
        }
        return different
    }

    /// The values of a text's features, as `TextDictionary` computes them. Features that the model does not use are left out.
    private static func row(_ text: [Corpus.Feature], _ places: [Corpus.Feature: Int32]) -> [(column: Int32, value: Float)] {
        let runs = Corpus.runs(text)
        let norm = runs.reduce(0.0) { $0 + pow(1 + log(Double($1.count)), 2) }.squareRoot()
        return runs.compactMap { feature, count in
            places[feature].map { ($0, Float((1 + log(Double(count))) / norm)) }
        }
    }

    private static func meanLength(_ rows: SparseRows, _ scales: [Double]) -> Double {
        var total = 0.0
        for row in 0..<rows.count {
            var squares = 0.0
            for index in rows.starts[row]..<rows.starts[row + 1] {
                let value = Double(rows.values[index]) * scales[Int(rows.columns[index])]
                squares += value * value
            }
            total += squares.squareRoot()
        }
        return total / Double(max(rows.count, 1))
    }
}

/// A collection of texts. Each word is replaced by a number.
struct Corpus {
    /// A word, a pair of words or a part of words. The lower 32 bits have the number of the last word or of the part. The upper 32 bits are 0 for a
    /// word, all ones for a part, or one more than the number of the pair's first word.
    typealias Feature = UInt64

    private(set) var words: [String] = []
    private var parts: [String] = []
    /// The features of each text, in the order of the text.
    private(set) var texts: [[Feature]] = []

    private static let block = 256

    private static let part: Feature = 0xFFFF_FFFF << 32

    init(_ texts: [String], _ keys: TextDictionary.Keys) {
        var numbers: [String: Feature] = [:]
        var partNumbers: [String: Feature] = [:]
        var partsOfWords: [[Feature]] = []
        let blocks = (texts.count + Self.block - 1) / Self.block
        let found = ParallelLoop.map(blocks) { block in
            texts[block * Self.block..<min((block + 1) * Self.block, texts.count)].map { TextDictionary.words($0) }
        }
        func partNumber(_ text: String) -> Feature {
            let number = partNumbers[text] ?? Feature(parts.count)
            if number == parts.count {
                partNumbers[text] = number
                parts.append(text)
            }
            return Self.part | number
        }
        for text in found.joined() {
            var features: [Feature] = []
            features.reserveCapacity(text.count * 2)
            var last: Feature?
            for word in text {
                let number = numbers[word] ?? Feature(words.count)
                if number == words.count {
                    numbers[word] = number
                    words.append(word)
                    if keys.contains(.parts) { partsOfWords.append(TextDictionary.parts(of: word).map(partNumber)) }
                }
                features.append(number)
                if keys.contains(.pairs), let last { features.append((last + 1) << 32 | number) }
                if keys.contains(.parts) { features += partsOfWords[Int(number)] }
                last = number
            }
            self.texts.append(features)
        }
    }

    /// The distinct features of a text in ascending order, with the number of occurrences of each.
    static func runs(_ text: [Feature]) -> [(feature: Feature, count: Int)] {
        var runs: [(feature: Feature, count: Int)] = []
        for feature in text.sorted() {
            if runs.last?.feature == feature {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((feature, 1))
            }
        }
        return runs
    }

    /// The features for the training, with the number of texts that have each feature. They are all words, and all pairs and parts that occur in at
    /// least two texts. If there are too many, only the most frequent are included.
    func features(maximumCount: Int) -> (features: [Feature], counts: [Int]) {
        var counts: [Feature: Int] = [:]
        for text in texts {
            for feature in Set(text) { counts[feature, default: 0] += 1 }
        }
        var features = counts.filter { $0.key >> 32 == 0 || $0.value > 1 }.map { (feature: $0.key, count: $0.value) }
        features.sort { ($1.count, $0.feature) < ($0.count, $1.feature) }
        features = Array(features.prefix(maximumCount))
        return (features.map(\.feature), features.map(\.count))
    }

    /// The key of a feature in a text's dictionary.
    func name(_ feature: Feature) -> String {
        let number = Int(feature & 0xFFFF_FFFF)
        if feature & Self.part == Self.part { return parts[number] }
        let last = words[number]
        return feature >> 32 == 0 ? last : words[Int(feature >> 32) - 1] + " " + last
    }
}
