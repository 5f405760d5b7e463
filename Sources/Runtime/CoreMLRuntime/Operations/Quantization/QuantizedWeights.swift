import CKernels
import CoreMLSpecification

/// Compressed weights that stay as they are in the model's file.
extension StoredNumbers {
    /// The stored form of an operation's result, made of integers with scales or tables. `nil` if the operation must be computed instead. That
    /// computation also reports invalid arguments.
    ///
    /// - Parameter type: the type of the operation's output.
    convenience init?(_ call: OperationCall, _ type: TensorType) throws {
        guard type.count >= StoredNumbers.fewest, type.rank >= 2 else { return nil }
        let found: QuantizedWeights? =
            switch call.kind {
            case "constexpr_affine_dequantize": try QuantizedWeights(affine: call)
            case "constexpr_blockwise_shift_scale": try QuantizedWeights(blockwise: call)
            case "constexpr_lut_to_dense": try call.has("shape") ? QuantizedWeights(packed: call, type) : QuantizedWeights(palettized: call)
            default: nil
            }
        guard let found else { return nil }
        self.init(found)
    }

    /// The stored form of a layer's weights: integer × scale + bias. `bytes` has the 8-bit integers. There is one scale and one bias for
    /// all channels, or for each channel. `nil` if a bias is not a whole multiple of its scale, or if the channels are neither rows nor
    /// columns.
    convenience init?(_ bytes: Bytes, isSigned: Bool, _ shape: [Int], axis: Int, scales: [Float], biases: [Float]) {
        guard shape.product() >= StoredNumbers.fewest, shape.count >= 2, axis < 2,
            let found = QuantizedWeights(bytes, isSigned: isSigned, shape, axis: axis, scales: scales, biases: biases)
        else { return nil }
        self.init(found)
    }

    private convenience init(_ found: QuantizedWeights) {
        self.init(found.quantized, .float32, file: found.file, digest: found.identity, keeping: found.owners)
    }
}

/// The integers of a file, with the scales, offsets or tables that turn them into numbers.
private struct QuantizedWeights {
    private(set) var quantized: KernelQuantizedWeights
    let file: MappedBytes
    private(set) var owners: [AnyObject]
    /// The digest of scales, offsets and tables.
    private var digest: UInt64 = 0

    /// A number that tells apart different weights made from the same integers.
    var identity: UInt64 {
        let form = [Int64(quantized.bits), quantized.is_signed ? 1 : 0, quantized.rows, quantized.block_rows, quantized.block_columns]
        return form.reduce(digest) { $0 &* 31 &+ UInt64(bitPattern: $1) }
    }

    /// The integers of `tensor`, read straight from a file. `blocks` is the number of blocks along each dimension of `shape`. `nil` if the
    /// blocks do not consist of whole rows and columns.
    private init?(_ tensor: Tensor, _ shape: [Int], blocks: [Int]) {
        guard blocks.count == shape.count, shape.count >= 2, zip(shape, blocks).allSatisfy({ $1 > 0 && $0 % $1 == 0 }),
            blocks.dropFirst(2).allSatisfy({ $0 == 1 })
        else { return nil }
        if let stored = tensor.stored {
            guard stored.scalar != .float32 else { return nil }
            (quantized, file) = (stored.quantized, stored.file)
        } else {
            guard tensor.scalar == .int8 || tensor.scalar == .uint8, let place = tensor.place else { return nil }
            quantized = KernelQuantizedWeights(place.address, bits: 8, isSigned: tensor.scalar == .int8, shape)
            file = place.bytes
        }
        owners = [tensor]
        divide(shape, blocks: blocks)
    }

    /// - Parameter axis: the dimension of the channels, the first or the second.
    init?(_ bytes: Bytes, isSigned: Bool, _ shape: [Int], axis: Int, scales: [Float], biases: [Float]) {
        guard let address = bytes.withUnsafeBytes(\.baseAddress) else { return nil }
        quantized = KernelQuantizedWeights(address, bits: 8, isSigned: isSigned, shape)
        file = MappedBytes(bytes)
        owners = []
        let count = max(scales.count, biases.count)
        var blocks = [Int](repeating: 1, count: shape.count)
        blocks[axis] = count
        divide(shape, blocks: blocks)
        let ownScales = scales.count == count ? scales : [Float](repeating: scales[0], count: count)
        let ownBiases = biases.count == count ? biases : [Float](repeating: biases.first ?? 0, count: count)
        var offsets: [Int] = []
        for (scale, bias) in zip(ownScales, ownBiases) {
            guard let offset = Self.offset(scale: scale, bias: bias) else { return nil }
            offsets.append(offset)
        }
        guard setScales(Tensor(ownScales), offsets: offsets) else { return nil }
    }

    /// The whole number `offset` for which `scale` × (integer − offset) equals integer × `scale` + `bias`, except for rounding; `nil` if there is
    /// none.
    private static func offset(scale: Float, bias: Float) -> Int? {
        guard bias != 0 else { return scale.isFinite ? 0 : nil }
        let ratio = -bias / scale
        guard ratio.isFinite, abs(ratio) <= Float(Int16.max), abs(ratio - ratio.rounded()) <= wholeTolerance else { return nil }
        return Int(ratio.rounded())
    }

