/// Guesses of the word that a misspelt one stands for.
package enum Spelling {
    /// The end of a message about an unknown word: `; did you mean 'classify'?`, or nothing where no known word is near.
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
