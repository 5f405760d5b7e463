import CoreGraphics

/// The stability of the scene before a camera. The scene is stable if the sum of the latest shifts between frames is below a threshold.
package struct SceneStability: Sendable {
    /// The number of shifts that are added up. The default is half a second at 30 frames a second.
    package let historyLength: Int
    /// The threshold for the length of the sum of the shifts, in pixels. The length is the horizontal distance plus the vertical distance.
    package let threshold: Double
    private var shifts: [SIMD2<Double>] = []
    private var frameSize = CGSize.zero

    package init(historyLength: Int = 15, threshold: Double = 20) {
        self.historyLength = max(historyLength, 1)
        self.threshold = threshold
    }

    /// Adds the shift of the next frame relative to the frame before. If the size changes, a new scene begins.
    ///
    /// - Parameters:
    ///   - shift: in pixels.
    ///   - size: the frame's size, in pixels.
    package mutating func add(_ shift: SIMD2<Double>, frameSize size: CGSize) {
        guard size == frameSize else {
            (shifts, frameSize) = ([], size)
            return
        }
        if shifts.count == historyLength { shifts.removeFirst() }
        shifts.append(shift)
    }

    package var isStable: Bool {
        guard shifts.count == historyLength else { return false }
        let path = shifts.reduce(SIMD2(0, 0), +)
        return abs(path.x) + abs(path.y) < threshold
    }
}
