import CKernels

/// A depthwise convolution and the pointwise convolution that is its only reader, as one step. The intermediate result is never in memory as a whole.
struct DepthwisePointwiseNode {
    var depthwise: ConvolutionNode
    /// The functions that are applied to the results of the depthwise convolution.
    var functions: [PostOperation]
    var pointwise: ConvolutionNode
}

extension Graph {
    /// The least number of channels for the fused kernel, which computes whole blocks of channels.
    private static let fewestChannels = Int(KERNEL_DEPTHWISE_BLOCK)

    /// Joins depthwise convolutions with pointwise ones. This is done only if products are computed in AMX, because most of the time then goes into
    /// the intermediate result.
    mutating func joinDepthwiseConvolutions(for options: PlanOptions) {
        guard options.precision == .bfloat16, options.usesAMX, PlanBuilder.family(for: self, options) == .channelsLast
        else { return }
        let counts = useCounts
        var producer: [ValueID: Int] = [:]
        var removed = Set<Int>()
        for index in nodes.indices {
            if let middle = nodes[index].inputs.first, counts[middle] == 1, let host = producer[middle],
                let pair = joined(nodes[host], with: nodes[index])
            {
                nodes[index] = pair
                removed.insert(host)
            }
            for output in nodes[index].outputs { producer[output] = index }
        }
        nodes = nodes.indices.filter { !removed.contains($0) }.map { nodes[$0] }
    }

    /// The two nodes as one; `nil` if the kernel does not support them, or is no faster than two kernels of the library.
    private func joined(_ first: Node, with second: Node) -> Node? {
        guard case .convolution(let depthwise) = first.kind, case .convolution(let pointwise) = second.kind,
            !first.isExact, !second.isExact, first.posts.allSatisfy(\.isFunction)
        else { return nil }
        let (input, middle) = (shape(first.inputs[0]), shape(first.outputs[0]))
        guard depthwise.hasOneWindowForEachChannel(input), pointwise.readsPixelByPixel(middle), !pointwise.isVectorProduct(middle),
            input.product() > 0, middle.product() > 0, shape(second.outputs[0]).product() > 0
        else { return nil }
        // The fewer output channels there are, the larger is the fraction of the work that joining saves.
        guard middle[1] >= Graph.fewestChannels, middle[1] >= 2 * pointwise.outputChannels else { return nil }
        let kind = DepthwisePointwiseNode(depthwise: depthwise, functions: first.posts, pointwise: pointwise)
        return Node(
            name: second.name, kind: .depthwisePointwise(kind), inputs: first.inputs, outputs: second.outputs, posts: second.posts)
    }
}

extension ConvolutionNode {
    /// Whether this is a depthwise convolution of images with a window that our kernel supports.
    fileprivate func hasOneWindowForEachChannel(_ input: [Int]) -> Bool {
        guard input.count == 4, groups == input[1], outputChannels == groups, !shape.transposed, shape.dilations == [1, 1]
        else { return false }
        let (kernel, stride) = (weights.shape[2], shape.strides[0])
        return weights.shape[3] == kernel && shape.strides[1] == stride && kernel_has_depthwise_pointwise(Int64(kernel), Int64(stride))
    }

    /// Whether each pixel of the result depends only on the input pixel at the same place.
    fileprivate func readsPixelByPixel(_ input: [Int]) -> Bool {
        input.count == 4 && groups == 1 && !shape.transposed && Array(weights.shape.dropFirst(2)) == [1, 1] && shape.strides == [1, 1]
            && shape.paddingBefore == [0, 0] && shape.paddingAfter == [0, 0]
    }
}
