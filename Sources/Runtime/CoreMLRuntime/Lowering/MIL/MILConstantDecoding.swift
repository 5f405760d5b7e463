import CoreMLSpecification
import InputChecks

/// A constant of an ML Program.
struct MILConstant {
    /// The constant's elements. For strings, they are the numbers of the strings in the program's table.
    var tensor: Tensor
    var isString = false
}

/// Reads the constants of an ML Program: immediate values in the message, and arrays of the weight files.
///
/// Float16 and bfloat16 become float32 without loss. Elements of fewer than eight bits become int8 or uint8. A list becomes a
/// one-dimensional tensor.
struct MILConstantDecoding {
    typealias MILSpec = Specification.MILSpec

    let weights: WeightStore
    let limit: ConstantLimit
    let strings: StringTable

    /// - Throws: `RuntimeError.unsupported` if the constants take too much memory, `invalidModel` for an inconsistent constant.
    func constant(_ value: MILSpec.Value, for subject: @autoclosure () -> String) throws -> MILConstant {
        guard case .tensorType(let type)? = value.type?.type else {
            guard case .immediateValue(let immediate)? = value.value, case .list(let list)? = immediate.value else {
                throw RuntimeError.unsupported("\(subject()): constants that are not tensors or lists are not supported")
            }
            return try decode(list, for: subject())
        }
        let shape = try concreteShape(type, for: subject())
        switch value.value {
        case .immediateValue(let immediate):
            guard case .tensor(let tensor)? = immediate.value else {
                throw RuntimeError.invalidModel("\(subject()): the constant has no value")
            }
            if type.dataType == .string { return MILConstant(tensor: try decodeStrings(tensor, shape, for: subject()), isString: true) }
            return MILConstant(tensor: try decode(tensor, type.dataType, shape, for: subject()))
        case .blobFileValue(let reference):
            let entry = try weights.entry(for: reference)
            limit.read(reference, byteCount: entry.bytes.count)
            return MILConstant(tensor: try decode(entry, type.dataType, shape, for: subject()))
        case nil:
            throw RuntimeError.invalidModel("\(subject()): the constant has no value")
        }
    }

    /// A list of strings or of numbers, such as a classifier's labels.
    private func decode(_ list: MILSpec.ListValue, for subject: @autoclosure () -> String) throws -> MILConstant {
        var words: [String] = []
        var integers: [Int64] = []
        for value in list.values {
            guard case .immediateValue(let immediate)? = value.value, case .tensor(let tensor)? = immediate.value else {
                throw RuntimeError.unsupported("\(subject()): a list of constants of that type is not supported")
            }
            switch tensor.value {
            case .strings(let element): words += element.values
            case .longInts(let element): integers += element.values
            case .ints(let element): integers += element.values.map { Int64($0) }
            default: throw RuntimeError.unsupported("\(subject()): a list of constants of that type is not supported")
            }
        }
        guard words.isEmpty || integers.isEmpty, words.count + integers.count == list.values.count else {
            throw RuntimeError.invalidModel("\(subject()): a list of values that are not of one kind")
        }
        guard !integers.isEmpty else {
            return MILConstant(tensor: try strings.add(words, shape: [words.count], limit, for: subject()), isString: true)
        }
        let tensor = Tensor(uninitialized: TensorType(.int64, [integers.count]))
        _ = tensor.elements(as: Int64.self).initialize(from: integers)
        return MILConstant(tensor: tensor)
    }

    /// The shape of a type whose dimensions are all constant.
    private func concreteShape(_ type: MILSpec.TensorType, for subject: @autoclosure () -> String) throws -> [Int] {
        let shape = try type.dimensions.map { dimension in
            guard case .constant(let constant)? = dimension.dimension, let size = Int(exactly: constant.size) else {
                throw RuntimeError.invalidModel("\(subject()): the constant's shape is not constant")
            }
            return size
        }
        try TensorType(.float64, shape).validate(subject())
        return shape
    }

    // MARK: Values inside the message

    private func decodeStrings(_ tensor: MILSpec.TensorValue, _ shape: [Int], for subject: @autoclosure () -> String) throws -> Tensor {
        switch tensor.value {
        case .strings(let words): return try strings.add(words.values, shape: shape, limit, for: subject())
        // An empty field is not written.
        case nil: return try strings.add([], shape: shape, limit, for: subject())
        default: throw RuntimeError.invalidModel("\(subject()): numbers for a constant of strings")
        }
    }

    private func decode(
        _ tensor: MILSpec.TensorValue, _ type: MILSpec.DataType, _ shape: [Int], for subject: @autoclosure () -> String
    ) throws -> Tensor {
        switch tensor.value {
        case .strings: throw RuntimeError.invalidModel("\(subject()): strings for a constant of numbers")
        case .floats(let floats):
            return try numbers(floats.values, shape, .float32, for: subject()) { (value: Float) in value }
        case .doubles(let doubles):
            return try numbers(doubles.values, shape, .float32, for: subject()) { (value: Double) in Float(value) }
        case .ints(let ints):
            return try numbers(ints.values, shape, .int32, for: subject()) { (value: Int32) in value }
        case .longInts(let ints):
            return try numbers(ints.values, shape, .int32, for: subject()) { (value: Int64) in Int32(clamping: value) }
        case .bools(let bools):
            return try numbers(bools.values, shape, .bool, for: subject()) { (value: Bool) in value }
        case .bytes(let bytes):
            let format = try ElementFormat(type, for: subject())
            return try format.expand(bytes.values, shape, limit, for: subject())
        case nil:
            // An empty field is not written.
            guard shape.contains(0) else { throw RuntimeError.invalidModel("\(subject()): the constant has no value") }
            return Tensor(uninitialized: TensorType(.float32, shape))
        }
    }

