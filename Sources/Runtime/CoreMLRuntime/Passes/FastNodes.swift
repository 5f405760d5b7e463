/// The calls that have fast kernels, and the nodes that they become.
enum FastNodes {
    /// The node for a call on float32 values; `nil` if only the plain kernel supports the call.
    static func node(for plain: PlainCall, outputs: [Graph.ValueID], graph: inout Graph) throws -> Node? {
        let call = plain.call
        func made(_ kind: Node.Kind, posts: [PostOperation] = []) -> Node? {
            guard let x = plain.operand("x") else { return nil }
            return Node(name: call.name, kind: kind, inputs: [x], outputs: outputs, posts: posts)
        }
        if let posts = try Pointwise.posts(for: call) { return made(.pointwise, posts: posts) }
        switch call.kind {
        case "conv", "conv_transpose":
            return try convolution(call).flatMap { made(.convolution($0)) } ?? DynamicConvolutionNode.node(for: plain, outputs: outputs)
        case "linear": return try product(call).flatMap { made(.product($0)) }
        case "matmul": return try matrixProduct(plain, outputs: outputs, graph: &graph)
        case "max_pool", "avg_pool": return try pooling(call).flatMap { made(.pooling($0)) }
        case "reduce_mean", "reduce_max": return try globalPooling(plain, outputs: outputs, graph: &graph)
        case "batch_norm": return try batchNormalization(call).flatMap { made(.pointwise, posts: [$0]) }
        case "scaled_dot_product_attention": return try attention(plain, outputs: outputs, graph: &graph)
        case "add", "sub", "mul", "real_div", "maximum", "minimum": return try Pointwise.binary(plain, outputs: outputs, graph: &graph)
        case "softmax":
            return made(.softmax(axis: try call.axis("axis", default: -1, rank: call.shape("x").count)))
        case "concat": return try concat(plain, outputs: outputs, graph: graph)
        case "transpose": return try transpose(call).flatMap { made(.transpose($0)) }
        case "layer_norm": return try layerNormalization(call).flatMap { made(.layerNormalization($0)) }
        case "instance_norm": return try instanceNormalization(call).flatMap { made(.instanceNormalization($0)) }
        case "upsample_nearest_neighbor", "upsample_bilinear", "resize_bilinear":
            return try resampling(call, from: call.shape("x"), to: graph.shape(outputs[0])).flatMap { made(.resample($0)) }
        case "local_response_norm": return try localResponse(call).flatMap { made(.localResponse($0)) }
        default: return nil
        }
    }

    /// The node for a call that does not move elements, for any element type.
    static func alias(for plain: PlainCall, outputs: [Graph.ValueID], graph: inout Graph) throws -> Node? {
        if let part = try part(plain, outputs: outputs, graph: &graph) { return part }
        guard ["identity", "reshape", "expand_dims", "squeeze", "flatten2d", "cast"].contains(plain.call.kind), let x = plain.operand("x"),
            plain.slots.count == 1, outputs.count == 1, graph.values[x].type.count == graph.values[outputs[0]].type.count,
            graph.values[x].type.scalar == graph.values[outputs[0]].type.scalar
        else { return nil }
        return Node(name: plain.call.name, kind: .reshape, inputs: [x], outputs: outputs)
    }

    /// Makes views for a slice or a split with contiguous results. They are contiguous if all dimensions before the divided one are 1.
    private static func part(_ plain: PlainCall, outputs: [Graph.ValueID], graph: inout Graph) throws -> Node? {
        let call = plain.call
        guard let x = plain.operand("x"), plain.slots.count == 1, let type = Optional(graph.values[x].type), type.scalar == .float32,
            outputs.allSatisfy({ graph.values[$0].type.count > 0 })
        else { return nil }
        func node(_ offset: Int, _ output: Graph.ValueID) -> Node {
            Node(name: call.name, kind: .part(offset), inputs: [x], outputs: [output])
        }
        switch call.kind {
        case "split":
            let axis = try call.axis("axis", rank: type.rank)
            guard type.shape.prefix(axis).allSatisfy({ $0 == 1 }) else { return nil }
            var nodes: [Node] = []
            var offset = 0
            for output in outputs {
                nodes.append(node(offset, output))
                offset += graph.values[output].type.count
            }
            let last = nodes.popLast()
            graph.nodes += nodes
            return last
        case "slice_by_index":
            let region = try SliceByIndex.region(call, of: type)
            // Removed dimensions have one element, so the strides of the region are those of the remaining dimensions.
            let kept = graph.shape(outputs[0])
            let dense = TensorType.float32(kept).strides
            guard region.strides.count == kept.count, kept.indices.allSatisfy({ kept[$0] == 1 || region.strides[$0] == dense[$0] }) else {
                return nil
            }
            return node(region.offset, outputs[0])
        default: return nil
        }
    }

