extension MLModelDescription {
    /// The names of the classes, in the model's order; empty for a model that is not a classifier.
    package var labels: [String] { (classLabels ?? []).map { String(describing: $0) } }

    /// The metadata that the model's creator defined; empty if there is none.
    package var creatorMetadata: [String: String] { metadata[.creatorDefinedKey] as? [String: String] ?? [:] }
}
