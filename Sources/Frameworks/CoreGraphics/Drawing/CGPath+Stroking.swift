import Foundation

extension CGPath {
    /// The outline of the stroked path. It consists of convex pieces. Their union, by the winding rule, is the stroke.
    public func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        let style = StrokeStyle(width: max(lineWidth, 0), cap: lineCap, join: lineJoin, miterLimit: miterLimit)
        let result = CGMutablePath()
        for piece in style.outline(of: polygons(flatness: 0.1)) {
            result.addLines(between: piece, transform: transform)
            result.closeSubpath()
        }
        return result
    }

    /// The path cut into dashes. Curves are converted to lines.
    ///
    /// - Parameters:
    ///   - phase: the position in the pattern at which the path begins.
    ///   - lengths: the lengths of dash, gap, dash and so on.
    public func copy(dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity) -> CGPath {
        let style = StrokeStyle(dashPhase: phase, dashes: lengths)
        let result = CGMutablePath()
        for polygon in polygons(flatness: 0.1) {
            for dash in style.dashed(polygon) {
                result.addLines(between: dash.points, transform: transform)
                if dash.isClosed { result.closeSubpath() }
            }
        }
        return result
    }
}

extension CGContext {
    /// Replaces the current path by the outline of its stroke.
    public func replacePathWithStrokedPath() {
        let t = state.transform
        let scale = abs(t.a * t.d - t.b * t.c).squareRoot()
        var style = state.style
        style.width = max(style.width * scale, style.width > 0 ? 0.5 : 1)
        style.dashes = style.dashes.map { $0 * scale }
        style.dashPhase *= scale
        let result = CGMutablePath()
        for piece in style.outline(of: currentPath.polygons(flatness: 0.1)) {
            result.addLines(between: piece)
            result.closeSubpath()
        }
        currentPath = result
    }

    /// Intersects the clip with a rectangle, and with a mask inside it. Drawing is visible where a mask image is 0 or a gray image is
    /// white. On a PDF page, a mask replaces the mask of an earlier call.
    public func clip(to rect: CGRect, mask: CGImage) {
        clip(to: rect)
        if let canvas {
            guard canvas.page != nil, let number = canvas.images.number(of: mask, canvas.writer) else { return }
            let transform = CGAffineTransform(mappingUnitSquareTo: rect).concatenating(state.transform)
            guard let clip = canvas.mask(number, transform, isInverted: mask.isMask) else { return }
            state.pageClip = PDFClip(state.pageClip, .mask(clip), box: .infinite)
            return
        }
        guard var clip = state.clip,
            let levels = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: 0), let base = levels.data
        else { return }
        levels.concatenate(state.transform)
        levels.draw(mask, in: rect)
        for y in 0..<height {
            for x in 0..<width {
                let level = Int(base.load(fromByteOffset: y * levels.bytesPerRow + x, as: UInt8.self))
                let coverage = mask.isMask ? 255 - level : level
                clip[y * width + x] = UInt8((Int(clip[y * width + x]) * coverage + 127) / 255)
            }
        }
        state.clip = clip
    }
}
