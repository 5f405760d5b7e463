extension Graph {
    /// Applies all passes that make a graph smaller or faster before it is planned.
    mutating func optimize(for options: PlanOptions) {
        removeDeadNodes()
        recognizeGates()
        recognizeNormalizations()
        recognizeRootMeanSquares()
        chooseAttentions(for: options)
        foldPadding()
        fusePointwise()
        foldScales()
        if options.usesIntegers { computeInIntegers() }
        if !options.isReduced {
            poolBeforeActivation()
        } else if options.rounding != .float16 {
            chooseExactNodes(options.exactProducts)
        }
        removeDeadNodes()
        if options.isReduced { reducedProducts = productsOfReducedPrecision }
        joinDepthwiseConvolutions(for: options)
        if let rounding = options.rounding { roundOperands(to: rounding, options) }
    }

    /// The number of reads of each value. A graph output counts as a read.
    var useCounts: [Int] {
        var counts = [Int](repeating: 0, count: values.count)
        for index in nodes.indices { for operand in nodes[index].operands { counts[operand] += 1 } }
        for output in outputs { counts[output] += 1 }
        return counts
    }

    /// The index of the node that makes each value.
    var producers: [ValueID: Int] {
        var producers: [ValueID: Int] = [:]
        producers.reserveCapacity(nodes.count)
        for index in nodes.indices { for output in nodes[index].outputs { producers[output] = index } }
        return producers
    }

    mutating func removeDeadNodes() {
        var isLive = [Bool](repeating: false, count: values.count)
        for output in outputs { isLive[output] = true }
        var dead = Set<Int>()
        for index in nodes.indices.reversed() {
            if nodes[index].outputs.contains(where: { isLive[$0] }) {
                for operand in nodes[index].operands { isLive[operand] = true }
            } else {
                dead.insert(index)
            }
        }
        guard !dead.isEmpty else { return }
        nodes = nodes.indices.filter { !dead.contains($0) }.map { nodes[$0] }
    }

    /// The indices of the nodes that only combine two values with `algorithm`.
    func combinations(_ algorithm: ElementOperation) -> [Int] {
        nodes.indices.filter { index in
            guard case .pointwise = nodes[index].kind, nodes[index].posts.count == 1, case .binary(algorithm, _) = nodes[index].posts[0]
            else { return false }
            return true
        }
    }

    /// Folds padding with zeros around an image into the convolution that reads it.
    private mutating func foldPadding() {
        guard nodes.contains(where: { if case .plain(let plain) = $0.kind { plain.call.kind == "pad" } else { false } }) else { return }
        var producer: [ValueID: Int] = [:]
        for index in nodes.indices {
            if case .convolution(var convolution) = nodes[index].kind, !convolution.shape.transposed,
                let host = producer[nodes[index].inputs[0]], case .plain(let plain) = nodes[host].kind,
                let amounts = zeroPadding(plain), amounts.prefix(2).allSatisfy({ $0 == (0, 0) }), let x = plain.operand("x"), isFloat(x)
            {
                let spatial = amounts.dropFirst(2)
                convolution.shape.paddingBefore = zip(convolution.shape.paddingBefore, spatial).map { $0 + $1.before }
                convolution.shape.paddingAfter = zip(convolution.shape.paddingAfter, spatial).map { $0 + $1.after }
                nodes[index].kind = .convolution(convolution)
                nodes[index].inputs[0] = x
            }
            for output in nodes[index].outputs { producer[output] = index }
        }
        removeDeadNodes()
    }

    private func zeroPadding(_ plain: PlainCall) -> [(before: Int, after: Int)]? {
        let call = plain.call
        guard call.kind == "pad", call.string("mode", default: "constant") == "constant", plain.slots.count == 1,
            (try? call.float("constant_val", default: 0)) == 0
        else { return nil }
        return try? Padding.amounts(call)
    }

    /// Finds `x · sigmoid(x)` and `x · hardSigmoid(x)` written out as several operations.
    private mutating func recognizeGates() {
        let products = combinations(.multiply)
        guard !products.isEmpty else { return }
        let producer = producers
        for index in products {
            guard case .binary(_, let other) = nodes[index].posts[0] else { continue }
            let x = nodes[index].inputs[0]
            for (root, gate) in [(x, other), (other, x)] where root != gate {
                guard shape(root) == shape(gate), let functions = chain(from: root, to: gate, producer),
                    let fused = PostOperation.gate(functions)
                else { continue }
                nodes[index].inputs = [root]
                nodes[index].posts = fused
                break
            }
        }
        removeDeadNodes()
    }

    /// The functions that lead from `root` to `value`; `nil` if other operations are between them.
    private func chain(from root: ValueID, to value: ValueID, _ producer: [ValueID: Int]) -> [PostOperation]? {
        var functions: [PostOperation] = []
        var current = value
        while current != root {
            guard functions.count < 6, let index = producer[current], case .pointwise = nodes[index].kind,
                nodes[index].posts.allSatisfy({ if case .function = $0 { true } else { false } })
            else { return nil }
            functions = nodes[index].posts + functions
            current = nodes[index].inputs[0]
        }
        return functions
    }

    /// The maximum number of posts of a node. Some posts become two steps.
    private static let maximumPostCount = 12

    /// Moves elementwise nodes into the node that produces their input, as posts. The producer moves to the place of the elementwise node,
    /// where all operands of the posts are known.
    private mutating func fusePointwise() {
        var counts = useCounts
        var producer: [ValueID: Int] = [:]
        var removed = Set<Int>()
        for index in nodes.indices {
            if case .pointwise = nodes[index].kind {
                chooseHost(index, counts, producer)
                let x = nodes[index].inputs[0]
                if counts[x] == 1, let host = producer[x], nodes[host].takesPosts, nodes[host].posts.count < Graph.maximumPostCount,
                    nodes[host].outputs == [x],
                    values[x].type == values[nodes[index].outputs[0]].type
                {
                    var fused = nodes[host]
                    fused.posts += nodes[index].posts
                    fused.outputs = nodes[index].outputs
                    nodes[index] = fused
                    removed.insert(host)
                    counts[x] = 0
                }
            }
            for output in nodes[index].outputs { producer[output] = index }
        }
        nodes = nodes.indices.filter { !removed.contains($0) }.map { nodes[$0] }
        for index in nodes.indices { nodes[index].posts = PostOperation.simplified(nodes[index].posts) }
    }

    /// For a sum or product of two values, chooses the operand whose producer takes the operation as a post. A producer with results of its own, such
    /// as a convolution or matrix product, is preferred to an element-wise one. Between two producers of the same sort, the later one is chosen.
    private mutating func chooseHost(_ index: Int, _ counts: [Int], _ producer: [ValueID: Int]) {
        guard case .binary(let algorithm, let other)? = nodes[index].posts.first,
            algorithm != .subtract, algorithm != .divide, shape(other) == shape(nodes[index].inputs[0])
        else { return }
        let x = nodes[index].inputs[0]
        func rank(_ value: ValueID) -> Int {
            guard counts[value] == 1, let host = producer[value], nodes[host].takesPosts else { return -1 }
            if case .pointwise = nodes[host].kind { return host }
            return host + nodes.count
        }
        if rank(other) > rank(x) {
            nodes[index].inputs = [other]
            nodes[index].posts[0] = .binary(algorithm, x)
        }
    }

    /// Swaps a leaky rectifier and the maximum pooling that follows it, which does not change the result. Winograd convolutions cannot
    /// apply the rectifier as a post, and after the pooling it has only a quarter of the elements.
    private mutating func poolBeforeActivation() {
        guard nodes.contains(where: { if case .pooling(let pooling) = $0.kind { pooling.kind == .maximum } else { false } })
        else { return }
        let counts = useCounts
        let producer = producers
        for index in nodes.indices.reversed() {
            guard case .pooling(let pooling) = nodes[index].kind, pooling.kind == .maximum,
                let host = producer[nodes[index].inputs[0]], case .convolution(let convolution) = nodes[host].kind,
                counts[nodes[index].inputs[0]] == 1, convolution.suitsWinograd(shape(nodes[host].inputs[0])),
                nodes[host].posts.count == 1, case .function(.relu, let slope, _) = nodes[host].posts[0], slope > 0
            else { continue }
            let output = nodes[index].outputs[0]
            let pooled = add(.init(name: "\(values[output].name).pooled", type: values[output].type, constant: nil))
            nodes[index].outputs = [pooled]
            nodes.insert(
                Node(name: nodes[host].name, kind: .pointwise, inputs: [pooled], outputs: [output], posts: nodes[host].posts), at: index + 1
            )
            nodes[host].posts = []
        }
    }

    /// Folds scales and shifts that directly follow a convolution or product into its weights and bias.
    private mutating func foldScales() {
        for index in nodes.indices {
            while let first = nodes[index].posts.first {
                let rank = shape(nodes[index].outputs[0]).count
                switch nodes[index].kind {
                case .convolution(var node):
                    guard let (scale, shift) = first.affine(axis: 1, count: node.outputChannels) else { break }
                    (node.scale, node.bias) = Graph.folded(node.scale, node.bias, scale, shift)
                    nodes[index].kind = .convolution(node)
                    nodes[index].posts.removeFirst()
                    continue
                case .product(var node):
                    guard let (scale, shift) = first.affine(axis: rank - 1, count: node.outputCount) else { break }
                    (node.scale, node.bias) = Graph.folded(node.scale, node.bias, scale, shift)
                    nodes[index].kind = .product(node)
                    nodes[index].posts.removeFirst()
                    continue
                case .layerNormalization(var node):
                    // Only the last dimension may be normalised, because the scales belong to that dimension.
                    guard shape(nodes[index].outputs[0]).last == node.count,
                        let (scale, shift) = first.affine(axis: rank - 1, count: node.count)
                    else { break }
                    node.gamma = zip(node.gamma ?? scale.map { _ in 1 }, scale).map { $0 * $1 }
                    node.beta = zip(zip(node.beta ?? scale.map { _ in 0 }, scale), shift).map { $0.0 * $0.1 + $1 }
                    nodes[index].kind = .layerNormalization(node)
                    nodes[index].posts.removeFirst()
                    continue
                default: break
                }
                break
            }
        }
    }

    private static func folded(_ scale: [Float]?, _ bias: [Float]?, _ by: [Float], _ shift: [Float]) -> ([Float]?, [Float]?) {
        let scaled = by.allSatisfy { $0 == 1 } ? scale : zip(scale ?? [Float](repeating: 1, count: by.count), by).map { $0 * $1 }
        let biases = zip(zip(bias ?? [Float](repeating: 0, count: by.count), by), shift).map { $0.0 * $0.1 + $1 }
        return (scaled, bias == nil && biases.allSatisfy { $0 == 0 } ? nil : biases)
    }
}

