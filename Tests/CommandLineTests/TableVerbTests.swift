import Foundation
import TestSupport
import Testing

/// Models of tables, trained and measured as a process.
@Suite struct TableVerbTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private func write(_ lines: [String], to name: String) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appendingPathComponent(name))
    }

    private func osprey(_ words: String...) throws -> Program.Result { try Program.run(words, in: folder) }

    private func page(_ name: String) throws -> String { try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) }

    /// Rows whose price follows from area and town, not from the number of the house. Some areas are missing.
    private func writeHouses() throws {
        let towns = [("Rome", 50), ("Oslo", 200), ("<b>Bern", 120)]
        let rows = (0..<120).map { row in
            let (area, town) = (20 + row * 37 % 90, towns[row % 3])
            return
                "\(row % 10 == 4 ? "" : String(area)),\"\(town.0)\",\(row * 7 % 11),\(3 * area + town.1),\(area > 60 ? "large" : "small")"
        }
        try write(["area,town,number,price,size"] + rows, to: "houses.csv")
    }

    @Test("A regressor is trained and measured, and its pages say what it looks at")
    func numbersArePredicted() throws {
        try writeHouses()
        let training = try osprey(
            "train", "tabular", "houses.csv", "--target", "price", "--features", "area, town,number", "--kind", "boosted-tree", "--split",
            "0.25", "--output", "m.mlmodel", "--report", "t.html", "--json"
        ).object()
        let held = try #require(training["validation"] as? [String: Any])
        #expect(held["rows"] as? Int == 30)
        #expect(try #require(held["explainedVariance"] as? Double) > 0.7)
        let text = try page("t.html")
        let importance = try #require(text.components(separatedBy: "<h2>Importance of columns</h2>").dropFirst().first)
        let places = try ["<td>town</td>", "<td>area</td>", "<td>number</td>"].map { try #require(importance.range(of: $0)).lowerBound }
        #expect(max(places[0], places[1]) < places[2], "the number of a house says nothing")
        #expect(text.components(separatedBy: "<circle").count == 31 && text.contains("<h2>Residuals</h2>"))

        let figures = try osprey("evaluate", "m.mlmodel", "houses.csv", "--target", "price", "--json").object()
        let all = try #require(training["training"] as? [String: Any])
        func squares(_ figures: [String: Any]) throws -> Double {
            let (rows, error) = (figures["rows"] as? Int, figures["rootMeanSquaredError"] as? Double)
            return try Double(#require(rows)) * pow(#require(error), 2)
        }
        // All rows are those that were learnt from and those that were set aside.
        #expect(try abs(squares(figures) - squares(all) - squares(held)) < 1e-6 * squares(figures))
    }

    @Test(
        "A classifier is trained and measured, with its confusion and calibration", arguments: ["logistic", "random-forest", "svm", "auto"])
    func classesArePredicted(_ kind: String) throws {
        try writeHouses()
        let training = try osprey(
            "train", "tabular", "houses.csv", "--target", "size", "--features", "area,town,price", "--kind", kind, "--output", "m.mlmodel")
        #expect(training.status == 0 && training.output.contains("trained in"), "\(training.errors)")
        let run = try osprey("evaluate", "m.mlmodel", "houses.csv", "--report", "e.html")
        #expect(run.status == 0 && run.output.contains("of 120 right"), "\(run.errors)")
        let text = try page("e.html")
        #expect(text.contains("<h2>What is taken for what</h2>") && text.contains("<h2>Importance of columns</h2>"))
        // Support vectors give no probabilities, and any kind may be the best.
        if kind != "auto" { #expect(text.contains("<h2>Calibration</h2>") == (kind != "svm")) }
    }

    @Test("Whole numbers are classes on demand, and text of the data cannot change a page")
    func wholeNumbersAreClasses() throws {
        try writeHouses()
        let run = try osprey(
            "train", "tabular", "houses.csv", "--target", "town", "--kind", "decision-tree", "--split", "0.5", "--output", "m.mlmodel",
            "--report", "t.html")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try page("t.html").contains("&lt;b&gt;Bern") && !page("t.html").contains("<b>Bern"))
        let classes = try osprey(
            "train", "tabular", "houses.csv", "--target", "number", "--classify", "--kind", "decision-tree", "--output", "n.mlmodel",
            "--json"
        ).object()
        let training = try #require(classes["training"] as? [String: Any])
        #expect((training["labels"] as? [Any])?.count == 11)
    }

    @Test("Columns that say nothing are named in warnings")
    func uselessColumnsAreNamed() throws {
        try write(["name,same,x,y"] + (0..<60).map { "n\($0),1,\($0 * 7 % 60),\($0 * 2)" }, to: "t.csv")
        let run = try osprey("train", "tabular", "t.csv", "--target", "y", "--kind", "linear", "--split", "0")
        #expect(run.status == 0 && run.errors.contains("'name' has another text in every row"), "\(run.errors)")
        #expect(run.errors.contains("'same' has one value only") && !run.errors.contains("'x'"))
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("Table.mlmodel").path))
    }

    @Test("A text among numbers is named in a warning")
    func textsAmongNumbersAreNamed() throws {
        try write(["a,y"] + (0..<60).map { "\($0 == 40 ? "x" : String($0)),\($0 * 2)" }, to: "t.csv")
        let run = try osprey("train", "tabular", "t.csv", "--target", "y", "--kind", "linear", "--split", "0")
        #expect(run.status == 0 && run.errors.contains("'a' holds texts because of 'x' in row 41 (line 42)"), "\(run.errors)")
        #expect(!run.errors.contains("another text in every row"))
    }

    @Test("Mistakes are named")
    func mistakesAreNamed() throws {
        try writeHouses()
        func fails(_ words: String..., status: Int32, with text: String) throws {
            let run = try Program.run(["train", "tabular", "houses.csv"] + words, in: folder)
            #expect(run.status == status && run.errors.contains(text), "\(run.errors)")
        }
        try fails(status: 2, with: "--target names the column")
        try fails("--target", "prize", status: 1, with: "no column 'prize', but area, town")
        try fails("--target", "size", "--kind", "linear", status: 2, with: "logistic predicts classes")
        try fails("--target", "price", "--kind", "forest", status: 2, with: "one of auto, boosted-tree")
        try fails("--target", "price", "--step-size", "0.1", status: 2, with: "--step-size goes with")
        try fails("--target", "price", "--split", "0.1", "--validation", "houses.csv", status: 2, with: "does not go with --validation")
        try fails("--target", "area", status: 1, with: "no value in 12 of 120 rows")
        try fails("--target", "price", "--features", "area,rooms", status: 1, with: "no column 'rooms'")
        #expect(try osprey("train", "tabular", "houses.csv", "--target", "price", "--kind", "linear").status == 0)
        try write(["area,price,size", "1,2,small"], to: "other.csv")
        let missing = try osprey("evaluate", "Table.mlmodel", "other.csv")
        #expect(missing.status == 1 && missing.errors.contains("no column 'number'"), "\(missing.errors)")
        try write(["area,town,number,size,price", "1,Rome,x,small,2"], to: "other.csv")
        let wrong = try osprey("evaluate", "Table.mlmodel", "other.csv")
        #expect(wrong.status == 1 && wrong.errors.contains("row 1 (line 2) of the column 'number' has 'x'"), "\(wrong.errors)")
        try EvaluationModels.meanColor.write(to: folder.appendingPathComponent("m.mlmodel"))
        let photos = try osprey("evaluate", "m.mlmodel", "other.csv", "--target", "price")
        #expect(photos.status == 2 && photos.errors.contains("--target is for models of tables"), "\(photos.errors)")
    }
}
