/// Decodes the poses of several people from a network's maps. Each pose grows from its most certain joint along the limbs to the others.
struct PoseDecoder: Sendable {
    /// The least probability of the joint from which a pose grows.
    var seedThreshold: Float = 0.5
    /// The distance between the same joint of two poses up to which the poses count as one. It is relative to the longer side of the input, and
    /// equals 20 pixels of 513.
    var suppressionRadius: Float = 20.0 / 513
    /// The number of refinements of a joint's position after a step along a limb. Each refinement uses the offset of the joint's cell.
    var refinements = 2
    /// The least confidence of a pose.
    var leastConfidence: Float = 0.2
    var maximumCount = 64

    /// A pose in a network's input.
    struct Pose: Sendable {
        /// The positions of the joints in pixels from the top left, in the order of ``BodyJoint``. The last two joints are not included.
        var places: [SIMD2<Float>]
        var scores: [Float]
        /// The sum of the scores of the joints that no earlier pose contains, divided by the number of all joints.
        var confidence: Float
    }

    private struct Seed {
        let joint: BodyJoint
        let row: Int
        let column: Int
        let score: Float
    }

    /// The poses, the most certain first.
    func poses(in maps: PoseMaps) -> [Pose] {
        var poses: [Pose] = []
        for seed in seeds(in: maps) {
            guard poses.count < maximumCount else { break }
            let place = maps.place(of: seed.joint, row: seed.row, column: seed.column)
            let radius = suppressionRadius * maps.inputSide
            if isTaken(place, seed.joint, poses, radius) { continue }
            var pose = grow(from: seed, at: place, maps)
            let own = pose.scores.indices.filter { joint in
                BodyJoint(rawValue: joint).map { !isTaken(pose.places[joint], $0, poses, radius) } ?? false
            }
            pose.confidence = own.reduce(0) { $0 + pose.scores[$1] } / Float(pose.scores.count)
            if pose.confidence >= leastConfidence { poses.append(pose) }
        }
        return poses.sorted { $0.confidence > $1.confidence }
    }

    private func isTaken(_ place: SIMD2<Float>, _ joint: BodyJoint, _ poses: [Pose], _ radius: Float) -> Bool {
        poses.contains { pose in
            let way = pose.places[joint.rawValue] - place
            return (way * way).sum() <= radius * radius
        }
    }

    /// The cells where a joint's score is a local maximum among its eight neighbours, the highest first.
    private func seeds(in maps: PoseMaps) -> [Seed] {
        let scores = maps.scores
        var seeds: [Seed] = []
        for joint in BodyJoint.allCases.prefix(BodyJoint.networkCount) {
            for row in 0..<scores.rows {
                for column in 0..<scores.columns {
                    let score = scores[joint.rawValue, row, column]
                    guard score >= seedThreshold, isPeak(scores, joint.rawValue, row, column) else { continue }
                    seeds.append(Seed(joint: joint, row: row, column: column, score: score))
                }
            }
        }
        let ranks = seeds.indices.sorted { (seeds[$1].score, $0) < (seeds[$0].score, $1) }
        return ranks.map { seeds[$0] }
    }

    private func isPeak(_ scores: CellMap, _ channel: Int, _ row: Int, _ column: Int) -> Bool {
        let score = scores[channel, row, column]
        for y in max(row - 1, 0)...min(row + 1, scores.rows - 1) {
            for x in max(column - 1, 0)...min(column + 1, scores.columns - 1) where scores[channel, y, x] > score { return false }
        }
        return true
    }

    /// Follows the limbs from the first joint, first towards the nose and then outwards.
    private func grow(from seed: Seed, at place: SIMD2<Float>, _ maps: PoseMaps) -> Pose {
        let count = BodyJoint.networkCount
        var pose = Pose(places: Array(repeating: .zero, count: count), scores: Array(repeating: 0, count: count), confidence: 0)
        var isKnown = Array(repeating: false, count: count)
        func set(_ joint: BodyJoint, _ place: SIMD2<Float>, _ score: Float) {
            (pose.places[joint.rawValue], pose.scores[joint.rawValue], isKnown[joint.rawValue]) = (place, score, true)
        }
        set(seed.joint, place, seed.score)
        let limbs = Array(PoseMaps.limbs.enumerated())
        let ways =
            limbs.reversed().map { ($0.offset, $0.element.to, $0.element.from, false) }
            + limbs.map { ($0.offset, $0.element.from, $0.element.to, true) }
        for (limb, source, target, isForward) in ways where isKnown[source.rawValue] && !isKnown[target.rawValue] {
            let cell = maps.cell(pose.places[source.rawValue])
            let way = maps.displacement(limb, isForward: isForward, row: cell.row, column: cell.column)
            let (place, score) = refined(pose.places[source.rawValue] + way, target, maps)
            set(target, place, score)
        }
        return pose
    }

    private func refined(_ guess: SIMD2<Float>, _ joint: BodyJoint, _ maps: PoseMaps) -> (place: SIMD2<Float>, score: Float) {
        var place = guess
        for _ in 0..<refinements {
            let cell = maps.cell(place)
            place = maps.place(of: joint, row: cell.row, column: cell.column)
        }
        let cell = maps.cell(place)
        return (place, maps.scores[joint.rawValue, cell.row, cell.column])
    }
}
