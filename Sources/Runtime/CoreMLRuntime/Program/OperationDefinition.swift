/// An operation: its shape and type rule, and a simple plain kernel.
///
/// The plain kernel is the fallback and the reference: every fast kernel is tested against it. `OperationRegistry` finds definitions by
/// name. The fast kernels are chosen when a function is planned.
package protocol OperationDefinition: SendableMetatype {
    /// The names under which programs call the operation.
    static var kinds: [String] { get }

    /// The types of the outputs for the types of the arguments. Throws `invalidModel` for invalid types, and `dependsOnValue` if a shape
    /// needs the value of an argument that is not known yet.
    static func outputTypes(_ call: OperationCall) throws -> [TensorType]

    /// Computes `outputs`, which are tensors of the types in `outputTypes`. All arguments are known.
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