    private func numbers<Source: Collection, Element>(
        _ values: Source, _ shape: [Int], _ scalar: ScalarType, for subject: @autoclosure () -> String,
        _ convert: (Source.Element) -> Element
    ) throws -> Tensor {
        let type = TensorType(scalar, shape)
        guard values.count == type.count else {
            throw RuntimeError.invalidModel("\(subject()): \(values.count) values for the shape \(shape)")
        }
        try limit.take(type.byteCount, subject())
        let result = Tensor(uninitialized: type)
        let elements: UnsafeMutableBufferPointer<Element> = result.elements()
        for (index, value) in values.enumerated() { elements[index] = convert(value) }
        return result
    }

    // MARK: Weight files

    private func decode(
        _ entry: WeightFile.Entry, _ type: MILSpec.DataType, _ shape: [Int], for subject: @autoclosure () -> String
    ) throws -> Tensor {
        let format = try ElementFormat(type, for: subject())
        guard format.bits == entry.type.bitsPerElement else {
            throw RuntimeError.invalidModel("\(subject()): the weight file holds \(entry.type), the program says \(type)")
        }
        return try format.expand(entry.bytes, shape, limit, for: subject())
    }
}

/// The form of a data type's elements in bytes.
private struct ElementFormat {
    let bits: Int
    private let type: Specification.MILSpec.DataType

    init(_ type: Specification.MILSpec.DataType, for subject: @autoclosure () -> String) throws {
        self.type = type
        switch type {
        case .uint1: bits = 1
        case .uint2: bits = 2
        case .uint3: bits = 3
        case .int4, .uint4: bits = 4
        case .uint6: bits = 6
        case .int8, .uint8, .bool: bits = 8
        case .float16, .bfloat16, .int16, .uint16: bits = 16
        case .float32, .int32, .uint32: bits = 32
        case .float64, .int64, .uint64: bits = 64
        default: throw RuntimeError.unsupported("\(subject()): constants of type \(type) are not supported")
        }
    }

    /// The bytes of memory that an expanded element takes; 0 for elements that are read straight from the file.
    private var expandedSize: Int {
        switch type {
        case .float32, .int32, .uint32, .int8, .uint8, .int16, .uint16: 0
        case .float16, .bfloat16, .float64, .int64, .uint64: 4
        default: 1
        }
    }

    func expand(_ bytes: Bytes, _ shape: [Int], _ limit: ConstantLimit, for subject: @autoclosure () -> String) throws -> Tensor {
        guard let count = shape.checkedProduct() else {
            throw RuntimeError.invalidModel("\(subject()): the shape \(shape) cannot be")
        }
        guard bytes.count == PackedIntegers.byteCount(count, bits: bits) else {
            throw RuntimeError.invalidModel("\(subject()): \(bytes.count) bytes for \(count) elements of \(bits) bits")
        }
        // Most constants are expanded only at the first access, but their memory is counted now.
        try limit.take(count.times(expandedSize), subject())
        return bytes.withUnsafeBytes { raw in
            switch type {
            case .float32: return .viewing(bytes, TensorType(.float32, shape))
            case .int32, .uint32: return .viewing(bytes, TensorType(.int32, shape))
            case .int8: return .viewing(bytes, TensorType(.int8, shape))
            case .uint8: return .viewing(bytes, TensorType(.uint8, shape))
            case .int16: return .viewing(bytes, TensorType(.int16, shape))
            case .uint16: return .viewing(bytes, TensorType(.uint16, shape))
            case .bool: return fill(.bool, shape) { (index) -> Bool in raw[index] != 0 }
            case .float16: return .widening(bytes, shape)
            case .bfloat16:
                return fill(.float32, shape) {
                    Float(bitPattern: UInt32(raw.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)) << 16)
                }
            case .float64: return fill(.float32, shape) { Float(raw.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self)) }
            case .int64, .uint64:
                return fill(.int32, shape) { Int32(clamping: raw.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self)) }
            default: return unpack(bytes, TensorType(type == .int4 ? .int8 : .uint8, shape))
            }
        }
    }

    /// Unpacks elements that are stored without gaps, lowest bits first.
    private func unpack(_ bytes: Bytes, _ result: TensorType) -> Tensor {
        bytes.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else { return Tensor(uninitialized: result) }
            let stored = StoredNumbers(integers: base, bits: bits, isSigned: type == .int4, result.shape, file: MappedBytes(bytes))
            if result.count >= StoredNumbers.fewest { return Tensor(result, stored: stored) }
            let tensor = Tensor(uninitialized: result)
            stored.expand(into: tensor.pointer)
            return tensor
        }
    }

    private func fill<Element>(_ scalar: ScalarType, _ shape: [Int], _ element: (Int) -> Element) -> Tensor {
        let result = Tensor(uninitialized: TensorType(scalar, shape))
        let elements: UnsafeMutableBufferPointer<Element> = result.elements()
        for index in elements.indices { elements[index] = element(index) }
        return result
    }
}
