import CoreGraphics

/// Whether a camera's scene has come to rest: whether the shifts of the last frames together lead less far than a limit.
package struct SceneStability: Sendable {
    /// How many shifts it takes to tell; half a second of 30 frames a second where not given.
    package let historyLength: Int
    /// In pixels; the sum of the distances across and down stays below it.
    package let threshold: Double
    private var shifts: [SIMD2<Double>] = []
    private var frameSize = CGSize.zero

    package init(historyLength: Int = 15, threshold: Double = 20) {
        self.historyLength = max(historyLength, 1)
        self.threshold = threshold
    }

    /// Takes the next frame's shift against the one before. A frame of another size than the one before begins another scene.
    ///
    /// - Parameters:
    ///   - shift: in pixels.
    ///   - size: the frame's, in pixels.
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
