import CoreText
import Foundation
import TestSupport
import Testing

@testable import CoreGraphics

@Suite("PDF documents")
struct CGPDFDocumentTests {
    private func fixture(_ name: String) -> URL { Fixtures.common("pdf/\(name).pdf") }

    @Test("Pages are numbered from 1 on and have boxes and rotations", arguments: ["plain", "streams"])
    func pages(_ name: String) throws {
        let document = try #require(CGPDFDocument(fixture(name) as CFURL))
        #expect(document.numberOfPages == 4 && document.isUnlocked && !document.isEncrypted)
        #expect(
            document.page(at: 0) == nil && document.page(at: 5) == nil && document.page(at: -1) == nil && document.page(at: .max) == nil)
        let page = try #require(document.page(at: 2))
        #expect(page.pageNumber == 2 && page.rotationAngle == 90 && page.document == document && page == document.page(at: 2))
        #expect(page.getBoxRect(.mediaBox) == CGRect(x: 5, y: 10, width: 200, height: 150.5))
        #expect(page.getBoxRect(.cropBox) == CGRect(x: 10, y: 20, width: 90, height: 80))
        var version: (Int32, Int32) = (0, 0)
        document.getVersion(majorVersion: &version.0, minorVersion: &version.1)
        #expect(version.0 == 1 && version.1 >= 3)
    }

    @Test("Files that are no PDF documents give nil")
    func others() throws {
        let folder = try TemporaryFolder()
        #expect(CGPDFDocument(folder.file("none.pdf") as CFURL) == nil && CGPDFDocument(folder.url as CFURL) == nil)
        #expect(open(Data()) == nil && open(Data("no document".utf8)) == nil && open(Data("%PDF-1.4\nno document".utf8)) == nil)
        let whole = try Data(contentsOf: fixture("plain"))
        #expect(open(whole.prefix(300)) == nil)
    }

    @Test("A document may have no pages")
    func empty() throws {
        let document = try #require(open(HandmadePDF.file(["<</Pages 2 0 R>>", "<</Kids[]/Count 0>>"])))
        #expect(document.numberOfPages == 0 && document.page(at: 1) == nil && document.isUnlocked)
    }

    @Test("A page is centred in a rectangle, rotated clockwise, and made smaller but never larger")
    func drawingTransforms() throws {
        let page = try #require(open(HandmadePDF.page("/MediaBox[10 20 210 120]/CropBox[10 20 110 120]/Rotate 90"))?.page(at: 1))
        let large = page.getDrawingTransform(
            .mediaBox, rect: CGRect(x: 0, y: 0, width: 300, height: 400), rotate: 0, preserveAspectRatio: true)
        #expect(CGRect(x: 10, y: 20, width: 200, height: 100).applying(large) == CGRect(x: 100, y: 100, width: 100, height: 200))
        // The upper left corner is on the right now.
        #expect(CGPoint(x: 10, y: 120).applying(large) == CGPoint(x: 200, y: 300))
        let back = page.getDrawingTransform(
            .mediaBox, rect: CGRect(x: 0, y: 0, width: 100, height: 100), rotate: -90, preserveAspectRatio: true)
        #expect(
            CGPoint(x: 10, y: 120).applying(back) == CGPoint(x: 0, y: 75) && CGPoint(x: 210, y: 20).applying(back) == CGPoint(x: 100, y: 25)
        )
        let stretched = page.getDrawingTransform(
            .mediaBox, rect: CGRect(x: 0, y: 0, width: 50, height: 50), rotate: 270, preserveAspectRatio: false)
        #expect(CGRect(x: 10, y: 20, width: 200, height: 100).applying(stretched) == CGRect(x: 0, y: 0, width: 50, height: 50))
        let crop = page.getDrawingTransform(
            .cropBox, rect: CGRect(x: 0, y: 0, width: 50, height: 50), rotate: 180, preserveAspectRatio: true)
        #expect(CGPoint(x: 10, y: 120).applying(crop) == .zero)
    }
}

@Suite("PDF documents through Poppler", .enabled(if: InstalledProgram.hasPoppler, "needs poppler-utils"))
struct PopplerTests {
    private func fixture(_ name: String) throws -> CGPDFDocument {
        try #require(CGPDFDocument(Fixtures.common("pdf/\(name).pdf") as CFURL))
    }