    /// Attention with float operands. The elements of the mask are floats or Booleans.
    private static func attention(_ plain: PlainCall, outputs: [Graph.ValueID], graph: inout Graph) throws -> Node? {
        let call = plain.call
        let operands = try ["query", "key", "value"].map { try call.type($0) }
        guard operands.allSatisfy({ $0.scalar == .float32 && $0.count > 0 }), let rank = operands.map(\.rank).max(),
            (2...Layout.maximumRank).contains(rank)
        else { return nil }
        let scores = Array(graph.shape(outputs[0]).dropLast()) + [operands[1].shape[operands[1].rank - 2]]
        var mask: Graph.ValueID?
        if call.has("attn_mask") {
            let given = try call.input("attn_mask")
            let isKnown = given.type.scalar == .float32 || given.type.scalar == .bool
            guard isKnown, Broadcasting.shape([given.type.shape, scores]) == scores else { return nil }
            mask =
                plain.operand("attn_mask")
                ?? graph.add(.init(name: "\(call.name).attn_mask", type: given.type, constant: given.tensor))
        }
        var inputs = try ["query", "key", "value"].map { try matrix($0, of: plain, rank: rank, graph: &graph) }
        let attention = AttentionNode(
            scale: 1 / Float(operands[0].shape[operands[0].rank - 1]).squareRoot(), operands: inputs.map { graph.shape($0) },
            result: graph.shape(outputs[0]))
        if let mask { inputs.append(mask) }
        return Node(name: call.name, kind: .attention(attention), inputs: inputs, outputs: outputs)
    }

    private static func convolution(_ call: OperationCall) throws -> ConvolutionNode? {
        let transposed = call.kind == "conv_transpose"
        guard let weights = try call.input("weight").tensor, weights.scalar == .float32 else { return nil }
        var bias: [Float]?
        if call.has("bias") {
            guard let tensor = try call.input("bias").tensor, tensor.scalar == .float32 else { return nil }
            bias = Array(tensor.floats)
        }
        let geometry = try transposed ? TransposedConvolution.geometry(call) : Convolution.geometry(call)
        // Kernels count in 32 bits.
        let measures = geometry.padBefore + geometry.padAfter + geometry.strides + geometry.dilations
        guard measures.allSatisfy({ $0 >= 0 && $0 < 1 << 15 }) else { return nil }
        return ConvolutionNode(
            weights: weights, scale: nil, bias: bias, groups: geometry.groups, outputChannels: geometry.outputChannels,
            shape: .init(
                strides: geometry.strides, dilations: geometry.dilations, paddingBefore: geometry.padBefore,
                paddingAfter: geometry.padAfter, transposed: transposed))
    }

    private static func product(_ call: OperationCall) throws -> ProductNode? {
        guard let weights = try call.input("weight").tensor, weights.scalar == .float32, weights.shape.count == 2 else { return nil }
        var bias: [Float]?
        if call.has("bias") {
            guard let tensor = try call.input("bias").tensor, tensor.scalar == .float32 else { return nil }
            bias = Array(tensor.floats)
        }
        return ProductNode(weights: weights, scale: nil, bias: bias)
    }

    private static func matrixProduct(_ plain: PlainCall, outputs: [Graph.ValueID], graph: inout Graph) throws -> Node? {
        let call = plain.call
        if let x = plain.operand("x"), let product = try constantProduct(call) {
            return Node(name: call.name, kind: .product(product), inputs: [x], outputs: outputs)
        }
        let ranks = [try call.shape("x").count, try call.shape("y").count]
        guard let rank = ranks.max(), rank <= 5, ranks.allSatisfy({ $0 >= 2 }), try call.type("x").scalar == .float32,
            try call.type("y").scalar == .float32
        else { return nil }
        let inputs = try ["x", "y"].map { try matrix($0, of: plain, rank: rank, graph: &graph) }
        let kind = MatrixProductNode(
            transposesFirst: try call.bool("transpose_x", default: false), transposesSecond: try call.bool("transpose_y", default: false))
        return Node(name: call.name, kind: .matrixProduct(kind), inputs: inputs, outputs: outputs)
    }

