import Foundation

/// The input of a word tagger: a dictionary of features for each word of a sentence.
package enum TokenDictionary {
    static let text =
        "The input is a dictionary with the value 1 for each feature of a word: w=, its small letters; p1= to p4= and s1= to s4=, its first and last "
        + "letters; f=, its form, X for capitals, x for other letters, 9 for digits, each once in a row; w-1=, w-2=, w+1= and w+2=, the small letters of "
        + "its neighbours, empty beyond the sentence; f-1= and f+1=, their forms; t-1= and t-2=, the labels given to the words before."

    private static let longestWord = 64
    private static let longestAffix = 4

    /// The forms of a word that features are made from.
    package struct Word: Sendable {
        let small: String
        let form: String

        package init(_ token: String) {
            let letters = token.precomposedStringWithCanonicalMapping.prefix(TokenDictionary.longestWord)
            small = letters.lowercased()
            var form = ""
            for letter in letters {
                let sign: Character = letter.isUppercase ? "X" : letter.isLetter ? "x" : letter.isNumber ? "9" : letter
                if form.last != sign { form.append(sign) }
            }
            self.form = form
        }
    }

    /// The features of a word in a sentence.
    ///
    /// - Parameter labels: the labels of the previous words.
    package static func features(of words: [Word], at index: Int, after labels: [String]) -> [String] {
        func small(_ place: Int) -> String { words.indices.contains(place) ? words[place].small : "" }
        func form(_ place: Int) -> String { words.indices.contains(place) ? words[place].form : "" }
        func label(_ place: Int) -> String { place >= 0 && place < labels.count ? labels[place] : "" }
        let word = words[index].small
        var features = ["w=" + word, "f=" + form(index)]
        for length in 1...longestAffix where word.count > length {
            features.append("p\(length)=" + word.prefix(length))
            features.append("s\(length)=" + word.suffix(length))
        }
        features += [
            "w-1=" + small(index - 1), "w-2=" + small(index - 2), "w+1=" + small(index + 1), "w+2=" + small(index + 2),
            "f-1=" + form(index - 1), "f+1=" + form(index + 1), "t-1=" + label(index - 1),
            "t-2=" + label(index - 2) + " " + label(index - 1),
        ]
        return features
    }
}
