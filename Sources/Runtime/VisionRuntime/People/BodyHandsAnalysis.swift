import CoreGraphics

/// A person's body and hands.
package struct BodyHandsFinding: Sendable {
    package let body: PoseFinding
    package let leftHand: HandFinding?
    package let rightHand: HandFinding?

    package init(body: PoseFinding, leftHand: HandFinding? = nil, rightHand: HandFinding? = nil) {
        (self.body, self.leftHand, self.rightHand) = (body, leftHand, rightHand)
    }
}

extension BodyHandsFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> BodyHandsFinding {
        BodyHandsFinding(
            body: body.relative(to: coordinates), leftHand: leftHand?.relative(to: coordinates),
            rightHand: rightHand?.relative(to: coordinates))
    }
}

/// The bodies of all people in an image, each with its hands.
package struct BodyHandsAnalysis: Analysis {
    package let bodies: BodyPoseAnalysis
    package let hands: HandPoseAnalysis

    package init(bodies: BodyPoseAnalysis, hands: HandPoseAnalysis) {
        self.bodies = bodies
        self.hands = hands
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try bodies.demands(of: frame) + hands.demands(of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [BodyHandsFinding] {
        let bodies = try context.findings(of: bodies)
        let hands = try context.findings(of: hands)
        let size = context.frame.info.size
        return bodies.map { body in
            func hand(_ side: HandFinding.Side, _ wrist: BodyJoint, _ elbow: BodyJoint) -> HandFinding? {
                let (wrist, elbow) = (body[wrist], body[elbow])
                guard wrist.isFound, elbow.isFound else { return nil }
                let reach = wrist.distance(to: elbow, in: size) / 2
                return hands.filter { $0.side == nil || $0.side == side }
                    .map { (hand: $0, distance: $0[.wrist].distance(to: wrist, in: size)) }
                    .filter { $0.hand[.wrist].isFound && $0.distance <= reach }
                    .min { $0.distance < $1.distance }?.hand
            }
            return BodyHandsFinding(
                body: body, leftHand: hand(.left, .leftWrist, .leftElbow), rightHand: hand(.right, .rightWrist, .rightElbow))
        }
    }
}

extension FoundPoint {
    /// The distance to another point, in pixels of an image of the given size.
    fileprivate func distance(to other: FoundPoint, in size: CGSize) -> CGFloat {
        let across = (location.x - other.location.x) * size.width
        let up = (location.y - other.location.y) * size.height
        return (across * across + up * up).squareRoot()
    }
}
