import CKernels

/// A narrower type to which a float32 plan rounds the factors of its products. With it, the errors of that type can be measured on any processor.
package enum OperandRounding: Sendable, Hashable {
    /// The arithmetic of a processor that multiplies float16 numbers and sums in float32.
    case float16
    /// The arithmetic of a bfloat16 plan. Values that are stored for its products are rounded, too.
    case bfloat16

    private var code: KernelRounding { self == .float16 ? KernelRoundingFloat16 : KernelRoundingBFloat16 }

    /// Rounds `count` numbers to the nearest number of the type, with ties to even.
    func round(_ source: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, count: Int, threads: Int) {
        kernel_round_run(code, source, result, Int64(count), Int32(clamping: threads))
    }

    /// The rounded numbers of a constant. Numbers that the file stores in the same type are returned as they are.
    func rounded(_ tensor: Tensor) -> Tensor {
        guard tensor.scalar == .float32, !(self == .float16 && tensor.stored?.quantized.bits == 16) else { return tensor }
        let result = Tensor(uninitialized: tensor.type)
        tensor.stored?.expand(into: result.pointer)
        let source = tensor.stored == nil ? tensor : result
        round(source.floatPointer, into: result.floatPointer, count: tensor.count, threads: Threads.limit)
        return result
    }
}

extension Graph {
    /// Inserts a rounding of every factor of a product that is not exact. For bfloat16, also rounds each value that a bfloat16 plan would store in
    /// bfloat16.
    mutating func roundOperands(to rounding: OperandRounding, _ options: PlanOptions) {
        var stored = [Bool](repeating: false, count: values.count)
        if rounding == .bfloat16 {
            var options = options
            options.usesAMX = true
            stored = PlanBuilder.feedsProducts(self, options)
        }
        var copies: [ValueID: ValueID] = [:]
        var result: [Node] = []
        result.reserveCapacity(nodes.count)
        for var node in nodes {
            if rounding == .float16 ? node.isProduct && !node.isExact : isReduced(node) {
                node.roundWeights(to: rounding)
                for index in node.factorIndices {
                    node.inputs[index] = rounded(node.inputs[index], rounding, &copies, &result)
                }
            }
            // The rounded value takes over the number of the original value, so that the readers of the value need no change.
            for (index, id) in node.outputs.enumerated() where stored[id] && node.storesReduced {
                let wide = add(values[id])
                node.outputs[index] = wide
                copies[id] = id
                result.append(node)
                node = Node(name: values[id].name, kind: .rounding(rounding), inputs: [wide], outputs: [id])
            }
            result.append(node)
        }
        nodes = result
    }

    private mutating func rounded(
        _ id: ValueID, _ rounding: OperandRounding, _ copies: inout [ValueID: ValueID], _ result: inout [Node]
    ) -> ValueID {
        guard isFloat(id), values[id].type.count > 0 else { return id }
        if let copy = copies[id] { return copy }
        var value = values[id]
        value.constant = value.constant.map(rounding.rounded)
        let copy = add(value)
        copies[id] = copy
        if value.constant == nil {
            result.append(Node(name: value.name, kind: .rounding(rounding), inputs: [id], outputs: [copy]))
        }
        return copy
    }
}

extension Node {
    /// The indices of the inputs that are multiplied.
    fileprivate var factorIndices: Range<Int> {
        switch kind {
        case .convolution, .product: 0..<1
        case .dynamicConvolution, .matrixProduct: 0..<2
        case .attention: 0..<3
        default: 0..<0
        }
    }

    /// Whether a plan of reduced precision stores the node's only result in the type that its products read.
    fileprivate var storesReduced: Bool {
        if case .plain = kind { return false }
        return outputs.count == 1
    }

    fileprivate mutating func roundWeights(to rounding: OperandRounding) {
        switch kind {
        case .convolution(var convolution):
            convolution.weights = rounding.rounded(convolution.weights)
            kind = .convolution(convolution)
        case .product(var product):
            product.weights = rounding.rounded(product.weights)
            kind = .product(product)
        default: break
        }
    }
}
