import CoreText
import Foundation
import TestSupport
import Testing

@testable import CoreGraphics

@Suite("Contexts that write PDF")
struct PDFContextTests {
    private func line(_ text: String, size: CGFloat = 12) -> CTLine {
        let font = CTFontCreateWithName("Helvetica" as CFString, size, nil)
        return CTLineCreateWithAttributedString(
            NSAttributedString(string: text, attributes: [NSAttributedString.Key(kCTFontAttributeName): font]))
    }

    /// The operators of the first page.
    private func content(_ data: Data) throws -> String {
        let file = try PDFFile(ByteBuffer(data))
        return String(decoding: try file.content(of: file.content(of: try #require(file.pages().first))), as: UTF8.self)
    }

    @Test("Pages have their own boxes, and the description is written")
    func pages() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.pdf")
        var box = CGRect(x: 0, y: 0, width: 300, height: 400)
        let information =
            [kCGPDFContextTitle: "Titel (größer)", kCGPDFContextAuthor: "A", kCGPDFContextKeywords: ["a", "b"]] as CFDictionary
        let context = try #require(CGContext(url as CFURL, mediaBox: &box, information))
        #expect(context.width == 0 && context.data == nil && context.makeImage() == nil && context.colorSpace == nil)
        context.beginPDFPage(nil)
        context.endPDFPage()
        var other = CGRect(x: -10, y: 20, width: 50.5, height: 60)
        context.beginPage(mediaBox: &other)
        context.endPage()
        let crop = withUnsafeBytes(of: CGRect(x: 1, y: 22, width: 3, height: 4)) { Data($0) }
        context.beginPDFPage([kCGPDFContextMediaBox: NSValue(rect: other), kCGPDFContextCropBox as String: crop as CFData] as CFDictionary)
        // The next page ends this one.
        context.beginPDFPage([kCGPDFContextMediaBox: CGRect(x: 0, y: 0, width: CGFloat.nan, height: 5)])
        context.closePDF()
        context.closePDF()
        context.beginPDFPage(nil)
        context.fill(box)
        let document = try #require(CGPDFDocument(url as CFURL))
        #expect((1...4).map { document.page(at: $0)?.getBoxRect(.mediaBox) } == [box, other, other, box] && document.numberOfPages == 4)
        #expect(document.page(at: 3)?.getBoxRect(.cropBox) == CGRect(x: 1, y: 22, width: 3, height: 4))
        #expect(
            document.information["Title"] == "Titel (größer)" && document.information["Author"] == "A"
                && document.information["Keywords"] == "a, b")
        #expect(document.information["CreationDate"]?.hasPrefix("D:20") == true)
    }

    @Test("A context that is no longer used has written the end of its document")
    func release() throws {
        let data = NSMutableData()
        do {
            let consumer = try #require(CGDataConsumer(data: data as CFMutableData))
            let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
            context.beginPDFPage(nil)
        }
        #expect(open(data as Data)?.page(at: 1)?.getBoxRect(.mediaBox) == CGRect(x: 0, y: 0, width: 612, height: 792))
    }

    @Test("Documents with a password, and those in folders that are not there, are not written")
    func failures() throws {
        let folder = try TemporaryFolder()
        for key in [kCGPDFContextOwnerPassword, kCGPDFContextUserPassword] {
            #expect(CGContext(folder.file("a.pdf") as CFURL, mediaBox: nil, [key: "secret"]) == nil)
        }
        #expect(CGContext(folder.file("none/a.pdf") as CFURL, mediaBox: nil, nil) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("a.pdf").path))
    }

    @Test("Drawing outside pages, and with numbers that are none, has no effect")
    func oddDrawing() throws {
        let data = document { context in
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
            context.drawText("lost", at: .zero, size: 10)
            context.beginPDFPage(nil)
            context.fill(CGRect(x: CGFloat.nan, y: 0, width: 10, height: 10))
            context.fill(CGRect.infinite)
            context.strokeLineSegments(between: [CGPoint(x: CGFloat.infinity, y: 0), .zero])
            context.restoreGState()
            context.clear(CGRect(x: 0, y: 0, width: 10, height: 10))
            context.scaleBy(x: .nan, y: 1)
            context.drawText("lost", at: .zero, size: 10)
        }
        let operators = try content(data)
        // Nor has drawing after the end.
        let closed = NSMutableData()
        let consumer = try #require(CGDataConsumer(data: closed as CFMutableData))
        let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
        context.beginPDFPage(nil)
        context.closePDF()
        let count = closed.length
        let image = try #require(bitmap(2, 2)?.makeImage())
        context.draw(image, in: CGRect(x: 0, y: 0, width: 10, height: 10))
        context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 10), mask: image)
        context.beginPDFPage(nil)
        context.draw(image, in: CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(closed.length == count && count > 0)
        #expect(!operators.contains("nan") && !operators.contains("inf") && !operators.contains("Tj"))
    }

