import Foundation
import TestSupport
import Testing
import UIKit

@Suite("PDF documents of UIKit")
struct UIGraphicsPDFTests {
    private func open(_ data: Data) throws -> CGPDFDocument {
        try #require(CGDataProvider(data: data as CFData).flatMap { CGPDFDocument($0) })
    }

    /// The first page on white, one pixel for each point.
    private func drawn(_ document: CGPDFDocument) throws -> CGImage {
        let page = try #require(document.page(at: 1))
        let size = page.getBoxRect(.mediaBox).size
        return try #require(
            UIGraphicsImageRenderer(size: size).image { context in
                UIColor.white.setFill()
                context.fill(CGRect(origin: .zero, size: size))
                context.cgContext.translateBy(x: 0, y: size.height)
                context.cgContext.scaleBy(x: 1, y: -1)
                context.cgContext.drawPDFPage(page)
            }.cgImage)
    }

    private static let bounds = CGRect(x: 0, y: 0, width: 120, height: 60)

    @Test("A renderer makes pages with its bounds or their own, and writes files")
    func renderer() throws {
        let folder = try TemporaryFolder()
        let format = UIGraphicsPDFRendererFormat()
        format.documentInfo = [kCGPDFContextTitle: "Title", kCGPDFContextCreator: "Creator"]
        let renderer = UIGraphicsPDFRenderer(bounds: Self.bounds, format: format)
        #expect(renderer.format.bounds == Self.bounds)
        let data = renderer.pdfData { context in
            context.beginPage()
            #expect(context.pdfContextBounds == Self.bounds && UIGraphicsGetPDFContextBounds() == Self.bounds)
            context.beginPage(withBounds: CGRect(x: 0, y: 0, width: 30, height: 40), pageInfo: [:])
            #expect(context.pdfContextBounds.size == CGSize(width: 30, height: 40))
        }
        let document = try open(data)
        #expect(document.numberOfPages == 2 && document.page(at: 1)?.getBoxRect(.mediaBox) == Self.bounds)
        #expect(document.page(at: 2)?.getBoxRect(.mediaBox).height == 40)
        try renderer.writePDF(to: folder.file("a.pdf")) { $0.beginPage() }
        #expect(CGPDFDocument(folder.file("a.pdf") as CFURL)?.numberOfPages == 1)
        #expect(throws: CocoaError.self) { try renderer.writePDF(to: folder.file("none/a.pdf")) { $0.beginPage() } }
        #expect(try open(UIGraphicsPDFRenderer(bounds: .zero).pdfData { $0.beginPage() }).page(at: 1)?.getBoxRect(.mediaBox).width == 612)
    }

    @Test("Functions make documents in data and in files")
    func functions() throws {
        let folder = try TemporaryFolder()
        let data = NSMutableData()
        UIGraphicsBeginPDFContextToData(data, Self.bounds, [kCGPDFContextTitle: "Title"])
        UIGraphicsBeginPDFPage()
        UIGraphicsBeginPDFPageWithInfo(CGRect(x: 0, y: 0, width: 7, height: 8), nil)
        #expect(UIGraphicsGetPDFContextBounds().width == 7)
        UIGraphicsEndPDFContext()
        #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetPDFContextBounds() == .zero)
        let document = try open(data as Data)
        #expect((1...2).map { document.page(at: $0)?.getBoxRect(.mediaBox).width } == [120, 7])
        #expect(UIGraphicsBeginPDFContextToFile(folder.file("a.pdf").path, .zero, nil))
        UIGraphicsBeginPDFPage()
        UIGraphicsEndPDFContext()
        #expect(CGPDFDocument(folder.file("a.pdf") as CFURL)?.numberOfPages == 1)
        #expect(!UIGraphicsBeginPDFContextToFile(folder.file("none/a.pdf").path, .zero, nil))
    }

    @Test(
        "The origin of a page is at the upper left, and texts and pictures are upright",
        .enabled(if: InstalledProgram.hasPoppler, "needs poppler-utils"))
    func drawing() throws {
        let rows = ["rg", "by"].flatMap { row in Array(repeating: row.map { String(repeating: $0, count: 5) }.joined(), count: 5) }
        let colors = UIImage(cgImage: try #require(picture(rows)))
        let data = UIGraphicsPDFRenderer(bounds: Self.bounds).pdfData { context in
            context.beginPage()
            colors.draw(in: CGRect(x: 10, y: 10, width: 10, height: 10))
            "Words".draw(at: CGPoint(x: 50, y: 30), withAttributes: [.font: UIFont.systemFont(ofSize: 20)])
        }
        let document = try open(data)
        let image = try drawn(document)
        let pixels = rgba(image)
        #expect(
            pixels[12 * 120 + 12] == [255, 0, 0, 255] && pixels[12 * 120 + 17] == [0, 255, 0, 255]
                && pixels[17 * 120 + 12] == [0, 0, 255, 255])
        #expect(ink(image, in: CGRect(x: 50, y: 30, width: 60, height: 20)) > 50)
        #expect(
            ink(image, in: CGRect(x: 50, y: 0, width: 70, height: 30)) == 0
                && ink(image, in: CGRect(x: 50, y: 51, width: 70, height: 9)) == 0)
        let source = PDFText.text(of: data)
        #expect(source == "Words")
    }
}

private enum PDFText {
    /// The text of a document, as Poppler reads it from a file.
    static func text(of data: Data) -> String? {
        guard let folder = try? TemporaryFolder(), (try? data.write(to: folder.file("a.pdf"))) != nil else { return nil }
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = ["pdftotext", folder.file("a.pdf").path, "-"]
        let pipe = Pipe()
        program.standardOutput = pipe
        guard (try? program.run()) != nil else { return nil }
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
