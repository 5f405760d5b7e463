import NaturalLanguage

/// Trains a word tagger on sentences, and labels sentences with it.
enum TokenLearner {
    typealias Sentence = (tokens: [String], labels: [String])

    private static let maximumFeatureCount = 1 << 20
    private static let maximumWeightCount = 1 << 22

    /// - Throws: `MLCreateError.generic` if there are no tokens, or a sentence has different numbers of tokens and labels. Also if there are fewer
    ///   than two labels or too many.
    static func learn(_ sentences: [Sentence]) throws -> MaximumEntropyModel {
        try check(sentences)
        let targets = sentences.flatMap(\.labels)
        let labels = try TextLearner.labels(of: targets, noun: "tokens")
        var numbers: [String: Int32] = [:]
        var names: [String] = []
        var counts: [Int] = []
        var found: [[Int32]] = []
        for sentence in sentences {
            let words = sentence.tokens.map { TokenDictionary.Word($0) }
            for index in words.indices {
                found.append(
                    TokenDictionary.features(of: words, at: index, after: sentence.labels).map { feature in
                        let number = numbers[feature] ?? Int32(names.count)
                        if number == names.count {
                            numbers[feature] = number
                            names.append(feature)
                            counts.append(0)
                        }
                        counts[Int(number)] += 1
                        return number
                    })
            }
        }
        let limit = min(maximumFeatureCount, maximumWeightCount / (labels.count == 2 ? 1 : labels.count))
        let kept = names.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }.prefix(limit)
        var places = [Int32?](repeating: nil, count: names.count)
        for (place, number) in kept.enumerated() { places[number] = Int32(place) }
        var rows = SparseRows(width: kept.count)
        for features in found { rows.append(features.compactMap { places[Int($0)] }.map { (column: $0, value: Float(1)) }) }
        let classes = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
        return MaximumEntropyModel(
            rows, scales: [Double](repeating: 1, count: kept.count), features: kept.map { names[$0] },
            targets: targets.map { classes[$0] ?? 0 }, labels: labels, options: .init(looseness: 1))
    }

    /// - Throws: `MLCreateError.generic` if a sentence has different numbers of tokens and labels.
    static func check(_ sentences: [Sentence]) throws {
        for (index, sentence) in sentences.enumerated() where sentence.tokens.count != sentence.labels.count {
            throw MLCreateError.generic(
                reason: "the sentence \(index) has \(sentence.tokens.count) tokens and \(sentence.labels.count) labels")
        }
    }

    /// Predicts the labels of a sentence's tokens, from the first token to the last.
    static func labels(_ model: MaximumEntropyModel, _ tokens: [String]) -> [String] {
        let words = tokens.map { TokenDictionary.Word($0) }
        var labels: [String] = []
        for index in words.indices {
            let features = TokenDictionary.features(of: words, at: index, after: labels)
            labels.append(model.label(features.map { (key: $0, value: 1) }))
        }
        return labels
    }

    /// The sentences of a table.
    ///
    /// - Throws: `MLCreateError` if a column is missing, or if a row does not have two lists of texts of equal length.
    static func sentences(_ table: MLDataTable, _ tokens: String, _ labels: String) throws -> [Sentence] {
        func lists(_ name: String) throws -> [[String]] {
            try table.column(name).values.enumerated().map { row, value in
                guard let list = value.sequenceValue, list.allSatisfy({ $0.type == .string }) else {
                    throw MLCreateError.type(reason: "\(TableRow.name(row)) of the column '\(name)' is no list of texts")
                }
                return list.compactMap(\.stringValue)
            }
        }
        let sentences = zip(try lists(tokens), try lists(labels)).map { (tokens: $0, labels: $1) }
        try check(sentences)
        return sentences
    }
}
