import CoreText
import Foundation
import Testing

@testable import CoreGraphics

@Suite("Text drawing modes")
struct TextDrawingModeTests {
    /// Black letters with red outlines on white.
    private func drawn(_ mode: CGTextDrawingMode, _ text: String, _ then: (CGContext) -> Void = { _ in }) throws -> CGContext {
        let context = try #require(bitmap(120, 60))
        context.setTextDrawingMode(mode)
        context.setStrokeColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.textPosition = CGPoint(x: 10, y: 20)
        let font = CTFontCreateWithName("Helvetica" as CFString, 36, nil)
        let attributes = [NSAttributedString.Key(kCTFontAttributeName): font]
        CTLineDraw(CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes)), context)
        then(context)
        return context
    }

    private func count(_ context: CGContext, _ isCounted: ([UInt8]) -> Bool) -> Int {
        let pixels = context.pixels
        return stride(from: 0, to: pixels.count, by: 4).filter { isCounted(Array(pixels[$0..<($0 + 3)])) }.count
    }

    private func black(_ context: CGContext) -> Int { count(context) { $0[0] < 100 && $0[1] < 100 } }
    private func red(_ context: CGContext) -> Int { count(context) { Int($0[0]) > Int($0[1]) + 60 } }

    @Test("Letters are filled, stroked, both or neither", arguments: ["IH", "ÏÑ"])
    func colors(_ text: String) throws {
        let fill = try drawn(.fill, text)
        let stroke = try drawn(.stroke, text)
        let both = try drawn(.fillStroke, text)
        #expect(black(fill) > 50 && red(fill) == 0 && red(stroke) > 50 && black(stroke) == 0)
        #expect(red(both) > 50 && black(both) > 20 && black(both) < black(fill))
        for mode in [CGTextDrawingMode.invisible, .clip] { #expect(try black(drawn(mode, text)) + red(drawn(mode, text)) == 0) }
    }

    @Test("Letters clip what is drawn after them", arguments: ["IH", "ÏÑ"])
    func clips(_ text: String) throws {
        let fill = black(try drawn(.fill, text))
        let whole = CGRect(x: 0, y: 0, width: 120, height: 60)
        for mode in [CGTextDrawingMode.clip, .fillClip] {
            let clipped = try drawn(mode, text) { context in
                context.setFillColor(gray: 0, alpha: 1)
                context.fill(whole)
            }
            #expect(abs(black(clipped) - fill) < fill / 5)
        }
        let others = try drawn(.fill, text) { $0.fill(whole) }
        #expect(black(others) == 120 * 60)
    }

    @Test("The mode is part of the graphics state")
    func states() throws {
        let context = try drawn(.invisible, "IH") { context in
            context.saveGState()
            context.setTextDrawingMode(.fill)
            context.restoreGState()
            context.drawText("IH", at: CGPoint(x: 10, y: 20), size: 36)
        }
        #expect(black(context) == 0)
    }

    @Test("The text matrix scales lines, and the text position is its translation")
    func matrices() throws {
        let context = try #require(bitmap(120, 60))
        context.textMatrix = CGAffineTransform(a: 2, b: 0, c: 0, d: 1, tx: 7, ty: 8)
        #expect(context.textPosition == CGPoint(x: 7, y: 8))
        context.textPosition = CGPoint(x: 10, y: 20)
        #expect(context.textMatrix == CGAffineTransform(a: 2, b: 0, c: 0, d: 1, tx: 10, ty: 20))
        let line = CTLineCreateWithAttributedString(NSAttributedString(string: "HH"))
        let bounds = CTLineGetBoundsWithOptions(line, [])
        CTLineDraw(line, context)
        #expect(abs(context.textPosition.x - (10 + 2 * bounds.width)) < 1e-6)
        #expect(context.ink.maxX > 10 + bounds.width && context.ink.maxX <= 10 + 2 * bounds.width && context.ink.minY >= 19)
        #expect(bounds.height == 12 && bounds.minX == 0 && bounds.minY < 0)
    }
}
