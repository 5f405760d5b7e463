import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("Samples, corrections and similar photos in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct EditorBrowserTests {
    /// Presses the pointer at one place of an element, moves it to another and lets it go; places are parts of the element.
    private func drag(_ selector: String, from start: (Double, Double), to end: (Double, Double), in browser: Browser) throws {
        let places =
            try browser.evaluate(
                """
                (() => { const place = document.querySelector('\(selector)').getBoundingClientRect();
                  return [\(start.0), \(start.1), \(end.0), \(end.1)].map((part, axis) =>
                (axis % 2 ? place.top + part * place.height : place.left + part * place.width)); })()
                """) as? [Double] ?? []
        try #require(places.count == 4)
        func mouse(_ type: String, _ x: Double, _ y: Double) throws {
            try browser.command(
                "Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1])
        }
        try mouse("mousePressed", places[0], places[1])
        try mouse("mouseMoved", (places[0] + places[2]) / 2, (places[1] + places[3]) / 2)
        try mouse("mouseMoved", places[2], places[3])
        try mouse("mouseReleased", places[2], places[3])
    }

    @Test("A sample's boxes are drawn, moved by pointer and keyboard, named, and saved in Create ML's form")
    func boxes() throws {
        let server = try Server()
        let browser = try Browser(server.studio.address)
        try browser.click("#tab-train")
        try browser.click("#train-samples button[value=BreakfastFinder]")
        try browser.wait(for: "!document.getElementById('edit').hidden && document.getElementById('train-start').disabled === false")
        try browser.click("#edit summary")
        try browser.wait(for: "document.querySelectorAll('#edit-grid button').length > 20")
        try browser.click("#edit-grid button")
        try browser.wait(
            for: "document.querySelector('.edit-stage img')?.complete && document.querySelector('.edit-stage img').naturalWidth")
        let count = try browser.evaluate("document.querySelectorAll('.edit-box').length") as? Int ?? 0
        // From corner to corner, where there is the least in the way.
        try drag(".edit-stage", from: (0.02, 0.02), to: (0.12, 0.14), in: browser)
        try browser.wait(for: "document.querySelectorAll('.edit-box').length === \(count + 1)")
        try browser.evaluate(
            "{ const input = document.activeElement; input.value = 'spoon'; input.dispatchEvent(new Event('change')); }")
        let own = "[...document.querySelectorAll('.edit-box')].at(-1)"
        let left = try browser.evaluate("parseFloat(\(own).style.left)") as? Double ?? .nan
        #expect(abs(left - 2) < 1, "\(left)")
        try browser.evaluate("\(own).focus()")
        try browser.press("ArrowRight", code: 39)
        #expect(abs((try browser.evaluate("parseFloat(\(own).style.left)") as? Double ?? .nan) - left - 1) < 0.01)
        try browser.wait(for: "document.querySelector('#edit-dialog [role=status]').textContent.startsWith('Saved in annotations.json')")
        // The sample's own file is kept, and that is said.
        try browser.wait(for: "document.getElementById('edit-state').textContent.includes('annotations.json.old')")
        try browser.evaluate("[...document.querySelectorAll('#edit-dialog button')].find((one) => one.textContent === 'Done').click()")
        try browser.wait(for: "document.getElementById('train-summary').innerText.includes('spoon')")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("Photos are recorded with the camera into labels, looked through, and given other labels")
    func records() throws {
        let server = try Server()
        let browser = try Browser(server.studio.address)
        try browser.click("#tab-train")
        try browser.click("#train-record")
        try browser.wait(for: "document.querySelector('#edit-dialog video')?.videoWidth")
        for (label, count) in [("moving", 2), ("still", 3)] {
            try browser.evaluate("document.getElementById('record-label').value = '\(label)'")
            for number in 1...count {
                try browser.click("#record-take")
                try browser.wait(for: "document.getElementById('record-state').textContent.includes('\(label): \(number)')")
            }
        }
        try browser.evaluate("[...document.querySelectorAll('#edit-dialog button')].find((one) => one.textContent === 'Done').click()")
        try browser.wait(for: "document.getElementById('train-summary').innerText.includes('5 examples')")
        try browser.evaluate("document.getElementById('edit').open = true")
        try browser.wait(for: "document.querySelectorAll('#edit-grid button').length === 5")
        try browser.click("#edit-grid button")
        // A photo that is moved before it is seen is not found under its old name.
        try browser.wait(for: "document.querySelector('#edit-dialog img')?.naturalWidth")
        try browser.evaluate(
            "{ document.querySelector('#edit-dialog input').value = 'still'; document.querySelector('#edit-dialog form').requestSubmit(); }"
        )
        try browser.wait(for: "document.querySelector('#edit-dialog [role=status]').textContent.includes(\"'still'\")")
        try browser.press("Escape", code: 27)
        try browser.wait(for: "document.querySelector('#train-summary table').innerText.replace(/\\s+/g, ' ').includes('moving 1 still 4')")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("The data that is shown stays where the camera cannot be used")
    func noCamera() throws {
        let server = try Server()
        let browser = try Browser(server.studio.address)
        try browser.click("#tab-train")
        try browser.click("#train-samples button[value=RobotShop]")
        try browser.wait(for: "!document.getElementById('edit').hidden && document.getElementById('train-start').disabled === false")
        let uploads = server.folder.appendingPathComponent("uploads")
        let before = try server.names(in: uploads)
        try browser.evaluate("{ navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('it is in use')); }")
        try browser.click("#train-record")
        try browser.wait(for: "document.getElementById('notice').innerText.includes('it is in use')")
        #expect(try browser.evaluate("document.getElementById('train-data').hidden") as? Bool == false)
        #expect(try server.names(in: uploads) == before && before.count == 1)
    }

    @Test("Recording ends with the dialog, also while the button is held")
    func held() throws {
        let server = try Server()
        let browser = try Browser(server.studio.address)
        try browser.click("#tab-train")
        try browser.click("#train-record")
        try browser.wait(for: "document.querySelector('#edit-dialog video')?.videoWidth")
        try browser.evaluate(
            """
            {
              window.ended = [];
              const own = clearInterval;
              window.clearInterval = (timer) => { if (timer !== null) ended.push(timer); own(timer); };
              const begin = setInterval;
              window.setInterval = (...rest) => (window.begun = begin(...rest));
              document.getElementById('record-take').dispatchEvent(new PointerEvent('pointerdown'));
            }
            """)
        try browser.press("Escape", code: 27)
        try browser.wait(for: "!document.getElementById('edit-dialog').open && ended.includes(begun)")
    }

    @Test("Each app does something at the first click", arguments: AppKind.all.map(\.name))
    func apps(name: String) throws {
        let server = try Server()
        let browser = try Browser(server.studio.address)
        try browser.click("#tab-apps")
        try browser.click("#apps-kinds input[value=\(name)]")
        try browser.click("#apps-sample")
        try browser.wait(
            for: "document.querySelectorAll('#apps-events li').length || studioApps.last && studioApps.last[0].length", minutes: 4)
        #expect(try browser.evaluate("document.getElementById('notice').hidden") as? Bool == true)
        try browser.evaluate("studioApps.stop()")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test(
        "Photos that look alike are shown together, with the largest first, and saved as a table; sample photos are looked at with one click"
    )
    func similar() throws {
        let server = try Server()
        let browser = try Browser(server.studio.address)
        let alp = try Data(contentsOf: Repository.file("Examples/Pictures/alp.jpg")).base64EncodedString()
        let fence = try Data(contentsOf: Repository.file("Examples/Pictures/fence.jpg")).base64EncodedString()
        try browser.click("#tab-similar")
        let drop = """
            {
              const bytes = (text, extra) => Uint8Array.from(atob(text) + extra, (letter) => letter.charCodeAt(0));
              const transfer = new DataTransfer();
              for (const [name, data] of [["a.jpg", bytes("\(alp)", "")], ["b.jpg", bytes("\(alp)", "x")], ["fence.jpg", bytes("\(fence)", "")]])
                transfer.items.add(new File([data], name, { type: "image/jpeg", lastModified: 5 }));
              document.getElementById("similar-drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
            }
            """
        try browser.evaluate(drop)
        try browser.wait(for: "document.querySelectorAll('#similar-groups figure').length === 2")
        #expect(try browser.text(of: "similar-groups").contains("2 copies"))
        #expect(try browser.evaluate("document.querySelector('#similar-groups figcaption').innerText.startsWith('b.jpg')") as? Bool == true)
        #expect(try browser.text(of: "similar-state").contains("3 photos, 1 group"))
        // Nothing is sent a second time.
        try browser.evaluate(
            """
            {
              window.sent = 0;
              const own = fetch;
              window.fetch = (path, ...rest) => { if (String(path).includes("/print")) sent++; return own(path, ...rest); };
            }
            """)
        try browser.evaluate("document.getElementById('similar-state').textContent = ''")
        try browser.evaluate(drop)
        try browser.wait(for: "document.getElementById('similar-state').textContent.includes('1 group')")
        #expect(try browser.evaluate("sent") as? Int == 0)

        try browser.click("#tab-look")
        try browser.click("#look-sample")
        try browser.wait(for: "document.querySelectorAll('#look-strip img').length > 5 && document.querySelector('#look-found li')")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }
}
