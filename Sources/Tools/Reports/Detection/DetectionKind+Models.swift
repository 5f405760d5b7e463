extension DetectionKind {
    /// Whether the user must supply the kind's model.
    package var needsOwnModel: Bool { name == "objects" }
}