extension PostOperation {
    /// The post as a scale and a shift for each of `count` indices of `axis`; `nil` if it has no such form.
    func affine(axis: Int, count: Int) -> (scale: [Float], shift: [Float])? {
        switch self {
        case .affine(axis, let scale, let shift): (scale, shift)
        case .function(.linear, let alpha, let beta):
            ([Float](repeating: alpha, count: count), [Float](repeating: beta, count: count))
        default: nil
        }
    }

    /// Merges consecutive linear functions and limits, and drops posts that change nothing.
    static func simplified(_ posts: [PostOperation]) -> [PostOperation] {
        var result: [PostOperation] = []
        for post in posts {
            switch post {
            case .function(.relu, 0, _): append(.clip(0, .infinity), to: &result)
            default: append(post, to: &result)
            }
        }
        return result.map { post in
            if case .function(.clip, 0, .infinity) = post { return .function(.relu, alpha: 0, beta: 0) }
            return post
        }
    }

    private static func append(_ post: PostOperation, to result: inout [PostOperation]) {
        switch (result.last, post) {
        case (_, .function(.linear, 1, 0)): return
        case (.function(.linear, let scale, let shift)?, .function(.linear, let alpha, let beta)):
            result.removeLast()
            append(.linear(scale * alpha, shift * alpha + beta), to: &result)
        case (.function(.clip, let low, let high)?, .function(.clip, let floor, let ceiling)):
            result[result.count - 1] = .clip(min(max(low, floor), ceiling), min(max(high, floor), ceiling))
        case (.function(.threshold, let threshold, _)?, .function(.hardSwish, _, _)) where threshold <= -3:
            // Below −3 hard swish is 0, so the threshold before it changes nothing.
            result[result.count - 1] = post
        case (.function(.clip, let low, let high)?, .function(.linear, let alpha, let beta)):
            // −min(−x, c) is max(x, −c), so two changes of sign around a limit are folded into the limit.
            guard result.count > 1, alpha == -1,
                case .function(.linear, -1, let shift) = result[result.count - 2]
            else { return result.append(post) }
            result.removeLast(2)
            append(.clip(shift - high, shift - low), to: &result)
            append(.linear(1, beta - shift), to: &result)
        default: result.append(post)
        }
    }

    /// The posts for `x · f(x)`, if `f` is a sigmoid or hard sigmoid.
    static func gate(_ functions: [PostOperation]) -> [PostOperation]? {
        let functions = simplified(functions)
        switch functions.count {
        case 1:
            if case .function(.logistic, _, _) = functions[0] { return [.function(.swish, alpha: 1, beta: 0)] }
        case 2, 3:
            guard case .function(.linear, let slope, let offset) = functions[0],
                case .function(.clip, 0, let top) = functions[1], top > 0, abs(offset - top / 2) < 1e-5 * top,
                // A sixth, perhaps rounded to half precision.
                abs(slope - top / 6) < 5e-5 * top
            else { return nil }
            var scale = top
            if functions.count == 3 {
                guard case .function(.linear, let factor, 0) = functions[2] else { return nil }
                scale *= factor
            }
            let swish = PostOperation.function(.hardSwish, alpha: 1 / 6, beta: 0.5)
            return abs(scale - 1) < 1e-5 ? [swish] : [swish, .linear(scale, 0)]
        default: break
        }
        return nil
    }
}
