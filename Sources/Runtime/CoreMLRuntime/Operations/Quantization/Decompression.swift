import InputChecks

extension OperationRegistry {
    /// The operations that expand compressed weights while a model loads.
    static let decompression: [any OperationDefinition.Type] = [
        AffineDequantization.self, BlockwiseShiftScale.self, SparseBlockwiseShiftScale.self, PalettizedToDense.self,
        PalettizedToSparse.self, SparseToDense.self, ConstantCast.self,
    ]
}

/// The difference of `quantized_data` and `zero_point`, multiplied by `scale`. `scale` and `zero_point` run along `axis`.
enum AffineDequantization: OperationDefinition {
    package static let kinds = ["constexpr_affine_dequantize"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [.float32(try call.shape("quantized_data"))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let data = try call.tensor("quantized_data").converted(to: .float32)
        let scale = try call.tensor("scale").converted(to: .float32)
        let zero = try call.tensor("zero_point").converted(to: .float32)
        let axis = try call.axis(call.int("axis", default: 0), rank: data.shape.count)
        let channels = data.shape.isEmpty ? 1 : data.shape[axis]
        for (name, values) in [("scale", scale), ("zero_point", zero)] where values.count != 1 && values.count != channels {
            throw call.invalid("\(name) has \(values.count) values for \(channels) channels")
        }
        guard data.count > 0 else { return }
        let inner = data.shape.isEmpty ? 1 : data.shape[(axis + 1)...].product()
        let (source, target, scales, zeros) = (data.floatPointer, outputs[0].floatPointer, scale.floatPointer, zero.floatPointer)
        let (scaleStep, zeroStep) = (scale.count == 1 ? 0 : 1, zero.count == 1 ? 0 : 1)
        for run in 0..<data.count / inner {
            let channel = run % channels
            let (factor, shift) = (scales[channel * scaleStep], zeros[channel * zeroStep])
            for index in run * inner..<(run + 1) * inner { target[index] = factor * (source[index] - shift) }
        }
        withExtendedLifetime((data, scale, zero)) {}
    }
}

/// Maps the index of an element to the index of its block. The elements of a block share one element of a second tensor of the same rank.
private struct BlockIndex {
    private let dimensions: [(stride: Int, size: Int, block: Int, blockStride: Int)]
    /// The number of consecutive elements in a run. Each run, counted from the first element, belongs to one block.
    let runLength: Int

    /// - Throws: an error if `blocks` does not divide `shape` in every dimension.
    init(_ shape: [Int], blocks: [Int], _ call: OperationCall) throws {
        guard shape.count == blocks.count, zip(shape, blocks).allSatisfy({ $1 > 0 && $0 % $1 == 0 }) else {
            throw call.invalid("blocks of \(blocks) do not divide the shape \(shape)")
        }
        let (strides, blockStrides) = (TensorType.float32(shape).strides, TensorType.float32(blocks).strides)
        // A dimension that a single block covers does not affect the index of the block.
        dimensions = shape.indices.filter { blocks[$0] > 1 }.map { axis in
            (strides[axis], shape[axis], shape[axis] / blocks[axis], blockStrides[axis])
        }
        runLength = max(dimensions.last.map { $0.stride * $0.block } ?? shape.product(), 1)
    }

