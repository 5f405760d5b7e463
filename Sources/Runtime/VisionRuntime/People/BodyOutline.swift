import CoreGraphics

/// Computes the bounding box of a person from the joints, with margins. The margins are needed because joints lie inside of the body, and eyes and
/// ears below the top of the head.
struct BodyOutline: Sendable {
    let imageSize: CGSize
    /// The region to which boxes are clipped, in normalised coordinates with the origin at the lower left.
    let region: CGRect

    private static let face: [BodyJoint] = [.nose, .leftEye, .rightEye, .leftEar, .rightEar]
    private static let trunk: [BodyJoint] = [.leftShoulder, .rightShoulder, .leftHip, .rightHip]
    private static let arms: [BodyJoint] = [.leftElbow, .rightElbow, .leftWrist, .rightWrist]
    private static let legs: [BodyJoint] = [.leftKnee, .rightKnee, .leftAnkle, .rightAnkle]
    /// The least confidence of a joint that is used.
    private static let leastConfidence: Float = 0.2

    /// The bounding box of a person, in normalised coordinates with the origin at the lower left; `nil` if fewer than two joints are certain enough.
    func box(around pose: PoseFinding, upperBodyOnly: Bool) -> CGRect? {
        let joints = Self.face + Self.trunk + (upperBodyOnly ? [] : Self.arms + Self.legs)
        let seen = joints.filter { pose[$0].confidence >= Self.leastConfidence }
        guard seen.count >= 2 else { return nil }
        let points = seen.map { pixels(pose[$0]) }
        let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (bottom, top) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        let unit = unit(pose) ?? max(right - left, top - bottom) / 4
        // The margins are fractions of the trunk's length, taken from labelled boxes of people.
        let head = seen.contains(where: Self.face.contains) ? 0.3 * unit : 0.15 * unit
        let foot = seen.contains(.leftAnkle) || seen.contains(.rightAnkle) ? 0.2 * unit : 0.1 * unit
        let side = 0.15 * unit
        let box = CGRect(x: left - side, y: bottom - foot, width: right - left + 2 * side, height: top - bottom + foot + head)
        let normalized = CGRect(
            x: box.minX / imageSize.width, y: box.minY / imageSize.height, width: box.width / imageSize.width,
            height: box.height / imageSize.height
        ).intersection(region)
        return normalized.isEmpty ? nil : normalized
    }

    private func pixels(_ point: FoundPoint) -> CGPoint {
        CGPoint(x: point.location.x * imageSize.width, y: point.location.y * imageSize.height)
    }

    /// The length of the trunk, in pixels; `nil` if the trunk was not found.
    private func unit(_ pose: PoseFinding) -> CGFloat? {
        guard pose[.neck].isFound, pose[.root].isFound else { return nil }
        let (neck, root) = (pixels(pose[.neck]), pixels(pose[.root]))
        let (across, up) = (neck.x - root.x, neck.y - root.y)
        return (across * across + up * up).squareRoot()
    }
}
