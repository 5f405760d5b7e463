import CKernels
import COneDNN
import CoreMLSpecification

/// Computes products nearly as accurately as float32 from bfloat16 factors, among others that the tiles of AMX compute. A plan of float32 alone has other
/// formats and kernels, of which Winograd's are as fast; in a plan of bfloat16 they are not there.
///
/// A float32 number `x` is nearly the sum of two bfloat16 numbers, `x₁ + x₂`. Of the product of two such sums, `x₁w₁ + x₂w₁ + x₁w₂` has an error of about
/// 2⁻¹⁶ of it. A convolution or a product with weights computes it as one with three times the input channels: `[x₁, x₂, x₁]` and `[w₁, w₁, w₂]`.
///
/// Source: Henry, Tang and Heinecke, "Leveraging the bfloat16 Artificial Intelligence Datatype for Higher-Precision Computations", 2019.
extension Graph {
    /// With fewer channels, most of the time goes into dividing the numbers, and the library has no fast kernel.
    private static let fewestChannels = 16
    /// With fewer rows or pixels, most of the time goes into reading the weights.
    private static let fewestRows = 16

    /// - Parameter names: the operations that stay accurate, of those that compute in float32 now.
    mutating func multiplyParts(_ names: Set<String>, for options: PlanOptions) {
        guard options.hasProductsOfParts, !names.isEmpty, PlanBuilder.family(for: self, options) == .channelsLast else { return }
        /// The parts of a value along a dimension, by both.
        var parts: [[Int]: ValueID] = [:]
        var result: [Node] = []
        result.reserveCapacity(nodes.count)
        for var node in nodes {
            if node.isExact, names.contains(node.name), let (kind, axis) = kindOfParts(node) {
                let x = node.inputs[0]
                if parts[[x, axis]] == nil {
                    var type = values[x].type
                    type.shape[axis] *= 3
                    let copy = add(Value(name: values[x].name, type: type))
                    result.append(Node(name: values[x].name, kind: .bfloat16Parts(axis: axis), inputs: [x], outputs: [copy]))
                    parts[[x, axis]] = copy
                }
                (node.kind, node.inputs[0], node.isExact) = (kind, parts[[x, axis]] ?? x, false)
            }
            result.append(node)
        }
        nodes = result
    }

    /// The node's kind with three times the input channels, and the dimension of these channels; `nil` if float32 is as fast.
    private func kindOfParts(_ node: Node) -> (Node.Kind, axis: Int)? {
        guard let x = node.inputs.first, values[x].constant == nil, isFloat(x) else { return nil }
        let input = shape(x), results = values[node.outputs[0]].type.count
        switch node.kind {
        case .convolution(var convolution):
            let rows = results / max(convolution.outputChannels, 1)
            guard input.count == 4, convolution.groups == 1, !convolution.shape.transposed, rows >= Self.fewestRows,
                input[1] >= Self.fewestChannels
            else { return nil }
            convolution.weights = Self.parts(of: convolution.weights, outputs: convolution.outputChannels, convolution.scale)
            convolution.scale = nil
            return (.convolution(convolution), 1)
        case .product(var product):
            let rows = results / max(product.outputCount, 1)
            guard !product.isTransposed, !input.isEmpty, rows >= Self.fewestRows, product.inputCount >= Self.fewestChannels else {
                return nil
            }
            product.weights = Self.parts(of: product.weights, outputs: product.outputCount, product.scale)
            product.scale = nil
            return (.product(product), input.count - 1)
        default: return nil
        }
    }

    /// `[w₁, w₁, w₂]` for each output of weights, [O, I, …].
    private static func parts(of weights: Tensor, outputs: Int, _ scale: [Float]?) -> Tensor {
        let source = Tensor(uninitialized: weights.type), high = Tensor(uninitialized: weights.type)
        if let stored = weights.stored {
            stored.expand(into: source.pointer)
        } else {
            source.pointer.copyMemory(from: weights.pointer, byteCount: weights.type.byteCount)
        }
        weights.releasePages()
        let count = weights.count / max(outputs, 1)
        if let scale {
            for output in 0..<outputs { for index in output * count..<(output + 1) * count { source.floats[index] *= scale[output] } }
        }
        OperandRounding.bfloat16.round(source.floatPointer, into: high.floatPointer, count: weights.count, threads: Threads.limit)
        var type = weights.type
        type.shape[1] *= 3
        let result = Tensor(uninitialized: type)
        for output in 0..<outputs {
            let from = output * count
            for index in 0..<count {
                let number = high.floats[from + index]
                result.floats[3 * from + index] = number
                // An infinite number has one part: the others would be multiplied with parts that are 0.
                result.floats[3 * from + count + index] = number.isFinite ? number : 0
                result.floats[3 * from + 2 * count + index] = number.isFinite ? source.floats[from + index] - number : 0
            }
        }
        return result
    }
}

extension PlanOptions {
    /// Whether products of the parts of numbers are faster than those of float32 in the same plan.
    var hasProductsOfParts: Bool { precision == .bfloat16 && usesAMX && Processor.hasAMX }
}

extension PlanBuilder {
    /// Plans the bfloat16 parts of a value as the channels of another, in channels-last order for images and row-major order otherwise.
    mutating func planBFloat16Parts(_ node: Node, axis: Int) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let format: Layout.Format = axis == graph.shape(x).count - 1 ? .rowMajor : .channelsLast
        let source = try Layout(.float32, graph.shape(x), format), result = try Layout(.bfloat16, graph.shape(y), format)
        let channels = graph.shape(x)[axis], rows = graph.values[x].type.count / max(channels, 1)
        let memory = newBuffer(byteCount: result.byteCount)
        let threads = options.threads
        let from = format == .rowMajor ? try dense(x, .float32) : try placement(x, source)
        append(
            "\(node.name) in parts",
            .kernel(
                { addresses in
                    kernel_bfloat16_parts_run(
                        addresses[0].assumingMemoryBound(to: Float.self), addresses[1].assumingMemoryBound(to: UInt16.self), Int64(rows),
                        Int64(channels), Int32(clamping: threads))
                }, [from, memory]))
        placements[y].append(Placement(layout: result, memory: memory))
    }
}
