import CoreGraphics
import Testing

@testable import VisionRuntime

/// People and their parts of a mask.
@Suite("Masks of instances")
struct InstanceMaskTests {
    private static let (width, height) = (40, 20)

    /// A body that stands upright: nose, shoulders, hips and ankles.
    ///
    /// - Parameter x: normalised.
    private func body(at x: CGFloat, confidence: Float = 1) -> PoseFinding {
        var points = [FoundPoint](repeating: .none, count: BodyJoint.allCases.count)
        func put(_ joint: BodyJoint, _ across: CGFloat, _ y: CGFloat) {
            points[joint.rawValue] = FoundPoint(location: CGPoint(x: x + across, y: y), confidence: confidence)
        }
        put(.nose, 0, 0.9)
        for (side, joints) in [
            (-0.03, [BodyJoint.rightShoulder, .rightHip, .rightKnee, .rightAnkle]),
            (0.03, [.leftShoulder, .leftHip, .leftKnee, .leftAnkle]),
        ] {
            for (joint, y) in zip(joints, [0.75, 0.5, 0.3, 0.1]) { put(joint, side, y) }
        }
        return PoseFinding(points: points, confidence: confidence)
    }

    private func map(_ isPerson: (Int, Int) -> Bool) -> ProbabilityMap {
        let values = (0..<Self.width * Self.height).map { isPerson($0 % Self.width, $0 / Self.width) ? Float(0.9) : 0.1 }
        return ProbabilityMap(width: Self.width, height: Self.height, values: values)
    }

    private func labels(_ mask: InstanceMask, row: Int) -> [UInt8] { Array(mask.labels[row * Self.width..<(row + 1) * Self.width]) }

    @Test("People whose masks touch are told apart by their bodies")
    func touching() {
        // One part from column 4 to 35; the bodies stand in columns 10 and 26.
        let mask = InstanceMask(people: map { x, _ in (4..<36).contains(x) }, bodies: [body(at: 0.25), body(at: 0.65)])
        #expect(mask.instances == [1, 2])
        let row = labels(mask, row: 10)
        #expect(row[10] != row[26] && row[10] > 0 && row[26] > 0)
        // The border lies in the middle between the two.
        #expect(row[4...16].allSatisfy { $0 == row[10] } && row[20...35].allSatisfy { $0 == row[26] })
        #expect(row[..<4].allSatisfy { $0 == 0 } && row[36...].allSatisfy { $0 == 0 })
        // The larger one is the first.
        let counts = mask.instances.map { number in mask.labels.count { Int($0) == number } }
        #expect(counts == counts.sorted(by: >))
    }

    @Test("A body's mask in two parts is one instance; a part without a body is another")
    func parts() {
        // A fence in rows 8 and 9 crosses the left person. Nobody found a body on the right.
        let people = map { x, y in ((6..<16).contains(x) && y != 8 && y != 9) || (x >= 30 && y >= 10) }
        let mask = InstanceMask(people: people, bodies: [body(at: 0.27)])
        #expect(mask.instances == [1, 2])
        #expect(labels(mask, row: 2)[10] == 1 && labels(mask, row: 15)[10] == 1 && labels(mask, row: 15)[35] == 2)
        #expect(labels(mask, row: 8)[10] == 0)
    }

    @Test("Two poses of one person make one instance")
    func twice() {
        let people = map { x, _ in (4..<20).contains(x) }
        #expect(InstanceMask(people: people, bodies: [body(at: 0.3), body(at: 0.31)]).instances == [1])
    }

    @Test("Bodies outside of the mask, and joints that are hardly sure, tell nothing apart")
    func elsewhere() {
        let people = map { x, _ in (4..<20).contains(x) }
        #expect(InstanceMask(people: people, bodies: [body(at: 0.3), body(at: 0.8)]).instances == [1])
        #expect(InstanceMask(people: people, bodies: [body(at: 0.2), body(at: 0.4, confidence: 0.1)]).instances == [1])
        #expect(InstanceMask(people: people, bodies: []).instances == [1])
        #expect(InstanceMask(people: map { _, _ in false }, bodies: [body(at: 0.3)]).instances.isEmpty)
    }
}
