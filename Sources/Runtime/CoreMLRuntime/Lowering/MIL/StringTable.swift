/// Numbers the strings of a program. A tensor of strings is stored as the int32 tensor of their numbers, also in blocks, lists and
/// operations that move elements. The translation keeps track of which tensors hold strings.
///
/// Number 0 is the empty string, the value of unwritten elements in a list of strings.
final class StringTable {
    private(set) var strings = [""]

    /// Adds `values` to the table, and returns their numbers as a tensor of `shape`.
    ///
    /// - Throws: `RuntimeError.invalidModel` if the number of values does not fit the shape, `unsupported` if they take too much memory.
    func add(_ values: [String], shape: [Int], _ limit: ConstantLimit, for subject: @autoclosure () -> String) throws -> Tensor {
        let type = TensorType(.int32, shape)
        guard values.count == type.count else {
            throw RuntimeError.invalidModel("\(subject()): \(values.count) strings for the shape \(shape)")
        }
        try limit.take(values.count * (MemoryLayout<String>.stride + type.scalar.size), subject())
        guard let end = Int32(exactly: strings.count + values.count) else {
            throw RuntimeError.unsupported("\(subject()): the program has more strings than can be numbered")
        }
        let numbers = Tensor(uninitialized: type)
        let elements = numbers.elements(as: Int32.self)
        for index in values.indices { elements[index] = end - Int32(values.count - index) }
        strings += values
        return numbers
    }

    /// The strings with these numbers, as an argument. The argument names something, for example a mode or a type. The strings must be
    /// known.
    func argument(_ numbers: Tensor) throws -> Argument {
        let names = try strings.elements(numberedBy: numbers)
        return numbers.shape.isEmpty && names.count == 1 ? .string(names[0]) : .constant(.strings(names))
    }
}

/// The strings of a function's values. A value with strings stores the number of each string.
struct FunctionStrings: Sendable {
    /// The names of the values that hold strings, outside of nested blocks. Each element of these values is the number of a string.
    private let names: Set<String>
    private let strings: [String]

    /// - Parameters:
    ///   - names: the names of the values that hold strings.
    ///   - strings: the strings of the program, by number.
    init(names: Set<String> = [], strings: [String] = []) {
        self.names = names
        // Without the name of a value, no string can be looked up.
        self.strings = names.isEmpty ? [] : strings
    }

    /// The labels of a classifier. They are the elements of the value `name`.
    ///
    /// - Throws: `RuntimeError.invalidModel` for numbers that are not in the table.
    func labels(_ name: String, _ tensor: Tensor) throws -> ClassLabels {
        guard names.contains(name) else { return .int64s(tensor.integers.map { Int64($0) }) }
        return .strings(try strings.elements(numberedBy: tensor))
    }
}

extension [String] {
    /// - Throws: `RuntimeError.invalidModel` for a number that is not in the table.
    fileprivate func elements(numberedBy numbers: Tensor) throws -> [String] {
        try numbers.integers.map { number in
            guard indices.contains(number) else { throw RuntimeError.invalidModel("there is no string \(number) of \(count)") }
            return self[number]
        }
    }
}