    @inline(__always)
    func callAsFunction(_ index: Int) -> Int {
        var block = 0
        for dimension in dimensions { block += index / dimension.stride % dimension.size / dimension.block * dimension.blockStride }
        return block
    }
}

/// `scale × (data − offset)`, where `scale` and `offset` have an element for each block of `data`.
enum BlockwiseShiftScale: OperationDefinition {
    package static let kinds = ["constexpr_blockwise_shift_scale"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [.float32(try call.shape("data"))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let data = try call.tensor("data").converted(to: .float32)
        let scale = try call.tensor("scale").converted(to: .float32)
        let offset = call.has("offset") ? try call.tensor("offset").converted(to: .float32) : nil
        if let offset, offset.shape != scale.shape { throw call.invalid("offset and scale differ in shape") }
        let block = try BlockIndex(data.shape, blocks: scale.shape, call)
        let (source, target, scales, offsets) = (data.floatPointer, outputs[0].floatPointer, scale.floatPointer, offset?.floatPointer)
        for start in stride(from: 0, to: data.count, by: block.runLength) {
            let group = block(start)
            let (factor, shift) = (scales[group], offsets?[group] ?? 0)
            for index in start..<start + block.runLength { target[index] = factor * (source[index] - shift) }
        }
        withExtendedLifetime((data, scale, offset)) {}
    }
}

/// The positions of a sparse tensor's elements, in row-major order.
private func positions(_ mask: Tensor, count: Int, _ call: OperationCall) throws -> [Int] {
    let positions = mask.integers.enumerated().filter { $0.element != 0 }.map(\.offset)
    guard positions.count == count else { throw call.invalid("the mask marks \(positions.count) elements, \(count) are given") }
    return positions
}

/// Blockwise shift and scale of the elements that a mask marks. The mask is passed on unchanged.
enum SparseBlockwiseShiftScale: OperationDefinition {
    package static let kinds = ["constexpr_sparse_blockwise_shift_scale"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [try call.type("data_mask"), .float32(try call.shape("nonzero_data"))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let mask = try call.tensor("data_mask")
        let data = try call.tensor("nonzero_data").converted(to: .float32)
        let scale = try call.tensor("scale").converted(to: .float32)
        let offset = call.has("offset") ? try call.tensor("offset").converted(to: .float32) : nil
        if let offset, offset.shape != scale.shape { throw call.invalid("offset and scale differ in shape") }
        let block = try BlockIndex(mask.shape, blocks: scale.shape, call)
        outputs[0].rawBytes.copyMemory(from: UnsafeRawBufferPointer(mask.rawBytes))
        for (index, position) in try positions(mask, count: data.count, call).enumerated() {
            let group = block(position)
            outputs[1].floats[index] = scale.floats[group] * (data.floats[index] - (offset?.floats[group] ?? 0))
        }
    }
}

extension OperationCall {
    /// The shape after each element of a tensor of `shape` becomes a vector of `count` elements along `vector_axis`.
    fileprivate func widened(_ shape: [Int], by count: Int) throws -> [Int] {
        guard count > 1 else {
            guard count == 1 else { throw invalid("a table of nothing") }
            return shape
        }
        try require(!shape.isEmpty, "vectors for a scalar")
        let axis = try axis("vector_axis", rank: shape.count)
        let (size, overflow) = shape[axis].multipliedReportingOverflow(by: count)
        try require(!overflow, "vectors of \(count) elements for the shape \(shape)")
        var widened = shape
        widened[axis] = size
        return widened
    }
}

/// Looks up every index in a table. There is one table for the whole tensor (`lut` of rank 1, with packed indices), or one for each block.
enum PalettizedToDense: OperationDefinition {
    package static let kinds = ["constexpr_lut_to_dense"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        if call.has("shape") { return [.float32(try call.ints("shape"))] }
        let (shape, lut) = (try call.shape("indices"), try call.shape("lut"))
        guard lut.count == shape.count + 2 else { throw call.invalid("a table of shape \(lut) for indices of shape \(shape)") }
        return [.float32(try call.widened(shape, by: lut[lut.count - 1]))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        if call.has("shape") { return try computePacked(call, outputs[0]) }
        let indices = try call.tensor("indices")
        let lut = try call.tensor("lut").converted(to: .float32)
        let (groups, palette, vector) = (Array(lut.shape.dropLast(2)), lut.shape[lut.shape.count - 2], lut.shape[lut.shape.count - 1])
        let block = try BlockIndex(indices.shape, blocks: groups, call)
        let axis = vector > 1 ? try call.axis(call.int("vector_axis"), rank: indices.shape.count) : 0
        let inner = vector > 1 ? indices.shape[(axis + 1)...].product() : 1
        // Such small tables need no index of more than eight bits. Other index types are widened.
        let narrow = indices.scalar == .uint8 ? indices.elements(as: UInt8.self) : nil
        let wide = narrow == nil ? indices.integers : []
        let (table, target) = (lut.floatPointer, outputs[0].floatPointer)
        for start in stride(from: 0, to: indices.count, by: block.runLength) {
            let entries = table + block(start) * palette * vector
            for position in start..<start + block.runLength {
                let index = narrow.map { Int($0[position]) } ?? wide[position]
                guard index >= 0, index < palette else { throw call.invalid("index \(index) is outside of a table of \(palette)") }
                if vector == 1 {
                    target[position] = entries[index]
                } else {
                    let first = position / inner * vector * inner + position % inner
                    for element in 0..<vector { target[first + element * inner] = entries[index * vector + element] }
                }
            }
        }
        withExtendedLifetime((lut, indices)) {}
    }

    private static func computePacked(_ call: OperationCall, _ output: Tensor) throws {
        let lut = try call.tensor("lut").converted(to: .float32)
        let indices = try call.tensor("indices").converted(to: .uint8)
        let bytes = UnsafeRawBufferPointer(indices.elements(as: UInt8.self))
        let bits = lut.count.trailingZeroBitCount
        guard lut.count == 1 << bits, (1...8).contains(bits), bytes.count >= PackedIntegers.byteCount(output.count, bits: bits) else {
            throw call.invalid("\(bytes.count) bytes of indices into \(lut.count) values do not fill the shape \(output.shape)")
        }
        let (table, target) = (lut.floatPointer, output.floatPointer)
        let packed = PackedIntegers(bytes: bytes, bits: bits)
        for position in 0..<output.count { target[position] = table[packed[position]] }
        withExtendedLifetime((lut, indices)) {}
    }
}

/// Looks up vectors or numbers in a table, only for the positions that a mask marks. The first result is the mask, and the second the elements. If
/// the table holds vectors, which lie along `vector_axis`, the mask is widened to cover them.
enum PalettizedToSparse: OperationDefinition {
    package static let kinds = ["constexpr_lut_to_sparse"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (mask, lut) = (try call.type("indices_mask"), try call.shape("lut"))
        guard lut.count == mask.rank + 2 else { throw call.invalid("a table of shape \(lut) for indices of shape \(mask.shape)") }
        let vector = lut[lut.count - 1]
        let (count, overflow) = try call.type("indices_nonzero_data").count.multipliedReportingOverflow(by: vector)
        guard !overflow else { throw call.invalid("the shape is too large") }
        return [TensorType(.uint8, try call.widened(mask.shape, by: vector)), .float32([count])]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (mask, indices) = (try call.tensor("indices_mask"), try call.tensor("indices_nonzero_data").integers)
        let lut = try call.tensor("lut").converted(to: .float32)
        let (palette, vector) = (lut.shape[lut.shape.count - 2], lut.shape[lut.shape.count - 1])
        let block = try BlockIndex(mask.shape, blocks: Array(lut.shape.dropLast(2)), call)
        if let wrong = indices.first(where: { $0 < 0 || $0 >= palette }) {
            throw call.invalid("index \(wrong) is outside of a table of \(palette)")
        }
        try expand(call, mask, outputs, vector: vector) { number, position in
            UnsafePointer(lut.floatPointer + (block(position) * palette + indices[number]) * vector)
        }
    }

