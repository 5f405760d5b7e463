/// A MIL program in memory. Every neural network and ML Program is converted to this form before it is planned and run.
package struct Program: Sendable {
    package var functions: [String: Function]

    package init(functions: [String: Function]) {
        self.functions = functions
    }
}

/// A function with concrete input types. Every value has a unique name and is assigned once.
package struct Function: Sendable {
    package var inputs: [Parameter]
    package var body: Block
    /// The type of every value of the function, by name.
    package var types: [String: TensorType]
    /// The inputs that are kept from one run to the next.
    package var states: [StateParameter] = []

    package init(inputs: [Parameter], body: Block, types: [String: TensorType]) {
        self.inputs = inputs
        self.body = body
        self.types = types
    }
}

/// A state of a function: the index of the input with the current value, and the index of the output with the new value.
package struct StateParameter: Sendable, Hashable {
    package var input: Int
    package var output: Int
}

/// A named value with its type.
package struct Parameter: Sendable, Hashable {
    package var name: String
    package var type: TensorType

    package init(_ name: String, _ type: TensorType) {
        self.name = name
        self.type = type
    }
}

/// Operations in the order in which they run.
package struct Block: Sendable {
    package var inputs: [Parameter]
    package var operations: [Operation]
    package var outputs: [String]

    package init(inputs: [Parameter] = [], operations: [Operation], outputs: [String]) {
        self.inputs = inputs
        self.operations = operations
        self.outputs = outputs
    }
}

/// A call of an operation. It has the name of a Core ML operation (`conv`, `relu`, …) or of one of Osprey's (`osprey.…`), and named
/// arguments.
package struct Operation: Sendable {
    package var kind: String
    package var name: String
    package var arguments: [String: Argument]
    package var outputs: [String]
    /// Nested blocks, for control flow.
    package var blocks: [Block]
    /// Whether the program declares results of float32 or wider, so that they are not computed in lower precision. Layers of neural
    /// networks have values without declared types, and are not exact.
    package var isExact: Bool

    package init(
        kind: String, name: String, arguments: [String: Argument], outputs: [String], blocks: [Block] = [], isExact: Bool = false
    ) {
        self.kind = kind
        self.name = name
        self.arguments = arguments
        self.outputs = outputs
        self.blocks = blocks
        self.isExact = isExact
    }

    /// The names of the values that the operation reads.
    package var operands: [String] {
        arguments.sorted { $0.key < $1.key }.flatMap { $0.value.names }
    }
}

/// The binding of an argument.
package enum Argument: Sendable {
    case value(String)
    /// A variadic argument, such as `concat`'s `values`.
    case list([Argument])
    case constant(Constant)

    package static func ints(_ values: [Int]) -> Argument { .constant(.tensor(Tensor(values.map { Int32(clamping: $0) }))) }
    package static func int(_ value: Int) -> Argument { .constant(.tensor(.scalar(value))) }
    package static func float(_ value: Float) -> Argument { .constant(.tensor(.scalar(value))) }
    package static func bool(_ value: Bool) -> Argument { .constant(.tensor(.scalar(value))) }
    package static func string(_ value: String) -> Argument { .constant(.string(value)) }
    package static func tensor(_ value: Tensor) -> Argument { .constant(.tensor(value)) }

    /// The names of the values that the argument refers to.
    package var names: [String] {
        switch self {
        case .value(let name): [name]
        case .list(let elements): elements.flatMap(\.names)
        case .constant: []
        }
    }
}

/// A value that is known before the program runs.
package enum Constant: Sendable {
    case tensor(Tensor)
    case string(String)
    case strings([String])
    /// The implementation of a custom layer.
    case layer(any CustomLayer)
}
