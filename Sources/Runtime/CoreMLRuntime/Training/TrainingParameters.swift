/// The parameters of a function in training, by name. They are the inputs of the function that are not data.
///
/// Only one thread may use them at a time.
package final class TrainingParameters {
    package enum Role: String, Sendable, Codable {
        /// A parameter with a gradient, which the optimizer changes.
        case trained
        /// The running mean or variance of a batch normalisation. Training updates it from batch to batch.
        case statistic
        /// A parameter that training does not change.
        case frozen
    }

    package struct Entry {
        package let tensor: Tensor
        package let role: Role
        /// Whether weight decay applies. By default it applies to matrices and kernels, not to biases and scales.
        package let decays: Bool
        /// A factor of the learning rate. Parameters that were already trained may have a small one.
        package let rateScale: Float
    }

    package private(set) var entries: [String: Entry] = [:]

    package init() {}

    /// Adds a parameter. Its numbers are copied.
    ///
    /// - Throws: `RuntimeError.invalidModel` for a second parameter with the same name, and for numbers that are not float32.
    package func add(_ name: String, _ tensor: Tensor, role: Role = .trained, decays: Bool? = nil, rateScale: Float = 1) throws {
        guard entries[name] == nil else { throw RuntimeError.invalidModel("the parameter '\(name)' is defined twice") }
        guard tensor.scalar == .float32 else { throw RuntimeError.invalidModel("the parameter '\(name)' is \(tensor.type), not float32") }
        let copy = Tensor(uninitialized: tensor.type)
        copy.copyBytes(of: tensor)
        entries[name] = Entry(tensor: copy, role: role, decays: decays ?? (tensor.type.rank > 1), rateScale: rateScale)
    }

    package subscript(name: String) -> Tensor? { entries[name]?.tensor }

    /// All names in their order.
    package var names: [String] { entries.keys.sorted() }

    package func names(_ role: Role) -> [String] { names.filter { entries[$0]?.role == role } }
}

extension Function {
    /// The function with the present values of the parameters as constants, ready to be planned for predictions.
    package func binding(_ parameters: TrainingParameters) -> Function {
        var constants: [String: Tensor] = [:]
        for (name, entry) in parameters.entries {
            let copy = Tensor(uninitialized: entry.tensor.type)
            copy.copyBytes(of: entry.tensor)
            constants[name] = copy
        }
        func bound(_ argument: Argument) -> Argument {
            switch argument {
            case .value(let name): constants[name].map { .tensor($0) } ?? argument
            case .list(let elements): .list(elements.map(bound))
            case .constant: argument
            }
        }
        var result = self
        result.inputs.removeAll { constants[$0.name] != nil }
        for index in result.body.operations.indices {
            result.body.operations[index].arguments = result.body.operations[index].arguments.mapValues(bound)
        }
        return result
    }

    /// Turns constant arguments into inputs. `name` returns the name of the input for an argument, or `nil` to keep the constant. Also
    /// returns the values of the new inputs.
    package func lifting(
        _ name: (_ operation: Operation, _ argument: String, _ tensor: Tensor) -> String?
    ) -> (function: Function, values: [String: Tensor]) {
        var (result, values): (Function, [String: Tensor]) = (self, [:])
        for index in body.operations.indices {
            let operation = body.operations[index]
            for (key, argument) in operation.arguments.sorted(by: { $0.key < $1.key }) {
                guard case .constant(.tensor(let tensor)) = argument, let wanted = name(operation, key, tensor) else { continue }
                result.body.operations[index].arguments[key] = .value(wanted)
                guard values.updateValue(tensor, forKey: wanted) == nil else { continue }
                result.inputs.append(Parameter(wanted, tensor.type))
                result.types[wanted] = tensor.type
            }
        }
        return (result, values)
    }
}