    @Test("The state of a page is the initial one")
    func states() throws {
        let data = document { context in
            context.beginPDFPage(nil)
            context.translateBy(x: 50, y: 50)
            context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
            context.saveGState()
            context.endPDFPage()
            context.restoreGState()
            #expect(context.ctm.isIdentity)
            context.beginPDFPage(nil)
            context.fill(CGRect(x: 1, y: 2, width: 3, height: 4))
        }
        let file = try PDFFile(ByteBuffer(data))
        let second = try file.pages()[1]
        let operators = String(decoding: try file.content(of: file.content(of: second)), as: UTF8.self)
        #expect(operators.contains("0 g\n") && operators.contains("1 2 m\n4 2 l\n4 6 l\n1 6 l\nh\nf\n"))
    }

    @Test("The same drawing gives the same content, and equal settings are written once")
    func repetition() throws {
        func draw() throws -> String {
            try content(
                document { context in
                    context.beginPDFPage(nil)
                    context.setStrokeColor(red: 0, green: 0, blue: 1, alpha: 0.5)
                    for x in 0..<20 { context.stroke(CGRect(x: 4 * x, y: 0, width: 2, height: 70)) }
                })
        }
        let operators = try draw()
        #expect(try draw() == operators)
        #expect(operators.components(separatedBy: "RG\n").count == 2 && operators.components(separatedBy: " gs\n").count == 2)
        #expect(operators.components(separatedBy: "S\n").count == 21)
    }

    @Test("The bounding box of the clip is that of the paths inside the page")
    func clips() {
        _ = document { context in
            context.beginPDFPage(nil)
            #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 100, height: 80))
            context.saveGState()
            context.clip(to: CGRect(x: 10, y: 10, width: 500, height: 20))
            context.translateBy(x: 5, y: 0)
            context.clip(to: CGRect(x: 0, y: 0, width: 45, height: 80))
            #expect(context.boundingBoxOfClipPath == CGRect(x: 5, y: 10, width: 40, height: 20))
            context.resetClip()
            #expect(context.boundingBoxOfClipPath == CGRect(x: -5, y: 0, width: 100, height: 80))
            context.restoreGState()
        }
    }
}

@Suite("PDF files that Poppler reads", .enabled(if: InstalledProgram.hasPoppler, "needs poppler-utils"))
struct PDFContextPopplerTests {
    private func line(_ text: String, size: CGFloat = 12) -> CTLine {
        let font = CTFontCreateWithName("Helvetica" as CFString, size, nil)
        return CTLineCreateWithAttributedString(
            NSAttributedString(string: text, attributes: [NSAttributedString.Key(kCTFontAttributeName): font]))
    }

    /// The first page at a scale.
    private func drawn(_ data: Data, scale: CGFloat = 1) throws -> CGContext {
        let page = try #require(open(data)?.page(at: 1))
        let box = page.getBoxRect(.mediaBox)
        let context = try #require(bitmap(Int(box.width * scale), Int(box.height * scale)))
        context.scaleBy(x: scale, y: scale)
        context.drawPDFPage(page)
        return context
    }

    /// Draws the same in a PDF document and in a bitmap.
    private func both(_ draw: (CGContext) -> Void) throws -> (page: CGContext, bitmap: CGContext) {
        let data = document { context in
            context.beginPDFPage(nil)
            draw(context)
        }
        let pixels = try #require(bitmap(100, 80))
        draw(pixels)
        return (try drawn(data), pixels)
    }

