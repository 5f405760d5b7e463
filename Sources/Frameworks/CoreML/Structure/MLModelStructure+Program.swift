import CoreMLSpecification

extension MLModelStructure {
    /// The functions of an ML Program.
    public struct Program: Sendable {
        /// The program's functions by their names.
        public let functions: [String: Function]

        /// The type of a value. It is opaque.
        public struct ValueType: Sendable {
            let specification: Specification.MILSpec.ValueType?
        }

        /// A constant. It is opaque.
        public struct Value: Sendable {
            let specification: Specification.MILSpec.Value
        }

        /// A value's name and type.
        public struct NamedValueType: Sendable {
            /// The value's name, which is unique in the function.
            public let name: String
            /// The value's type.
            public let type: ValueType
        }

        /// The binding of an argument: a constant, or a value by its name.
        public enum Binding: Sendable {
            /// A constant.
            case value(Value)
            /// The name of a value that is computed, or an input.
            case name(String)
        }

        /// The value or values of an operation's parameter.
        public struct Argument: Sendable {
            /// The parameter's value, or several values for a parameter that takes a list.
            public let bindings: [Binding]
        }

        /// A function: its inputs and its operations.
        public struct Function: Sendable {
            /// The inputs, in order.
            public let inputs: [NamedValueType]
            /// The body of the function.
            public let block: Block
        }

        /// Operations in the order in which they run.
        public struct Block: Sendable {
            /// The inputs, in order.
            public let inputs: [NamedValueType]
            /// The names of the block's results.
            public let outputNames: [String]
            /// The operations, in the order in which they run.
            public let operations: [Operation]
        }

        /// An operation of a block.
        public struct Operation: Sendable {
            /// The operation's name in the model format, such as `conv`.
            public let operatorName: String
            /// The arguments by the names of the parameters.
            public let inputs: [String: Argument]
            /// The values that the operation computes.
            public let outputs: [NamedValueType]
            /// The blocks that the operation runs: the branches of a condition, or the body of a loop.
            public let blocks: [Block]
            /// The operation's number within its program.
            let number: Int
        }
    }
}

extension MLModelStructure.Program {
    /// The deepest nesting of blocks that is described.
    private static let maximumDepth = 64

    init(_ program: Specification.MILSpec.Program) {
        var count = 0
        functions = program.functions.dictionary.compactMapValues { function in
            let block = function.blockSpecializations[function.opset] ?? function.blockSpecializations.first?.value
            return block.map {
                Function(
                    inputs: function.inputs.map(NamedValueType.init),
                    block: MLModelStructure.Program.block($0, depth: 0, numbering: &count))
            }
        }
    }

    /// - Parameter count: the number that the block's first operation gets. The call increases it by the number of operations in the block and in
    ///   nested blocks.
    private static func block(_ block: Specification.MILSpec.Block, depth: Int, numbering count: inout Int) -> Block {
        var operations: [Operation] = []
        for operation in block.operations {
            let number = count
            count += 1
            let blocks = depth < maximumDepth ? operation.blocks : []
            operations.append(
                Operation(
                    operatorName: operation.type, inputs: operation.inputs.dictionary.mapValues(Argument.init),
                    outputs: operation.outputs.map(NamedValueType.init),
                    blocks: blocks.map { self.block($0, depth: depth + 1, numbering: &count) }, number: number))
        }
        return Block(inputs: block.inputs.map(NamedValueType.init), outputNames: block.outputs, operations: operations)
    }
}

extension MLModelStructure.Program.NamedValueType {
    init(_ value: Specification.MILSpec.NamedValueType) {
        name = value.name
        type = MLModelStructure.Program.ValueType(specification: value.type)
    }
}

extension MLModelStructure.Program.Argument {
    init(_ argument: Specification.MILSpec.Argument) {
        bindings = argument.arguments.compactMap { binding in
            switch binding.binding {
            case .name(let name): .name(name)
            case .value(let value): .value(MLModelStructure.Program.Value(specification: value))
            case nil: nil
            }
        }
    }
}
