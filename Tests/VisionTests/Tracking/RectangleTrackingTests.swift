import CoreGraphics
import Foundation
import Testing
import Vision

@Suite("Rectangles from frame to frame")
struct RectangleTrackingTests {
    /// A page with a picture on it that hangs in a room, as a camera sees it that moves: of each frame the corners from the top left,
    /// clockwise, in pixels, origin at the upper left.
    private func corners(_ frame: Int) -> [CGPoint] {
        let step = CGFloat(frame)
        return [
            CGPoint(x: 50 + 2 * step, y: 40 + step), CGPoint(x: 110 + 1.2 * step, y: 38 + 1.6 * step),
            CGPoint(x: 112 + 1.2 * step, y: 88 + 0.6 * step), CGPoint(x: 48 + 2 * step, y: 86 + 1.2 * step),
        ]
    }

    private func image(_ frame: Int) throws -> CGImage {
        let toPage = try #require(SquareMap(corners(frame))).inverse
        return try TestImages.image(width: ShiftedScenes.width, height: ShiftedScenes.height) { column, row in
            let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
            let (u, v) = toPage(x, y)
            let onPage = u > 0 && u < 1 && v > 0 && v < 1
            let value = onPage ? ShiftedScenes.value(40 + 60 * u, 200 + 50 * v) : 0.4 * ShiftedScenes.value(x / 2, y / 2)
            return TestImages.Color(repeating: UInt8(min(max(value.rounded(), 0), 255)))
        }
    }

    private func normalized(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x / CGFloat(ShiftedScenes.width), y: 1 - point.y / CGFloat(ShiftedScenes.height))
    }

    /// The farthest of four corners, in pixels.
    private func error(_ found: [CGPoint], _ frame: Int) -> CGFloat {
        zip(found, corners(frame)).map { found, truth in
            let pixel = CGPoint(x: found.x * CGFloat(ShiftedScenes.width), y: (1 - found.y) * CGFloat(ShiftedScenes.height))
            return hypot(pixel.x - truth.x, pixel.y - truth.y)
        }.max() ?? .infinity
    }

    @Test("The corners follow the perspective within a pixel and a half", arguments: [VNRequestTrackingLevel.fast, .accurate])
    func perspective(_ level: VNRequestTrackingLevel) throws {
        let start = corners(0).map(normalized)
        var input = VNRectangleObservation(
            requestRevision: 1, topLeft: start[0], bottomLeft: start[3], bottomRight: start[2], topRight: start[1])
        let identity = input.uuid
        let handler = VNSequenceRequestHandler()
        for frame in 0..<12 {
            let request = VNTrackRectangleRequest(rectangleObservation: input)
            request.trackingLevel = level
            try handler.perform([request], on: image(frame))
            input = try #require(request.results?.first as? VNRectangleObservation)
            #expect(error([input.topLeft, input.topRight, input.bottomRight, input.bottomLeft], frame) < 1.5, "frame \(frame)")
            #expect(input.uuid == identity && input.confidence > 0.5)
        }
        // A page that is gone is not believed.
        let request = VNTrackRectangleRequest(rectangleObservation: input)
        try handler.perform([request], on: try TestImages.plain([70, 70, 70], width: ShiftedScenes.width, height: ShiftedScenes.height))
        #expect(try #require(request.results?.first).confidence < 0.3)
    }

    @Test("The Swift-only request follows likewise, and begins anew when its level changes or a frame has failed")
    func swiftInterface() async throws {
        let start = corners(0).map { NormalizedPoint(normalizedPoint: normalized($0)) }
        let rectangle = RectangleObservation(topLeft: start[0], topRight: start[1], bottomRight: start[2], bottomLeft: start[3])
        let request = TrackRectangleRequest(detectedRectangle: rectangle)
        for frame in 0..<4 {
            let found = try #require(try await request.perform(on: image(frame)))
            #expect(error([found.topLeft, found.topRight, found.bottomRight, found.bottomLeft].map(\.cgPoint), frame) < 1.5)
            #expect(found.uuid == rectangle.uuid && found.originatingRequestDescriptor == .trackRectangleRequest(.revision1))
        }
        #expect(request.trackingLevel == .fast && request.minimumLatencyFrameCount == 1)
        request.trackingLevel = .accurate
        let again = try #require(try await request.perform(on: image(3)))
        #expect(again.confidence == 1 && again.topLeft == rectangle.topLeft)
        await #expect(throws: VisionError.self) { try await request.perform(on: TestImages.ramp(width: 50, height: 50)) }
        #expect(try await request.perform(on: TestImages.ramp(width: 50, height: 50))?.confidence == 1)
    }
}

/// The projective map from the unit square to four corners, by solving its eight linear equations.
private struct SquareMap {
    private let m: [Double]

    init?(_ corners: [CGPoint]) {
        var rows: [[Double]] = []
        for (corner, (u, v)) in zip(corners, [(0.0, 0.0), (1, 0), (1, 1), (0, 1)]) {
            let (x, y) = (Double(corner.x), Double(corner.y))
            rows.append([u, v, 1, 0, 0, 0, -x * u, -x * v, x])
            rows.append([0, 0, 0, u, v, 1, -y * u, -y * v, y])
        }
        for pivot in 0..<8 {
            guard let best = (pivot..<8).max(by: { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) }), rows[best][pivot] != 0 else {
                return nil
            }
            rows.swapAt(pivot, best)
            for row in 0..<8 where row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                for column in pivot..<9 { rows[row][column] -= factor * rows[pivot][column] }
            }
        }
        m = (0..<8).map { rows[$0][8] / rows[$0][$0] } + [1]
    }

    /// Back to the square: the adjugate matrix, whose scale does not matter.
    var inverse: (Double, Double) -> (Double, Double) {
        let m = m
        let a = [
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        return { x, y in
            let w = a[6] * x + a[7] * y + a[8]
            return ((a[0] * x + a[1] * y + a[2]) / w, (a[3] * x + a[4] * y + a[5]) / w)
        }
    }
}
