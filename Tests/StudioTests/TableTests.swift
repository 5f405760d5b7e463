import Foundation
import Reports
import TestSupport
import Testing

@testable import Studio

@Suite("A table becomes a model that answers rows")
struct TableTests {
    private func column(_ name: String, of summary: [String: Any]) throws -> [String: Any] {
        let table = try #require(summary["table"] as? [String: Any])
        return try #require((table["columns"] as? [[String: Any]])?.first { $0["name"] as? String == name })
    }

    @Test("Columns have types, histograms, frequent values and missing ones", arguments: ["csv", "tsv", "jsonl"])
    func columns(_ suffix: String) throws {
        let server = try Server()
        var data = TableFiles.houses()
        if suffix == "tsv" { data = Data(String(decoding: data, as: UTF8.self).replacing(",", with: "\t").utf8) }
        if suffix == "jsonl" {
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                let area = cells[0].isEmpty ? "null" : cells[0]
                return
                    "{\"area\": \(area), \"town\": \"\(cells[1])\", \"number\": \(cells[2]), \"size\": \"\(cells[3])\", \"price\": \(cells[4])}"
            }
            data = Data(lines.joined(separator: "\n").utf8)
        }
        let summary = try server.summary(data, as: "houses.\(suffix)")
        #expect(summary["kind"] as? String == "table" && summary["count"] as? Int == 60, "\(summary)")
        let area = try column("area", of: summary)
        #expect(area["type"] as? String == "whole number" && area["missing"] as? Int == 6)
        #expect((area["bins"] as? [Int])?.reduce(0, +) == 54 && area["low"] as? Int == 20)
        let town = try column("town", of: summary)
        #expect(town["type"] as? String == "text" && town["different"] as? Int == 3 && town["bins"] == nil)
        #expect((town["values"] as? [[String: Any]])?.map { $0["count"] as? Int } == [20, 20, 20])
        // Of numbers below twenty each has a bar.
        #expect(try (column("number", of: summary)["bins"] as? [Int])?.count == 11)
    }

    @Test("Each reason against a column is stated in words")
    func doubts() throws {
        let rows = (0..<60).map { row in
            let (y, z) = (row == 7 ? "" : "c\(row % 2)", "\(row % 2)\(row == 3 ? "" : ".5")")
            let (far, sparse) = (row == 9 ? "inf" : "\(row)", row < 40 ? "" : "x\(row % 2)")
            let mixed = row == 20 ? "x" : "\(row % 9)"
            return "n\(row),\(row + 1),same,\(y),\(z),\(far),,\(row < 58 ? "a" : "b"),\(sparse),\(mixed)"
        }
        let text = (["id,row,one,y,z,far,empty,rare,sparse,mixed"] + rows).joined(separator: "\n")
        let summary = try Server().summary(Data(text.utf8), as: "t.csv")
        func said(_ name: String, _ kind: String) throws -> (text: String, isFatal: Bool) {
            let doubts = try #require(column(name, of: summary)[kind] as? [[String: Any]])
            return (doubts.compactMap { $0["text"] as? String }.joined(separator: " "), doubts.contains { $0["isFatal"] as? Bool == true })
        }
        for (name, kind, words, isFatal) in [
            ("one", "asClass", "has one value only, 'same': there is nothing to predict", true),
            ("one", "asFeature", "has one value only", false), ("id", "asFeature", "another text in every row", false),
            ("id", "asClass", "names the rows, and is no class", true), ("row", "asFeature", "numbers the rows", false),
            ("y", "withMissing", "has no value in 1 of 60 rows", true), ("y", "asNumber", "holds texts", true),
            ("z", "asClass", "a class is a text or a whole number", true), ("far", "asNumber", "is infinite in row 10 (line 11)", true),
            ("far", "asFeature", "only trees learn from", false), ("empty", "asNumber", "has no values", true),
            ("rare", "asClass", "Few rows are 'b' (2)", false), ("rare", "asClass", "'a' is the class of 96 % of the rows", false),
            ("sparse", "asFeature", "no value in 66 % of the rows", false),
            ("mixed", "asFeature", "'mixed' holds texts because of 'x' in row 21 (line 22)", false),
            ("mixed", "asNumber", "because of 'x' in row 21 (line 22)", true),
        ] {
            let doubt = try said(name, kind)
            #expect(doubt.text.contains(words) && doubt.isFatal == isFatal, "\(name): \(doubt)")
        }
        for (name, isAdvised) in [
            ("id", false), ("row", false), ("one", false), ("empty", false), ("y", true), ("z", true), ("sparse", true),
        ] {
            #expect(try column(name, of: summary)["isAdvised"] as? Bool == isAdvised, "\(name)")
        }
    }

    @Test("Each kind of trainer makes a model, a page and answers for rows", arguments: TableTrainers.kinds.map(\.0))
    func kinds(_ kind: String) throws {
        let server = try Server()
        let isClass = ["logistic", "svm", "decision-tree"].contains(kind)
        let job = try server.trainTable(
            TableFiles.houses(kind == "auto" ? 40 : 60), target: isClass ? "size" : "price", kind, iterations: kind == "linear" ? nil : 5,
            features: ["area", "town"])
        let details = try server.wait(job, for: ["finished", "failed"])
        #expect(details["state"] as? String == "finished", "\(details)")
        #expect(try server.ask("GET", "/api/jobs/\(job)/model").body.count > 100)
        #expect(try server.ask("GET", "/api/jobs/\(job)/class").text.contains("class Houses"))
        let report = try server.ask("GET", "/api/jobs/\(job)/report").text
        #expect(report.contains("Importance of columns") && report.contains(isClass ? "What is taken for what" : "Residuals"))
        let fields = try #require(server.ask("GET", "/api/jobs/\(job)/row").json["fields"] as? [[String: Any]])
        #expect(fields.map { $0["name"] as? String } == ["area", "town"])
        let typical = Dictionary(uniqueKeysWithValues: fields.map { ($0["name"] as? String ?? "", $0["value"] as? String ?? "") })
        func answer(_ values: [String: String]) throws -> [String: Any] {
            try server.ask("POST", "/api/jobs/\(job)/row", JSONSerialization.data(withJSONObject: ["values": values])).json
        }
        #expect(try answer(typical)["error"] == nil)
        let (low, high) = (try answer(["area": "22", "town": "Rome"]), try answer(["area": "105", "town": "Rome"]))
        if isClass {
            #expect(low["answer"] as? String == "small" && high["answer"] as? String == "large", "\(low) \(high)")
            #expect((low["probabilities"] as? [Any])?.count == (kind == "svm" ? 0 : 2))
        } else {
            #expect(try #require(low["number"] as? Double) < #require(high["number"] as? Double))
        }
        #expect((low["code"] as? String)?.contains("\"area\": 22.0,\n") == true)
    }

    @Test("A training tells the error of each iteration, and its page keeps it")
    func curves() throws {
        let server = try Server()
        let job = try server.trainTable(TableFiles.houses(), target: "price", "boosted-tree", iterations: 9)
        let details = try server.wait(job, for: ["finished", "failed"])
        let points = try #require(details["points"] as? [[String: Any]])
        let errors = points.compactMap { $0["rootMeanSquaredError"] as? Double }
        #expect(errors.count == 9 && errors[8] < errors[0] && points.allSatisfy { $0["validationRootMeanSquaredError"] is Double })
        #expect(try server.ask("GET", "/api/jobs/\(job)/report").text.contains("validation error"))
        #expect(details["target"] as? String == "price")

        // Its data can be trained on again, and stays with the first training.
        let upload = try #require(server.ask("POST", "/api/jobs/\(job)/again").json["id"] as? String)
        #expect(try server.ask("GET", "/api/uploads/\(upload)/data").json["count"] as? Int == 60)
        let second = try server.train("table", on: upload, settings: #"{"table": {"target": "price", "trainer": "linear"}}"#)
        #expect(try server.wait(second, for: ["finished", "failed"])["state"] as? String == "finished")
        #expect(try server.ask("DELETE", "/api/jobs/\(second)").status == 200)
        #expect(try server.ask("POST", "/api/jobs/\(job)/again").status == 201)
        #expect(try server.ask("POST", "/api/jobs/none/again").status == 404)
    }

    @Test("A training is stopped, goes on in the next server, and is removed")
    func stopped() throws {
        let server = try Server()
        // Of so many rows that it is not finished before it is stopped.
        let job = try server.trainTable(TableFiles.houses(6_000), target: "price", "boosted-tree", iterations: 100_000)
        func waitForSteps(_ server: Server) throws { try server.waitForTraining(job) { $0["done"] as? Int ?? 0 > 2 } }
        try waitForSteps(server)
        server.stop()
        let next = try Server(folder: server.folder)
        try waitForSteps(next)
        #expect(try next.ask("POST", "/api/jobs/\(job)/stop").status == 200)
        #expect(try next.wait(job, for: ["stopped", "finished", "failed"])["state"] as? String == "stopped")
        #expect(try next.ask("GET", "/api/jobs/\(job)/row").status == 409)
        #expect(try next.ask("DELETE", "/api/jobs/\(job)").status == 200)
    }

    @Test("Rows without a target are left out on demand, and the page says so; otherwise they are an error")
    func missingTargets() throws {
        let server = try Server()
        let sound = try server.trainTable(TableFiles.houses(), target: "area", "linear", leavesOutMissing: true)
        let details = try server.wait(sound, for: ["finished", "failed"])
        #expect(details["state"] as? String == "finished", "\(details)")
        #expect((details["warnings"] as? [String])?.contains("6 rows without a value of 'area' were left out") == true)
        let failed = try server.wait(server.trainTable(TableFiles.houses(), target: "area", "linear"), for: ["finished", "failed"])
        #expect((failed["reason"] as? String)?.contains("no value in 6 of 60 rows") == true)
    }

    @Test("Whole numbers are classes on demand, and a row has the probabilities of the ten most likely")
    func wholeNumbers() throws {
        let server = try Server()
        let job = try server.trainTable(TableFiles.houses(), target: "number", "decision-tree", isClass: true)
        #expect(try server.wait(job, for: ["finished", "failed"])["state"] as? String == "finished")
        let body = Data(#"{"values": {"area": "", "town": "Rome", "size": "small", "price": "200"}}"#.utf8)
        let answer = try server.ask("POST", "/api/jobs/\(job)/row", body).json
        #expect((answer["answer"] as? String).flatMap { Int($0) } != nil && answer["number"] is NSNull, "\(answer)")
        #expect((answer["probabilities"] as? [Any])?.count == 10 && answer["others"] as? Int == 1)
    }

    @Test("A model is measured on another table; a table that does not fit is refused, and the earlier page stays")
    func otherTable() throws {
        let server = try Server()
        let job = try server.trainTable(TableFiles.houses(), target: "price", "boosted-tree", features: ["area", "town"])
        _ = try server.wait(job, for: ["finished", "failed"])
        func test(_ data: Data, _ name: String) throws -> Client.Answer {
            let upload = try server.upload(data, as: name)
            return try server.ask("POST", "/api/jobs/\(job)/test", Data(#"{"upload": "\#(upload)"}"#.utf8))
        }
        #expect(try server.ask("GET", "/api/jobs/\(job)/test").status == 404)
        #expect(try test(TableFiles.houses(90), "new.csv").status == 200)
        let page = try server.ask("GET", "/api/jobs/\(job)/test").text
        #expect(page.contains("Houses on new.csv") && page.contains("on 90 rows") && page.contains("Residuals"))
        for (text, words) in [
            ("area,price\n1,2\n", "no column 'town'"), ("area,town,price\n", "no rows"),
            ("area,town,price\nx,Rome,1\n", "'x', and the model"),
            ("area,town,price\n1,Rome,\n", "no value in 1 of 1 rows"),
        ] {
            let answer = try test(Data(text.utf8), "wrong.csv")
            #expect(answer.status == 422 && (answer.json["error"] as? String)?.contains(words) == true, "\(words): \(answer.text)")
        }
        #expect(try test(Data("x".utf8), "photo.jpg").status == 422)
        #expect(try server.ask("POST", "/api/jobs/\(job)/test", Data("{}".utf8)).status == 400)
        #expect(try server.ask("GET", "/api/jobs/\(job)/test").text == page)
        let left = try FileManager.default.contentsOfDirectory(atPath: server.folder.appendingPathComponent("uploads").path)
        #expect(left.isEmpty, "tables that were tested on do not stay")
    }

    @Test("Typed values that do not fit are named, and other trainings have no rows")
    func wrongRows() throws {
        let server = try Server()
        let job = try server.trainTable(TableFiles.houses(), target: "price", "decision-tree", features: ["area", "number"])
        _ = try server.wait(job, for: ["finished", "failed"])
        for (body, status, words) in [
            (#"{"values": {"area": "wide", "number": "1"}}"#, 422, "'area' is a number, not 'wide'"),
            (#"{"values": {"area": "1", "number": "1.5"}}"#, 422, "'number' is a whole number"),
            (#"{"values": {"area": "1"}}"#, 422, "'number' is missing"), (#"{"values": {"area": 1}}"#, 400, "is not a text"),
            (#"{"values": {"x": "1"}}"#, 422, "no input 'x'"), ("{}", 400, "'values'"), ("[", 400, "not JSON"),
        ] {
            let answer = try server.ask("POST", "/api/jobs/\(job)/row", Data(body.utf8))
            #expect(answer.status == status && (answer.json["error"] as? String)?.contains(words) == true, "\(body): \(answer.text)")
        }
        // Some areas are missing, so that the input takes any number.
        let row = try server.ask("POST", "/api/jobs/\(job)/row", Data(#"{"values": {"area": "30", "number": "4"}}"#.utf8)).json
        let code = try #require(row["code"] as? String)
        #expect(code.contains("\"area\": 30.0,\n") && code.contains("\"number\": 4,\n"), "\(code)")
        #expect(try server.ask("GET", "/api/jobs/none/row").status == 404)
    }

    @Test("Settings that make no sense are refused before anything is trained")
    func settings() throws {
        let server = try Server()
        let upload = try server.upload(TableFiles.houses(), as: "t.csv")
        for (settings, words) in [
            ("{}", "which column"), (#"{"table": {}}"#, "which column"),
            (#"{"table": {"target": "price", "trainer": "magic"}}"#, "one of auto"),
            (#"{"table": {"target": "price", "features": []}}"#, "choose a column"),
            (#"{"table": {"target": "price", "features": [1]}}"#, "choose a column"),
            (#"{"table": {"target": "price", "depth": 1000}}"#, "'depth' is a number from 1"),
        ] {
            let body = #"{"upload": "\#(upload)", "kind": "table", "name": "x", "settings": \#(settings)}"#
            let answer = try server.ask("POST", "/api/jobs", Data(body.utf8))
            #expect(answer.status == 400 && (answer.json["error"] as? String)?.contains(words) == true, "\(settings): \(answer.text)")
        }
    }
}
