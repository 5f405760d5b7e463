import CreateML
import Foundation

/// Draws pictures with boxes in a page.
package enum BoxDrawing {
    package static let truthColor = "#16a34a"
    package static let foundColor = "#ea580c"

    /// The width of a drawing, in pixels (`width`) and in rem (`letters`).
    private static let width = 272.0
    package static let letters = 17

    /// A small copy of a picture. The copy shows the true boxes, and the detections with their confidences.
    package static func svg(_ image: AnnotatedImage, _ detections: [AveragePrecision.Detection]) -> String {
        let height = (width * Double(image.height) / Double(max(image.width, 1))).rounded()
        let name = HTML.escape(image.url.lastPathComponent)
        let size = "width=\"\(Int(width))\" height=\"\(Int(height))\""
        var parts = [
            "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" \(size) role=\"img\" aria-label=\"\(name)\">",
            "<image \(size) preserveAspectRatio=\"none\" href=\"\(Thumbnail.dataURL(of: image.url.path))\"/>",
        ]
        parts += image.objects.map { rectangle($0.box, height, "stroke=\"\(truthColor)\" stroke-width=\"2\" stroke-dasharray=\"6 4\"") }
        // The most confident on top.
        for detection in detections.reversed() {
            parts.append(rectangle(detection.box, height, "stroke=\"\(foundColor)\" stroke-width=\"2\""))
            parts.append(title(detection, height))
        }
        return parts.joined() + "</svg>"
    }

    private static func rectangle(_ box: CGRect, _ height: Double, _ style: String) -> String {
        "<rect x=\"\(tenths(box.minX * width))\" y=\"\(tenths(box.minY * height))\" width=\"\(tenths(box.width * width))\" "
            + "height=\"\(tenths(box.height * height))\" fill=\"none\" \(style)/>"
    }

    /// The title of a detection. It is above the box if there is room.
    private static func title(_ detection: AveragePrecision.Detection, _ height: Double) -> String {
        let text = "\(detection.label) \(HTML.wholePercentage(detection.confidence))"
        let length = Double(text.count) * 6 + 6
        let x = min(max(detection.box.minX * width, 0), max(width - length, 0))
        let y = max(detection.box.minY * height - 14, 0)
        return "<rect x=\"\(tenths(x))\" y=\"\(tenths(y))\" width=\"\(tenths(length))\" height=\"14\" fill=\"\(foundColor)\"/>"
            + "<text x=\"\(tenths(x + 3))\" y=\"\(tenths(y + 10.5))\" font-size=\"10\" fill=\"white\">\(HTML.escape(text))</text>"
    }

    private static func tenths(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