    /// The greatest difference of bias / scale from a whole number. The division of two float32 numbers leaves a rounding error.
    private static let wholeTolerance: Float = 1e-4

    private mutating func divide(_ shape: [Int], blocks: [Int]) {
        let inner = shape.dropFirst(2).product()
        (quantized.rows, quantized.columns) = (Int64(shape[0]), Int64(shape[1] * inner))
        (quantized.block_rows, quantized.block_columns) = (Int64(shape[0] / blocks[0]), Int64(shape[1] / blocks[1] * inner))
    }

    /// Sets each number to `scale` × (integer − `offset`), with a scale for each block. Returns false if a scale or an offset has an unsupported
    /// type.
    private mutating func setScales(_ scale: Tensor, offsets: [Int]?) -> Bool {
        if let halves = scale.stored {
            guard halves.quantized.bits == 16 else { return false }
            quantized.scales = halves.quantized.integers
            quantized.scales_are_halves = true
        } else {
            guard scale.scalar == .float32 else { return false }
            quantized.scales = UnsafeRawPointer(scale.pointer)
        }
        note(quantized.scales, byteCount: scale.count * (quantized.scales_are_halves ? 2 : 4), of: scale)
        guard let offsets, offsets.contains(where: { $0 != 0 }) else { return true }
        let list = Tensor(uninitialized: TensorType(.int16, [offsets.count]))
        let numbers = list.elements(as: Int16.self)
        for (index, offset) in offsets.enumerated() {
            guard let number = Int16(exactly: offset) else { return false }
            numbers[index] = number
        }
        quantized.offsets = UnsafePointer(numbers.baseAddress)
        note(UnsafeRawPointer(list.pointer), byteCount: list.type.byteCount, of: list)
        return true
    }

    /// Sets the numbers to the entries of a table that the integers index, with a table for each block. Returns false for signed integers.
    private mutating func setTables(_ lut: Tensor) -> Bool {
        guard !quantized.is_signed else { return false }
        let tables = lut.converted(to: .float32)
        quantized.tables = UnsafePointer(tables.floatPointer)
        note(UnsafeRawPointer(tables.pointer), byteCount: tables.type.byteCount, of: tables)
        return true
    }

    private mutating func note(_ pointer: UnsafeRawPointer?, byteCount: Int, of owner: AnyObject) {
        let (even, odd) = TensorIdentity.digest(UnsafeRawBufferPointer(start: pointer, count: byteCount))
        digest = digest &* 31 &+ (even ^ odd &* 17)
        owners.append(owner)
    }

    init?(affine call: OperationCall) throws {
        let (data, scale, zero) = (try call.tensor("quantized_data"), try call.tensor("scale"), try call.tensor("zero_point"))
        let axis = try call.axis(call.int("axis", default: 0), rank: data.shape.count)
        guard data.shape.count >= 2, axis < 2, scale.scalar == .float32, zero.scalar != .float32 else { return nil }
        let channels = data.shape[axis]
        guard [1, channels].contains(scale.count), [1, channels].contains(zero.count) else { return nil }
        var blocks = [Int](repeating: 1, count: data.shape.count)
        let count = max(scale.count, zero.count)
        blocks[axis] = count
        self.init(data, data.shape, blocks: blocks)
        let scales = scale.count == count ? scale : Tensor([Float](repeating: scale.floats[0], count: count))
        let zeros = zero.integers
        guard setScales(scales, offsets: zeros.count == count ? zeros : [Int](repeating: zeros[0], count: count)) else { return nil }
    }

    init?(blockwise call: OperationCall) throws {
        let (data, scale) = (try call.tensor("data"), try call.tensor("scale"))
        let offset = try call.has("offset") ? call.tensor("offset") : nil
        guard offset.map({ $0.shape == scale.shape && $0.scalar != .float32 }) ?? true else { return nil }
        self.init(data, data.shape, blocks: scale.shape)
        guard setScales(scale, offsets: offset?.integers) else { return nil }
    }

    init?(palettized call: OperationCall) throws {
        let (indices, lut) = (try call.tensor("indices"), try call.tensor("lut"))
        guard lut.shape.count == indices.shape.count + 2, lut.shape[lut.shape.count - 1] == 1 else { return nil }
        self.init(indices, indices.shape, blocks: Array(lut.shape.dropLast(2)))
        // Every integer has an entry.
        guard lut.shape[lut.shape.count - 2] == 1 << quantized.bits, setTables(lut) else { return nil }
    }

    /// Indices into one table, which are packed without gaps.
    init?(packed call: OperationCall, _ type: TensorType) throws {
        let (indices, lut) = (try call.tensor("indices"), try call.tensor("lut"))
        let bits = lut.count.trailingZeroBitCount
        // The elements are the bytes of packed indices. These bytes must not be compressed themselves.
        guard [1, 2, 3, 4, 6, 8].contains(bits), lut.count == 1 << bits, indices.scalar == .uint8, indices.stored == nil,
            indices.count >= PackedIntegers.byteCount(type.count, bits: bits)
        else { return nil }
        self.init(indices, type.shape, blocks: [Int](repeating: 1, count: type.rank))
        quantized.bits = Int32(bits)
        guard setTables(lut) else { return nil }
    }
}