    /// The page at a scale, in a bitmap of its media box's size.
    private func drawn(_ page: CGPDFPage, scale: CGFloat, isWhite: Bool = true) throws -> CGContext {
        let box = page.getBoxRect(.mediaBox)
        let context = try #require(bitmap(Int((box.width * scale).rounded(.up)), Int((box.height * scale).rounded(.up)), isWhite: isWhite))
        context.scaleBy(x: scale, y: scale)
        context.translateBy(x: -box.minX, y: -box.minY)
        context.drawPDFPage(page)
        return context
    }

    @Test("An encrypted document that everybody may read is unlocked from the beginning")
    func restricted() throws {
        let document = try fixture("restricted")
        #expect(document.isEncrypted && document.isUnlocked && document.numberOfPages == 4)
        #expect(!document.allowsCopying && document.allowsPrinting && document.information["Title"] == "Über Käse")
        let page = try #require(document.page(at: 2))
        #expect(page.rotationAngle == 90 && page.getBoxRect(.mediaBox) == CGRect(x: 5, y: 10, width: 200, height: 150.5))
        #expect(page.getBoxRect(.cropBox) == CGRect(x: 10, y: 20, width: 90, height: 80))
        #expect(document.texts(ofPages: 1...4) == Array(repeating: "Hello PDF", count: 4))
    }

