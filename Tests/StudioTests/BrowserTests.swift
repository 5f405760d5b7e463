import AVFoundation
import Foundation
import ImageIO
import TestSupport
import Testing

@testable import Studio

/// The pages in a real browser, whose camera shows the box with a barcode at the end of RobotShop's clip.
@Suite("Studio in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct BrowserTests {
    /// A clip of one still picture, as Chromium reads clips for its camera.
    private func cameraFile(in folder: TemporaryFolder) throws -> URL {
        let asset = AVURLAsset(url: Repository.file("Examples/RobotShop/live.mp4"))
        let generator = AVAssetImageGenerator(asset: asset)
        let picture = try generator.copyCGImage(at: CMTime(seconds: 8.4, preferredTimescale: 600), actualTime: nil)
        let file = folder.file("picture.jpg")
        let destination = try #require(CGImageDestinationCreateWithURL(file, "public.jpeg", 1, nil))
        CGImageDestinationAddImage(destination, picture, nil)
        #expect(CGImageDestinationFinalize(destination))
        let jpeg = try Data(contentsOf: file)
        let clip = folder.file("camera.mjpeg")
        try Data(repeatElement(jpeg, count: 30).joined()).write(to: clip)
        return clip
    }

    @Test("A camera's frames are looked at, and one is on its way at a time")
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

    @Test("A zip of labelled photos that is dropped on the page becomes a model that the page exports")
    func trains() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder))
        let training = Repository.file("Examples/RobotShop/training")
        let photos = try ["belt", "servo"].flatMap { label in
            let names = try FileManager.default.contentsOfDirectory(atPath: training.appendingPathComponent(label).path).sorted()
            return try names.prefix(5).map { ("\(label)/\($0)", try Data(contentsOf: training.appendingPathComponent("\(label)/\($0)"))) }
        }
        try browser.click("#tab-train")
        let archive = zip(photos.map { (name: $0.0, data: $0.1) }).base64EncodedString()
        try browser.evaluate(
            """
            {
              const bytes = Uint8Array.from(atob("\(archive)"), (letter) => letter.charCodeAt(0));
              const transfer = new DataTransfer();
              transfer.items.add(new File([bytes], "Parts.zip"));
              document.getElementById("train-drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
            }
            """)
        try browser.wait(for: "document.getElementById('train-summary').innerText.includes('10 examples')")
        #expect(try browser.text(of: "train-summary").contains("servo"))
        try browser.evaluate("document.getElementById('train-iterations').value = 5")
        try browser.click("#train-start")
        try browser.wait(for: "document.getElementById('train-export')")
        #expect(try browser.text(of: "train-job").contains("finished"))
        let size = try browser.evaluate(
            "fetch(document.getElementById('train-export').href).then((answer) => answer.arrayBuffer()).then((bytes) => bytes.byteLength)")
        #expect((size as? Int ?? 0) > 100_000)
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }

    @Test("RobotShop waits until the camera rests, and reads the barcode before it")
    func app() throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let browser = try Browser(server.studio.address, camera: cameraFile(in: folder))
        try browser.click("#tab-apps")
        try browser.evaluate("studioApps.openCamera()")
        try browser.wait(for: "document.getElementById('apps-events').innerText.includes('BEARING 608')")
        try browser.evaluate("studioApps.stop()")
        #expect(browser.errors.isEmpty, "\(browser.errors)")
    }
}
