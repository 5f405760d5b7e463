import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("Tables in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct TableBrowserTests {
    private func open(_ server: Server, _ table: Data) throws -> Browser {
        let browser = try Browser(server.studio.address)
        try browser.click("#tab-train")
        try browser.drop(table, "Houses.csv", type: "text/csv", on: "train-drop")
        try browser.wait(for: "document.querySelectorAll('#table-cards .card').length > 3")
        return browser
    }

    private func choose(_ id: String, _ text: String, in browser: Browser) throws {
        try browser.evaluate(
            """
            {
              const select = document.getElementById("\(id)");
              select.value = [...select.options].find((option) => option.text.includes("\(text)")).value;
              select.dispatchEvent(new Event("change"));
            }
            """)
    }

    private func answer(in browser: Browser) throws -> String {
        try browser.wait(for: "document.querySelector('#row-answer:not(.old) .value, #row-answer:not(.old) .error')")
        return try browser.text(of: "row-answer")
    }

    private func type(_ text: String, into field: String, in browser: Browser) throws {
        try browser.evaluate(
            """
            {
              const label = [...document.querySelectorAll("#row-form label")].find((one) => one.textContent === "\(field)");
              label.control.value = "\(text)";
              label.control.dispatchEvent(new Event("input", { bubbles: true }));
            }
            """)
    }

    @Test("A table that is dropped shows its columns, becomes a model, and answers rows as they are typed")
    func trains() throws {
        let server = try Server()
        let browser = try open(server, TableFiles.houses())
        let text = try browser.text(of: "table-cards")
        #expect(text.contains("Rome") && text.contains("10 % missing") && text.contains("is predicted"), "\(text)")
        #expect(try browser.evaluate("document.querySelectorAll('#table-cards svg').length") as? Int == 3)
        try choose("table-target", "size", in: browser)
        #expect(try browser.evaluate("document.getElementById('table-as-row').hidden") as? Bool == true)
        try choose("table-trainer", "decision tree", in: browser)
        #expect(try browser.evaluate("document.getElementById('train-iterations-row').hidden") as? Bool == true)
        try browser.click("#train-start")
        try browser.wait(for: "document.getElementById('row-form')")
        let first = try answer(in: browser)
        try type("22", into: "area", in: browser)
        try browser.wait(for: "document.querySelector('#row-answer:not(.old) .value')?.textContent === 'small'")
        try type("105", into: "area", in: browser)
        try browser.wait(for: "document.querySelector('#row-answer:not(.old) .value')?.textContent === 'large'")
        #expect(first.contains("%") && first.contains("small") && first.contains("large"))
        try type("wide", into: "area", in: browser)
        try browser.wait(for: "document.querySelector('#row-answer .error')")
        #expect(try browser.text(of: "row-answer").contains("'area' is a number"))
        try type("22", into: "area", in: browser)
        #expect(try answer(in: browser).contains("small"))
        #expect((try browser.evaluate("document.getElementById('row-code').textContent") as? String ?? "").contains("\"area\": 22.0"))
        // The model is measured on another table.
        try browser.evaluate(
            """
            {
              const buttons = [...document.querySelectorAll("#train-job button")];
              buttons.find((one) => one.textContent === "Test on another table").click();
              const input = document.querySelector("body > input[type=file]");
              const transfer = new DataTransfer();
              transfer.items.add(new File(["area,town,number,price,size\\n30,Rome,1,140,small\\n90,Oslo,2,470,large"], "new.csv"));
              input.files = transfer.files;
              input.dispatchEvent(new Event("change"));
            }
            """)
        try browser.wait(for: "document.getElementById('train-test')?.contentDocument?.body?.innerText.includes('Houses on new.csv')")
        // It sees no pictures, and cannot be chosen for them.
        try browser.click("#tab-look")
        try browser.evaluate("import('/pages/common.js').then(({ fillModels }) => fillModels(document.getElementById('look-model')))")
        let option = "document.getElementById('look-model').options[1]"
        #expect(try browser.evaluate("\(option).disabled && \(option).text") as? String == "Houses (predicts from rows of a table)")
        // An error of a row is an answer of the server's that the browser logs.
        #expect(browser.errors.allSatisfy { $0.contains("422") }, "\(browser.errors)")
    }

    @Test("Scripts in names and values are shown as text, also in the evaluation")
    func hostile() throws {
        let server = try Server()
        let browser = try open(server, TableFiles.hostile)
        #expect(try browser.text(of: "table-cards").contains("<script>window.hacked = 1</script>"))
        try choose("table-trainer", "decision tree", in: browser)
        try browser.click("#train-start")
        let page = "document.getElementById('train-report').contentDocument"
        try browser.wait(for: "document.getElementById('row-form') && \(page)?.querySelector('h1')")
        _ = try answer(in: browser)
        let hacked = "window.hacked === undefined && document.getElementById('train-report').contentWindow.hacked === undefined"
        #expect(try browser.evaluate(hacked) as? Bool == true)
        #expect(try browser.evaluate("document.querySelectorAll('#train img').length") as? Int == 0)
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("Why a target cannot be learnt is said, and nothing can be started then")
    func problems() throws {
        let rows = (0..<60).map { "\($0 % 5),same,\($0 % 3 == 0 ? "" : "c\($0 % 2)")" }
        let server = try Server()
        let browser = try open(server, Data((["x,one,y,z"] + rows.map { $0 + ",1.5" }).joined(separator: "\n").utf8))
        try choose("table-target", "one", in: browser)
        #expect(try browser.text(of: "table-problems").contains("there is nothing to predict"))
        #expect(try browser.evaluate("document.getElementById('train-start').disabled") as? Bool == true)
        try choose("table-target", "y", in: browser)
        #expect(try browser.text(of: "table-drop-text").contains("Leave out the 20 rows without a value of 'y'"))
        #expect(try browser.evaluate("document.getElementById('train-start').disabled") as? Bool == false)
        try browser.click("#table-drop")
        #expect(try browser.evaluate("document.getElementById('train-start').disabled") as? Bool == true)
        try browser.click("#table-drop")
        try browser.click("#table-none")
        #expect(try browser.text(of: "table-problems").contains("Choose a column to learn from."))
    }

    @Test("The keyboard alone leads from the table to the training; fields have labels, and nothing is wider than a phone")
    func keyboard() throws {
        let server = try Server()
        let browser = try open(server, TableFiles.houses())
        try browser.resize(390, 844)
        #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
        let fields = "[...document.querySelectorAll('#train input:not([hidden]), #train select')]"
        #expect(try browser.evaluate("\(fields).filter((one) => !one.labels.length).map((one) => one.id).join()") as? String == "")
        try choose("table-trainer", "decision tree", in: browser)
        try browser.evaluate("document.getElementById('train-table').focus()")
        var seen: Set<String> = []
        for _ in 0..<40 {
            try browser.press("Tab", code: 9)
            let id = try browser.evaluate("document.activeElement.id || document.activeElement.type") as? String ?? ""
            seen.insert(id)
            if id == "train-start" { break }
        }
        let wanted = ["table-target", "checkbox", "table-trainer", "table-depth", "train-name", "train-split", "train-start"]
        #expect(seen.isSuperset(of: wanted), "\(seen)")
        try browser.press("Enter", code: 13, text: "\r")
        try browser.wait(for: "document.getElementById('row-form')")
        let rowFields = "[...document.querySelectorAll('#row-form input')]"
        #expect(try browser.evaluate("\(rowFields).every((one) => one.labels.length)") as? Bool == true)
        _ = try answer(in: browser)
        #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }
}
