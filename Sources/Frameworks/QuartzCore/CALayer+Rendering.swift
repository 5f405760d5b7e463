import CoreGraphics
import UIFoundation

extension CALayer {
    /// Draws the layer and its sublayers into a context, in the layer's coordinates. Pictures and texts are upright in both cases, whether y points
    /// upwards or downwards in the context.
    public func render(in ctx: CGContext) {
        let t = ctx.ctm
        render(in: ctx, opacity: 1, isFlipped: t.a * t.d - t.b * t.c < 0)
    }

    func render(in context: CGContext, opacity above: CGFloat, isFlipped: Bool) {
        let opacity = above * CGFloat(min(max(self.opacity, 0), 1))
        guard !isHidden, opacity > 0 else { return }
        layoutIfNeeded()
        if let mask {
            renderMasked(mask, in: context, opacity: opacity, isFlipped: isFlipped)
        } else {
            renderUnmasked(in: context, opacity: opacity, isFlipped: isFlipped)
        }
    }

    private func renderUnmasked(in context: CGContext, opacity: CGFloat, isFlipped: Bool) {
        context.saveGState()
        context.setAlpha(opacity)
        if let backgroundColor {
            context.setFillColor(backgroundColor)
            context.addPath(outline(inset: 0))
            context.fillPath()
        }
        if masksToBounds {
            context.beginPath()
            context.addPath(outline(inset: 0))
            context.clip()
        }
        if let image = contents as? CGImage {
            draw(image, DrawingTarget(context, isFlipped: isFlipped), opacity)
        }
        drawShape(in: context, opacity: opacity, isFlipped: isFlipped)
        if needsDisplay() {
            context.saveGState()
            draw(in: context)
            context.restoreGState()
        }
        for layer in inFront {
            context.saveGState()
            context.concatenate(layer.toSuperlayer)
            layer.render(in: context, opacity: opacity, isFlipped: isFlipped)
            context.restoreGState()
        }
        drawBorder(in: context, opacity)
        context.restoreGState()
    }

    private func drawBorder(in context: CGContext, _ opacity: CGFloat) {
        guard borderWidth > 0, let borderColor else { return }
        context.setAlpha(opacity)
        context.setStrokeColor(borderColor)
        context.setLineWidth(borderWidth)
        context.setLineDash(phase: 0, lengths: [])
        context.beginPath()
        context.addPath(outline(inset: borderWidth / 2))
        context.strokePath()
    }

    /// The outline of the bounds with rounded corners, reduced by `inset` on each side.
    private func outline(inset: CGFloat) -> CGPath {
        let rect = bounds.insetBy(dx: inset, dy: inset)
        guard !rect.isNull else { return CGMutablePath() }
        let radius = min(max(cornerRadius - inset, 0), rect.width / 2, rect.height / 2)
        guard radius > 0 else { return CGPath(rect: rect, transform: nil) }
        return CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius, transform: nil)
    }

    /// Draws a picture into the bounds according to ``contentsGravity``.
    package func draw(_ image: CGImage, _ target: DrawingTarget, _ opacity: CGFloat) {
        var picture = image
        if contentsRect != CGRect(x: 0, y: 0, width: 1, height: 1) {
            let (width, height) = (CGFloat(image.width), CGFloat(image.height))
            let part = CGRect(
                x: contentsRect.minX * width, y: contentsRect.minY * height, width: contentsRect.width * width,
                height: contentsRect.height * height)
            guard let cut = image.cropping(to: part) else { return }
            picture = cut
        }
        let scale = contentsScale > 0 ? contentsScale : 1
        let size = CGSize(width: CGFloat(picture.width) / scale, height: CGFloat(picture.height) / scale)
        target.draw(picture, in: place(of: size, isFlipped: target.isFlipped), alpha: opacity)
    }

    /// The rectangle in which a picture of the given size is drawn, according to ``contentsGravity``.
    package func place(of size: CGSize, isFlipped: Bool) -> CGRect {
        guard size.width > 0, size.height > 0 else { return bounds }
        let (x, y) = (bounds.width / size.width, bounds.height / size.height)
        func middle(_ factor: CGFloat) -> CGRect {
            let (width, height) = (size.width * factor, size.height * factor)
            return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
        }
        switch contentsGravity {
        case .resize: return bounds
        case .resizeAspect: return middle(min(x, y))
        case .resizeAspectFill: return middle(max(x, y))
        default: break
        }
        var rect = middle(1)
        let name = contentsGravity.rawValue.lowercased()
        if name.hasSuffix("left") { rect.origin.x = bounds.minX }
        if name.hasSuffix("right") { rect.origin.x = bounds.maxX - size.width }
        let isUpper = name.hasPrefix("top")
        if isUpper || name.hasPrefix("bottom") { rect.origin.y = isUpper == isFlipped ? bounds.minY : bounds.maxY - size.height }
        return rect
    }

    /// Draws the layer into a bitmap, multiplies it by the mask, and draws the result.
    private func renderMasked(_ mask: CALayer, in context: CGContext, opacity: CGFloat, isFlipped: Bool) {
        let t = context.ctm
        let scale = abs(t.a * t.d - t.b * t.c).squareRoot()
        guard let own = DrawingTarget(size: bounds.size, scale: scale, isOpaque: false, isFlipped: isFlipped),
            let other = DrawingTarget(size: bounds.size, scale: scale, isOpaque: false, isFlipped: isFlipped)
        else { return }
        for target in [own, other] { target.context.translateBy(x: -bounds.minX, y: -bounds.minY) }
        renderUnmasked(in: own.context, opacity: 1, isFlipped: isFlipped)
        other.context.concatenate(mask.toSuperlayer)
        mask.render(in: other.context, opacity: 1, isFlipped: isFlipped)
        guard let alpha = other.context.makeImage() else { return }
        own.draw(alpha, in: bounds, blendMode: .destinationIn)
        guard let image = own.context.makeImage() else { return }
        DrawingTarget(context, isFlipped: isFlipped).draw(image, in: bounds, alpha: opacity)
    }
}
