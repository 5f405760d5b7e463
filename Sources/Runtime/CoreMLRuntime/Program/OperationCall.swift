/// An operation with its arguments, for shape rules and kernels. The types of all arguments are known, and the values of some or all of them.
package struct OperationCall: Sendable {
    package struct Input: Sendable {
        package var type: TensorType
        /// The argument's value. During planning it is known only for constants. In a plain kernel it is always known.
        package var tensor: Tensor?

        package init(type: TensorType, tensor: Tensor?) {
            self.type = type
            self.tensor = tensor
        }
    }

    package let kind: String
    package let name: String
    package var inputs: [String: [Input]]
    package var strings: [String: [String]]
    /// The implementation of the operation, for a custom layer.
    package var layer: (any CustomLayer)?
    /// The matrices for products with states, prepared by a plan for each direction of a recurrent layer.
    var recurrentMatrices: [[RecurrentMatrix]]?
    /// The number of outputs that the program names; `nil` if it is not known.
    package var outputCount: Int?

    package init(kind: String, name: String, inputs: [String: [Input]], strings: [String: [String]] = [:]) {
        self.kind = kind
        self.name = name
        self.inputs = inputs
        self.strings = strings
    }

    /// Whether equal inputs give equal outputs, so that the operation may be computed once for all predictions.
    var isRepeatable: Bool { layer == nil && !kind.hasPrefix("random") }

    package func has(_ argument: String) -> Bool { inputs[argument] != nil || strings[argument] != nil }

    package func list(_ argument: String) throws -> [Input] {
        guard let list = inputs[argument] else { throw missing(argument) }
        return list
    }

    package func input(_ argument: String) throws -> Input {
        guard let input = inputs[argument]?.first else { throw missing(argument) }
        return input
    }

    private func missing(_ argument: String) -> RuntimeError {
        invalid("argument \(argument) \(strings[argument] == nil ? "is missing" : "is of strings")")
    }

    package func type(_ argument: String) throws -> TensorType { try input(argument).type }

    package func shape(_ argument: String) throws -> [Int] { try input(argument).type.shape }

    /// The argument's value. Throws `dependsOnValue` if it is not known yet.
    package func tensor(_ argument: String) throws -> Tensor {
        guard let tensor = try input(argument).tensor else { throw RuntimeError.dependsOnValue("\(name).\(argument)") }
        return tensor
    }

    package func ints(_ argument: String, default fallback: @autoclosure () -> [Int]) throws -> [Int] {
        has(argument) ? try ints(argument) : fallback()
    }

    package func ints(_ argument: String) throws -> [Int] { try tensor(argument).integers }

    package func int(_ argument: String, default fallback: @autoclosure () -> Int) throws -> Int {
        has(argument) ? try int(argument) : fallback()
    }

    package func int(_ argument: String) throws -> Int {
        guard let value = try ints(argument).first else { throw invalid("argument \(argument) is empty") }
        return value
    }

    package func float(_ argument: String, default fallback: @autoclosure () -> Float) throws -> Float {
        has(argument) ? try float(argument) : fallback()
    }

    package func float(_ argument: String) throws -> Float {
        guard let value = try tensor(argument).doubles.first else { throw invalid("argument \(argument) is empty") }
        return Float(value)
    }

    package func bool(_ argument: String, default fallback: @autoclosure () -> Bool) throws -> Bool {
        has(argument) ? try int(argument) != 0 : fallback()
    }

    package func string(_ argument: String, default fallback: @autoclosure () -> String) -> String {
        strings[argument]?.first ?? fallback()
    }

    /// The index of an axis counted from the front, after checking it against `rank`.
    package func axis(_ axis: Int, rank: Int) throws -> Int {
        let positive = axis < 0 ? axis + rank : axis
        guard positive >= 0, positive < max(rank, 1) else { throw invalid("axis \(axis) is outside rank \(rank)") }
        return positive
    }

    package func invalid(_ reason: String) -> RuntimeError { .invalidModel("\(kind) '\(name)': \(reason)") }

    package func unsupported(_ reason: String) -> RuntimeError { .unsupported("\(kind) '\(name)': \(reason)") }
}
