import Foundation

/// Tables that tests upload.
enum TableFiles {
    /// Rows whose price follows from area and town, and the size from the area. Some areas are missing.
    static func houses(_ rows: Int = 60) -> Data {
        let towns = [("Rome", 50), ("Oslo", 200), ("Bern", 120)]
        let lines = (0..<rows).map { row in
            let (area, town) = (20 + row * 37 % 90, towns[row % 3])
            let isMissing = row % 10 == 4
            return "\(isMissing ? "" : String(area)),\(town.0),\(row * 7 % 11),\(area > 60 ? "large" : "small"),\(3 * area + town.1)"
        }
        return Data((["area,town,number,size,price"] + lines).joined(separator: "\n").utf8)
    }

    /// Names and values that would be something else in a page, a program or a spreadsheet.
    static let hostile: Data = {
        let script = "<script>window.hacked = 1</script>"
        let head = "\u{FEFF}\"\(script)\",\"a \"\"quoted\"\"\nname\",=1+1,nul\u{0}name,\"<img src=x onerror='window.hacked = 1'>\""
        let rows = (0..<60).map { row in
            let value = row % 7 > 3 ? script : "</td>'\"\"&amp;"
            return "\(row % 7),\"two\nlines, \"\"\(row % 3)\"\"\",=cmd|' /C calc'!A\(row % 2),\u{0}\(row % 2),\"\(value)\""
        }
        return Data(([head] + rows).joined(separator: "\r\n").utf8)
    }()
}

extension Serving {
    /// Uploads one file.
    func upload(_ data: Data, as name: String) throws -> String {
        let upload = try upload()
        guard try ask("PUT", "/api/uploads/\(upload)?path=\(name)", data).status == 201 else { throw Client.Closed() }
        return upload
    }

    /// The description of an uploaded file.
    func summary(_ data: Data, as name: String) throws -> [String: Any] {
        try ask("GET", "/api/uploads/\(upload(data, as: name))/data").json
    }

    /// Begins to learn from a table.
    func trainTable(
        _ data: Data, target: String, _ trainer: String, iterations: Int? = 5, isClass: Bool = false, features: [String]? = nil,
        leavesOutMissing: Bool = false
    ) throws -> String {
        var table: [String: Any] = ["target": target, "trainer": trainer, "isClass": isClass, "leavesOutMissing": leavesOutMissing]
        table["features"] = features
        var settings: [String: Any] = ["split": 0.25, "table": table]
        settings["iterations"] = iterations
        let body: [String: Any] = ["upload": try upload(data, as: "table.csv"), "kind": "table", "name": "Houses", "settings": settings]
        let answer = try ask("POST", "/api/jobs", JSONSerialization.data(withJSONObject: body))
        guard let job = answer.json["id"] as? String else { throw Browser.Failure(description: answer.text) }
        return job
    }
}
