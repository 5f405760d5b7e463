import COneDNN

/// A product with constant weights by the library.
enum LibraryProduct: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ product: ProductNode, in builder: inout PlanBuilder) throws {
        for count in builder.postCounts(node) where try plan(node, product, Array(node.posts.prefix(count)), in: &builder) {
            return try builder.planPosts(node, from: count)
        }
        throw RuntimeError.unsupported("linear '\(node.name)': no kernel")
    }

    /// Plans the product with `posts`. Returns false if the library has no kernel that takes them.
    private static func plan(
        _ node: Node, _ product: ProductNode, _ posts: [PostOperation], in builder: inout PlanBuilder
    ) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (outputs, inputs, rows) = (product.outputCount, product.inputCount, builder.rows(of: node, product))
        let source = try Layout(builder.factorElement, [rows, inputs])
        let destination = try Layout(builder.libraryResultElement(y), [rows, outputs])
        guard let lowered = try builder.lower(posts, destination: destination, shape: builder.graph.shape(y), for: y) else { return false }
        let bias = try product.bias.map { try Layout(.float32, [$0.count]) }
        let primitive: Primitive
        do {
            primitive = try Primitive.innerProduct(
                source: source, weights: try Layout(builder.factorElement, [outputs, inputs], .any), bias: bias, destination: destination,
                posts: lowered.items)
        } catch { return false }
        guard posts.isEmpty || !primitive.isReference else { return false }
        let weightsLayout = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: [outputs, inputs])
        let prepared = try builder.productWeights(node, product, builder.weightKey(node, product), layout: weightsLayout) {
            [weights = builder.weights] memory in
            try weights.prepare(product, to: weightsLayout, memory)
        }
        var bindings = [
            builder.binding(ONEDNN_ARGUMENT_SOURCE, source, try builder.dense(x, builder.factorElement)),
            builder.binding(ONEDNN_ARGUMENT_WEIGHTS, weightsLayout, prepared),
        ]
        if let values = product.bias, let bias {
            bindings.append(builder.binding(ONEDNN_ARGUMENT_BIAS, bias, builder.constant(ConstantMemory(values))))
        }
        bindings += try builder.bindings(lowered)
        let own = try Layout(destination.element, builder.graph.shape(y))
        let memory = try builder.destination(y, own, lowered)
        bindings.append(builder.binding(ONEDNN_ARGUMENT_DESTINATION, destination, memory))
        try builder.append(node.name, name, primitive, bindings)
        builder.placements[y].append(.init(layout: own, memory: memory))
        return true
    }
}

/// A product of two values by the library.
enum LibraryMatrixProduct: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ product: MatrixProductNode, in builder: inout PlanBuilder) throws {
        let (x, y, output) = (node.inputs[0], node.inputs[1], node.outputs[0])
        let (graph, element) = (builder.graph, builder.factorElement)
        func layout(_ id: Graph.ValueID, _ transposed: Bool) throws -> Layout {
            var (shape, strides) = (graph.shape(id), graph.values[id].type.strides)
            if transposed {
                shape.swapAt(shape.count - 1, shape.count - 2)
                strides.swapAt(strides.count - 1, strides.count - 2)
            }
            return try Layout(element, shape, strides: strides)
        }
        let (first, second) = (try layout(x, product.transposesFirst), try layout(y, product.transposesSecond))
        let destination = try Layout(builder.libraryResultElement(output), builder.graph.shape(output))
        for count in builder.postCounts(node) {
            let posts = Array(node.posts.prefix(count))
            guard let lowered = try builder.lower(posts, destination: destination, shape: builder.graph.shape(output), for: output),
                let primitive = try? Primitive.matmul(
                    source: first, weights: second, destination: destination, posts: lowered.items),
                count == 0 || !primitive.isReference
            else { continue }
            var bindings = [
                builder.binding(ONEDNN_ARGUMENT_SOURCE, first, try builder.dense(x, builder.factorElement)),
                builder.binding(ONEDNN_ARGUMENT_WEIGHTS, second, try builder.dense(y, builder.factorElement)),
            ]
            bindings += try builder.bindings(lowered)
            let memory = try builder.destination(output, destination, lowered)
            bindings.append(builder.binding(ONEDNN_ARGUMENT_DESTINATION, destination, memory))
            try builder.append(node.name, name, primitive, bindings)
            builder.placements[output].append(.init(layout: destination, memory: memory))
            return try builder.planPosts(node, from: count)
        }
        throw RuntimeError.unsupported("matmul '\(node.name)': no kernel")
    }
}
