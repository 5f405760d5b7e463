/// Whether a camera's scene has come to rest: whether the shifts of the last frames together lead less far than a limit.
package struct SceneStability: Sendable {
    /// How many shifts it takes to tell; half a second of 30 frames a second where not given.
    package let historyLength: Int
    /// In pixels; the sum of the distances across and down stays below it.
    package let threshold: Double
    private var shifts: [SIMD2<Double>] = []

    package init(historyLength: Int = 15, threshold: Double = 20) {
        self.historyLength = max(historyLength, 1)
        self.threshold = threshold
    }

    /// Takes the shift of the next frame, in pixels.
    package mutating func add(_ shift: SIMD2<Double>) {
        if shifts.count == historyLength { shifts.removeFirst() }
        shifts.append(shift)
    }

    /// Forgets what was: the next frame begins another scene.
    package mutating func reset() { shifts = [] }

    package var isStable: Bool {
        guard shifts.count == historyLength else { return false }
        let path = shifts.reduce(SIMD2(0, 0), +)
        return abs(path.x) + abs(path.y) < threshold
    }
}
