import Foundation
import Reports
import Vision

/// An upright copy on which results are drawn. The copy shows a photo or a video's frame. The longer side of a photo's copy has at most 1,600
/// pixels.
struct Canvas {
    private let context: CGContext
    private let width: CGFloat
    private let height: CGFloat
    /// The size of text. Text and lines grow with the picture.
    private let textSize: CGFloat
    /// The distance of the next line of text from the upper edge.
    private var nextLine: CGFloat
    private var boxCount = 0

    private static let maximumSide = 1600
    private static let white = CGColor(gray: 1, alpha: 1)
    private static let shade = CGColor(gray: 0, alpha: 0.65)
    private static let colors = [
        CGColor(red: 0.05, green: 0.50, blue: 0.85, alpha: 1), CGColor(red: 0.85, green: 0.40, blue: 0.05, alpha: 1),
        CGColor(red: 0.15, green: 0.55, blue: 0.20, alpha: 1), CGColor(red: 0.80, green: 0.15, blue: 0.35, alpha: 1),
        CGColor(red: 0.45, green: 0.30, blue: 0.80, alpha: 1), CGColor(red: 0.60, green: 0.45, blue: 0.00, alpha: 1),
    ]

    init(photo image: InputImage) throws {
        let photo = try image.upright(maximumSide: Canvas.maximumSide)
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil, width: photo.width, height: photo.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { throw UnreadableImage(path: image.name) }
        self.init(context)
        context.draw(photo, in: CGRect(x: 0, y: 0, width: width, height: height))
    }

    /// Draws into a pixel buffer of 32-bit RGBA. The frame is stretched to the buffer's size.
    init(_ frame: VideoFrame, into buffer: CVPixelBuffer) throws {
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: CVPixelBufferGetBaseAddress(buffer), width: width, height: height, bitsPerComponent: 8,
                bytesPerRow: CVPixelBufferGetBytesPerRow(buffer), space: space, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { throw UnreadableImage(path: "frame \(frame.number)") }
        try frame.draw(into: buffer.makeMutableRaster())
        self.init(context)
    }

    private init(_ context: CGContext) {
        self.context = context
        width = CGFloat(context.width)
        height = CGFloat(context.height)
        textSize = max(9, min(width, height) / 22)
        nextLine = height - textSize / 2
    }

    /// Draws a line of text. The first line is at the upper left, and each further line is below the last one.
    mutating func drawLine(_ text: String) {
        nextLine -= textSize * 1.5
        context.drawLabel(
            text, at: CGPoint(x: textSize / 2, y: nextLine), size: textSize, color: Canvas.white, background: Canvas.shade)
        nextLine -= textSize / 4
    }

    /// Draws a path through points that are normalised with their origin at the lower left.
    ///
    /// - Parameter color: the index of a colour; equal indices give equal colours.
    mutating func drawPath(_ points: [CGPoint], color: Int) {
        context.setStrokeColor(Canvas.colors[abs(color) % Canvas.colors.count])
        context.setLineWidth(max(2, textSize / 8))
        for (start, end) in zip(points, points.dropFirst()) {
            context.move(to: CGPoint(x: start.x * width, y: start.y * height))
            context.addLine(to: CGPoint(x: end.x * width, y: end.y * height))
        }
        context.strokePath()
    }

    /// Draws a line of text for each label, as ``drawLine(_:)`` does.
    mutating func drawLabels(_ labels: [(identifier: String, confidence: Float)]) {
        for label in labels { drawLine("\(label.identifier) \(ShownText.percentage(label.confidence))") }
    }

    /// Draws findings: first all maps, then the outlines or the box of each finding, and then the titles.
    mutating func draw(_ findings: [Finding]) {
        for map in findings.compactMap({ $0.heatMap?.makePicture() }) {
            context.draw(map, in: CGRect(x: 0, y: 0, width: width, height: height))
        }
        let colors = findings.indices.map { Canvas.colors[(boxCount + $0) % Canvas.colors.count] }
        boxCount += findings.count
        for (finding, color) in zip(findings, colors) { drawLines(of: finding, color) }
        var placement = LabelPlacement(
            picture: CGSize(width: width, height: height), findings: findings.map { rect($0.boundingBox) }, height: textSize * 1.5)
        for (finding, color) in zip(findings, colors) where !finding.title.isEmpty {
            let labelWidth = CGContext.textWidth(finding.title, size: textSize) + textSize / 2
            guard let place = placement.place(for: rect(finding.boundingBox), width: labelWidth) else { continue }
            context.drawLabel(finding.title, at: place.origin, size: textSize, color: Canvas.white, background: color)
        }
    }

    /// A normalised box in pixels.
    private func rect(_ box: CGRect) -> CGRect {
        CGRect(x: box.minX * width, y: box.minY * height, width: box.width * width, height: box.height * height)
    }

    private func drawLines(of finding: Finding, _ color: CGColor) {
        context.setStrokeColor(color)
        let lineWidth = max(2, textSize / 8)
        if let tilt = finding.tilt {
            let rise = CGFloat(tan(tilt)) / 2 * width / height
            stroke([[CGPoint(x: 0, y: 0.5 - rise), CGPoint(x: 1, y: 0.5 + rise)]], width: lineWidth)
        } else if !finding.dots.isEmpty {
            drawSkeleton(finding, color: color, width: lineWidth)
        } else if finding.outlines.isEmpty {
            context.stroke(rect(finding.boundingBox), width: lineWidth)
        } else {
            stroke(finding.outlines, width: finding.title.isEmpty ? lineWidth / 2 : lineWidth)
        }
    }

    /// Draws lines with dots at their ends. The lines have a light edge, so that they are visible on a dark background, too.
    private func drawSkeleton(_ finding: Finding, color: CGColor, width lineWidth: CGFloat) {
        func place(_ point: CGPoint) -> CGPoint { CGPoint(x: point.x * width, y: point.y * height) }
        for (color, lineWidth) in [(Canvas.white, lineWidth + 2), (color, lineWidth)] {
            context.setStrokeColor(color)
            context.setFillColor(color)
            context.setLineWidth(lineWidth)
            context.beginPath()
            for line in finding.lines { context.addLines(between: line.map(place)) }
            context.strokePath()
            for dot in finding.dots.map(place) {
                context.fillEllipse(in: CGRect(x: dot.x - lineWidth, y: dot.y - lineWidth, width: 2 * lineWidth, height: 2 * lineWidth))
            }
        }
        context.setStrokeColor(color)
    }

    /// Draws closed lines. The points are normalised. The origin lies at the lower left.
    private func stroke(_ outlines: [[CGPoint]], width lineWidth: CGFloat) {
        context.setLineWidth(lineWidth)
        context.beginPath()
        for outline in outlines {
            context.addLines(between: outline.map { CGPoint(x: $0.x * width, y: $0.y * height) })
            context.closePath()
        }
        context.strokePath()
    }

    func write(to url: URL) throws {
        guard let image = context.makeImage() else { throw OutputError(path: url.path, reason: "the picture cannot be drawn") }
        try ImageFileWriter.write(image, to: url)
    }
}

struct UnreadableImage: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path): cannot be read for annotation" }
}
