import CoreGraphics
import CoreText
import Foundation
import Testing

@Suite("Core Text")
struct CoreTextTests {
    private func line(_ text: String, size: CGFloat, color: CGColor = CGColor(gray: 1, alpha: 1)) -> CTLine {
        let attributes: [NSAttributedString.Key: Any] = [
            NSAttributedString.Key(kCTFontAttributeName as String): CTFontCreateWithName("Helvetica" as CFString, size, nil),
            NSAttributedString.Key(kCTForegroundColorAttributeName as String): color,
        ]
        return CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes) as CFAttributedString)
    }

    /// The box of the pixels that are not black, of a line drawn at (20, 30) into 200 × 80 black ones.
    private func ink(_ line: CTLine) throws -> (box: CGRect, end: CGPoint) {
        let context = try #require(
            CGContext(
                data: nil, width: 200, height: 80, bitsPerComponent: 8, bytesPerRow: 200, space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: CGImageAlphaInfo.none.rawValue))
        context.textPosition = CGPoint(x: 20, y: 30)
        CTLineDraw(line, context)
        let pixels = try #require(context.data).assumingMemoryBound(to: UInt8.self)
        var box = CGRect.null
        for y in 0..<80 {
            for x in 0..<200 where pixels[y * 200 + x] > 40 {
                box = box.union(CGRect(x: x, y: 79 - y, width: 1, height: 1))
            }
        }
        return (box, context.textPosition)
    }

    @Test("A line is drawn from the text position on, within its typographic bounds, and moves the position to its end")
    func drawing() throws {
        let line = line("Typed", size: 27)
        var (ascent, descent, leading): (CGFloat, CGFloat, CGFloat) = (0, 0, 1)
        let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
        #expect(abs(ascent + descent - 27) < 1e-9 && leading == 0 && descent > 0 && ascent > 2 * descent)
        let (box, end) = try ink(line)
        #expect(box.minX >= 19 && box.maxX <= 20 + width + 1)
        // p and y reach below the baseline, T and d to the top.
        #expect(box.minY >= 30 - descent - 1 && box.minY < 30 - descent / 2)
        #expect(box.maxY <= 30 + ascent + 1 && box.maxY > 30 + ascent * 0.8)
        #expect(abs(end.x - 20 - width) < 1e-6 && end.y == 30)
    }

    @Test("Runs have their own fonts and colours and follow each other")
    func runs() throws {
        let text = NSMutableAttributedString(string: "small")
        text.append(
            NSAttributedString(
                string: "LARGE",
                attributes: [NSAttributedString.Key(kCTFontAttributeName): CTFontCreateWithName("Courier", 36, nil)]))
        let both = CTLineCreateWithAttributedString(text)
        let width = CTLineGetTypographicBounds(both, nil, nil, nil)
        let parts = [line("small", size: 12), line("LARGE", size: 36)].map { CTLineGetTypographicBounds($0, nil, nil, nil) }
        #expect(abs(width - parts[0] - parts[1]) < 1e-9)
        var ascent: CGFloat = 0
        CTLineGetTypographicBounds(both, &ascent, nil, nil)
        #expect(ascent == CTFontGetAscent(CTFontCreateWithName("Courier", 36, nil)))
    }

    @Test("A font without a size has 12 units; an empty line has no width", arguments: [0, -3, CGFloat.nan, .infinity])
    func oddSizes(size: CGFloat) {
        #expect(CTFontGetSize(CTFontCreateWithName("Helvetica", size, nil)) == 12)
        #expect(CTLineGetTypographicBounds(line("", size: size), nil, nil, nil) == 0)
    }
}