    @Test("A locked document has no pages until a password unlocks it", arguments: ["user", "owner"])
    func locked(_ password: String) throws {
        let document = try fixture("locked")
        #expect(document.isEncrypted && !document.isUnlocked && document.numberOfPages == 0 && document.page(at: 1) == nil)
        #expect(!document.unlockWithPassword("") && !document.unlockWithPassword("wrong") && !document.isUnlocked)
        #expect(document.unlockWithPassword(password) && document.isUnlocked && document.numberOfPages == 4)
        #expect(document.texts(ofPages: 2...3) == ["Hello PDF", "Hello PDF"])
        let context = try drawn(try #require(document.page(at: 1)), scale: 1)
        #expect(context.pixel(20, 30) == [255, 0, 0, 255])
    }

    @Test("Lines that a file's own texts imitate do not count")
    func imitation() {
        let description = Poppler.description(
            """
            Title:           A
            Pages: 9
            Page    1 MediaBox: 0 0 1 1
            Author:          B
            Pages:           1
            Encrypted:       no
            Page    1 size:  30 x 40 pts
            Page    1 rot:   90
            Page    1 MediaBox:      0.00     0.00    30.00    40.00
            Page    1 CropBox:       1.00     2.00    10.00    nan
            PDF version:     1.7
            """)
        #expect(description.pages == [PDFPageGeometry([CGRect(x: 0, y: 0, width: 30, height: 40)], rotation: 90)])
        #expect(description.version == (1, 7) && !description.isEncrypted && description.information["Author"] == "B")
    }

    @Test(
        "A page is drawn in its own coordinates, at the resolution of the bitmap, whatever its rotation", arguments: [1, 2, 3, 4], [1, 2.5])
    func drawing(_ number: Int, _ scale: CGFloat) throws {
        let context = try drawn(try #require(fixture("plain").page(at: number)), scale: scale)
        func pixel(_ x: CGFloat, _ y: CGFloat) -> [UInt8] { context.pixel(Int((x - 5) * scale), Int((y - 10) * scale)) }
        let (red, blue, white): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255])
        // Points inside the rectangles and outside them, two points from their edges.
        for point in [CGPoint(x: 12, y: 22), CGPoint(x: 38, y: 58), CGPoint(x: 12, y: 58)] { #expect(pixel(point.x, point.y) == red) }
        for point in [CGPoint(x: 52, y: 122), CGPoint(x: 58, y: 128)] { #expect(pixel(point.x, point.y) == blue) }
        for point in [CGPoint(x: 8, y: 40), CGPoint(x: 42, y: 40), CGPoint(x: 25, y: 62), CGPoint(x: 48, y: 125), CGPoint(x: 55, y: 132)] {
            #expect(pixel(point.x, point.y) == white)
        }
    }

    @Test("The background of a page is transparent, and colours go through alpha and clip")
    func transparency() throws {
        let page = try #require(fixture("plain").page(at: 1))
        let context = try drawn(page, scale: 1, isWhite: false)
        #expect(context.pixel(100, 100) == [0, 0, 0, 0] && context.pixel(20, 30) == [255, 0, 0, 255])
        let half = try #require(bitmap(200, 151))
        half.setAlpha(0.5)
        half.clip(to: CGRect(x: 0, y: 0, width: 30, height: 151))
        half.drawPDFPage(page)
        #expect(half.pixel(20, 30)[0] == 255 && abs(Int(half.pixel(20, 30)[1]) - 128) <= 1 && half.pixel(35, 30) == [255, 255, 255, 255])
    }

    @Test("The transform of a rotated page shows it upright")
    func transforms() throws {
        let page = try #require(fixture("plain").page(at: 2))
        let context = try #require(bitmap(151, 200))
        context.concatenate(
            page.getDrawingTransform(.mediaBox, rect: CGRect(x: 0, y: 0, width: 151, height: 200), rotate: 0, preserveAspectRatio: true))
        context.drawPDFPage(page)
        // The red rectangle near the lower left corner of the page is near the upper left corner of the picture.
        #expect(context.pixel(20, 180) == [255, 0, 0, 255] && context.pixel(20, 20) == [255, 255, 255, 255])
        // Text is read from top to bottom: the letters are along the vertical axis.
        context.setFillColor(gray: 1, alpha: 1)
        context.fill(CGRect(x: 0, y: 165, width: 60, height: 35).applying(context.ctm.inverted()))
        context.fill(CGRect(x: 105, y: 0, width: 46, height: 200).applying(context.ctm.inverted()))
        #expect(context.ink.height > 3 * context.ink.width)
    }

    @Test("Where y points downwards the page is upside down, and through an oblique transform it is oblique")
    func oblique() throws {
        let page = try #require(fixture("plain").page(at: 1))
        let flipped = try #require(bitmap(210, 170))
        flipped.translateBy(x: 0, y: 170)
        flipped.scaleBy(x: 1, y: -1)
        flipped.drawPDFPage(page)
        #expect(flipped.pixel(25, 130) == [255, 0, 0, 255] && flipped.pixel(25, 40) == [255, 255, 255, 255])
        let turned = try #require(bitmap(300, 300))
        turned.translateBy(x: 150, y: 50)
        turned.rotate(by: .pi / 4)
        turned.drawPDFPage(page)
        let middle = CGPoint(x: 25, y: 40).applying(turned.ctm)
        #expect(turned.pixel(Int(middle.x), Int(middle.y)) == [255, 0, 0, 255])
    }

    @Test("A gigantic page, and one that is far away or tiny, is drawn as far as it is visible")
    func bounds() throws {
        let content = "1 0 0 rg 0 0 500000 500000 re f"
        let page = try #require(open(HandmadePDF.page("/MediaBox[0 0 1000000 1000000]", content: content))?.page(at: 1))
        let context = try #require(bitmap(40, 40))
        context.drawPDFPage(page)
        #expect(context.pixel(20, 20) == [255, 0, 0, 255])
        context.translateBy(x: 1e8, y: 0)
        context.drawPDFPage(page)
        context.scaleBy(x: 0, y: 0)
        context.drawPDFPage(page)
        context.scaleBy(x: .nan, y: 1)
        context.drawPDFPage(page)
        #expect(context.pixel(20, 20) == [255, 0, 0, 255])
        // A page beyond all bounds draws nothing.
        let beyond = try #require(open(HandmadePDF.page("/MediaBox[0 0 1000000000000 1000000000000]", content: content))?.page(at: 1))
        #expect(beyond.getBoxRect(.mediaBox) == CGRect(x: 0, y: 0, width: 1_000_000, height: 1_000_000))
        let other = try #require(bitmap(40, 40))
        other.drawPDFPage(beyond)
        other.scaleBy(x: 1e-5, y: 1e-5)
        other.drawPDFPage(beyond)
        #expect(other.ink.isNull)
    }

    @Test("A damaged file that Poppler repairs is read")
    func repair() throws {
        let data = try Data(contentsOf: Fixtures.common("pdf/plain.pdf"))
        var text = String(decoding: data, as: Unicode.ASCII.self)
        let mark = try #require(text.range(of: "startxref\n"))
        text.replaceSubrange(mark.upperBound..., with: "7\n%%EOF\n")
        let repaired = Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        #expect(throws: PDFError.self) { try PDFFile(ByteBuffer(repaired)) }
        let document = try #require(open(repaired))
        #expect(document.numberOfPages == 4 && document.page(at: 3)?.rotationAngle == 180)
        #expect(try drawn(try #require(document.page(at: 3)), scale: 1).pixel(20, 30) == [255, 0, 0, 255])
    }

    @Test("A document in a file is read while the file is replaced")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.pdf")
        try Data(contentsOf: Fixtures.common("pdf/plain.pdf")).write(to: url)
        let document = try #require(CGPDFDocument(url as CFURL))
        try Data("something else".utf8).write(to: url, options: .atomic)
        #expect(document.texts(ofPages: 1...1) == ["Hello PDF"])
    }
}
