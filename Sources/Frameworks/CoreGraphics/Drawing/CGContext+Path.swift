import Foundation

extension CGContext {
    /// Discards the current path and begins an empty one.
    public func beginPath() { currentPath = CGMutablePath() }
    /// Begins a subpath at a point in user space.
    public func move(to point: CGPoint) { currentPath.move(to: point, transform: state.transform) }
    /// Appends a line to a point in user space.
    public func addLine(to point: CGPoint) { currentPath.addLine(to: point, transform: state.transform) }
    /// Appends a cubic Bézier curve. All points are in user space.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        currentPath.addCurve(to: end, control1: control1, control2: control2, transform: state.transform)
    }
    /// Appends a quadratic Bézier curve. Both points are in user space.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        currentPath.addQuadCurve(to: end, control: control, transform: state.transform)
    }
    /// Closes the subpath with a line to its beginning.
    public func closePath() { currentPath.closeSubpath() }
    /// Appends a rectangle in user space as a closed subpath.
    public func addRect(_ rect: CGRect) { currentPath.addRect(rect, transform: state.transform) }
    /// Appends rectangles in user space, each as a closed subpath.
    public func addRects(_ rects: [CGRect]) { currentPath.addRects(rects, transform: state.transform) }
    /// Begins a subpath at the first point and appends lines through the other points.
    public func addLines(between points: [CGPoint]) { currentPath.addLines(between: points, transform: state.transform) }
    /// Appends the ellipse that touches a rectangle's four sides.
    public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, transform: state.transform) }
    /// Appends a path. Its points are in user space.
    public func addPath(_ path: CGPath) { currentPath.addPath(path, transform: state.transform) }
    /// Appends an arc of a circle. If a subpath is open, a line to the arc's beginning comes first. Angles are in radians from the x axis
    /// towards the y axis. `clockwise` refers to a y axis that points upwards.
    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        currentPath.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise, transform: state.transform)
    }
    /// Appends an arc that touches the lines from the current point to `tangent1End` and from there to `tangent2End`. A line leads to the
    /// arc's beginning. If the three points are collinear, the result is a line to `tangent1End`.
    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
        currentPath.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: state.transform)
    }

    /// Whether the current path has no elements.
    public var isPathEmpty: Bool { currentPath.isEmpty }
    /// The current point, from which the next element begins, in user space; zero for an empty path.
    public var currentPointOfPath: CGPoint { convertToUserSpace(currentPath.currentPoint) }
    /// The bounding box of the current path with its control points, in user space; null for an empty path.
    public var boundingBoxOfPath: CGRect { convertToUserSpace(currentPath.boundingBox) }
    /// A copy of the current path in user space; `nil` if the path is empty.
    public var path: CGPath? {
        withUnsafePointer(to: state.transform.inverted()) { currentPath.isEmpty ? nil : currentPath.copy(using: $0) }
    }
    /// Whether a point in user space is inside the current path, by the fill rule of `mode`.
    public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
        let rule: CGPathFillRule = mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .winding
        return currentPath.contains(convertToDeviceSpace(point), using: rule)
    }

    /// Fills the current path and begins a new one.
    public func fillPath(using rule: CGPathFillRule = .winding) {
        fill(currentPath, rule)
        beginPath()
    }

    /// Strokes the current path, and begins a new one.
    public func strokePath() {
        stroke(currentPath)
        beginPath()
    }

    /// Fills or strokes the current path, or fills and then strokes it. Then begins a new path.
    public func drawPath(using mode: CGPathDrawingMode) {
        if mode != .stroke { fill(currentPath, mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .winding) }
        if mode != .fill, mode != .eoFill { stroke(currentPath) }
        beginPath()
    }

    /// Fills a rectangle in user space with the fill colour. The current path does not change.
    public func fill(_ rect: CGRect) { fill([rect]) }

    /// Fills the union of rectangles in user space with the fill colour.
    public func fill(_ rects: [CGRect]) {
        let path = CGMutablePath()
        path.addRects(rects.map(\.standardized), transform: state.transform)
        fill(path, .winding)
    }

    /// Strokes the outline of a rectangle in user space. Half of the line width is inside and half outside.
    public func stroke(_ rect: CGRect) {
        let path = CGMutablePath()
        path.addRect(rect.standardized, transform: state.transform)
        stroke(path)
    }

    /// Strokes the outline of a rectangle in user space with the given line width. The context's line width does not change.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        let before = state.style.width
        state.style.width = max(width, 0)
        stroke(rect)
        state.style.width = before
    }

    /// Strokes separate lines: from the first point to the second, from the third to the fourth, and so on.
    public func strokeLineSegments(between points: [CGPoint]) {
        let path = CGMutablePath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            path.addLines(between: [points[index], points[index + 1]], transform: state.transform)
        }
        stroke(path)
    }

    /// Fills the ellipse that touches a rectangle's four sides.
    public func fillEllipse(in rect: CGRect) {
        let path = CGMutablePath()
        path.addEllipse(in: rect.standardized, transform: state.transform)
        fill(path, .winding)
    }

    /// Strokes the ellipse that touches a rectangle's four sides.
    public func strokeEllipse(in rect: CGRect) {
        let path = CGMutablePath()
        path.addEllipse(in: rect.standardized, transform: state.transform)
        stroke(path)
    }

    /// Makes the pixels of a rectangle transparent, or black if the bitmap has no alpha. Has no effect if the context writes PDF.
    public func clear(_ rect: CGRect) {
        let path = CGMutablePath()
        path.addRect(rect.standardized, transform: state.transform)
        guard let mask = mask(path, .winding) else { return }
        composite(mask, colour: .zero, mode: .clear)
    }

    // MARK: Clipping

    /// Intersects the clip with the current path, and begins a new path. The clip's edges are antialiased.
    public func clip(using rule: CGPathFillRule = .winding) {
        intersectClip(currentPath, rule)
        beginPath()
    }

    /// Intersects the clip with a rectangle in user space.
    public func clip(to rect: CGRect) { clip(to: [rect]) }

    /// Intersects the clip with the union of rectangles in user space.
    public func clip(to rects: [CGRect]) {
        let path = CGMutablePath()
        path.addRects(rects.map(\.standardized), transform: state.transform)
        intersectClip(path, .winding)
    }

    /// Removes the clip, so that drawing affects the whole bitmap or page.
    public func resetClip() { (state.clip, state.pageClip) = (nil, nil) }

    /// The bounding box of the clip in user space; null if the clip is empty.
    public var boundingBoxOfClipPath: CGRect {
        if let canvas {
            let page = canvas.page?.mediaBox ?? canvas.mediaBox
            let box = state.pageClip?.box.overlap(page) ?? page
            return box.isNull ? .null : convertToUserSpace(box)
        }
        guard let clip = state.clip else { return convertToUserSpace(CGRect(x: 0, y: 0, width: width, height: height)) }
        var box = CGRect.null
        for y in 0..<height {
            let row = clip[(y * width)..<((y + 1) * width)]
            guard let first = row.firstIndex(where: { $0 > 0 }), let last = row.lastIndex(where: { $0 > 0 }) else { continue }
            box = box.union(CGRect(x: first - y * width, y: height - 1 - y, width: last - first + 1, height: 1))
        }
        return convertToUserSpace(box)
    }

    /// Intersects the clip with a path in the coordinates of the bitmap or the page. The path must not change later.
    func intersectClip(_ path: CGPath, _ rule: CGPathFillRule) {
        guard canvas == nil else {
            state.pageClip = PDFClip(state.pageClip, .path(path, rule), box: path.boundingBox)
            return
        }
        let mask = mask(path, rule)
        var new = [UInt8](repeating: 0, count: width * height)
        if let mask {
            for y in mask.y..<(mask.y + mask.height) {
                for x in mask.x..<(mask.x + mask.width) {
                    let before = state.clip.map { Float($0[y * width + x]) } ?? 255
                    new[y * width + x] = roundedByte(mask[x, y] * before)
                }
            }
        }
        state.clip = new
    }

    // MARK: Painting

    /// Converts a device point, with the origin at the lower left, to pixels, with the origin at the upper left.
    private func pixelPoint(_ point: CGPoint) -> CGPoint { CGPoint(x: point.x, y: CGFloat(height) - point.y) }

    private func mask(_ path: CGPath, _ rule: CGPathFillRule) -> CoverageMask? {
        let polygons = path.polygons(flatness: 0.1).map { $0.points.map(pixelPoint) }
        return CoverageMask(polygons, rule: rule, bitmapWidth: width, bitmapHeight: height, smooth: state.antialiases)
    }

    /// Fills a path in the coordinates of the bitmap or the page.
    func fill(_ path: CGPath, _ rule: CGPathFillRule) {
        if let canvas {
            canvas.fill(path, rule, paint)
            return
        }
        guard let mask = mask(path, rule) else { return }
        composite(mask, colour: components(of: state.fill), mode: state.blendMode)
    }

    /// Strokes a path in the coordinates of the bitmap or the page.
    func stroke(_ path: CGPath) {
        // The line width is scaled by the mean scale of the transform.
        let t = state.transform
        let scale = abs(t.a * t.d - t.b * t.c).squareRoot()
        var style = state.style
        style.dashes = style.dashes.map { $0 * scale }
        style.dashPhase *= scale
        if let canvas {
            style.width *= scale
            var paint = paint
            paint.style = style
            canvas.stroke(path, paint)
            return
        }
        style.width = max(style.width * scale, style.width > 0 ? 0.5 : 1)
        let polygons = path.polygons(flatness: 0.1).map { Polygon(points: $0.points.map(pixelPoint), isClosed: $0.isClosed) }
        let mask = CoverageMask(
            style.outline(of: polygons), rule: .winding, bitmapWidth: width, bitmapHeight: height, smooth: state.antialiases)
        guard let mask else { return }
        composite(mask, colour: components(of: state.stroke), mode: state.blendMode)
    }

    /// The settings for painting on a PDF page.
    var paint: PDFCanvas.Paint {
        PDFCanvas.Paint(
            fill: state.fill, stroke: state.stroke, style: state.style, alpha: state.alpha, blendMode: state.blendMode, clip: state.pageClip
        )
    }

    /// The components of a colour in the bitmap's space: red, green, blue, alpha. They are premultiplied and from 0 to 255.
    private func components(of color: CGColor) -> SIMD4<Float> {
        let alpha = Float(min(max(color.alpha * state.alpha, 0), 1))
        var rgb = color.sRGBComponents
        if let space = colorSpace, space.model == .rgb, let own = color.converted(to: space, intent: .defaultIntent, options: nil),
            let values = own.components, values.count == 4
        {
            rgb = (Double(values[0]), Double(values[1]), Double(values[2]))
        }
        let colour = SIMD4<Float>(Float(rgb.red), Float(rgb.green), Float(rgb.blue), 1).clamped(
            lowerBound: .zero, upperBound: SIMD4(repeating: 1))
        return colour * alpha * 255
    }

    private func composite(_ mask: CoverageMask, colour: SIMD4<Float>, mode: CGBlendMode) {
        guard let bitmap else { return }
        let pixels = BitmapPixels(bitmap)
        for y in mask.y..<(mask.y + mask.height) {
            for x in mask.x..<(mask.x + mask.width) {
                var coverage = mask[x, y]
                guard coverage > 0 else { continue }
                if let clip = state.clip { coverage *= Float(clip[y * width + x]) * (1 / 255) }
                guard coverage > 0 else { continue }
                pixels.blend(colour, x, y, coverage: coverage, mode: mode)
            }
        }
    }
}