    /// The product with a constant matrix on the right. `nil` if there are several such matrices, or if the left operand is transposed.
    private static func constantProduct(_ call: OperationCall) throws -> ProductNode? {
        guard let given = try call.input("y").tensor, given.scalar == .float32, given.shape.count >= 2,
            given.shape.dropLast(2).allSatisfy({ $0 == 1 }),
            try call.shape("x").count == 1 || !call.bool("transpose_x", default: false)
        else { return nil }
        return ProductNode(
            weights: given.shape.count == 2 ? given : given.reshaped(Array(given.shape.suffix(2))),
            isTransposed: try !call.bool("transpose_y", default: false), scale: nil, bias: nil)
    }

    /// An operand of a matrix product as a value of `rank` dimensions. Missing leading dimensions are ones.
    private static func matrix(_ argument: String, of plain: PlainCall, rank: Int, graph: inout Graph) throws -> Graph.ValueID {
        let input = try plain.call.input(argument)
        let shape = [Int](repeating: 1, count: rank - input.type.rank) + input.type.shape
        let name = "\(plain.call.name).\(argument)"
        guard let value = plain.operand(argument) else {
            return graph.add(.init(name: name, type: .float32(shape), constant: try plain.call.tensor(argument).reshaped(shape)))
        }
        guard input.type.rank < rank else { return value }
        let view = graph.add(.init(name: name, type: .float32(shape), constant: nil))
        graph.nodes.append(Node(name: name, kind: .reshape, inputs: [value], outputs: [view]))
        return view
    }

    private static func pooling(_ call: OperationCall) throws -> PoolingNode? {
        let geometry = try PoolingGeometry(call)
        let excludes = try call.bool("exclude_padding_from_average", default: false)
        var after: [Int] = []
        for axis in geometry.kernel.indices {
            let covered = (geometry.output[axis] - 1) * geometry.strides[axis] + geometry.kernel[axis]
            let needed = covered - geometry.input[axis] - geometry.padBefore[axis]
            // oneDNN divides by the whole window, the plain kernel by the part inside the padded input.
            if call.kind == "avg_pool", !excludes, needed > geometry.padAfter[axis] { return nil }
            // A window would cover no element of the input.
            if geometry.padBefore[axis] >= geometry.kernel[axis] || needed >= geometry.kernel[axis] { return nil }
            if geometry.padBefore[axis] < 0 || geometry.padAfter[axis] < 0 { return nil }
            if max(geometry.kernel[axis], geometry.strides[axis]) >= 1 << 15 { return nil }
            after.append(max(needed, 0))
        }
        let average: PoolingKind = excludes ? .averageWithoutPadding : .averageWithPadding
        return PoolingNode(
            kind: call.kind == "max_pool" ? .maximum : average, kernel: geometry.kernel, strides: geometry.strides,
            paddingBefore: geometry.padBefore, paddingAfter: after)
    }

    /// Makes a pooling with a window as large as the image for a mean or maximum over all spatial dimensions.
    private static func globalPooling(_ plain: PlainCall, outputs: [Graph.ValueID], graph: inout Graph) throws -> Node? {
        guard let x = plain.operand("x"), plain.call.has("axes") else { return nil }
        let shape = graph.shape(x)
        guard shape.count >= 3, shape.count <= 5 else { return nil }
        let axes = try plain.call.axes("axes", rank: shape.count).sorted()
        guard axes == Array(2..<shape.count), outputs.count == 1 else { return nil }
        let kernel = Array(shape.dropFirst(2))
        let zeros = [Int](repeating: 0, count: kernel.count)
        let kind = PoolingNode(
            kind: plain.call.kind == "reduce_max" ? .maximum : .averageWithPadding, kernel: kernel, strides: kernel,
            paddingBefore: zeros, paddingAfter: zeros)
        let pooled = Array(shape.prefix(2)) + kernel.map { _ in 1 }
        let pooling = Node(name: plain.call.name, kind: .pooling(kind), inputs: [x], outputs: outputs)
        guard graph.shape(outputs[0]) != pooled else { return pooling }
        let full = graph.add(.init(name: "\(plain.call.name).pooled", type: .float32(pooled), constant: nil))
        var first = pooling
        first.outputs = [full]
        graph.nodes.append(first)
        return Node(name: plain.call.name, kind: .reshape, inputs: [full], outputs: outputs)
    }

