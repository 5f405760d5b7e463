/// A metric that a training reported, iteration by iteration.
package struct TrainingCurve: Sendable {
    package var name: String
    package var points: [(iteration: Int, value: Double)] = []

    package init(name: String, points: [(iteration: Int, value: Double)] = []) {
        self.name = name
        self.points = points
    }
}
