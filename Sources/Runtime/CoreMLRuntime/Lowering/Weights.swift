import CoreMLSpecification

/// Counts the copied weights of layers in unrolled loops, where each round has its own copy. Views of the file do not count.
final class RepeatedWeights {
    var limit = 1 << 30
    fileprivate var byteCount = 0
}

extension LayerLowering {
    /// Counts weights that are copied to memory.
    ///
    /// - Throws: `RuntimeError.dependsOnValue` if an unrolled loop would copy too many weights, so that it is better to run the loop.
    func count(copied type: TensorType) throws {
        guard loopDepth > 0, !builder.isRunning else { return }
        repeatedWeights.byteCount += type.byteCount
        guard repeatedWeights.byteCount <= repeatedWeights.limit else {
            throw RuntimeError.dependsOnValue("the weights of layer '\(name)'")
        }
    }

    /// A layer's weights as float32 numbers in `shape`. The numbers are a view of the file if the file holds float32. Other forms are
    /// expanded. `axis` is the dimension of the output channels, for which quantised weights may have separate scales and biases.
    func weights(_ parameters: Specification.WeightParams?, _ shape: [Int], axis: Int = 0, _ subject: String = "weights") throws -> Tensor {
        try kept([parameters], .float32(shape), axis: axis) { try readWeights(parameters, shape, axis: axis, subject) }
    }

    /// Returns the result of `make`, a tensor that is computed from `sources`, weights in the model's file. Some networks lower their
    /// layers again for every prediction. There, `make` is called only in the first prediction, and the result is kept
    /// (``ExpandedWeights``).
    ///
    /// - Parameter form: a name for the computation, for example `transposed`. Empty if the result is just the weights in float32.
    func kept(
        _ sources: [Specification.WeightParams?], _ type: TensorType, axis: Int = 0, form: String = "", _ make: () throws -> Tensor
    ) throws -> Tensor {
        guard let expandedWeights else { return try make() }
        return try expandedWeights.tensor(of: ExpandedWeights.Source(sources, type, axis: axis, form: form), make)
    }

    /// The weights in the form that `weights` returns, made anew.
    func readWeights(_ parameters: Specification.WeightParams?, _ shape: [Int], axis: Int, _ subject: String) throws -> Tensor {
        guard let parameters else { throw invalid("\(subject) are missing") }
        let type = TensorType.float32(shape)
        try type.validate("layer '\(name)': \(subject)")
        func checkCount(_ count: Int) throws {
            try require(count == type.count, "\(subject) are \(count) numbers instead of \(type.count) (\(shape))")
        }
        if parameters.floatValue.count > 0 {
            try checkCount(parameters.floatValue.count)
            return .viewing(parameters.floatValue.bytes, type)
        }
        if parameters.float16Value.count > 0 {
            try checkCount(parameters.float16Value.count / 2)
            try require(parameters.float16Value.count % 2 == 0, "\(subject) end amid a number")
            return .widening(parameters.float16Value, shape)
        }
        if parameters.rawValue.count > 0 || parameters.int8RawValue.count > 0 {
            return try dequantized(parameters, type, axis: axis, subject)
        }
        try checkCount(0)
        return Tensor(uninitialized: type)
    }

    /// A parameter with a value for each channel, or a single value for all channels.
    func channelWeights(_ parameters: Specification.WeightParams?, channels: Int, _ subject: String) throws -> Tensor {
        guard let parameters else { throw invalid("\(subject) is missing") }
        let isSingle = channels != 1 && (parameters.floatValue.count == 1 || parameters.float16Value.count == 2)
        let tensor = try weights(parameters, [isSingle ? 1 : channels], axis: 0, subject)
        guard isSingle else { return tensor }
        let type = TensorType.float32([channels])
        try type.validate("layer '\(name)': \(subject)")
        try MemoryLimit().check(type.byteCount, "layer '\(name)': \(subject)")
        try count(copied: type)
        let repeated = Tensor(uninitialized: type)
        repeated.fill(with: Double(tensor.floats[0]))
        return repeated
    }

