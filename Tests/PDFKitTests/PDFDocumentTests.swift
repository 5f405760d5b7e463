import Foundation
import ImageIO
import Quartz
import TestSupport
import Testing

/// A picture in one colour.
private func picture(_ width: Int, _ height: Int, _ color: CGColor) throws -> CGImage {
    let context = try #require(
        CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
    context.setFillColor(color)
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    return try #require(context.makeImage())
}

/// Red, green and blue of a pixel, with the origin at the upper left.
private func pixel(_ image: CGImage?, _ x: Int, _ y: Int) throws -> [UInt8] {
    let image = try #require(image)
    let data = try #require(image.dataProvider?.data) as Data
    let start = y * image.bytesPerRow + x * image.bitsPerPixel / 8
    return Array(data[start..<(start + 3)])
}

@Suite("Documents of PDFKit")
struct PDFDocumentTests {
    private let plain = Fixtures.common("pdf/plain.pdf")

    @Test("A document has the pages, boxes, rotations and attributes of its file")
    func reading() throws {
        let document = try #require(PDFDocument(url: plain))
        #expect(document.pageCount == 4 && document.documentURL == plain && !document.isEncrypted && !document.isLocked)
        #expect(document.page(at: 4) == nil && document.page(at: -1) == nil)
        let page = try #require(document.page(at: 1))
        #expect(page.rotation == 90 && page.document === document && page.label == "2" && page.pageRef?.pageNumber == 2)
        #expect(page.bounds(for: .mediaBox) == CGRect(x: 5, y: 10, width: 200, height: 150.5))
        #expect(page.bounds(for: .cropBox) == CGRect(x: 10, y: 20, width: 90, height: 80) && document.index(for: page) == 1)
        let attributes = try #require(document.documentAttributes)
        #expect(attributes[PDFDocumentAttribute.titleAttribute] as? String == "Über Käse")
        // 12:34:56, an hour and a half east of Greenwich.
        #expect(attributes[PDFDocumentAttribute.creationDateAttribute] as? Date == Date(timeIntervalSince1970: 1_709_204_696))
        #expect(PDFDocument(data: Data()) == nil && PDFDocument(url: URL(fileURLWithPath: "/none.pdf")) == nil)
    }

    @Test("An unchanged document has the bytes of its file")
    func bytes() throws {
        let data = try Data(contentsOf: plain)
        #expect(PDFDocument(data: data)?.dataRepresentation() == data)
    }

    @Test("Pages are made from images, inserted, exchanged, removed and written")
    func editing() throws {
        let folder = try TemporaryFolder()
        let document = PDFDocument()
        #expect(document.pageCount == 0 && document.string == "" && document.documentURL == nil)
        let red = try picture(30, 20, CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        let first = try #require(PDFPage(image: NSImage(cgImage: red, size: NSSize(width: 60, height: 40))))
        let second = try #require(PDFPage(image: UIImage(cgImage: red, scale: 1, orientation: .right)))
        document.insert(first, at: 9)
        document.insert(second, at: 0)
        document.insert(PDFPage(), at: 1)
        #expect(document.pageCount == 3 && document.page(at: 0) === second && document.page(at: 2) === first)
        document.exchangePage(at: 0, withPageAt: 2)
        document.removePage(at: 1)
        document.removePage(at: 7)
        first.rotation = -90
        #expect(first.rotation == 270 && document.write(to: folder.file("a.pdf")))
        let read = try #require(PDFDocument(url: folder.file("a.pdf")))
        #expect(read.pageCount == 2 && read.page(at: 0)?.rotation == 270)
        #expect(read.page(at: 0)?.bounds(for: .mediaBox) == CGRect(x: 0, y: 0, width: 60, height: 40))
        #expect(read.page(at: 1)?.bounds(for: .mediaBox) == CGRect(x: 0, y: 0, width: 20, height: 30))
        #expect(!document.write(to: folder.file("none/a.pdf")))
        #expect(!document.write(to: folder.file("b.pdf"), withOptions: [.userPasswordOption: "secret"]))
        #expect(PDFPage(image: NSImage(size: .zero)) == nil && PDFPage(image: UIImage()) == nil)
    }

    @Test("An image of a JPEG file is written with the bytes of the file")
    func photos() throws {
        let folder = try TemporaryFolder()
        for name in ["gray", "progressive", "cmyk"] {
            let url = Fixtures.common("jpeg/\(name).jpg")
            let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
            let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
            let context = try #require(CGContext(folder.file("\(name).pdf") as CFURL, mediaBox: nil, nil))
            for _ in 0..<2 {
                context.beginPDFPage(nil)
                context.draw(image, in: CGRect(x: 10, y: 10, width: 148, height: 100))
            }
            context.closePDF()
            let file = try Data(contentsOf: folder.file("\(name).pdf"))
            let jpeg = try Data(contentsOf: url)
            let place = try #require(file.range(of: jpeg))
            // It is there once.
            #expect(file.range(of: jpeg, in: place.upperBound..<file.endIndex) == nil)
        }
    }
}

@Suite("Pages of PDFKit through Poppler", .enabled(if: InstalledProgram.hasPoppler, "needs poppler-utils"))
struct PDFPageTests {
    @Test("Documents and pages have their text")
    func texts() throws {
        let document = try #require(PDFDocument(url: Fixtures.common("pdf/streams.pdf")))
        #expect(document.page(at: 0)?.string == "Hello PDF" && document.page(at: 3)?.attributedString?.string == "Hello PDF")
        #expect(
            document.page(at: 0)?.numberOfCharacters == 9
                && document.string == Array(repeating: "Hello PDF", count: 4).joined(separator: "\n"))
        #expect(PDFPage().string == nil)
    }

