extension Graph {
    /// Lets convolutions and products of quantized values compute in 8-bit integers. Their input must have been quantized and dequantized
    /// with the same scale. Their weights must be 8-bit integers times a scale. The sums of products are then exact, while sums of floats
    /// would be rounded. A result that is quantized immediately afterwards is stored as integers.
    mutating func computeInIntegers() {
        let quantized = quantizedValues()
        guard !quantized.isEmpty else { return }
        var origin: [ValueID: ValueID] = [:]
        for index in nodes.indices {
            guard case .plain(let plain) = nodes[index].kind, let input = plain.operand("input"), let quantization = quantized[input]
            else { continue }
            nodes[index].kind = .dequantize(quantization)
            nodes[index].inputs = [input]
            origin[nodes[index].outputs[0]] = input
        }
        for index in nodes.indices {
            guard let output = nodes[index].outputs.first, let quantization = quantized[output], case .plain(let plain) = nodes[index].kind,
                let input = plain.operand("input")
            else { continue }
            nodes[index].kind = .quantize(quantization)
            nodes[index].inputs = [input]
        }
        for index in nodes.indices {
            guard let input = nodes[index].inputs.first, let integers = origin[input], let quantization = quantized[integers] else {
                continue
            }
            switch nodes[index].kind {
            case .convolution(let convolution):
                // The padding of an image is the integer zero.
                let isPadded = (convolution.shape.paddingBefore + convolution.shape.paddingAfter).contains { $0 != 0 }
                guard !convolution.shape.transposed, quantization.zero == 0 || !isPadded,
                    let weights = IntegerWeights(convolution.weights)
                else { continue }
                nodes[index].kind = .integerConvolution(convolution, IntegerProduct(input: quantization, weights: weights))
            case .product(let product):
                guard !product.isTransposed, let weights = IntegerWeights(product.weights) else { continue }
                nodes[index].kind = .integerProduct(product, IntegerProduct(input: quantization, weights: weights))
            default: continue
            }
            nodes[index].inputs = [integers]
        }
        removeDeadNodes()
        storeIntegers()
    }

    /// Whether a convolution or product computes in integers.
    var hasIntegers: Bool {
        nodes.contains { node in
            switch node.kind {
            case .integerConvolution, .integerProduct: true
            default: false
            }
        }
    }

    /// The 8-bit values that come from `quantize` with a single scale, and that only `dequantize` with the same scale reads.
    private func quantizedValues() -> [ValueID: EightBitQuantization] {
        var quantized: [ValueID: EightBitQuantization] = [:]
        for node in nodes {
            guard case .plain(let plain) = node.kind, node.outputs.count == 1 else {
                for operand in node.operands { quantized[operand] = nil }
                continue
            }
            if plain.call.kind == "quantize", let input = plain.operand("input"), isFloat(input), shape(input).count > 0 {
                quantized[node.outputs[0]] = EightBitQuantization(plain, values[node.outputs[0]].type.scalar)
                continue
            }
            for operand in plain.slots.map(\.value) {
                guard let known = quantized[operand] else { continue }
                if plain.call.kind == "dequantize", EightBitQuantization(plain, values[operand].type.scalar) == known { continue }
                quantized[operand] = nil
            }
        }
        for output in outputs { quantized[output] = nil }
        return quantized
    }

    /// Joins each product of integers with the quantization of its result.
    private mutating func storeIntegers() {
        let counts = useCounts
        var producer: [ValueID: Int] = [:]
        for (index, node) in nodes.enumerated() { for output in node.outputs { producer[output] = index } }
        var removed = Set<Int>()
        for index in nodes.indices {
            guard case .quantize(let quantization) = nodes[index].kind, counts[nodes[index].inputs[0]] == 1,
                let host = producer[nodes[index].inputs[0]], !removed.contains(host)
            else { continue }
            switch nodes[host].kind {
            case .integerConvolution(let convolution, var integers):
                integers.result = quantization
                nodes[host].kind = .integerConvolution(convolution, integers)
            case .integerProduct(let product, var integers):
                integers.result = quantization
                nodes[host].kind = .integerProduct(product, integers)
            default: continue
            }
            nodes[host].outputs = nodes[index].outputs
            removed.insert(index)
        }
        nodes = nodes.indices.filter { !removed.contains($0) }.map { nodes[$0] }
    }
}
