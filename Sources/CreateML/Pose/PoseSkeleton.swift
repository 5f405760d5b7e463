/// The joints of a pose, in the order of Vision's multi-arrays.
struct PoseSkeleton: Sendable, Equatable {
    /// What the joints belong to.
    let name: String
    /// In the order of the array's last axis.
    let joints: [String]
    /// For each joint the one that a mirror puts in its place.
    let mirrored: [Int]

    var count: Int { joints.count }
    /// The numbers of one frame: x, y and confidence of every joint.
    var frameSize: Int { 3 * joints.count }

    static func == (a: PoseSkeleton, b: PoseSkeleton) -> Bool { a.name == b.name }

    /// The 18 joints of `VNHumanBodyPoseObservation.keypointsMultiArray()`.
    static let body = PoseSkeleton(
        name: "body",
        joints: [
            "nose", "neck", "rightShoulder", "rightElbow", "rightWrist", "leftShoulder", "leftElbow", "leftWrist", "rightHip", "rightKnee",
            "rightAnkle", "leftHip", "leftKnee", "leftAnkle", "rightEye", "leftEye", "rightEar", "leftEar",
        ])

    /// The 21 joints of `VNHumanHandPoseObservation.keypointsMultiArray()`.
    static let hand = PoseSkeleton(
        name: "hand",
        joints: ["wrist", "thumbCMC", "thumbMP", "thumbIP", "thumbTip"]
            + ["index", "middle", "ring", "little"].flatMap { finger in ["MCP", "PIP", "DIP", "Tip"].map { finger + $0 } })

    private init(name: String, joints: [String]) {
        self.name = name
        self.joints = joints
        mirrored = joints.enumerated().map { index, joint in
            for (side, other) in [("right", "left"), ("left", "right")] where joint.hasPrefix(side) {
                return joints.firstIndex(of: other + joint.dropFirst(side.count)) ?? index
            }
            return index
        }
    }
}