    @Test("Shapes, colours, transforms, clips and images look as in a bitmap")
    func shapes() throws {
        let image = try #require(bitmap(2, 2, isWhite: false))
        image.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
        image.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
        image.setFillColor(red: 1, green: 0, blue: 1, alpha: 1)
        image.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        let picture = try #require(image.makeImage())
        let (page, pixels) = try both { context in
            context.setFillColor(red: 1, green: 0.5, blue: 0, alpha: 1)
            context.fill(CGRect(x: 5, y: 5, width: 20, height: 30))
            context.saveGState()
            context.clip(to: CGRect(x: 30, y: 5, width: 10, height: 70))
            context.setFillColor(gray: 0.25, alpha: 1)
            context.fillEllipse(in: CGRect(x: 20, y: 10, width: 40, height: 40))
            context.saveGState()
            context.clip(to: CGRect(x: 0, y: 0, width: 100, height: 15))
            context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
            context.fill(CGRect(x: 0, y: 0, width: 100, height: 80))
            context.restoreGState()
            context.fill(CGRect(x: 0, y: 60, width: 100, height: 5))
            context.restoreGState()
            context.translateBy(x: 70, y: 40)
            context.scaleBy(x: 2, y: 2)
            context.setAlpha(0.5)
            context.setStrokeColor(red: 1, green: 0, blue: 0, alpha: 1)
            context.setLineWidth(2)
            context.setLineDash(phase: 0, lengths: [4, 3])
            context.strokeLineSegments(between: [CGPoint(x: -15, y: 10), CGPoint(x: 14, y: 10)])
            context.draw(picture, in: CGRect(x: -5, y: -15, width: 10, height: 10))
        }
        let differences = zip(page.pixels, pixels.pixels).map { abs(Int($0) - Int($1)) }
        // Edges may be smoothed in another way.
        #expect(Double(differences.filter { $0 > 24 }.count) / Double(differences.count) < 0.02)
        #expect(page.pixel(10, 10) == [255, 128, 0, 255] && page.pixel(34, 12) == [0, 0, 255, 255] && page.pixel(34, 30)[0] == 64)
    }

