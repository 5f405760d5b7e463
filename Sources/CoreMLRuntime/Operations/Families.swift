extension OperationRegistry {
    /// Each family lists its operations in its own file.
    static var families: [[any OperationDefinition.Type]] { [] }
}
