extension OperationCall {
    /// The results of the plain kernel, for a call with known arguments.
    package func results() throws -> [Tensor] {
        let definition = try OperationRegistry.definition(for: kind)
        let types = try definition.outputTypes(self)
        for type in types { try type.validate("\(kind) '\(name)'") }
        let outputs = types.map { Tensor(uninitialized: $0) }
        try definition.compute(self, outputs: outputs)
        return outputs
    }

    /// A call whose arguments are all constants.
    package init(_ kind: String, constants: [String: Argument]) throws {
        try self.init(Operation(kind: kind, name: kind, arguments: constants, outputs: [])) { name in
            throw RuntimeError.invalidModel("\(kind): the argument '\(name)' is not a constant")
        }
    }
}
