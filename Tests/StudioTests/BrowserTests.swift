import AVFoundation
import Foundation
import ImageIO
import Reports
import TestSupport
import Testing

@testable import Studio

@Suite("Studio in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct BrowserTests {
    private static let game = Repository.file("Examples/ActionAndVision/game.mp4")

    /// A clip of one still picture, as Chromium reads clips for its camera: by default the box with a barcode at the end of RobotShop's clip. It
    /// is fitted into the camera's 640 × 480 pixels, as Chromium would cut it.
    private func cameraFile(
        in folder: TemporaryFolder, showing video: URL = Repository.file("Examples/RobotShop/live.mp4"), at seconds: Double = 8.4
    ) throws -> URL {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: video))
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        let picture = try generator.copyCGImage(at: CMTime(seconds: seconds, preferredTimescale: 600), actualTime: nil)
        let context = try #require(
            CGContext(
                data: nil, width: 640, height: 480, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        let height = 640 * picture.height / picture.width
        context.draw(picture, in: CGRect(x: 0, y: (480 - height) / 2, width: 640, height: height))
        let file = folder.file("picture.jpg")
        let destination = try #require(CGImageDestinationCreateWithURL(file, "public.jpeg", 1, nil))
        CGImageDestinationAddImage(destination, try #require(context.makeImage()), nil)
        #expect(CGImageDestinationFinalize(destination))
        let jpeg = try Data(contentsOf: file)
        let clip = folder.file("camera.mjpeg")
        try Data(repeatElement(jpeg, count: 30).joined()).write(to: clip)
        return clip
    }

    private func choose(app: String, models: [String: String] = [:], in browser: Browser) throws {
        try browser.click("#apps-kinds input[value=\(app)]")
        for (name, model) in models {
            let choice = "document.querySelector('#apps-models select[name=\(name)]')"
            try browser.wait(for: "\(choice).options.length > 1")
            try browser.evaluate("{ const choice = \(choice); choice.value = '\(model)'; choice.dispatchEvent(new Event('change')); }")
        }
    }

    @Test("A site whose name leads to this machine gets nothing", arguments: ["/api/state", "/api/state?x=%0aHost:127.0.0.1:PORT%0a"])
    func rebinding(path: String) throws {
        let server = try Server()
        let path = path.replacingOccurrences(of: "PORT", with: "\(server.port)")
        let browser = try Browser(
            "http://evil.example:\(server.port)\(path)", resolving: "evil.example",
            until: "location.host && document.readyState == 'complete'")
        let text = try browser.evaluate("document.body.innerText") as? String ?? ""
        #expect(text.contains("error") && !text.contains("largestUpload"), "\(text)")
        let own = try Browser(
            "http://127.0.0.1:\(server.port)/api/state", until: "document.body && document.body.innerText.includes('largestUpload')")
        #expect(own.errors.isEmpty)
    }

    @Test("Text of a picture or of a file's name is no formula in a saved table, and numbers stay numbers")
    func formulas() throws {
        let server = try Server()
        let browser = try Browser("http://127.0.0.1:\(server.port)/")
        func saved(_ page: String, _ call: String) throws -> String? {
            try browser.evaluate("import('/pages/\(page).js').then((page) => page.\(call))") as? String
        }
        let results =
            #"[{ photo: "=1+1.jpg", looks: [{ kind: "barcodes", findings: [{ title: "@cmd\"|' /C calc'!A0", box: [-0.5, 0, 1, 1] }] }] }]"#
        let text = try #require(try saved("results", "asCSV(\(results))"))
        #expect(text.split(separator: "\n").last == #"'=1+1.jpg,barcodes,"'@cmd""|' /C calc'!A0",-0.5,0,1,1,"#, "\(text)")
        let rows = try saved("common", "csvText([['-1', -1, '+a', '\\tb', 'a=b']])")
        #expect(rows == "'-1,-1,'+a,'\tb,a=b\n")
    }

    @Test("A camera's frames are analyzed, one at a time")
    func looks() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder))
        try browser.click("#look-kinds input[value=barcodes]")
        try browser.evaluate("studioLook.openCamera()")
        try browser.wait(for: "document.getElementById('look-found').innerText.includes('BEARING 608')")
        try browser.wait(for: "studioLook.figures() && studioLook.figures().rate > 0")
        #expect(try browser.text(of: "look-found").contains("%"))
        #expect(try browser.evaluate("document.getElementById('look-json').textContent") as? String ?? "" != "")
        #expect(
            (try browser.evaluate("document.getElementById('look-code').textContent") as? String ?? "").contains("VNDetectBarcodesRequest"))
        try browser.evaluate("studioLook.stop()")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("What is pointed at in the picture is marked in the list of findings, and the other way round")
    func pointing() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder))
        try browser.click("#look-kinds input[value=classify]")
        try browser.click("#look-kinds input[value=barcodes]")
        try browser.drop(Data(contentsOf: folder.file("picture.jpg")), "picture.jpg", type: "image/jpeg", on: "look-stage")
        let line = "document.querySelector('#look-found li')"
        try browser.wait(for: "\(line) && \(line).innerText.includes('BEARING 608')")
        try browser.evaluate(
            """
            {
              const [x, y, width, height] = studioLook.last[0][0].box;
              const bounds = studioLook.canvas.getBoundingClientRect();
              const place = { clientX: bounds.left + (x + width / 2) * bounds.width, clientY: bounds.top + (1 - y - height / 2) * bounds.height };
              studioLook.canvas.dispatchEvent(new PointerEvent("pointermove", place));
            }
            """)
        #expect(try browser.evaluate("\(line).classList.contains('pointed')") as? Bool == true)
        try browser.evaluate("studioLook.canvas.dispatchEvent(new PointerEvent('pointerleave'))")
        #expect(try browser.evaluate("\(line).classList.contains('pointed')") as? Bool == false)
        try browser.evaluate("\(line).dispatchEvent(new PointerEvent('pointerenter'))")
        #expect(try browser.evaluate("studioLook.pointed === studioLook.last[0][0]") as? Bool == true)
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("A zip of labelled photos that is dropped on the page becomes a model that the page exports")
    func trains() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder))
        let training = Repository.file("Examples/RobotShop/training")
        let photos = try server.labeledFiles(in: training, labels: ["belt", "servo"], count: 5).map {
            (name: $0, data: try Data(contentsOf: training.appendingPathComponent($0)))
        }
        try browser.click("#tab-train")
        try browser.drop(zip(photos), "Parts.zip", type: "application/zip", on: "train-drop")
        try browser.wait(for: "document.getElementById('train-summary').innerText.includes('10 examples')")
        #expect(try browser.text(of: "train-summary").contains("servo"))
        try browser.evaluate("document.getElementById('train-iterations').value = 5")
        try browser.click("#train-start")
        try browser.wait(for: "document.getElementById('train-export')")
        #expect(try browser.text(of: "train-job").contains("finished"))
        let size = try browser.evaluate(
            "fetch(document.getElementById('train-export').href).then((answer) => answer.arrayBuffer()).then((bytes) => bytes.byteLength)")
        #expect((size as? Int ?? 0) > 100_000)
        // The camera begins to run, and the model looks at it.
        let buttons = "[...document.querySelectorAll('#train-job button')]"
        try browser.evaluate("\(buttons).find((one) => one.textContent === 'Try it on the camera').click()")
        try browser.wait(for: "studioLook.stream && document.querySelector('#look-found li .kind')?.textContent === 'model'")
        try browser.evaluate("studioLook.stop()")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("No old answer stays beside a new picture: while the new one is on its way, the page says so")
    func waiting() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder))
        let barcode = try Data(contentsOf: folder.file("picture.jpg"))
        try browser.click("#look-kinds input[value=classify]")
        try browser.click("#look-kinds input[value=barcodes]")
        try browser.drop(barcode, "picture.jpg", type: "image/jpeg", on: "look-stage")
        try browser.wait(for: "document.getElementById('look-found').innerText.includes('BEARING 608')")
        let found = "document.querySelector('#look-found li') === null"
        let working = "document.getElementById('look-working').hidden === false"

        try browser.evaluate(
            "{ window.own = fetch; window.fetch = (...words) => new Promise((done) => { window.goOn = () => done(own(...words)); }); }")
        let other = try Data(contentsOf: Repository.file("Examples/Pictures/keyboard.jpg"))
        try browser.drop(other, "keyboard.jpg", type: "image/jpeg", on: "look-stage")
        try browser.wait(for: "window.goOn && document.querySelector('#look-stage img').alt === 'keyboard.jpg'")
        #expect(try browser.evaluate("\(found) && \(working)") as? Bool == true)
        #expect(try browser.evaluate("document.getElementById('look-json').textContent") as? String == "")
        try browser.evaluate("goOn()")
        try browser.wait(for: "document.getElementById('look-working').hidden && document.getElementById('look-json').textContent")

        try browser.evaluate("{ window.fetch = () => Promise.reject(new Error('none')); }")
        try browser.drop(barcode, "picture.jpg", type: "image/jpeg", on: "look-stage")
        try browser.wait(for: "!document.getElementById('notice').hidden && document.getElementById('look-working').hidden")
        #expect(try browser.evaluate(found) as? Bool == true)
    }

    @Test("Photos in formats that the browser cannot show are shown by copies, in the strip too")
    func previews() throws {
        let server = try Server()
        let browser = try Browser(server.studio.address)
        let tiff = try Data(contentsOf: Repository.file("Fuzz/Corpus/images/RGBA.tiff"))
        try browser.drop(tiff, "RGBA.tiff", type: "image/tiff", on: "look-stage")
        for place in ["look-stage", "look-strip"] {
            try browser.wait(for: "document.querySelector('#\(place) img')?.naturalWidth > 0")
        }
        try browser.wait(for: "document.getElementById('look-working').hidden")

        // The results of all photos are saved at once.
        let photo = try Data(contentsOf: Repository.file("Examples/Pictures/keyboard.jpg"))
        try browser.drop(photo, "keyboard.jpg", type: "image/jpeg", on: "look-stage")
        try browser.wait(for: "document.getElementById('look-found').innerText.includes('keyboard')")
        try browser.evaluate(
            "{ const make = URL.createObjectURL; URL.createObjectURL = (blob) => { window.saved = blob; return make(blob); }; }")
        for (id, words) in [("json", "\"photo\": \"keyboard.jpg\""), ("csv", "\nkeyboard.jpg,classify,")] {
            try browser.evaluate("window.saved = null")
            try browser.click("#look-save-\(id)")
            try browser.wait(for: "window.saved?.type")
            let text = try browser.evaluate("saved.text()") as? String ?? ""
            #expect(text.contains(words), "\(text)")
        }
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("All photos are saved at once with their findings drawn over them, and photos that cannot be saved are named")
    func picturesOfAll() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let browser = try Browser(server.studio.address)
        let photo = try Data(contentsOf: Repository.file("Examples/Pictures/keyboard.jpg"))
        let tiff = try Data(contentsOf: Repository.file("Fuzz/Corpus/images/RGBA.tiff"))
        try browser.drop(
            [
                (photo, "keyboard.jpg", "image/jpeg"), (tiff, "small.tiff", "image/tiff"), (Data("text".utf8), "broken.jpg", "image/jpeg"),
                (photo, "keyboard.jpg", "image/jpeg"),
            ], on: "look-stage")
        try browser.wait(for: "document.getElementById('look-found').innerText.includes('keyboard')")
        try browser.evaluate(
            "{ const make = URL.createObjectURL; URL.createObjectURL = (blob) => { window.saved = blob; return make(blob); }; }")
        try browser.click("#look-save-pictures")
        try browser.wait(for: "window.saved?.type === 'application/zip' && !document.getElementById('look-save-pictures').disabled")
        #expect(try browser.text(of: "look-save-state").hasPrefix("1 of 4 could not be saved: broken.jpg: "))
        let text = try browser.evaluate(
            "saved.arrayBuffer().then((bytes) => btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')))")
        let file = folder.file("pictures.zip")
        try #require(Data(base64Encoded: text as? String ?? "")).write(to: file)
        let zip = try ZipArchive(contentsOf: file)
        #expect(zip.entries.map(\.name) == ["keyboard.jpg", "small.jpg", "keyboard 2.jpg"])
        try zip.unpack(into: SafeFolder(url: folder.file("unpacked")))

        // The label stands in the upper left corner. Elsewhere the picture is the photo.
        let pictures = try [folder.file("unpacked/keyboard.jpg"), Repository.file("Examples/Pictures/keyboard.jpg")].map { url in
            try #require(CGImageSourceCreateWithURL(url, nil).flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) })
        }
        #expect(pictures.map(\.width) == [960, 960] && pictures.map(\.height) == [720, 720])
        let label = try difference(pictures, in: CGRect(x: 12, y: 12, width: 60, height: 34))
        let rest = try difference(pictures, in: CGRect(x: 480, y: 360, width: 400, height: 300))
        #expect(label > 20 && rest < 6, "\(label) \(rest)")
        #expect(browser.errors.filter { !$0.contains("status of 4") }.isEmpty, "\(browser.errors)")
    }

    /// The mean difference of two pictures' components in an area from the upper left.
    private func difference(_ pictures: [CGImage], in area: CGRect) throws -> Double {
        let bytes = try pictures.map { picture in
            let context = try #require(
                CGContext(
                    data: nil, width: Int(area.width), height: Int(area.height), bitsPerComponent: 8, bytesPerRow: 4 * Int(area.width),
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
            context.draw(try #require(picture.cropping(to: area)), in: CGRect(origin: .zero, size: area.size))
            let data = try #require(context.data)
            return [UInt8](UnsafeRawBufferPointer(start: data, count: context.bytesPerRow * context.height))
        }
        let sum = Swift.zip(bytes[0], bytes[1]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(bytes[0].count)
    }

    @Test("A video is paused, goes on by single frames, and to a place; one of two cameras is chosen")
    func player() throws {
        let server = try Server()
        let browser = try Browser(server.studio.address)
        try browser.click("#look-kinds input[value=classify]")
        try browser.click("#look-kinds input[value=barcodes]")
        let clip = try Data(contentsOf: Repository.file("Examples/RobotShop/live.mp4"))
        try browser.drop(clip, "live.mp4", type: "video/mp4", on: "look-stage")
        try browser.wait(for: "studioLook.number > 2 && !studioLook.player.element.hidden")
        try browser.click("#look-stage .player button")
        try browser.wait(for: "studioLook.video.paused && !studioLook.inFlight")
        let (time, number) = (try browser.evaluate("studioLook.shownTime") as? Double ?? 0, try browser.evaluate("studioLook.number"))
        try browser.click("#look-stage .player button[aria-label=\"One frame on\"]")
        try browser.wait(for: "studioLook.number > \(number ?? 0) && !studioLook.inFlight")
        let next = try browser.evaluate("studioLook.shownTime") as? Double ?? 0
        #expect(next > time && next - time < 0.25, "\(time) \(next)")
        try browser.click("#look-stage .player button[aria-label=\"One frame back\"]")
        try browser.wait(for: "studioLook.shownTime < \(next) && studioLook.shownTime > \(next - 0.2)")
        try browser.evaluate(
            "{ const place = document.querySelector('#look-stage .player input'); place.value = 8.4; place.dispatchEvent(new Event('input')); }"
        )
        try browser.wait(for: "document.getElementById('look-found').innerText.includes('BEARING 608')")
        #expect(try browser.evaluate("studioLook.video.paused") as? Bool == true)

        try browser.evaluate("studioLook.openCamera()")
        try browser.wait(for: "!studioLook.cameraChoice.hidden && studioLook.player.element.hidden")
        let choice = "studioLook.cameraChoice"
        #expect(try browser.evaluate("\(choice).options.length") as? Int == 2)
        let other = try browser.evaluate("[...\(choice).options].find((one) => !one.selected).value") as? String ?? ""
        try browser.evaluate("{ \(choice).value = '\(other)'; \(choice).dispatchEvent(new Event('change')); }")
        try browser.wait(for: "studioLook.stream?.getVideoTracks()[0].getSettings().deviceId === '\(other)'")
        try browser.evaluate("studioLook.stop()")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("A model's page has its weights once, and on a phone no number is broken")
    func modelPage() throws {
        let server = try Server()
        _ = try server.add(model: Repository.file("Examples/BreakfastFinder/Sources/BreakfastFinder/ObjectDetector.mlmodel"))
        let browser = try Browser(server.studio.address)
        try browser.resize(390, 844)
        try browser.click("#tab-models")
        try browser.wait(for: "document.querySelector('#models-list button')")
        // As if the model had a state, too.
        try browser.evaluate(
            """
            {
              const own = fetch;
              window.fetch = async (path, ...rest) => {
                const answer = await own(path, ...rest);
                if (!/^\\/api\\/models\\/[^/]+$/.test(path)) return answer;
                const json = await answer.json();
                json.info.states = [{ name: "total", type: "multiArray", shape: [2], dataType: "float16" }];
                return new Response(JSON.stringify(json));
              };
            }
            """)
        try browser.click("#models-list button")
        try browser.wait(for: "document.getElementById('models-times')")
        #expect(try browser.text(of: "models-info").contains(/state\s+type\s+shape\s+details\s+total\s+multiArray\s+2\s+float16/))
        try browser.click("#models-times")
        try browser.wait(for: "document.querySelector('#models-info td .bar')")
        let tables = "[...document.querySelectorAll('#models-info table')]"
        let weights = "\(tables).find((one) => one.rows[0].cells[0].textContent === 'storage')"
        let storage = try browser.evaluate("[...\(weights).rows].map((row) => row.cells[0].textContent).join()") as? String ?? ""
        let kinds = storage.split(separator: ",")
        #expect(kinds.count > 1 && Set(kinds).count == kinds.count, "\(storage)")
        let unnamed = "[...document.querySelectorAll('#models-info th')].filter((cell) => !cell.textContent.trim()).length"
        #expect(try browser.evaluate(unnamed) as? Int == 0, "headers of tables have texts")
        let long = "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollHeight > one.clientHeight)"
        let fixed = try browser.evaluate("\(long).filter((one) => one.tabIndex < 0).length") as? Int
        #expect(fixed == 0, "the keyboard scrolls what is longer than its place")
        let lines =
            "((cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getClientRects().length; })"
        let broken = "[...document.querySelectorAll('#models-info td.number')].filter((cell) => \(lines)(cell) > 1).length"
        #expect(try browser.evaluate(broken) as? Int == 0)
        #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("RobotShop and FlowerShop wait until the camera rests, and read the barcode before it", arguments: ["RobotShop", "FlowerShop"])
    func shops(app: String) throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder))
        try browser.click("#tab-apps")
        try choose(app: app, in: browser)
        try browser.evaluate("studioApps.openCamera()")
        try browser.wait(for: "document.getElementById('apps-events').innerText.includes('BEARING 608')")
        try browser.evaluate("studioApps.stop()")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("BreakfastFinder tells what a detector finds before the camera; ObjectTracker follows what is marked with the pointer")
    func objects() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let example = Repository.file("Examples/BreakfastFinder")
        let detector = try server.add(model: example.appendingPathComponent("Sources/BreakfastFinder/ObjectDetector.mlmodel"))
        let table = example.appendingPathComponent("live.mp4")
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder, showing: table, at: 5.6))
        try browser.click("#tab-apps")
        try choose(app: "BreakfastFinder", models: ["model": detector], in: browser)
        try browser.evaluate("studioApps.openCamera()")
        try browser.wait(for: "document.getElementById('apps-events').innerText.includes('coffee is there')")
        try choose(app: "ObjectTracker", in: browser)
        try browser.wait(for: "document.getElementById('apps-state').innerText.includes('draw a box')")
        // A box around the coffee.
        try browser.evaluate(
            """
            for (const [type, x, y] of [["pointerdown", 0.76, 0.37], ["pointermove", 0.9, 0.5], ["pointerup", 0.99, 0.71]]) {
              const bounds = studioApps.canvas.getBoundingClientRect();
              const place = { clientX: bounds.left + x * bounds.width, clientY: bounds.top + y * bounds.height, pointerId: 1, bubbles: true };
              studioApps.canvas.setPointerCapture = () => {};
              studioApps.canvas.dispatchEvent(new PointerEvent(type, place));
            }
            """)
        try browser.wait(for: "document.getElementById('apps-state').innerText === 'following 1'")
        try browser.wait(for: "studioApps.last && studioApps.last[0].some((one) => one.title && one.title.startsWith('1  '))")
        #expect(try !browser.text(of: "apps-events").contains("lost"))
        try browser.evaluate("studioApps.stop()")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("The bean-bag game is played from a video: its first throws are measured")
    func game() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let poses = Repository.file("Examples/ActionAndVision/actions/train")
        let upload = try server.upload(server.labeledFiles(in: poses), of: poses)
        let throwTypes = try server.train("actions", on: upload, settings: #"{"split": 0}"#)
        #expect(try server.wait(throwTypes, for: ["finished", "failed"])["state"] as? String == "finished")
        let boards = try server.add(model: Repository.file("Examples/ActionAndVision/Boards.mlmodel"))
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder))
        try browser.click("#tab-apps")
        try choose(app: "ActionAndVision", models: ["boards": boards, "throws": throwTypes], in: browser)
        try browser.drop(Data(contentsOf: Self.game), "game.mp4", type: "video/mp4", on: "apps-stage")
        let events = "document.getElementById('apps-events').innerText"
        try browser.wait(for: "\(events).includes('throw 2')", minutes: 5)
        let text = try browser.text(of: "apps-events")
        // 4.65 and 4.57 metres a second, board and hole, as it was rendered.
        #expect(text.contains(/throw 1 .*4\.[4-8]\d m\/s.*board/) && text.contains(/throw 2 .*4\.[3-7]\d m\/s.*hole/), "\(text)")
        try browser.evaluate("studioApps.stop()")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }
}
