import CoreGraphics
import simd

extension BodyPose3DAnalysis {
    /// The person that a network for crops sees.
    ///
    /// The model for body poses finds the people in the image. The network then runs twice on the most prominent person. The first crop lies
    /// around the joints of the body pose. The second crop is mirrored, and lies around the joints of the first run. The result is the mean of both
    /// runs.
    func lookedAt(in context: AnalysisContext) throws -> [BodyPose3DFinding] {
        let size = context.frame.info.size
        let people = try context.findings(of: bodies).compactMap { pose in
            JointFrame(aroundBody: pose, in: size).map { (frame: $0, prominence: $0.size * Double(pose.confidence)) }
        }
        guard let frame = people.max(by: { $0.prominence < $1.prominence })?.frame else { return [] }
        let first = try look(at: frame, isMirrored: false, in: context)
        let closer = JointFrame(aroundBody: first.joints)
        // Joints far from the person must not move the crop away.
        let second = try look(at: (0.5...2).contains(closer.size / frame.size) ? closer : frame, isMirrored: true, in: context)
        let look = BodyLook(first, second)
        guard look.presence >= Self.leastPresence else { return [] }
        let root = look.positions[BodyJoint3D.root.rawValue]
        let positions = look.positions.map { SIMD3<Float>($0 - root) }
        let places = look.joints.map { CGPoint(x: $0.x / Double(size.width), y: 1 - $0.y / Double(size.height)) }
        // A network that sees no person well may give joints that no camera sees.
        guard let camera = try? CameraPlacement(imageSize: size).camera(positions, places) else { return [] }
        return [BodyPose3DFinding(positions: positions, places: places, camera: camera, confidence: look.presence)]
    }

    private func look(at frame: JointFrame, isMirrored: Bool, in context: AnalysisContext) throws -> BodyLook {
        let analysis = BodyLookAnalysis(source: source, frame: frame, isMirrored: isMirrored, usesCPUOnly: usesCPUOnly)
        return try context.firstFindings(of: [analysis])[0]
    }
}

extension JointFrame {
    /// The square around a person whose 3D joints were found.
    ///
    /// - Parameter joints: in the order of ``BodyJoint3D``, in pixels of the upright image, with the origin at the top left.
    init(aroundBody joints: [SIMD2<Double>]) {
        self.init(around: joints, up: joints[BodyJoint3D.centerShoulder.rawValue] - joints[BodyJoint3D.root.rawValue])
    }

    /// The square around a person whose body pose was found. `nil` if the direction of its trunk is unknown.
    ///
    /// The square also has room for the top of the head, and for hips and legs that were not found.
    init?(aroundBody pose: PoseFinding, in imageSize: CGSize) {
        func place(_ joint: BodyJoint) -> SIMD2<Double>? {
            let point = pose[joint]
            guard point.isFound else { return nil }
            return SIMD2(Double(point.location.x * imageSize.width), Double((1 - point.location.y) * imageSize.height))
        }
        func middle(_ joints: [BodyJoint]) -> SIMD2<Double>? {
            let places = joints.compactMap(place)
            return places.isEmpty ? nil : places.reduce(SIMD2.zero, +) / Double(places.count)
        }
        var joints = BodyJoint.allCases.compactMap(place)
        let head = middle([.nose, .leftEye, .rightEye, .leftEar, .rightEar])
        guard let shoulders = middle([.leftShoulder, .rightShoulder]) ?? head else { return nil }
        let neck = head.map { ($0 - shoulders).length } ?? 0
        let hips = middle([.leftHip, .rightHip]) ?? shoulders + SIMD2(0, Proportion.trunk * neck)
        let trunk = shoulders - hips
        guard trunk.length >= 1 else { return nil }
        joints += [hips, head.map { $0 + Proportion.crown * ($0 - shoulders) } ?? shoulders + Proportion.head * trunk]
        if middle([.leftKnee, .rightKnee, .leftAnkle, .rightAnkle]) == nil { joints.append(hips - Proportion.legs * trunk) }
        self.init(around: joints, up: trunk)
    }

    /// Lengths of a body, for joints that were not found.
    private enum Proportion {
        /// The trunk, relative to the distance from the shoulders to the face.
        static let trunk = 2.2
        /// The distance from the face to the top of the head, relative to the distance from the shoulders to the face.
        static let crown = 0.6
        /// The distance from the shoulders to the top of the head, relative to the trunk.
        static let head = 0.7
        /// The legs, relative to the trunk.
        static let legs = 1.7
    }
}