    @Test("A mask image clips, and a clip that is removed does not")
    func masks() throws {
        let mask = try #require(
            CGContext(
                data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 2, space: CGColorSpaceCreateDeviceGray(), bitmapInfo: 0))
        mask.setFillColor(gray: 1, alpha: 1)
        mask.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let image = try #require(mask.makeImage())
        let (page, pixels) = try both { context in
            context.saveGState()
            context.clip(to: CGRect(x: 10, y: 10, width: 40, height: 40), mask: image)
            context.fill(CGRect(x: 0, y: 0, width: 100, height: 80))
            context.resetClip()
            context.fill(CGRect(x: 60, y: 60, width: 10, height: 10))
            context.restoreGState()
        }
        for context in [page, pixels] {
            #expect(context.pixel(15, 30)[0] == 0 && context.pixel(47, 30)[0] == 255 && context.pixel(5, 30)[0] == 255)
            #expect(context.pixel(65, 65)[0] == 0)
        }
    }

    @Test("Text that is drawn can be found, and looks as in a bitmap")
    func visibleText() throws {
        let texts = ["Typed text, 12 °C", "Ärger Ελλάδα Привет"]
        let data = document(CGRect(x: 0, y: 0, width: 200, height: 80)) { context in
            context.beginPDFPage(nil)
            for (index, text) in texts.enumerated() {
                context.textPosition = CGPoint(x: 10, y: 50 - 30 * index)
                CTLineDraw(line(text), context)
            }
        }
        #expect(open(data)?.texts(ofPages: 1...1).first?.split(separator: "\n").map(String.init) == texts)
        let pixels = try #require(bitmap(400, 160))
        pixels.scaleBy(x: 2, y: 2)
        pixels.textPosition = CGPoint(x: 10, y: 50)
        CTLineDraw(line(texts[0]), pixels)
        let page = try drawn(data, scale: 2)
        page.setFillColor(gray: 1, alpha: 1)
        page.fill(CGRect(x: 0, y: 0, width: 200, height: 40))
        let (box, expected) = (page.ink, pixels.ink)
        #expect(
            abs(box.minX - expected.minX) <= 1 && abs(box.maxX - expected.maxX) <= 1 && abs(box.minY - expected.minY) <= 1
                && abs(box.maxY - expected.maxY) <= 1)
    }

    @Test("Invisible text can be found where it is, and shows nothing")
    func invisibleText() throws {
        let data = document(CGRect(x: 0, y: 0, width: 200, height: 100)) { context in
            context.beginPDFPage(nil)
            context.setTextDrawingMode(.invisible)
            for (index, word) in ["lower", "upper"].enumerated() {
                let width = CGFloat(CTLineGetTypographicBounds(line(word), nil, nil, nil))
                context.textMatrix = CGAffineTransform(scaleX: 80 / width, y: 1)
                context.textPosition = CGPoint(x: 100, y: 20 + 50 * index)
                CTLineDraw(line(word), context)
                // The text position is at the end of the line.
                #expect(abs(context.textPosition.x - 180) < 1e-6 && context.textPosition.y == CGFloat(20 + 50 * index))
            }
        }
        #expect(open(data)?.texts(ofPages: 1...1) == ["upper\n\nlower"])
        #expect(try drawn(data, scale: 2).ink.isNull)
        let source = PDFSource(ByteBuffer(data))
        let boxes = try ChildProgram(
            name: "pdftotext", arguments: ["-bbox", "/proc/self/fd/3", "-"], input: source.descriptor(), largestOutput: 1 << 16
        ).run()
        // From the top: 100 − 70 − ascent.
        let words = String(decoding: boxes.output, as: UTF8.self).split(separator: "\n").filter { $0.contains("<word") }
        let numbers = words.map { word in word.split(separator: "\"").compactMap { Double($0) } }
        #expect(numbers.count == 2 && numbers.allSatisfy { abs($0[0] - 100) < 0.5 && abs($0[2] - 180) < 0.5 })
        #expect(abs(numbers[0][1] - (30 - 12 * 6.5 / 9)) < 0.1 && abs(numbers[0][3] - (30 + 12 * 2.5 / 9)) < 0.1)
    }

    @Test("Text of scripts that are written from right to left is found in its order")
    func leftwardText() throws {
        let data = document { context in
            context.beginPDFPage(nil)
            context.setTextDrawingMode(.invisible)
            context.textPosition = CGPoint(x: 10, y: 30)
            CTLineDraw(line("שלום עולם"), context)
        }
        let text = try #require(open(data)?.texts(ofPages: 1...1).first)
        // Poppler puts marks of the direction around the text.
        let marks = CharacterSet(charactersIn: "\u{202A}\u{202B}\u{202C}")
        #expect(String(text.unicodeScalars.filter { !marks.contains($0) }) == "שלום עולם")
    }

    @Test("A page that is drawn on a page keeps its text and its coordinates", arguments: ["plain", "streams", "restricted", "locked"])
    func pages(_ name: String) throws {
        let source = try #require(CGPDFDocument(Fixtures.common("pdf/\(name).pdf") as CFURL))
        #expect(source.unlockWithPassword("user"))
        let data = document(CGRect(x: 0, y: 0, width: 210, height: 170)) { context in
            for number in 1...source.numberOfPages {
                context.beginPDFPage(nil)
                source.page(at: number).map { context.drawPDFPage($0) }
                context.setTextDrawingMode(.invisible)
                context.textPosition = CGPoint(x: 20, y: 140)
                CTLineDraw(line("Layer"), context)
            }
        }
        let copy = try #require(open(data))
        #expect(copy.numberOfPages == 4)
        for text in copy.texts(ofPages: 1...4) {
            #expect(text.split(whereSeparator: \.isNewline).first == "Layer" && text.filter { !$0.isWhitespace } == "LayerHelloPDF")
        }
        for number in 1...4 {
            let context = try #require(bitmap(210, 170))
            context.drawPDFPage(try #require(copy.page(at: number)))
            #expect(
                context.pixel(12, 22) == [255, 0, 0, 255] && context.pixel(38, 58) == [255, 0, 0, 255]
                    && context.pixel(55, 125) == [0, 0, 255, 255])
            #expect(context.pixel(42, 40) == [255, 255, 255, 255] && context.pixel(8, 40) == [255, 255, 255, 255])
        }
        // The font of the source is copied once. The font of the layer is another one.
        if name == "plain" { #expect(String(decoding: data, as: UTF8.self).components(separatedBy: "/Helvetica").count == 2) }
    }
}
