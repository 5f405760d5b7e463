import COneDNN

/// The preparation of weights in the forms that kernels read.
extension PreparedWeights {
    /// Re-orders weights into the layout of a kernel. The weights at each index of the first dimension are multiplied by the index's element of
    /// `scale`.
    func prepare(_ tensor: Tensor, scale: [Float]?, from source: Layout, to layout: Layout, _ result: ConstantMemory) throws {
        let primitive = try Primitive.reorder(from: source, to: layout)
        let scratchpadByteCount = primitive.scratchpadByteCount
        let changes = tensor.stored != nil || !(scale ?? []).isEmpty
        let workspace = try workspace(byteCount: scratchpadByteCount + 64 + (changes ? tensor.type.byteCount : 0))
        defer { recycle(workspace) }
        var values = tensor
        if changes {
            values = Tensor(tensor.type, viewing: workspace.pointer + (scratchpadByteCount + 63) / 64 * 64, owner: workspace)
            tensor.stored?.expand(into: values.pointer)
        }
        if let scale, !scale.isEmpty {
            let count = tensor.count / scale.count
            let to = values.floatPointer
            let from = tensor.stored == nil ? tensor.floatPointer : to
            for (row, factor) in scale.enumerated() {
                for index in row * count..<(row + 1) * count { to[index] = from[index] * factor }
            }
        }
        var bindings: [PrimitiveCall.Binding] = [
            .init(argument: Int(ONEDNN_ARGUMENT_SOURCE.rawValue), layout: source, data: values.pointer),
            .init(argument: Int(ONEDNN_ARGUMENT_DESTINATION.rawValue), layout: layout, data: result.pointer),
        ]
        if scratchpadByteCount > 0 {
            bindings.append(
                .init(
                    argument: Int(ONEDNN_ARGUMENT_SCRATCHPAD.rawValue),
                    layout: try primitive.layout(ONEDNN_ARGUMENT_SCRATCHPAD, dimensions: []), data: workspace.pointer))
        }
        try withExtendedLifetime(values) { try PrimitiveCall(primitive, bindings).run() }
    }

    /// Re-orders the weights of a product into the layout of a kernel.
    func prepare(_ product: ProductNode, to layout: Layout, _ result: ConstantMemory) throws {
        defer { product.weights.releasePages() }
        let rows = try Layout(.float32, [product.outputCount, product.inputCount])
        guard product.isTransposed else { return try prepare(product.weights, scale: product.scale, from: rows, to: layout, result) }
        try withRows(of: product) { try prepare($0, scale: product.scale, from: rows, to: layout, result) }
    }

    /// Prepares weights for Winograd's kernels. Returns false if the library must re-order them.
    func prepareForWinograd(_ tensor: Tensor, scale: [Float]?, to layout: Layout, _ result: ConstantMemory) throws -> Bool {
        try withFloats(of: tensor) { try Primitive.winogradWeights($0, scale: scale, to: layout, result) }
    }

    /// Calls `body` with a weight in float32. An expanded weight is valid only during the call.
    func withFloats<Result>(of tensor: Tensor, _ body: (Tensor) throws -> Result) throws -> Result {
        guard let numbers = tensor.stored else { return try body(tensor) }
        let workspace = try workspace(byteCount: tensor.type.byteCount)
        defer { recycle(workspace) }
        let expanded = Tensor(tensor.type, viewing: workspace.pointer, owner: workspace)
        numbers.expand(into: expanded.pointer)
        return try body(expanded)
    }

    /// Calls `body` with the weights of a product in float32, [outputs, inputs]. They may be valid only during the call.
    func withRows<Result>(of product: ProductNode, _ body: (Tensor) throws -> Result) throws -> Result {
        try withFloats(of: product.weights) { stored in
            guard product.isTransposed else { return try body(stored) }
            let (outputs, inputs) = (product.outputCount, product.inputCount)
            let pages = try workspace(byteCount: stored.type.byteCount)
            defer { recycle(pages) }
            let rows = Tensor(.float32([outputs, inputs]), viewing: pages.pointer, owner: pages)
            PreparedWeights.transpose(stored.floatPointer, rows: inputs, columns: outputs, into: rows.floatPointer)
            return try body(rows)
        }
    }

    private static func transpose(
        _ source: UnsafePointer<Float>, rows: Int, columns: Int, into target: UnsafeMutablePointer<Float>
    ) {
        // Only a few rows are processed at a time, so that the first-level cache holds them while all their columns are read.
        let count = 32
        for first in stride(from: 0, to: rows, by: count) {
            for column in 0..<columns {
                for row in first..<min(first + count, rows) { target[column * rows + row] = source[row * columns + column] }
            }
        }
    }

    /// A layout for a transposed convolution's weights, which are stored as [C, O / groups, …]. It has the dimensions that the library expects:
    /// [groups,] [O / groups, C / groups, …], given as `dimensions`.
    static func transposed(_ stored: [Int], _ dimensions: [Int], groups: Int) throws -> Layout {
        let kernel = Array(stored.dropFirst(2))
        let (perGroup, taps) = (stored[1], kernel.product())
        var strides = [taps, perGroup * taps] + TensorType.float32(kernel).strides
        if groups > 1 { strides.insert(stored[0] / groups * perGroup * taps, at: 0) }
        return try Layout(.float32, dimensions, strides: strides)
    }
}
