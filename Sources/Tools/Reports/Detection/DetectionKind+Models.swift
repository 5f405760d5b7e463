import VisionRuntime

extension DetectionKind {
    /// Whether the user must supply the kind's model: always for `objects`, and for `hands` if the model `handPose` is not installed.
    package var needsOwnModel: Bool {
        name == "objects" || name == "hands" && !ModelStore.current.has(HandPoseAnalysis.modelName)
    }
}
