import CoreGraphics
import CoreVideo
import Foundation
import Testing

/// Frames of a scene with a textured background and things on it whose places are known: pixels, origin at the upper left.
struct TrackedScene {
    static let width = 240
    static let height = 160

    /// Something with a pattern of its own colours.
    struct Thing {
        var x: Double
        var y: Double
        var width = 36.0
        var height = 28.0
        /// Things of different kinds look different.
        var kind = 0

        var box: CGRect { CGRect(x: x, y: y, width: width, height: height) }

        /// Normalised, origin at the lower left.
        var normalized: CGRect {
            let (w, h) = (Double(TrackedScene.width), Double(TrackedScene.height))
            return CGRect(x: x / w, y: 1 - (y + height) / h, width: width / w, height: height / h)
        }

        /// The colour of a place in the thing, 0…1 to the right and down.
        fileprivate func color(_ u: Double, _ v: Double) -> SIMD3<UInt8> {
            let stripe = sin(Double(7 + 3 * kind) * u + 4 * v) + sin(Double(9 - 2 * kind) * v - 3 * u)
            let level = UInt8(min(max(128 + 60 * stripe, 0), 255))
            return kind.isMultiple(of: 2) ? SIMD3(level, 70, 255 - level) : SIMD3(40, level, 60)
        }
    }

    var things: [Thing]
    /// Columns that are hidden behind a post.
    var post: Range<Int>?

    private static let background: [UInt8] = {
        var bytes = [UInt8](repeating: 255, count: width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let value = ShiftedScenes.value(Double(x), Double(y))
                let level = UInt8(min(max(60 + value / 2, 0), 255))
                for channel in 0..<3 { bytes[(y * width + x) * 4 + channel] = level }
            }
        }
        return bytes
    }()

    /// BGRA.
    func frame() throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, Self.width, Self.height, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        Self.background.withUnsafeBufferPointer { rows in
            guard let first = rows.baseAddress else { return }
            for y in 0..<Self.height { (base + y * stride).update(from: first + y * Self.width * 4, count: Self.width * 4) }
        }
        for thing in things { draw(thing, base, stride) }
        for x in (post ?? 0..<0).clamped(to: 0..<Self.width) {
            for y in 0..<Self.height {
                for channel in 0..<3 { base[y * stride + x * 4 + channel] = UInt8(90 + 20 * (y / 9 % 2)) }
            }
        }
        return buffer
    }

    private func draw(_ thing: Thing, _ base: UnsafeMutablePointer<UInt8>, _ stride: Int) {
        let columns = Int(thing.x.rounded(.down))...Int((thing.x + thing.width).rounded(.up))
        let rows = Int(thing.y.rounded(.down))...Int((thing.y + thing.height).rounded(.up))
        for y in rows where y >= 0 && y < Self.height {
            for x in columns where x >= 0 && x < Self.width {
                let (u, v) = ((Double(x) + 0.5 - thing.x) / thing.width, (Double(y) + 0.5 - thing.y) / thing.height)
                guard u >= 0, u < 1, v >= 0, v < 1 else { continue }
                let color = thing.color(u, v)
                for channel in 0..<3 { base[y * stride + x * 4 + channel] = color[2 - channel] }
            }
        }
    }
}

extension CGRect {
    /// The shared area in parts of the area that either covers.
    func overlap(_ other: CGRect) -> Double {
        let shared = intersection(other)
        guard !shared.isNull else { return 0 }
        let common = shared.width * shared.height
        return Double(common / (width * height + other.width * other.height - common))
    }
}
