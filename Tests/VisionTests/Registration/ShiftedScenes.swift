import CoreGraphics
import CoreVideo
import Foundation
import Testing

/// Pictures of a scene whose brightness is known everywhere, as cameras that look at different parts of it see it.
enum ShiftedScenes {
    static let width = 160
    static let height = 120

    /// No part of it looks like another one.
    static func value(_ x: Double, _ y: Double) -> Double {
        128 + 35 * sin(x / 7 + y / 13) + 30 * sin(y / 5 - x / 17) + 30 * sin(x * y / 900) + 20 * cos(x * x / 1500 - y / 9)
    }

    /// The picture whose upper left corner shows a point of the scene.
    static func image(x: Double = 0, y: Double = 0) throws -> CGImage {
        try image { ($0 + x, $1 + y) }
    }

    /// The picture whose points, origin at the upper left, show the points of the scene that `map` tells.
    static func image(_ map: (Double, Double) -> (Double, Double)) throws -> CGImage {
        try TestImages.image(width: width, height: height) { column, row in
            let point = map(Double(column) + 0.5, Double(row) + 0.5)
            return TestImages.Color(repeating: UInt8(min(max(value(point.0, point.1).rounded(), 0), 255)))
        }
    }

    /// Luminance in one plane.
    static func pixelBuffer(x: Double = 0, y: Double = 0) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_OneComponent8, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        try fill(buffer, x: x, y: y)
        return buffer
    }

    static func fill(_ buffer: CVPixelBuffer, x: Double, y: Double) throws {
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
        for row in 0..<height {
            for column in 0..<width {
                let brightness = value(Double(column) + 0.5 + x, Double(row) + 0.5 + y)
                base[row * bytesPerRow + column] = UInt8(min(max(brightness.rounded(), 0), 255))
            }
        }
    }
}
