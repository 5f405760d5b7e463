/// Suggests a known word for a misspelt one.
package enum Spelling {
    /// The end of a message about an unknown word, such as `; did you mean 'classify'?`. It is empty if no known word is similar.
    package static func suggestion(for word: String, _ known: [String]) -> String {
        let near = known.map { (word: $0, distance: distance($0, word)) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= 3, near.distance < word.count else { return "" }
        return "; did you mean '\(near.word)'?"
    }

    /// Levenshtein's edit distance.
    private static func distance(_ first: String, _ second: String) -> Int {
        let second = Array(second)
        var row = Array(0...second.count)
        for (i, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in second.indices {
                let substitution = diagonal + (character == second[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[second.count]
    }
}