    private func dequantized(
        _ parameters: Specification.WeightParams, _ type: TensorType, axis: Int, _ subject: String
    ) throws -> Tensor {
        guard let quantization = parameters.quantization else { throw invalid("\(subject) lack their quantisation") }
        try require(parameters.rawValue.count == 0 || parameters.int8RawValue.count == 0, "\(subject) are given as integers twice")
        let isSigned = parameters.rawValue.count == 0
        let bytes = isSigned ? parameters.int8RawValue : parameters.rawValue
        let bits = try size(quantization.numberOfBits)
        try require(bits >= 1 && bits <= 8 && (!isSigned || bits == 8), "\(subject) have \(bits) bits")
        try require(
            bytes.count == PackedIntegers.byteCount(type.count, bits: bits),
            "\(subject) are \(bytes.count) bytes for \(type.count) numbers of \(bits) bits")
        let integers = bits == 8 ? bytes : Self.unpacked(bytes, bits: bits, count: type.count)
        if case .linearQuantization(let linear)? = quantization.quantizationType,
            let stored = try stored(integers, isSigned: isSigned, linear, type, axis: axis, subject)
        {
            if bits < 8 { try count(copied: TensorType(.uint8, type.shape)) }
            return Tensor(type, stored: stored)
        }
        try count(copied: type)
        let tensor = Tensor(uninitialized: type)
        let target = tensor.floatPointer
        switch quantization.quantizationType {
        case .linearQuantization(let linear):
            let (scale, bias, channels) = try factors(linear, type, axis: axis, subject)
            let inner = type.shape.dropFirst(axis + 1).product()
            integers.withUnsafeBytes { source in
                // The numbers of a channel are contiguous, so they need only one scale and one bias.
                for start in stride(from: 0, to: type.count, by: max(inner, 1)) {
                    let channel = start / inner % channels
                    let factor = scale[scale.count == 1 ? 0 : channel]
                    let offset = bias.isEmpty ? 0 : bias[bias.count == 1 ? 0 : channel]
                    if isSigned {
                        for index in start..<start + inner { target[index] = Float(Int8(bitPattern: source[index])) * factor + offset }
                    } else {
                        for index in start..<start + inner { target[index] = Float(source[index]) * factor + offset }
                    }
                }
            }
        case .lookupTableQuantization(let lookup):
            let table = Array(lookup.floatValue)
            try require(table.count == 1 << bits && !isSigned, "\(subject) have a table of \(table.count) values for \(bits) bits")
            integers.withUnsafeBytes { source in
                for index in 0..<type.count { target[index] = table[Int(source[index])] }
            }
        case nil: throw invalid("\(subject) lack their quantisation")
        }
        return tensor
    }

    /// The scales and the biases, and their number: one for all channels, or one for each.
    private func factors(
        _ linear: Specification.LinearQuantizationParams, _ type: TensorType, axis: Int, _ subject: String
    ) throws -> (scales: [Float], biases: [Float], channels: Int) {
        let channels = type.shape.isEmpty ? 1 : type.shape[min(axis, type.rank - 1)]
        let (scale, bias) = (Array(linear.scale), Array(linear.bias))
        try require(scale.count == 1 || scale.count == channels, "\(subject) have \(scale.count) scales for \(channels) channels")
        try require(
            bias.isEmpty || bias.count == 1 || bias.count == channels, "\(subject) have \(bias.count) biases for \(channels) channels")
        return (scale, bias, channels)
    }

    /// Weights that stay as they are in the file; `nil` if they must be expanded.
    private func stored(
        _ bytes: Bytes, isSigned: Bool, _ linear: Specification.LinearQuantizationParams, _ type: TensorType, axis: Int, _ subject: String
    ) throws -> StoredNumbers? {
        let (scales, biases, _) = try factors(linear, type, axis: axis, subject)
        return StoredNumbers(bytes, isSigned: isSigned, type.shape, axis: axis, scales: scales, biases: biases)
    }

    /// A byte for each of `count` integers of 1 to 7 bits, which are packed without gaps from each byte's highest bit down.
    private static func unpacked(_ bytes: Bytes, bits: Int, count: Int) -> Bytes {
        let spreading = BitSpreading(bits: UInt64(bits))
        return Bytes(count: count, spare: 7) { target in
            bytes.withUnsafeBytes { source in
                // Eight integers take as many bytes as an integer has bits.
                for first in stride(from: 0, to: count, by: 8) {
                    let place = first / 8 * bits
                    var window: UInt64 = 0
                    if place + 8 <= source.count {
                        window = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: place, as: UInt64.self)) >> UInt64(64 - 8 * bits)
                    } else {
                        for byte in place..<place + bits { window = window << 8 | UInt64(byte < source.count ? source[byte] : 0) }
                    }
                    target.storeBytes(of: spreading.spread(window).bigEndian, toByteOffset: first, as: UInt64.self)
                }
            }
        }
    }
}

/// Spreads eight integers, which are packed in the lowest bits of a word, into its eight bytes.
private struct BitSpreading {
    let bits: UInt64
    /// The masks of the bits that stay in place in three steps. The first selects the lower half of the word, the second that of each half,
    /// the third that of each quarter.
    private let masks: (UInt64, UInt64, UInt64)

    init(bits: UInt64) {
        self.bits = bits
        let (four, two, one): (UInt64, UInt64, UInt64) = (1 << (4 * bits) - 1, 1 << (2 * bits) - 1, 1 << bits - 1)
        masks = (four, two * 0x1_0000_0001, one * 0x1_0001_0001_0001)
    }

    @inline(__always)
    func spread(_ integers: UInt64) -> UInt64 {
        var word = integers & masks.0 | (integers & masks.0 << (4 * bits)) << (32 - 4 * bits)
        word = word & masks.1 | (word & masks.1 << (2 * bits)) << (16 - 2 * bits)
        return word & masks.2 | (word & masks.2 << bits) << (8 - bits)
    }
}
