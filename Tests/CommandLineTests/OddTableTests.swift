import Foundation
import TestSupport
import Testing

/// Every kind of training on the command line, with every table that is odd.
@Suite struct OddTableTests {
    /// Parts of the errors of a classifier of texts, where they are not those of trainers that predict classes.
    private static let ofTexts = [
        "no rows": "there are no texts to learn from", "one row": "all texts have the label 'b'",
        "empty columns": "none of the 40 texts has a word", "one value to predict": "all texts have the label 'even'",
        "no targets": "no value in 40 of 40 rows", "10,000 classes": "different labels; there may be 1000",
    ]

    @Test(
        "A training ends with a model or with one line about the fault",
        arguments: ["auto", "boosted-tree", "random-forest", "decision-tree", "linear", "logistic", "svm", "text"], OddTable.all)
    func tables(_ kind: String, _ odd: OddTable) throws {
        let folder = try TemporaryFolder()
        try Data(odd.csv.utf8).write(to: folder.file("t.csv"))
        let isClass = ["logistic", "svm", "decision-tree", "text"].contains(kind)
        let words =
            kind == "text"
            ? ["train", "text", "t.csv", "--text", "t", "--label", "c"]
            : ["train", "tabular", "t.csv", "--target", isClass ? "c" : "y", "--features", "x,t", "--kind", kind]
                + (isClass ? ["--classify"] : [])
        let run = try Program.run(words, in: folder.url)
        let isSum = ["linear", "logistic", "svm"].contains(kind)
        let fault = (kind == "text" ? Self.ofTexts[odd.description] : isSum ? odd.ofSums : nil) ?? (isClass ? odd.ofClasses : odd.ofNumbers)
        // Texts are classes where nothing else is said, but for a kind of numbers, which is wrong usage.
        if !isClass, odd.ofNumbers == "holds texts" {
            #expect(run.status == (kind == "linear" ? 2 : 0), "\(run.errors)")
        } else {
            #expect(run.status == (fault == nil ? 0 : 1) && fault.map { run.errors.contains($0) } != false, "\(run.errors)")
        }
        #expect(run.status == 0 || run.errors.split(separator: "\n").count { $0.hasPrefix("osprey: ") } == 1, "\(run.errors)")
    }
}
