import CoreGraphics
import Foundation

/// The part of a path that UIKit and AppKit share: the elements and the style of lines.
package final class PathParts: @unchecked Sendable {
    package var path = CGMutablePath()
    package var lineWidth: CGFloat = 1
    package var cap = CGLineCap.butt
    package var join = CGLineJoin.miter
    package var miterLimit: CGFloat = 10
    package var dashes: [CGFloat] = []
    package var dashPhase: CGFloat = 0
    package var usesEvenOddRule = false

    package init() {}

    package init(_ path: CGPath) { self.path = path.mutableCopy() ?? CGMutablePath() }

    package func copy() -> PathParts {
        let copy = PathParts(path)
        (copy.lineWidth, copy.cap, copy.join, copy.miterLimit) = (lineWidth, cap, join, miterLimit)
        (copy.dashes, copy.dashPhase, copy.usesEvenOddRule) = (dashes, dashPhase, usesEvenOddRule)
        return copy
    }

    package var rule: CGPathFillRule { usesEvenOddRule ? .evenOdd : .winding }

    /// Transforms the points of the path.
    package func apply(_ transform: CGAffineTransform) {
        path = withUnsafePointer(to: transform) { path.mutableCopy(using: $0) } ?? path
    }

    /// Fills the path in the current target with the fill colour.
    package func fill(blendMode: CGBlendMode? = nil, alpha: CGFloat = 1) {
        drawing(blendMode, alpha) { $0.fillPath(using: rule) }
    }

    /// Strokes the path in the current target with the stroke colour.
    package func stroke(blendMode: CGBlendMode? = nil, alpha: CGFloat = 1) {
        drawing(blendMode, alpha) { context in
            context.setLineWidth(lineWidth)
            context.setLineCap(cap)
            context.setLineJoin(join)
            context.setMiterLimit(miterLimit)
            context.setLineDash(phase: dashPhase, lengths: dashes)
            context.strokePath()
        }
    }

    /// Clips the current target to the path.
    package func clip() {
        guard let context = DrawingStack.current?.context else { return }
        context.beginPath()
        context.addPath(path)
        context.clip(using: rule)
    }

    private func drawing(_ blendMode: CGBlendMode?, _ alpha: CGFloat, _ body: (CGContext) -> Void) {
        guard let context = DrawingStack.current?.context else { return }
        context.saveGState()
        if let blendMode { context.setBlendMode(blendMode) }
        if alpha != 1 { context.setAlpha(alpha) }
        context.beginPath()
        context.addPath(path)
        body(context)
        context.restoreGState()
    }
}
