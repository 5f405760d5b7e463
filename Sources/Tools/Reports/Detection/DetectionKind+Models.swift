import VisionRuntime

extension DetectionKind {
    /// Whether the kind finds nothing without a model that the user has: one that is chosen each time, or one that comes with no package and is not
    /// there.
    package var needsOwnModel: Bool {
        name == "objects" || name == "hands" && !ModelStore.current.has(HandPoseAnalysis.modelName)
    }
}