    private static func batchNormalization(_ call: OperationCall) throws -> PostOperation? {
        guard let mean = try call.input("mean").tensor, let variance = try call.input("variance").tensor else { return nil }
        let gamma = try call.has("gamma") ? call.input("gamma").tensor : nil
        let beta = try call.has("beta") ? call.input("beta").tensor : nil
        guard call.has("gamma") == (gamma != nil), call.has("beta") == (beta != nil),
            [mean, variance, gamma, beta].allSatisfy({ $0 == nil || $0?.scalar == .float32 })
        else { return nil }
        let epsilon = try call.float("epsilon", default: 1e-5)
        let scale = (0..<mean.count).map { (gamma?.floats[$0] ?? 1) / (variance.floats[$0] + epsilon).squareRoot() }
        let shift = (0..<mean.count).map { (beta?.floats[$0] ?? 0) - mean.floats[$0] * scale[$0] }
        return .affine(axis: 1, scale: scale, shift: shift)
    }

    private static func concat(_ plain: PlainCall, outputs: [Graph.ValueID], graph: Graph) throws -> Node? {
        let call = plain.call
        let count = try call.list("values").count
        // The plain kernel is used if some parts are constants.
        guard plain.slots.count == count, plain.slots.allSatisfy({ $0.argument == "values" }),
            !(try call.bool("interleave", default: false))
        else { return nil }
        let rank = graph.shape(outputs[0]).count
        guard rank >= 1, rank <= Layout.maximumRank else { return nil }
        let values = plain.slots.sorted { $0.index < $1.index }.map(\.value)
        guard values.allSatisfy({ graph.shape($0).count == rank }) else { return nil }
        return Node(
            name: call.name, kind: .concat(axis: try call.axis("axis", rank: rank)), inputs: values, outputs: outputs)
    }

    private static func transpose(_ call: OperationCall) throws -> [Int]? {
        let rank = try call.shape("x").count
        let permutation = try call.ints("perm").map { try call.axis($0, rank: rank) }
        return rank >= 1 && rank <= Layout.maximumRank ? permutation : nil
    }

    private static func layerNormalization(_ call: OperationCall) throws -> NormalizationNode? {
        let shape = try call.shape("x")
        let axes = try call.has("axes") ? call.axes("axes", rank: shape.count).sorted() : Array(shape.indices)
        // The axes must be the last dimensions. Dimensions of one element do not count.
        guard let first = axes.first(where: { shape[$0] > 1 }), shape.count <= Layout.maximumRank,
            shape.indices.dropFirst(first).allSatisfy({ axes.contains($0) || shape[$0] == 1 })
        else { return nil }
        return try normalization(call, count: axes.map { shape[$0] }.product())
    }

    private static func normalization(_ call: OperationCall, count: Int) throws -> NormalizationNode? {
        var parameters: [String: [Float]] = [:]
        for name in ["gamma", "beta"] where call.has(name) {
            guard let tensor = try call.input(name).tensor, tensor.scalar == .float32 else { return nil }
            parameters[name] = Array(tensor.floats)
        }
        return NormalizationNode(
            count: count, epsilon: try call.float("epsilon", default: 1e-5), gamma: parameters["gamma"], beta: parameters["beta"])
    }

    private static func instanceNormalization(_ call: OperationCall) throws -> NormalizationNode? {
        let shape = try call.shape("x")
        return shape.count >= 3 && shape.count <= 5 ? try normalization(call, count: shape.dropFirst(2).product()) : nil
    }

    /// The kind of an enlargement with oneDNN's sampling positions. `nil` for other positions.
    private static func resampling(_ call: OperationCall, from source: [Int], to target: [Int]) throws -> ResamplingKind? {
        guard source.count == 4, target.count == 4 else { return nil }
        switch call.kind {
        case "upsample_nearest_neighbor":
            // Only whole factors qualify. For others, the nearest neighbour depends on the rounding.
            return target[2] % source[2] == 0 && target[3] % source[3] == 0 ? .nearest : nil
        case "upsample_bilinear":
            let centers = try call.bool("half_pixel_centers", default: true)
            return try !call.bool("align_corners", default: true) && centers ? .linear : nil
        case "resize_bilinear": return call.string("sampling_mode", default: "DEFAULT") == "UNALIGN_CORNERS" ? .linear : nil
        default: return nil
        }
    }

    private static func localResponse(_ call: OperationCall) throws -> LocalResponseNode? {
        let size = try call.int("size")
        guard try call.shape("x").count == 4, size % 2 == 1 else { return nil }
        return LocalResponseNode(
            size: size, alpha: try call.float("alpha", default: 1e-4), beta: try call.float("beta", default: 0.75),
            k: try call.float("k", default: 1))
    }
}

extension PlainCall {
    /// The value that is bound to `argument`; `nil` if the argument is a constant.
    func operand(_ argument: String) -> Graph.ValueID? { slots.first { $0.argument == argument }?.value }
}
