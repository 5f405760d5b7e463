import Foundation
import Vision

/// An upright copy of a photo, at most 1,600 pixels on its longer side, to draw results on.
struct Canvas {
    private let context: CGContext
    private let width: Int
    private let height: Int
    /// The size of a glyph's pixel: text grows with the picture.
    private let textScale: Int
    private var lineCount = 0
    private var boxCount = 0

    private static let maximumSide = 1600
    private static let colors: [(red: CGFloat, green: CGFloat, blue: CGFloat)] = [
        (0.10, 0.65, 0.95), (0.98, 0.55, 0.10), (0.25, 0.75, 0.30), (0.90, 0.25, 0.45), (0.60, 0.40, 0.90), (0.95, 0.80, 0.15),
    ]

    init(photo url: URL) throws {
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: Canvas.maximumSide,
        ]
        guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
            let photo = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary),
            let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil, width: photo.width, height: photo.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { throw AnnotationError.unreadable(url.path) }
        (width, height) = (photo.width, photo.height)
        self.context = context
        textScale = max(1, min(width, height) / 240)
        context.draw(photo, in: CGRect(x: 0, y: 0, width: width, height: height))
    }

    /// One line of text a call, from the upper left down, each on its own dark ground.
    mutating func drawLine(_ text: String) {
        let step = CGFloat(textScale * (BitmapText.glyphHeight + 4))
        drawText(text, x: CGFloat(4 * textScale), top: CGFloat(height) - CGFloat(4 * textScale) - CGFloat(lineCount) * step, (0, 0, 0))
        lineCount += 1
    }

    mutating func drawLabels(_ labels: [(identifier: String, confidence: Float)]) {
        for label in labels { drawLine("\(label.identifier) \(ImageReport.percentage(label.confidence))") }
    }

    /// A box, normalised with its origin at the lower left, with a label on its upper edge.
    mutating func draw(_ box: CGRect, label: String) {
        let color = Canvas.colors[boxCount % Canvas.colors.count]
        boxCount += 1
        let rect = CGRect(
            x: box.minX * CGFloat(width), y: box.minY * CGFloat(height), width: box.width * CGFloat(width),
            height: box.height * CGFloat(height))
        context.setStrokeColor(red: color.red, green: color.green, blue: color.blue, alpha: 1)
        context.stroke(rect, width: CGFloat(2 * textScale))
        let labelHeight = CGFloat(textScale * (BitmapText.glyphHeight + 4))
        drawText(label, x: max(rect.minX, 0), top: min(rect.maxY + labelHeight, CGFloat(height)), color)
    }

    func write(to url: URL) throws {
        let type = ["jpg", "jpeg"].contains(url.pathExtension.lowercased()) ? "public.jpeg" : "public.png"
        guard let image = context.makeImage(), let destination = CGImageDestinationCreateWithURL(url as CFURL, type as CFString, 1, nil) else {
            throw AnnotationError.unwritable(url.path)
        }
        CGImageDestinationAddImage(destination, image, nil)
        guard CGImageDestinationFinalize(destination) else { throw AnnotationError.unwritable(url.path) }
    }

    private func drawText(_ text: String, x: CGFloat, top: CGFloat, _ ground: (red: CGFloat, green: CGFloat, blue: CGFloat)) {
        let padding = CGFloat(2 * textScale)
        let size = BitmapText.size(text, scale: textScale)
        context.setFillColor(red: ground.red, green: ground.green, blue: ground.blue, alpha: 0.7)
        context.fill(CGRect(x: x, y: top - size.height - 2 * padding, width: size.width + 2 * padding, height: size.height + 2 * padding))
        context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
        BitmapText.draw(text, in: context, at: CGPoint(x: x + padding, y: top - size.height - padding), scale: textScale)
    }
}

enum AnnotationError: Error, LocalizedError {
    case unreadable(String)
    case unwritable(String)

    var errorDescription: String? {
        switch self {
        case .unreadable(let path): "\(path): cannot be read for annotation"
        case .unwritable(let path): "\(path): cannot be written"
        }
    }
}