    /// Writes two results: the widened mask, and the elements of the marked vectors in the order of this mask. In the widened mask, every
    /// mark covers a whole vector.
    private static func expand(
        _ call: OperationCall, _ mask: Tensor, _ outputs: [Tensor], vector: Int, _ entry: (Int, Int) -> UnsafePointer<Float>
    ) throws {
        let marked = try positions(mask, count: call.type("indices_nonzero_data").count, call)
        var numbers = [Int](repeating: -1, count: mask.count)
        for (number, position) in marked.enumerated() { numbers[position] = number }
        let inner = vector > 1 ? mask.shape[(try call.axis("vector_axis", rank: mask.shape.count) + 1)...].product() : 1
        let (bytes, target) = (outputs[0].elements(as: UInt8.self), outputs[1].floats)
        var next = 0
        for place in bytes.indices {
            let position = place / inner / vector * inner + place % inner
            bytes[place] = numbers[position] >= 0 ? 1 : 0
            guard numbers[position] >= 0 else { continue }
            target[next] = entry(numbers[position], position)[place / inner % vector]
            next += 1
        }
    }
}

/// Places the elements at the positions that a mask marks, with zeros elsewhere. The mask is a tensor of zeros and ones, or packed bits with a
/// separate `shape`.
enum SparseToDense: OperationDefinition {
    package static let kinds = ["constexpr_sparse_to_dense"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [.float32(call.has("shape") ? try call.ints("shape") : try call.shape("mask"))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let values = try call.tensor("nonzero_data").converted(to: .float32)
        let data = values.floats
        let (mask, target) = (try call.tensor("mask"), outputs[0].floats)
        let packed = mask.converted(to: .uint8)
        let bits = call.has("shape") ? packed.elements(as: UInt8.self) : nil
        if let bits, bits.count < (target.count + 7) / 8 { throw call.invalid("the mask is too short") }
        let flags = bits == nil ? mask.converted(to: .bool) : mask
        let marks = flags.elements(as: UInt8.self)
        defer { withExtendedLifetime((values, packed, flags)) {} }
        var next = 0
        for index in target.indices {
            let mark = bits.map { ($0[index / 8] >> UInt8(index % 8)) & 1 } ?? marks[index]
            guard mark != 0 else {
                target[index] = 0
                continue
            }
            guard next < data.count else { throw call.invalid("the mask marks more than \(data.count) elements") }
            target[index] = data[next]
            next += 1
        }
        guard next == data.count else { throw call.invalid("the mask marks \(next) elements, \(data.count) are given") }
    }
}

/// A constant that the program converts to another type. The result is always stored as float32, because everything computes in float32.
enum ConstantCast: OperationDefinition {
    package static let kinds = ["constexpr_cast"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        [.float32(try call.shape("source_val"))]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        try call.tensor("source_val").convert(into: outputs[0])
    }
}
