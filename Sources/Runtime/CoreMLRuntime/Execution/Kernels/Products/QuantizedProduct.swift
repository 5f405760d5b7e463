import CKernels

/// A product whose weights stay in the form of the model's file.
private final class QuantizedProductCall: @unchecked Sendable {
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

    /// Runs the kernel. `addresses` holds the source and the destination.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        var work = work
        kernel_quantized_product_run(
            &work, addresses[0].assumingMemoryBound(to: Float.self), addresses[1].assumingMemoryBound(to: Float.self), threads)
    }
}

/// A product of few rows. Its time is the time to read the weights, so the weights stay in the form of the model's file.
enum QuantizedProduct: KernelCandidate {
    static let name = KernelName.quantizedProduct

    /// The largest numbers of rows for which products read the weights in the form of the file. With more rows, products read prepared weights.
    /// `once` applies if the prepared weights are kept. `everyRun` applies if the model has so many that they are prepared again in every run.
    private static let maximumRowCount = (once: 15, everyRun: 64)

    static func canPlan(_ node: Node, _ product: ProductNode, in builder: PlanBuilder) -> Bool {
        let rows = builder.rows(of: node, product)
        let limit = builder.weights.areTooMany ? maximumRowCount.everyRun : maximumRowCount.once
        return rows >= 1 && rows <= limit && product.quantized(builder.weights) != nil
    }

    static func plan(_ node: Node, _ product: ProductNode, in builder: inout PlanBuilder) throws {
        guard let stored = product.weights.stored, let quantized = product.quantized(builder.weights) else {
            throw RuntimeError.failed("'\(node.name)': weights in another form")
        }
        let (x, y) = (node.inputs[0], node.outputs[0])
        let rows = builder.rows(of: node, product)
        let source = try builder.dense(x, .float32)
        let layout = try Layout(.float32, builder.graph.shape(y))
        let target = try builder.destination(y, layout)
        let kernel = QuantizedProductCall(quantized, of: stored, rows: rows, product, threads: builder.options.threads)
        builder.append(node.name, name, [source, target]) { kernel.run($0) }
        builder.placements[y].append(.init(layout: layout, memory: target))
        try builder.planPosts(node, from: 0)
    }
}

extension ProductNode {
    /// The weights in the form of the model's file. `nil` if the file does not hold a row for each output. `nil` also if prepared weights
    /// fit into memory and are faster than the stored form.
    func quantized(_ prepared: PreparedWeights) -> KernelQuantizedWeights? {
        guard let stored = weights.stored, stored.scalar == .float32, !isTransposed else { return nil }
        var quantized = stored.quantized
        // The model may have reshaped float16 weights.
        if quantized.bits == 16 { (quantized.rows, quantized.columns) = (Int64(outputCount), Int64(inputCount)) }
        guard quantized.rows == outputCount, quantized.columns == inputCount else { return nil }
        return prepared.areTooMany || kernel_has_quantized_product(&quantized) ? quantized : nil
    }
}
