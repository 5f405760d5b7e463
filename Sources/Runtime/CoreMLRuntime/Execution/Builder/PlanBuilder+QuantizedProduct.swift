import CKernels

/// A product whose weights stay in the form of the model's file. Each run supplies the addresses.
private final class QuantizedProductKernel: @unchecked Sendable {
    private let work: KernelQuantizedProduct
    private let threads: Int32
    /// The owners of the memory that `work` points to.
    private let owners: [AnyObject]

    init(_ quantized: KernelQuantizedWeights, of stored: StoredNumbers, rows: Int, _ product: ProductNode, threads: Int) {
        let (scale, bias) = (product.scale.map { ConstantMemory($0) }, product.bias.map { ConstantMemory($0) })
        var work = KernelQuantizedProduct()
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
        kernel_quantized_product_run(
            &work, addresses[0].assumingMemoryBound(to: Float.self), addresses[1].assumingMemoryBound(to: Float.self), threads)
    }
}

/// Prepares the weights of a product for its kernel, anew in every run.
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
    /// The weights in the form of the model's file. `nil` if the file does not hold a row for each output. Also `nil` if prepared weights
    /// are faster and there is memory for them.
    fileprivate func quantized(_ prepared: PreparedWeights) -> KernelQuantizedWeights? {
        guard let stored = weights.stored, stored.scalar == .float32, !isTransposed else { return nil }
        var quantized = stored.quantized
        // float16 numbers may have been given another shape.
        if quantized.bits == 16 { (quantized.rows, quantized.columns) = (Int64(outputCount), Int64(inputCount)) }
        guard quantized.rows == outputCount, quantized.columns == inputCount else { return nil }
        return prepared.areTooMany || kernel_has_quantized_product(&quantized) ? quantized : nil
    }
}

extension PlanBuilder {
    /// The largest numbers of rows that are computed from the file's weights. Products of more rows prepare their weights. `once` applies
    /// if prepared weights are kept, `everyRun` if the model has too many to keep.
    private static let maximumRowCount = (once: 15, everyRun: 64)

    /// Plans a product of few rows, which takes as long as reading its weights. Returns false if the weights must be prepared.
    mutating func planQuantizedProduct(_ node: Node, _ product: ProductNode) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let rows = graph.values[x].type.count / max(product.inputCount, 1)
        let most = weights.areTooMany ? PlanBuilder.maximumRowCount.everyRun : PlanBuilder.maximumRowCount.once
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

    /// The memory of a product's prepared weights. They are prepared once. If the model is too large to be held twice, every run prepares them.
    mutating func productWeights(
        _ node: Node, _ product: ProductNode, _ key: WeightKey, layout: Layout, prepare: @escaping (ConstantMemory) throws -> Void
    ) throws -> Memory {
        let isQuantized = product.quantized(weights) != nil
        guard isQuantized, weights.areTooMany else {
            // Quantized weights are kept even while no plan reads them: a plan for few rows reads the file, but the next plan for many rows
            // reads these weights again.
            return constant(try weights.memory(key, layout: layout, for: awaited, keeps: isQuantized, prepare: prepare))
        }
        let memory = newBuffer(byteCount: layout.byteCount)
        let preparation = WeightPreparation(byteCount: layout.byteCount, weights, prepare)
        append("\(node.name) (weights)", .kernel({ try preparation.run($0[0]) }, [memory]))
        return memory
    }
}
