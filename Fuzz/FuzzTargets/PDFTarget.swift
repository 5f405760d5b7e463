import CoreFoundation
import CoreGraphics
import Foundation

/// The most pages of a document that are copied. Further ones only take time.
private let maximumPageCount = 4

/// A PDF document: its description, its pages, and a copy of them in a new document, which is read again. Poppler's programs are left out.
func fuzzPDF(_ input: UnsafeBufferPointer<UInt8>) {
    CGPDFDocument.withoutOtherPrograms {
        guard let document = reading(Data(buffer: input)) else { return }
        _ = document.information
        let copy = NSMutableData()
        guard let consumer = CGDataConsumer(data: copy as CFMutableData), let context = CGContext(consumer: consumer, mediaBox: nil, nil)
        else {
            return
        }
        let pages = (1...maximumPageCount).compactMap { document.page(at: $0) }
        for page in pages {
            context.beginPDFPage([kCGPDFContextMediaBox: page.getBoxRect(.mediaBox)])
            let paper = CGRect(x: 0, y: 0, width: 200, height: 200)
            context.concatenate(page.getDrawingTransform(.cropBox, rect: paper, rotate: page.rotationAngle, preserveAspectRatio: true))
            context.drawPDFPage(page)
            context.endPDFPage()
        }
        context.closePDF()
        guard !pages.isEmpty else { return }
        precondition(reading(copy as Data)?.numberOfPages == pages.count, "the copy cannot be read")
    }
}

private func reading(_ data: Data) -> CGPDFDocument? {
    CGDataProvider(data: data as CFData).flatMap { CGPDFDocument($0) }
}
