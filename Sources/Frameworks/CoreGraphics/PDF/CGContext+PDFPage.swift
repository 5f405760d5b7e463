import Foundation
import InputChecks

extension CGContext {
    /// Draws a page of a PDF document in user space, in the page's own coordinates. The page's rotation is not applied, and its background is
    /// transparent. The part outside the media box is not drawn.
    ///
    /// A bitmap gets the page at the resolution of the bitmap. For this, the package `poppler-utils` is needed. A PDF page gets the objects of the
    /// page: its paths, texts and images. If the page cannot be drawn, the reason is written to standard error.
    public func drawPDFPage(_ page: CGPDFPage) {
        do {
            if let canvas {
                try copy(page, canvas)
            } else {
                try render(page)
            }
        } catch {
            CGPDFDocument.report(CGPDFDocument.reason(error))
        }
    }

    // MARK: Bitmaps

    private func render(_ page: CGPDFPage) throws {
        let size = page.geometry.shownSize
        saveGState()
        defer { restoreGState() }
        // The user space of the page as it is shown, with its origin at the lower left.
        concatenate(page.geometry.fromShown)
        let t = state.transform
        var scale = (x: Double((t.a * t.a + t.b * t.b).squareRoot()), y: Double((t.c * t.c + t.d * t.d).squareRoot()))
        guard scale.x.isFinite, scale.y.isFinite, t.tx.isFinite, t.ty.isFinite, t.a * t.d != t.b * t.c else { return }
        let visible = boundingBoxOfClipPath.overlap(CGRect(origin: .zero, size: size))
        guard visible.width > 0, visible.height > 0 else { return }
        // A page that is drawn obliquely may need more pixels than the bitmap has.
        let sides = (x: Double(visible.width) * scale.x, y: Double(visible.height) * scale.y)
        let longest = Double(Poppler.longestSide)
        let area = (sides.x * sides.y / Double(ImageLimits.maximumPixelCount)).squareRoot()
        let excess = max(1, area, sides.x / longest, sides.y / longest)
        scale = (scale.x / excess, scale.y / excess)
        guard let window = Self.window(visible, size, scale) else { return }
        let image = try page.owner.poppler.image(ofPage: page.pageNumber, scale: scale, window)
        let place = CGRect(
            x: Double(window.x) / scale.x, y: Double(size.height) - Double(window.y + window.height) / scale.y,
            width: Double(window.width) / scale.x, height: Double(window.height) / scale.y)
        draw(image, in: place)
    }

    /// The pixels of a part of a page; `nil` if there are none, or if their numbers are too large.
    ///
    /// - Parameters:
    ///   - visible: the part in points, with the page's lower left corner as origin.
    ///   - size: the size of the page in points.
    private static func window(_ visible: CGRect, _ size: CGSize, _ scale: (x: Double, y: Double)) -> Poppler.Window? {
        func pixels(_ low: CGFloat, _ high: CGFloat, _ all: CGFloat, _ scale: Double) -> Range<Int>? {
            let last = (Double(all) * scale).rounded(.up)
            // The edges of whole pixels are known only approximately.
            let (start, end) = ((Double(low) * scale + 1e-6).rounded(.down), (Double(high) * scale - 1e-6).rounded(.up))
            guard last < Double(Int32.max) else { return nil }
            let (first, stop) = (max(Int(start), 0), min(Int(end), Int(last)))
            return first < stop ? first..<stop : nil
        }
        let (top, bottom) = (size.height - visible.maxY, size.height - visible.minY)
        guard let columns = pixels(visible.minX, visible.maxX, size.width, scale.x), let rows = pixels(top, bottom, size.height, scale.y)
        else { return nil }
        return Poppler.Window(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    // MARK: PDF

    private func copy(_ page: CGPDFPage, _ canvas: PDFCanvas) throws {
        guard canvas.page != nil else { return }
        let (document, geometry) = (page.owner, page.geometry)
        if !document.isEncrypted {
            do {
                let copier: PDFCopier
                if let known = canvas.copiers[ObjectIdentifier(document)] {
                    copier = known.copier
                } else {
                    copier = try PDFCopier(document.source.buffer, canvas.writer)
                    canvas.copiers[ObjectIdentifier(document)] = (document, copier)
                }
                canvas.draw(object: try copier.form(ofPage: page.pageNumber - 1), state.transform, paint)
                return
            } catch is PDFError {
                // Another program may read the page.
            }
        }
        let buffer = try document.poppler.file(ofPage: page.pageNumber)
        let form = try PDFCopier(buffer, canvas.writer).form(ofPage: 0)
        canvas.draw(object: form, geometry.fromShown.concatenating(state.transform), paint)
    }
}
