extension Specification.ModelDescription {
    /// The function of that name. Without a name, the default function. `nil` if there is no such function; a model without functions has
    /// none.
    package func function(named name: String?) -> Specification.FunctionDescription? {
        let wanted = name ?? defaultFunctionName
        return functions.first { $0.name == wanted }
    }

    /// The names of all functions in quotes, for messages.
    package var functionList: String { functions.map { "'\($0.name)'" }.joined(separator: ", ") }
}

extension Specification.MILSpec.Program {
    /// The name of the function that runs if neither a caller nor the model's description names one: `main`, or the first function.
    package var defaultFunctionName: String { functions["main"] == nil ? functions.keys.first ?? "main" : "main" }
}
