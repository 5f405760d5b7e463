import CoreMLSpecification

/// The names that a block's operations can read: those of the constants so far, and those of other values. Strings among them are marked.
struct MILScope {
    private(set) var constants: [String: MILConstant] = [:]
    /// The values that are not constants.
    private var values: Set<String> = []
    /// The names in `values` that stand for strings.
    private(set) var strings: Set<String> = []

    mutating func define(_ name: String, as constant: MILConstant) {
        constants[name] = constant
        if !strings.isEmpty { strings.remove(name) }
    }

    /// Defines a value that is only known in a prediction.
    mutating func define(_ name: String, isString: Bool) {
        constants[name] = nil
        values.insert(name)
        if isString {
            strings.insert(name)
        } else if !strings.isEmpty {
            strings.remove(name)
        }
    }

    func isDefined(_ name: String) -> Bool { constants[name] != nil || values.contains(name) }

    func isString(_ name: String) -> Bool { constants[name]?.isString ?? strings.contains(name) }
}

/// The arguments of an operation.
struct MILOperands {
    var arguments: [String: Argument] = [:]
    /// For each value that can be a string, whether it is one.
    var strings: [Bool] = []

    /// Whether all arguments are constants.
    var areConstant: Bool { arguments.values.allSatisfy(\.names.isEmpty) }
}

/// Strings as values of a program. Most strings are known during the translation. The results that are computed from these are then known, too. Other
/// strings depend on a branch, a loop or an index.
extension MILTranslation {
    /// The role of a string for an operation that reads it.
    private enum StringRole {
        /// The name of a mode or a type. It must be known during the translation.
        case name
        /// An element of a tensor.
        case element
        /// A class of a classifier. It may be known during the translation.
        case label
    }

    /// The arguments that may be tensors or lists of strings.
    private static let stringArguments: [String: Set<String>] = [
        "identity": ["x"], "shape": ["x"], "reshape": ["x"], "expand_dims": ["x"], "squeeze": ["x"], "slice_by_index": ["x"],
        "gather": ["x"], "concat": ["values"], "stack": ["values"], "select": ["a", "b"], "while_loop": ["loop_vars"],
        "list_length": ["ls"], "list_read": ["ls"], "list_gather": ["ls"], "list_write": ["ls", "value"], "list_scatter": ["ls", "value"],
    ]

    /// Operations whose results are never strings, even with strings as arguments. They return numbers, or nothing that another operation reads.
    private static let kindsWithoutStrings: Set = ["shape", "list_length", "classify"]

    /// - Parameter elements: the entry of `stringArguments` for `kind`.
    private static func role(of key: String, in kind: String, _ elements: Set<String>?) -> StringRole {
        if kind == "classify" { return key == "classes" ? .label : .name }
        return elements?.contains(key) == true ? .element : .name
    }

    /// The arguments of an operation, bound to values and constants.
    ///
    /// - Throws: `RuntimeError.unsupported` if a string that names a mode or a type is known only in a prediction.
    func operands(of operation: MILSpec.Operation, _ scope: MILScope, for subject: @autoclosure () -> String) throws -> MILOperands {
        var operands = MILOperands()
        let inputs = operation.inputs.entries
        operands.arguments.reserveCapacity(inputs.count)
        let elements = MILTranslation.stringArguments[operation.type]
        for (key, argument) in inputs {
            let role = MILTranslation.role(of: key, in: operation.type, elements)
            var bindings: [Argument] = []
            for binding in argument.arguments {
                let (bound, isString) = try bind(binding, role, scope, for: "\(subject()).\(key)")
                bindings.append(bound)
                if role != .name { operands.strings.append(isString) }
            }
            operands.arguments[key] = bindings.count == 1 && !MILTranslation.isVariadic(key) ? bindings[0] : .list(bindings)
        }
        return operands
    }

    /// Whether the argument is a list even if only one value is bound to it.
    private static func isVariadic(_ key: String) -> Bool { key == "values" || key == "loop_vars" }

    private func bind(
        _ binding: MILSpec.Argument.Binding, _ role: StringRole, _ scope: MILScope, for subject: @autoclosure () -> String
    ) throws -> (argument: Argument, isString: Bool) {
        switch binding.binding {
        case .name(let name):
            if let constant = scope.constants[name] { return (try argument(constant, role), constant.isString) }
            guard scope.isDefined(name) else { throw RuntimeError.invalidModel("\(subject()) is '\(name)', which is not defined") }
            let isString = scope.strings.contains(name)
            guard role != .name || !isString else {
                throw RuntimeError.unsupported("\(subject()) cannot be a string that depends on the prediction")
            }
            return (.value(name), isString)
        case .value(let value):
            let constant = try constants.constant(value, for: subject())
            return (try argument(constant, role), constant.isString)
        case nil: throw RuntimeError.invalidModel("\(subject()) is not bound")
        }
    }

    private func argument(_ constant: MILConstant, _ role: StringRole) throws -> Argument {
        guard constant.isString, role != .element else { return .tensor(constant.tensor) }
        return try constants.strings.argument(constant.tensor)
    }

    /// A constant as an argument. A string constant is taken as the name of something, such as a mode.
    func argument(_ constant: MILConstant) throws -> Argument { try argument(constant, .name) }

    /// For each output of an operation, whether it holds strings.
    ///
    /// - Parameter blocks: for each block of the operation, whether each of the block's outputs holds strings.
    /// - Throws: `RuntimeError.invalidModel` if the operation mixes strings and numbers.
    static func stringOutputs(
        of operation: MILSpec.Operation, called name: String, _ operands: MILOperands, blocks: [[Bool]]
    ) throws -> [Bool] {
        func require(_ holds: Bool) throws {
            guard holds else { throw RuntimeError.invalidModel("\(operation.type) '\(name)' mixes strings and numbers") }
        }
        switch operation.type {
        case "cond":
            let (first, second) = (blocks.first ?? [], blocks.last ?? [])
            try require(zip(first, second).allSatisfy { $0 == $1 })
            return first
        case "while_loop":
            try require(blocks.first?.first != true)
            try require(zip(operands.strings, blocks.last ?? []).allSatisfy { $0 == $1 })
            return operands.strings
        case "make_list":
            guard case .constant(.string(let type))? = operands.arguments["dtype"] else { return [] }
            return [MILTranslation.stringTypes.contains(type)]
        default:
            guard operands.strings.contains(true), !kindsWithoutStrings.contains(operation.type) else { return [] }
            try require(!operands.strings.contains(false))
            return operation.outputs.map { _ in true }
        }
    }

    /// The names of the string type in the operation `make_list`.
    static let stringTypes: Set = ["string", "str"]
}
