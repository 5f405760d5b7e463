import CoreGraphics
import Foundation

/// Drawn scenes whose shapes are known to a fraction of a pixel. Coordinates are pixels, (0, 0) being the corner of the top left one.
struct Scene {
    typealias Brightness = (_ x: Double, _ y: Double) -> Double

    let width: Int
    let height: Int
    /// From 0 to 255.
    private var brightness: Brightness

    init(width: Int, height: Int, ground: Double) {
        self.init(width: width, height: height) { _, _ in ground }
    }

    init(width: Int, height: Int, brightness: @escaping Brightness) {
        self.width = width
        self.height = height
        self.brightness = brightness
    }

    /// Draws where `distance`, in pixels, is negative; across an edge the brightness changes evenly over a pixel.
    func drawing(_ value: Double, distance: @escaping Brightness) -> Scene {
        var scene = self
        let ground = brightness
        scene.brightness = { x, y in
            let share = min(max(0.5 - distance(x, y), 0), 1)
            return share == 0 ? ground(x, y) : share * value + (1 - share) * ground(x, y)
        }
        return scene
    }

    func drawingDisk(_ value: Double, x: Double, y: Double, radius: Double) -> Scene {
        drawing(value) { hypot($0 - x, $1 - y) - radius }
    }

    /// A convex polygon whose corners go clockwise as the picture is seen.
    func drawingPolygon(_ value: Double, _ corners: [(x: Double, y: Double)]) -> Scene {
        let sides = zip(corners, corners[1...] + corners[..<1]).map { from, to in
            let length = hypot(to.x - from.x, to.y - from.y)
            return (x: (to.y - from.y) / length, y: (from.x - to.x) / length, from: from)
        }
        return drawing(value) { x, y in
            var most = -Double.infinity
            for side in sides { most = max(most, (x - side.from.x) * side.x + (y - side.from.y) * side.y) }
            return most
        }
    }

    func drawingRectangle(_ value: Double, x: Double, y: Double, width: Double, height: Double) -> Scene {
        drawingPolygon(value, [(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    /// - Parameter noise: the standard deviation of what is added to each pixel, the same in every run.
    func image(noise: Double = 0) throws -> CGImage {
        var state: UInt64 = 88_172_645_463_325_252
        func uniform() -> Double {
            // Marsaglia's xorshift.
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 40) / Double(1 << 24)
        }
        return try TestImages.image(width: width, height: height) { x, y in
            var value = brightness(Double(x) + 0.5, Double(y) + 0.5)
            // Four uniform numbers are about normal.
            if noise > 0 { value += noise * 1.732 * (uniform() + uniform() + uniform() + uniform() - 2) }
            return TestImages.Color(repeating: UInt8(min(max(value.rounded(), 0), 255)))
        }
    }
}
