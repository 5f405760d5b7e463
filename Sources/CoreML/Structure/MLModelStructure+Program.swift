import CoreMLSpecification

extension MLModelStructure {
    /// The functions of an ML Program.
    public struct Program: Sendable {
        public let functions: [String: Function]

        /// The type of a value: opaque.
        public struct ValueType: Sendable {
            let specification: Specification.MILSpec.ValueType?
        }

        /// A constant: opaque.
        public struct Value: Sendable {
            let specification: Specification.MILSpec.Value
        }

        public struct NamedValueType: Sendable {
            public let name: String
            public let type: ValueType
        }

        /// What an argument is bound to: a constant, or a value by its name.
        public enum Binding: Sendable {
            case value(Value)
            case name(String)
        }

        public struct Argument: Sendable {
            public let bindings: [Binding]
        }

        public struct Function: Sendable {
            public let inputs: [NamedValueType]
            public let block: Block
        }

        /// Operations in the order in which they run.
        public struct Block: Sendable {
            public let inputs: [NamedValueType]
            public let outputNames: [String]
            public let operations: [Operation]
        }

        public struct Operation: Sendable {
            /// The operation's name in the model format, such as `conv`.
            public let operatorName: String
            public let inputs: [String: Argument]
            public let outputs: [NamedValueType]
            public let blocks: [Block]
            /// The operation's number within its program.
            let number: Int
        }
    }
}

extension MLModelStructure.Program {
    /// How deep blocks are looked into.
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

    /// - Parameter count: the operations before the block.
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
