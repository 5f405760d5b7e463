import CoreGraphics

extension HandPoseAnalysis {
    /// The hands that a network for crops finds around the detected hands.
    ///
    /// The network runs twice for each hand. The first crop is that of the detector. The second crop is mirrored, and lies around the
    /// joints of the first run. The joints are the means of both results.
    func lookedAt(in context: AnalysisContext) throws -> [HandFinding] {
        let places = try context.findings(of: detection)
        let first = try context.firstFindings(of: places.map { look(at: $0.frame, isMirrored: false) })
        let frames = zip(places, first).map { place, look in
            let frame = HandFrame(around: look.joints)
            // Joints far from the hand must not move the crop away from it.
            return (0.5...2).contains(frame.size / place.frame.size) ? frame : place.frame
        }
        let second = try context.firstFindings(of: frames.map { look(at: $0, isMirrored: true) })
        let hands = zip(places, zip(first, second)).map { SeenHand(place: $0, look: HandLook($1.0, $1.1)) }
            .filter { $0.look.presence >= Self.leastPresence }
            .sorted { $0.confidence > $1.confidence }
        var kept: [SeenHand] = []
        for hand in hands where !kept.contains(where: hand.isSame) { kept.append(hand) }
        return kept.prefix(Self.maximumCount).map { $0.finding(in: context.frame.info) }
    }

    /// The least probability of a hand in a crop.
    private static let leastPresence: Float = 0.5

    private func look(at frame: HandFrame, isMirrored: Bool) -> HandLookAnalysis {
        HandLookAnalysis(source: source, crop: frame.crop(isMirrored: isMirrored), usesCPUOnly: usesCPUOnly)
    }
}

/// A detected hand and its joints.
private struct SeenHand {
    let place: HandPlace
    let look: HandLook

    /// The confidence: the geometric mean of the results of both networks.
    var confidence: Float { (place.confidence * look.presence).squareRoot() }

    /// The mean distance between their joints up to which two findings count as the same hand, relative to the hand's size.
    private static let sameHand = 0.2
    /// The greatest distance of a joint from the image, relative to the hand's size.
    private static let beyond = 0.06
    /// The least confidence of a joint that counts as found.
    private static let leastConfidence: Float = 0.1

    func isSame(_ other: SeenHand) -> Bool {
        let distances = zip(look.joints, other.look.joints).map { ($0 - $1).length }
        let size = HandFrame(around: other.look.joints).size
        return distances.reduce(0, +) <= Self.sameHand * size * Double(distances.count)
    }

    /// The hand, in coordinates normalised to the image. Joints slightly outside of the image are moved to its edge. Joints farther away count as not
    /// found.
    func finding(in frame: FrameInfo) -> HandFinding {
        let beyond = Self.beyond * HandFrame(around: look.joints).size
        let (width, height) = (Double(frame.size.width), Double(frame.size.height))
        let points = zip(look.joints, look.confidences).map { joint, confidence in
            let inside = SIMD2(min(max(joint.x, 0), width), min(max(joint.y, 0), height))
            guard confidence >= Self.leastConfidence, (joint - inside).length <= beyond else { return FoundPoint.none }
            return FoundPoint(location: CGPoint(x: inside.x / width, y: 1 - inside.y / height), confidence: confidence)
        }
        return HandFinding(pose: PoseFinding(points: points, confidence: confidence), side: look.right.map { $0 < 0.5 ? .left : .right })
    }
}
