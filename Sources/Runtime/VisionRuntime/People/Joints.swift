import CoreGraphics
import CoreML

/// The joints of a person. Networks find 17 joints, in the order of the channels. Two further joints are computed as midpoints.
package enum BodyJoint: Int, CaseIterable, Sendable {
    case nose, leftEye, rightEye, leftEar, rightEar, leftShoulder, rightShoulder, leftElbow, rightElbow, leftWrist, rightWrist
    case leftHip, rightHip, leftKnee, rightKnee, leftAnkle, rightAnkle
    /// The midpoint of the shoulders.
    case neck
    /// The midpoint of the hips.
    case root

    /// The number of joints that networks find.
    package static let networkCount = 17

    /// The chains of joints that are connected by lines in a drawing.
    package static let chains: [[BodyJoint]] = [
        [.leftEar, .leftEye, .nose, .rightEye, .rightEar], [.nose, .neck, .root], [.leftWrist, .leftElbow, .leftShoulder, .neck],
        [.rightWrist, .rightElbow, .rightShoulder, .neck], [.leftAnkle, .leftKnee, .leftHip, .root],
        [.rightAnkle, .rightKnee, .rightHip, .root],
    ]
}

/// The joints of a hand, in the order of the network's channels.
package enum HandJoint: Int, CaseIterable, Sendable {
    case wrist, thumbCMC, thumbMP, thumbIP, thumbTip, indexMCP, indexPIP, indexDIP, indexTip, middleMCP, middlePIP, middleDIP, middleTip
    case ringMCP, ringPIP, ringDIP, ringTip, littleMCP, littlePIP, littleDIP, littleTip

    /// The chains of joints that are connected by lines in a drawing.
    package static let chains: [[HandJoint]] = [
        [.wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip], [.wrist, .indexMCP, .indexPIP, .indexDIP, .indexTip],
        [.wrist, .middleMCP, .middlePIP, .middleDIP, .middleTip], [.wrist, .ringMCP, .ringPIP, .ringDIP, .ringTip],
        [.wrist, .littleMCP, .littlePIP, .littleDIP, .littleTip],
    ]
}

/// The joints of a cat or dog, in the order of the network's channels.
package enum AnimalJoint: Int, CaseIterable, Sendable {
    case leftEarTop, rightEarTop, leftEarMiddle, rightEarMiddle, leftEarBottom, rightEarBottom, leftEye, rightEye, nose, neck
    case leftFrontElbow, rightFrontElbow, leftFrontKnee, rightFrontKnee, leftFrontPaw, rightFrontPaw
    case leftBackElbow, rightBackElbow, leftBackKnee, rightBackKnee, leftBackPaw, rightBackPaw, tailTop, tailMiddle, tailBottom
}

/// The position of a joint in an image.
package struct FoundPoint: Hashable, Codable, Sendable {
    /// The location, normalised to the upright image, with the origin at the lower left.
    package let location: CGPoint
    /// The confidence, from 0 to 1; 0 if the joint was not found.
    package let confidence: Float

    package init(location: CGPoint, confidence: Float) {
        self.location = location
        self.confidence = confidence
    }

    /// A joint that was not found. Its location is the origin, and its confidence is 0.
    package static let none = FoundPoint(location: .zero, confidence: 0)

    package var isFound: Bool { confidence > 0 }

    /// The midpoint of two points, with the lower of their confidences.
    static func middle(_ first: FoundPoint, _ second: FoundPoint) -> FoundPoint {
        guard first.isFound, second.isFound else { return .none }
        let location = CGPoint(x: (first.location.x + second.location.x) / 2, y: (first.location.y + second.location.y) / 2)
        return FoundPoint(location: location, confidence: min(first.confidence, second.confidence))
    }
}

/// The joints of a body or a hand.
package struct PoseFinding: Sendable {
    /// The joints in the order of ``BodyJoint``, ``HandJoint`` or ``AnimalJoint``.
    package let points: [FoundPoint]
    /// The confidence, from 0 to 1.
    package let confidence: Float

    package subscript(joint: BodyJoint) -> FoundPoint { points[joint.rawValue] }
}

extension PoseFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> PoseFinding {
        let points = points.map { point in
            point.isFound ? FoundPoint(location: coordinates.point(point.location), confidence: point.confidence) : point
        }
        return PoseFinding(points: points, confidence: confidence)
    }
}

extension CropAndScale {
    /// The least confidence of a joint that counts as found.
    private static let leastConfidence: Float = 0.1

    /// Converts a joint from the network's input to the image.
    ///
    /// - Parameters:
    ///   - x: the distance from the input's left side.
    ///   - y: the distance from the input's top. Both distances are in pixels.
    ///   - tolerance: the greatest distance of a joint from the picture, in pixels of the input. Within this distance, a joint is moved to
    ///     the picture's edge. Farther out, it counts as not found.
    func point(x: Float, y: Float, confidence: Float, tolerance: Float) -> FoundPoint {
        let seen = destination.insetBy(dx: -CGFloat(tolerance), dy: -CGFloat(tolerance))
        let place = CGPoint(x: CGFloat(x), y: CGFloat(y))
        guard confidence >= Self.leastConfidence, seen.contains(place) else { return .none }
        let inside = CGRect(
            x: min(max(place.x, destination.minX), destination.maxX) / inputSize.width,
            y: min(max(place.y, destination.minY), destination.maxY) / inputSize.height, width: 0, height: 0)
        return FoundPoint(location: imageBox(ofInputBox: inside).origin, confidence: min(confidence, 1))
    }
}
