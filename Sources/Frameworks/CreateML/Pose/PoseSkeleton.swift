/// The joints of a pose, in the order of Vision's multi-arrays.
struct PoseSkeleton: Sendable, Equatable {
    /// The name of the body or body part that has the joints, such as "hand".
    let name: String
    /// The names of the joints, in the order of the multi-array's last axis.
    let joints: [String]
    /// For each joint, the joint that takes its place in a mirror image.
    let mirrored: [Int]
    /// Pairs of joints with a line between them in a drawing.
    let bones: [(from: Int, to: Int)]

    var count: Int { joints.count }
    /// The number of values of one frame: x, y and confidence of every joint.
    var frameSize: Int { 3 * joints.count }

    static func == (a: PoseSkeleton, b: PoseSkeleton) -> Bool { a.name == b.name }

    /// The 18 joints of `VNHumanBodyPoseObservation.keypointsMultiArray()`.
    static let body = PoseSkeleton(
        name: "body",
        joints: [
            "nose", "neck", "rightShoulder", "rightElbow", "rightWrist", "leftShoulder", "leftElbow", "leftWrist", "rightHip", "rightKnee",
            "rightAnkle", "leftHip", "leftKnee", "leftAnkle", "rightEye", "leftEye", "rightEar", "leftEar",
        ],
        chains: [
            [14, 0, 15], [0, 1], [4, 3, 2, 1, 5, 6, 7], [2, 8], [5, 11], [8, 11], [8, 9, 10], [11, 12, 13], [14, 16], [15, 17],
        ])

    /// The 21 joints of `VNHumanHandPoseObservation.keypointsMultiArray()`.
    static let hand = PoseSkeleton(
        name: "hand",
        joints: ["wrist", "thumbCMC", "thumbMP", "thumbIP", "thumbTip"]
            + ["index", "middle", "ring", "little"].flatMap { finger in ["MCP", "PIP", "DIP", "Tip"].map { finger + $0 } },
        chains: (0..<5).map { finger in [0] + (1...4).map { 4 * finger + $0 } })

    private init(name: String, joints: [String], chains: [[Int]]) {
        self.name = name
        bones = chains.flatMap { Array(zip($0, $0.dropFirst())) }.map { (from: $0.0, to: $0.1) }
        self.joints = joints
        mirrored = joints.enumerated().map { index, joint in
            for (side, other) in [("right", "left"), ("left", "right")] where joint.hasPrefix(side) {
                return joints.firstIndex(of: other + joint.dropFirst(side.count)) ?? index
            }
            return index
        }
    }
}
