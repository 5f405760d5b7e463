/// One operation: its shape and type rule and a plain kernel that is obviously right.
///
/// The plain kernel is the fallback and the oracle: every fast kernel is tested against it. Definitions are found by name in
/// `OperationRegistry`; those that also have a fast kernel conform to a further protocol of the execution room.
package protocol OperationDefinition: SendableMetatype {
    /// The names under which programs call the operation.
    static var kinds: [String] { get }

    /// The types of the outputs for the arguments' types. Throws `invalidModel` where they do not fit, and `dependsOnValue` where a
    /// shape needs an argument that is not known yet.
    static func outputTypes(_ call: OperationCall) throws -> [TensorType]

    /// Computes `outputs`, whose types are those of `outputTypes`, from arguments that are all known.
    static func compute(_ call: OperationCall, outputs: [Tensor]) throws
}

/// All operations by name.
package enum OperationRegistry {
    package static func definition(for kind: String) throws -> any OperationDefinition.Type {
        guard let definition = table[kind] else { throw RuntimeError.unsupported("operation '\(kind)' is not supported") }
        return definition
    }

    package static let table: [String: any OperationDefinition.Type] = {
        var table: [String: any OperationDefinition.Type] = [:]
        for definition in families.joined() {
            for kind in definition.kinds { table[kind] = definition }
        }
        return table
    }()
}
