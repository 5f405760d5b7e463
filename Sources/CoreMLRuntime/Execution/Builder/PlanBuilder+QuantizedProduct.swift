import CKernels

/// A product with weights that stay as they are in the model's file, but for the addresses.
private final class QuantizedProductKernel: @unchecked Sendable {
    private let work: onednn_quantized_product
    private let threads: Int32
    /// What `work` points to.
    private let owners: [AnyObject]

    init(_ quantized: onednn_quantized_weights, of stored: StoredNumbers, rows: Int, _ product: ProductNode, threads: Int) {
        let (scale, bias) = (product.scale.map { ConstantMemory($0) }, product.bias.map { ConstantMemory($0) })
        var work = onednn_quantized_product()
        (work.weights, work.rows) = (quantized, Int64(rows))
        work.scale = scale.map { UnsafePointer($0.pointer.assumingMemoryBound(to: Float.self)) }
        work.bias = bias.map { UnsafePointer($0.pointer.assumingMemoryBound(to: Float.self)) }
        self.work = work
        self.threads = Int32(clamping: threads)
        owners = [stored] + [scale, bias].compactMap { $0 }
    }

    /// `addresses` holds source and destination.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        var work = work
        onednn_quantized_product_run(
            &work, addresses[0].assumingMemoryBound(to: Float.self), addresses[1].assumingMemoryBound(to: Float.self), threads)
    }
}

/// What makes the weights of a product into what its kernel reads, for every run.
private final class WeightPreparation: @unchecked Sendable {
    private let byteCount: Int
    private let weights: PreparedWeights
    private let prepare: (ConstantMemory) throws -> Void

    init(byteCount: Int, _ weights: PreparedWeights, _ prepare: @escaping (ConstantMemory) throws -> Void) {
        self.byteCount = byteCount
        self.weights = weights
        self.prepare = prepare
    }

    func run(_ memory: UnsafeMutableRawPointer) throws {
        defer { weights.dropLargeWorkspaces() }
        try prepare(ConstantMemory(memory, byteCount: byteCount, of: self))
    }
}

extension ProductNode {
    /// The weights as they lie in the model's file; `nil` where they do not, not as a row for each output, or where they had better be
    /// prepared and there is memory for that.
    fileprivate func quantized(_ prepared: PreparedWeights) -> onednn_quantized_weights? {
        guard let stored = weights.stored, stored.scalar == .float32, !isTransposed else { return nil }
        var quantized = stored.quantized
        // float16 numbers may have been given another shape.
        if quantized.bits == 16 { (quantized.rows, quantized.columns) = (Int64(outputCount), Int64(inputCount)) }
        guard quantized.rows == outputCount, quantized.columns == inputCount else { return nil }
        return prepared.areTooMany || onednn_has_quantized_product(&quantized) ? quantized : nil
    }
}

extension PlanBuilder {
    /// More rows are worth weights that are arranged for them: once, or for every run.
    private static let mostRows = (once: 15, everyRun: 64)

    /// A product of few rows, which takes as long as its weights take to be read; false where they must be arranged.
    mutating func planQuantizedProduct(_ node: Node, _ product: ProductNode) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let rows = graph.values[x].type.count / max(product.inputCount, 1)
        let most = weights.areTooMany ? PlanBuilder.mostRows.everyRun : PlanBuilder.mostRows.once
        guard rows >= 1, rows <= most, let stored = product.weights.stored, let quantized = product.quantized(weights) else { return false }
        let source = try dense(x, .float32)
        let layout = try Layout(.float32, graph.shape(y))
        let target = try destination(y, layout)
        let kernel = QuantizedProductKernel(quantized, of: stored, rows: rows, product, threads: options.threads)
        append(node.name, .kernel({ kernel.run($0) }, [source, target]))
        placements[y].append(Placement(layout: layout, memory: target))
        try planPosts(node, from: 0)
        return true
    }

    /// Where the weights of a product lie when it runs: prepared once, or, where the model has too many to be held twice, for every run.
    mutating func productWeights(
        _ node: Node, _ product: ProductNode, _ key: WeightKey, layout: Layout, prepare: @escaping (ConstantMemory) throws -> Void
    ) throws -> Memory {
        let isQuantized = product.quantized(weights) != nil
        guard isQuantized, weights.areTooMany else {
            // The next plan of few rows reads the file, and the one of many after it these again.
            return constant(try weights.memory(key, layout: layout, for: awaited, keeps: isQuantized, prepare: prepare))
        }
        let memory = newBuffer(byteCount: layout.byteCount)
        let preparation = WeightPreparation(byteCount: layout.byteCount, weights, prepare)
        append("\(node.name) (weights)", .kernel({ try preparation.run($0[0]) }, [memory]))
        return memory
    }
}
