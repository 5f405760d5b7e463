import Foundation
import Vision

/// Finds the outline of a board and of its hole inside the box that a detector returned.
struct BoardMeasurement {
    /// The detector's box, normalised, with the origin at the lower left.
    let boundingBox: CGRect
    let frameSize: CGSize

    /// Measures the board in a frame; `nil` if no outline in the box looks like a board.
    func measure(in buffer: CMSampleBuffer) throws -> Board? {
        let request = VNDetectContoursRequest()
        let region = boundingBox.insetBy(dx: -boundingBox.width / 8, dy: -boundingBox.height / 8)
            .intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        request.regionOfInterest = region
        request.contrastPivot = nil
        request.maximumImageDimension = 1024
        var boards: [Board] = []
        for darkOnLight in [false, true] {
            request.detectsDarkOnLight = darkOnLight
            try VNImageRequestHandler(cmSampleBuffer: buffer).perform([request])
            guard let contours = request.results?.first else { continue }
            boards += try (0..<contours.contourCount).compactMap { try board(of: contours.contour(at: $0), in: region) }
        }
        // A board with a visible hole is preferred. Otherwise the largest board is chosen.
        return boards.max { ($0.hole == nil ? 0 : 1, $0.outline.area) < ($1.hole == nil ? 0 : 1, $1.outline.area) }
    }

    private func board(of contour: VNContour, in region: CGRect) throws -> Board? {
        let outline = points(of: contour, in: region)
        // A hundredth of the frame. Contours are normalised to the region.
        let tolerance = Float(0.01 / max(region.width, region.height))
        guard outline.count >= 12, let polygon = try? contour.polygonApproximation(epsilon: tolerance),
            let rough = Quadrilateral(largestIn: points(of: polygon, in: region))
        else { return nil }
        let box = boundingBox.scaled(to: frameSize)
        // The outline must be about as wide as the detector's box, and its quadrilateral must cover most of the contour's area.
        guard rough.boundingBox.width > box.width * 0.6, rough.boundingBox.width < box.width * 1.3,
            rough.area > 0.8 * abs(area(of: outline))
        else { return nil }
        let quadrilateral = rough.fitted(to: outline, tolerance: max(box.width / 80, 1.5))
        return Board(outline: quadrilateral, hole: hole(among: contour.childContours.map { points(of: $0, in: region) }, in: quadrilateral))
    }

    /// The bounding box of the widest contour inside the board that has the width of a hole. A hole is six inches wide, a board four feet long.
    private func hole(among contours: [[CGPoint]], in outline: Quadrilateral) -> CGRect? {
        contours.map { boundingBox(of: $0) }
            .filter { hole in
                let part = hole.width / outline.length
                return part > 0.06 && part < 0.22 && outline.contains(CGPoint(x: hole.midX, y: hole.midY))
            }
            .max { $0.width < $1.width }
    }

    /// The points of a contour in pixels of the frame.
    private func points(of contour: VNContour, in region: CGRect) -> [CGPoint] {
        contour.normalizedPoints.map { point in
            VNImagePointForNormalizedPointUsingRegionOfInterest(
                CGPoint(x: CGFloat(point.x), y: CGFloat(point.y)), Int(frameSize.width), Int(frameSize.height), region)
        }
    }

    private func boundingBox(of points: [CGPoint]) -> CGRect {
        points.reduce(CGRect.null) { $0.union(CGRect(origin: $1, size: .zero)) }
    }

    private func area(of outline: [CGPoint]) -> CGFloat {
        zip(outline, outline.dropFirst() + outline.prefix(1)).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 }
    }
}

extension CGRect {
    /// A normalised rectangle in pixels.
    package func scaled(to size: CGSize) -> CGRect {
        CGRect(x: minX * size.width, y: minY * size.height, width: width * size.width, height: height * size.height)
    }

    /// A rectangle in pixels, normalised.
    func normalized(to size: CGSize) -> CGRect {
        CGRect(x: minX / size.width, y: minY / size.height, width: width / size.width, height: height / size.height)
    }
}
