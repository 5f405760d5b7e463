import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("Tables that are damaged, huge or hostile are refused in words, or are harmless")
struct HostileTableTests {
    private static let wide = (0..<10_000).map { "c\($0)" }.joined(separator: ",")

    @Test(
        "What is wrong with a file is said",
        arguments: [
            ("", "it is empty"), ("a,b\n", "has no rows"), ("a,b\n1,2\n", "one row"), ("a\n1\n2\n", "only one column"),
            ("a;b\n1;2\n3;4\n", "only one column"), ("a,a\n1,2\n", "two columns are called 'a'"),
            ("a,b\n1,2,3\n", "line 2 has 3 fields instead of 2"), ("a,b\n\"1,2\n", "has no end"), (wide + "\n" + wide, "10000 columns"),
        ])
    func damaged(_ text: String, _ words: String) throws {
        let summary = try Server().summary(Data(text.utf8), as: "t.csv")
        let table = summary["table"] as? [String: Any]
        let doubts = (table?["doubts"] as? [[String: Any]])?.compactMap { $0["text"] as? String } ?? []
        let problems = (summary["problems"] as? [String] ?? []) + doubts
        #expect(problems.contains { $0.contains(words) }, "\(summary)")
        #expect(!problems.contains { $0.contains("/uploads/") }, "no path of the server is told")
    }

    @Test("Other text than UTF-8, other JSON than rows and more than one table are refused", arguments: ["utf16", "json", "deep", "two"])
    func others(_ kind: String) throws {
        let server = try Server()
        let problems: [String]?
        switch kind {
        case "utf16":
            let data = try #require("a,b\n1,2\n".data(using: .utf16))
            problems = try server.summary(data, as: "t.csv")["problems"] as? [String]
            #expect(problems?.first?.contains("not UTF-8") == true)
        case "json":
            problems = try server.summary(Data("[1, {\"a\": 2}]".utf8), as: "t.json")["problems"] as? [String]
            #expect(problems?.first?.contains("element 0 of the list is not an object") == true)
        case "deep":
            let text = String(repeating: "[", count: 100_000)
            problems = try server.summary(Data(text.utf8), as: "t.json")["problems"] as? [String]
            #expect(problems?.first?.contains("not JSON") == true)
        default:
            let upload = try server.upload(TableFiles.houses(), as: "a.csv")
            _ = try server.ask("PUT", "/api/uploads/\(upload)?path=b.csv", TableFiles.houses())
            problems = try server.ask("GET", "/api/uploads/\(upload)/data").json["problems"] as? [String]
            #expect(problems?.first?.contains("There are 2 tables in it") == true)
        }
        #expect(problems?.isEmpty == false)
    }

    @Test("Records that each have a key of their own would be millions of cells, and are refused")
    func sparse() throws {
        let records = "[" + (0..<3_000).map { "{\"k\($0)\":1}" }.joined(separator: ",") + "]"
        let problems = try Server().summary(Data(records.utf8), as: "t.json")["problems"] as? [String]
        #expect(problems?.first?.contains("3000 different keys") == true, "\(String(describing: problems))")
    }

    @Test("A file of annotations with millions of values is refused before they are made")
    func annotations() throws {
        let server = try Server()
        let upload = try server.upload()
        let photo = try Data(contentsOf: Repository.file("Examples/BreakfastFinder/testing/001.jpg"))
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=001.jpg", photo).status == 201)
        let values = String(repeating: "[],", count: 4_100_000)
        let list = Data(#"{"images": [], "annotations": [], "categories": [], "x": [\#(values)[]]}"#.utf8)
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=a.json", list).status == 201)
        let problems = try server.ask("GET", "/api/uploads/\(upload)/data").json["problems"] as? [String]
        #expect(problems?.contains { $0.contains("more than 8 million values") } == true, "\(String(describing: problems))")
    }

    @Test("Of more than a thousand labels nothing is learnt, as measurements have a number for each pair")
    func labels() throws {
        let server = try Server()
        let upload = try server.upload()
        let picture = Data("P5 1 1 255\na".utf8)
        let packed = zip((0...1000).map { (name: "l\($0)/a.pgm", data: picture) })
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=a.zip&unpack=1", packed).status == 201)
        let problems = try server.ask("GET", "/api/uploads/\(upload)/data").json["problems"] as? [String]
        #expect(problems?.first?.contains("There are 1001 labels, and Studio takes 1000 at most") == true)
        let job = try server.train("photos", on: upload, settings: #"{"iterations": 1}"#)
        let details = try server.wait(job, for: ["finished", "failed"])
        #expect((details["reason"] as? String)?.contains("1001 labels") == true, "\(details["reason"] ?? "")")
    }

    @Test("Names and values that are scripts, formulas and control characters are text everywhere, and can be learnt from")
    func harmless() throws {
        let server = try Server()
        let summary = try server.summary(TableFiles.hostile, as: "t.csv")
        let columns = try #require((summary["table"] as? [String: Any])?["columns"] as? [[String: Any]])
        #expect(columns.compactMap { $0["name"] as? String }.contains("a \"quoted\"\nname") && columns.count == 5)
        #expect(columns.first?["name"] as? String == "<script>window.hacked = 1</script>", "the byte-order mark is no part of the name")
        let job = try server.trainTable(TableFiles.hostile, target: "<img src=x onerror='window.hacked = 1'>", "decision-tree")
        let details = try server.wait(job, for: ["finished", "failed"])
        #expect(details["state"] as? String == "finished", "\(details)")
        let report = try server.ask("GET", "/api/jobs/\(job)/report").text
        #expect(!report.contains("<script>") && !report.contains("<img src=x") && report.contains("&lt;script&gt;"))
        let fields = try #require(server.ask("GET", "/api/jobs/\(job)/row").json["fields"] as? [[String: Any]])
        let values = Dictionary(uniqueKeysWithValues: fields.map { ($0["name"] as? String ?? "", $0["value"] as? String ?? "") })
        let answer = try server.ask("POST", "/api/jobs/\(job)/row", JSONSerialization.data(withJSONObject: ["values": values])).json
        #expect((answer["probabilities"] as? [Any])?.count == 2, "\(answer)")
        // Nothing leaves its literal.
        let code = try #require(answer["code"] as? String)
        #expect(code.contains(#""a \"quoted\"\u{a}name": "two\u{a}lines, \"0\""#), "\(code)")
        #expect(try server.ask("GET", "/api/jobs/\(job)/class").status == 200)
    }

    @Test("A table in a folder or a zip is found; one above the size limit is refused before it is read")
    func limits() throws {
        let server = try Server()
        let upload = try server.upload()
        let packed = zip([("data/houses.csv", TableFiles.houses()), ("__MACOSX/data/._houses.csv", Data([1]))])
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=a.zip&unpack=1", packed).status == 201)
        #expect(try server.ask("GET", "/api/uploads/\(upload)/data").json["count"] as? Int == 60)

        let folder = try TemporaryFolder()
        try TableFiles.houses().write(to: folder.file("houses.csv"))
        for (limits, words) in [
            (TableUpload.Limits(bytes: 1 << 10), "MB"), (TableUpload.Limits(cells: 100), "million cells"),
            (TableUpload.Limits(columns: 4), "has 5 columns, and Studio takes 4"),
        ] {
            let table = try #require(TableUpload(in: folder.url, limits: limits))
            let error = #expect(throws: (any Error).self) { try table.read() }
            #expect("\(try #require(error))".contains(words), "\(String(describing: error))")
        }
        #expect(try #require(TableUpload(in: folder.url)).profile().rowCount == 60)
    }
}
