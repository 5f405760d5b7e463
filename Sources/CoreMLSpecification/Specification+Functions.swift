extension Specification.ModelDescription {
    /// The function of that name, or the default one; nil where there is none, as in models without functions.
    package func function(named name: String?) -> Specification.FunctionDescription? {
        let wanted = name ?? defaultFunctionName
        return functions.first { $0.name == wanted }
    }

    /// The names of all functions in quotes, for messages.
    package var functionList: String { functions.map { "'\($0.name)'" }.joined(separator: ", ") }
}

extension Specification.MILSpec.Program {
    /// The name of the function that runs where none is named, and the model's description tells of none: `main`, or the first.
    package var defaultFunctionName: String { functions["main"] == nil ? functions.keys.first ?? "main" : "main" }
}
