/// The elements of a tensor as read from text, in the message's field for the element type.
struct TensorLiterals {
    typealias MILSpec = Specification.MILSpec

    // Only one of these arrays has elements. As separate arrays, they grow in place.
    private var floats: [Float] = []
    private var doubles: [Double] = []
    private var ints: [Int32] = []
    private var longInts: [Int64] = []
    private var bools: [Bool] = []
    private var strings: [String] = []
    private var bytes: [UInt8] = []

    private let type: MILSpec.DataType
    private(set) var count = 0
    private var stringByteCount = 0

    init(_ type: MILSpec.DataType) {
        self.type = type
    }

    /// The memory that the elements take.
    var byteCount: Int {
        4 * (floats.count + ints.count) + 8 * (doubles.count + longInts.count) + bools.count + bytes.count
            + MemoryLayout<String>.stride * strings.count + stringByteCount
    }

    mutating func append(string: String) -> Bool {
        guard type == .string else { return false }
        strings.append(string)
        stringByteCount += string.utf8.count
        count += 1
        return true
    }

    /// Parses `text` as a number or Boolean of the type, and appends it. Returns false if it is not valid for the type.
    mutating func append(_ text: String) -> Bool {
        switch type {
        case .float32: guard append(Float(text), to: \.floats) else { return false }
        case .float64: guard append(Double(text), to: \.doubles) else { return false }
        case .int16: guard append(Int16(text).map { Int32($0) }, to: \.ints) else { return false }
        case .uint16: guard append(UInt16(text).map { Int32($0) }, to: \.ints) else { return false }
        case .int32: guard append(Int32(text), to: \.ints) else { return false }
        case .int64: guard append(Int64(text), to: \.longInts) else { return false }
        case .uint64: guard append(UInt64(text).map { Int64(bitPattern: $0) }, to: \.longInts) else { return false }
        case .bool: guard append(Bool(text), to: \.bools) else { return false }
        default:
            guard let bits = type.immediateBitCount, let pattern = pattern(text) else { return false }
            append(pattern, bits: bits)
        }
        count += 1
        return true
    }

    private mutating func append<Element>(_ element: Element?, to array: WritableKeyPath<Self, [Element]>) -> Bool {
        guard let element else { return false }
        self[keyPath: array].append(element)
        return true
    }

    /// The bits of an element, for types that are stored as bytes.
    private func pattern(_ text: String) -> UInt32? {
        switch type {
        case .float16: return Double(text).map { UInt32(Float16($0).bitPattern) }
        case .bfloat16: return Float(text).map { $0.bitPattern >> 16 }
        default:
            guard let value = Int64(text), let bits = type.immediateBitCount else { return nil }
            let isSigned = type == .int4 || type == .int8
            let range = isSigned ? -(1 << (bits - 1))...(1 << (bits - 1)) - 1 : 0...(1 << bits) - 1
            guard range.contains(Int(value)) else { return nil }
            return UInt32(truncatingIfNeeded: value) & UInt32((1 << bits) - 1)
        }
    }

    private mutating func append(_ pattern: UInt32, bits: Int) {
        guard bits < 8 else {
            for shift in stride(from: 0, to: bits, by: 8) { bytes.append(UInt8(truncatingIfNeeded: pattern >> UInt32(shift))) }
            return
        }
        for bit in 0..<bits {
            let place = count * bits + bit
            if place / 8 == bytes.count { bytes.append(0) }
            bytes[place / 8] |= UInt8(pattern >> UInt32(bit) & 1) << UInt8(place % 8)
        }
    }

    var value: MILSpec.TensorValue.Kind {
        switch type {
        case .float32: .floats(.with { $0.values = PackedFloats(floats) })
        case .float64: .doubles(.with { $0.values = PackedDoubles(doubles) })
        case .int64, .uint64: .longInts(.with { $0.values = longInts })
        case .bool: .bools(.with { $0.values = bools })
        case .string: .strings(.with { $0.values = strings })
        default:
            type.immediateBitCount == nil ? .ints(.with { $0.values = ints }) : .bytes(.with { $0.values = Bytes(copying: bytes) })
        }
    }
}
