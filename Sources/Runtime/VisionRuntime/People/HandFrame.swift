/// The square around a hand. The turn is the angle of the line from the wrist to the knuckles.
typealias HandFrame = JointFrame

extension HandFrame {
    /// The knuckles that give the direction of a hand, together with the wrist.
    private static let knuckles: [HandJoint] = [.indexMCP, .middleMCP, .ringMCP]

    /// - Parameter joints: in the order of ``HandJoint``, in pixels of the upright image, origin at the top left.
    init(around joints: [SIMD2<Double>]) {
        let wrist = joints[HandJoint.wrist.rawValue]
        self.init(
            around: joints, up: Self.knuckles.reduce(SIMD2.zero) { $0 + joints[$1.rawValue] } / Double(Self.knuckles.count) - wrist)
    }

    /// The crop that the network for joints was trained on.
    func crop(isMirrored: Bool = false) -> FaceCrop { crop(sizes: Self.sizesInCrop, isMirrored: isMirrored) }

    private static let sizesInCrop = 1.6
}