    @Test("A locked document is unlocked with its password")
    func passwords() throws {
        let document = try #require(PDFDocument(url: Fixtures.common("pdf/locked.pdf")))
        #expect(document.isLocked && document.isEncrypted && document.pageCount == 0 && document.dataRepresentation() == nil)
        #expect(!document.unlock(withPassword: "wrong") && document.unlock(withPassword: "user"))
        #expect(!document.isLocked && document.pageCount == 4 && document.page(at: 2)?.rotation == 180)
    }

    @Test("A page is drawn as it is shown, with its box at the origin", arguments: [0, 1, 2, 3])
    func drawing(_ index: Int) throws {
        let document = try #require(PDFDocument(url: Fixtures.common("pdf/plain.pdf")))
        let page = try #require(document.page(at: index))
        let isTurned = page.rotation % 180 != 0
        let context = try #require(
            CGContext(
                data: nil, width: isTurned ? 80 : 90, height: isTurned ? 90 : 80, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        context.setFillColor(gray: 1, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: context.width, height: context.height))
        page.draw(with: .cropBox, to: context)
        let image = context.makeImage()
        // The red rectangle has the corner at the lower left of the crop box, and is 30 wide and 40 high.
        let corners = [0: (2, 77), 90: (2, 2), 180: (87, 2), 270: (77, 87)]
        let (x, y) = try #require(corners[page.rotation])
        #expect(try pixel(image, x, y) == [255, 0, 0])
        #expect(try pixel(image, context.width - 1 - x, context.height - 1 - y) == [255, 255, 255])
        let transform = page.transform(for: .cropBox)
        let box = page.bounds(for: .cropBox).applying(transform)
        #expect(box == CGRect(x: 0, y: 0, width: context.width, height: context.height))
    }

    @Test("Thumbnails of AppKit and UIKit fit into a size and keep the aspect ratio")
    func thumbnails() throws {
        let page = try #require(PDFDocument(url: Fixtures.common("pdf/plain.pdf"))?.page(at: 1))
        let appKit = page.thumbnail(of: CGSize(width: 400, height: 180), for: .cropBox)
        #expect(appKit.size == NSSize(width: 160, height: 180))
        #expect(try pixel(appKit.cgImage(forProposedRect: nil, context: nil, hints: nil), 4, 4) == [255, 0, 0])
        let uiKit: UIImage = page.thumbnail(of: CGSize(width: 80, height: 4000), for: .cropBox)
        #expect(uiKit.size == CGSize(width: 80, height: 90))
        #expect(try pixel(uiKit.cgImage, 78, 88) == [255, 255, 255])
        #expect(page.thumbnail(of: .zero, for: .mediaBox).size == .zero)
    }

    @Test("Pages of several documents are written into one, with their text, rotation and boxes")
    func merging() throws {
        let document = try #require(PDFDocument(url: Fixtures.common("pdf/plain.pdf")))
        let other = try #require(PDFDocument(url: Fixtures.common("pdf/locked.pdf")))
        #expect(other.unlock(withPassword: "user"))
        document.removePage(at: 0)
        document.insert(try #require(other.page(at: 1)?.copy() as? PDFPage), at: 3)
        document.documentAttributes = [PDFDocumentAttribute.titleAttribute: "Merged"]
        let read = try #require(document.dataRepresentation().flatMap { PDFDocument(data: $0) })
        #expect((0..<4).map { read.page(at: $0)?.rotation } == [90, 180, 270, 90])
        for index in 0..<4 {
            let page = try #require(read.page(at: index))
            #expect(page.bounds(for: .mediaBox) == CGRect(x: 5, y: 10, width: 200, height: 150.5))
            #expect(page.bounds(for: .cropBox) == CGRect(x: 10, y: 20, width: 90, height: 80))
            #expect(page.string?.filter { !$0.isWhitespace } == "HelloPDF")
        }
        #expect(read.documentAttributes?[PDFDocumentAttribute.titleAttribute] as? String == "Merged")
    }
}
