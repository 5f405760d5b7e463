import Foundation

/// The parts of letters that are drawn.
public enum CGTextDrawingMode: Int32, Sendable {
    /// The inside, in the fill colour.
    case fill = 0
    /// The outline, in the stroke colour.
    case stroke = 1
    /// The inside, then the outline.
    case fillStroke = 2
    /// Nothing. Text in a PDF file can be found and selected nevertheless.
    case invisible = 3
    /// The inside. Then the clip is intersected with the letters.
    case fillClip = 4
    /// The outline. Then the clip is intersected with the letters.
    case strokeClip = 5
    /// The inside, then the outline. Then the clip is intersected with the letters.
    case fillStrokeClip = 6
    /// Nothing. The clip is intersected with the letters.
    case clip = 7

    fileprivate var fills: Bool { [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(self) }
    fileprivate var strokes: Bool { [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(self) }
    fileprivate var clips: Bool { rawValue >= Self.fillClip.rawValue }
}

extension CGContext {
    /// Sets the parts of letters that are drawn. The initial value is `fill`.
    ///
    /// The letters of Osprey's own font are lines. Their outlines are drawn as these lines in the stroke colour.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textMode = mode }

    /// The position of the next text: the left end of its baseline, in user space. It is the translation of ``textMatrix``.
    public var textPosition: CGPoint {
        get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
        set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
    }

    /// Draws one line of text in the text drawing mode. It uses ``StrokeFont``, or the system's fonts if ``StrokeFont`` lacks a character.
    ///
    /// A PDF page gets the letters as paths and, in the same place, text that shows nothing, but can be found and selected.
    ///
    /// - Parameters:
    ///   - origin: the left end of the baseline, in user space.
    ///   - size: the height of the line from descenders to capitals, in user space.
    package func drawText(_ text: String, at origin: CGPoint, size: CGFloat) {
        let mode = state.textMode
        // Invisible text needs no letters.
        if mode != .invisible { drawLetters(text, origin, size, mode) }
        guard let canvas else { return }
        let transform = CGAffineTransform(translationX: origin.x, y: origin.y).concatenating(state.transform)
        canvas.add(
            OutlineText.shown(text), transform, size: size, width: Self.textAdvance(text, size: size), state.pageClip)
    }

    /// Draws texts. Then intersects the clip with all of them together, if the text drawing mode says so.
    package func drawTexts(_ draw: () -> Void) {
        textClip = CGMutablePath()
        draw()
        if let path = textClip, state.textMode.clips { intersectClip(path, .winding) }
        textClip = nil
    }

    private func drawLetters(_ text: String, _ origin: CGPoint, _ size: CGFloat, _ mode: CGTextDrawingMode) {
        if let outlines = OutlineText(text) {
            let corner = CGPoint(x: origin.x, y: origin.y - Self.textDescent(size: size))
            let path = CGMutablePath()
            path.addPath(outlines.path(at: corner, size: size), transform: state.transform)
            if mode.fills { fill(path, .winding) }
            if mode.strokes { stroke(path) }
            if mode.clips { textClip?.addPath(path) }
            return
        }
        let pen = size / StrokeFont.lineHeight
        let lines = Self.strokeLetters(text, origin, size)
        if mode.fills && mode.strokes {
            // Wide lines in the stroke colour and narrow ones on them leave an outline on both sides.
            drawLines(lines, pen + state.style.width, state.stroke)
            drawLines(lines, max(pen - state.style.width, 0), state.fill)
        } else if mode.fills || mode.strokes {
            drawLines(lines, pen, mode.fills ? state.fill : state.stroke)
        }
        if mode.clips {
            let outline = lines.copy(strokingWithWidth: pen, lineCap: .round, lineJoin: .round, miterLimit: 10)
            textClip?.addPath(outline, transform: state.transform)
        }
    }

    /// The lines of letters of ``StrokeFont``, in user space.
    private static func strokeLetters(_ text: String, _ origin: CGPoint, _ size: CGFloat) -> CGPath {
        let unit = size / StrokeFont.lineHeight
        let path = CGMutablePath()
        var x = origin.x + unit / 2
        for glyph in StrokeFont.glyphs(of: text) {
            for line in glyph?.lines ?? [] {
                path.addLines(between: line.map { CGPoint(x: x + $0.x * unit, y: origin.y + $0.y * unit) })
            }
            x += (glyph?.advance ?? StrokeFont.blank) * unit
        }
        return path
    }

    private func drawLines(_ lines: CGPath, _ width: CGFloat, _ color: CGColor) {
        saveGState()
        setStrokeColor(color)
        setLineWidth(width)
        setLineCap(.round)
        setLineJoin(.round)
        setLineDash(phase: 0, lengths: [])
        let path = CGMutablePath()
        path.addPath(lines, transform: state.transform)
        stroke(path)
        restoreGState()
    }
}
