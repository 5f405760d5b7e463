import COneDNN

extension PlanBuilder {
    mutating func planProduct(_ node: Node, _ product: ProductNode) throws {
        if try planQuantizedProduct(node, product) || planRowProduct(node, product) || planTileProduct(node, product) { return }
        for count in postCounts(node) where try plan(node, product, Array(node.posts.prefix(count))) {
            return try planPosts(node, from: count)
        }
        throw RuntimeError.unsupported("linear '\(node.name)': no kernel")
    }

    private mutating func plan(_ node: Node, _ product: ProductNode, _ posts: [PostOperation]) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (outputs, inputs) = (product.outputCount, product.inputCount)
        let rows = graph.values[x].type.count / max(inputs, 1)
        let source = try Layout(factorElement, [rows, inputs])
        let destination = try Layout(libraryResultElement(y), [rows, outputs])
        guard let lowered = try lower(posts, destination: destination, shape: graph.shape(y), for: y) else { return false }
        let bias = try product.bias.map { try Layout(.float32, [$0.count]) }
        let primitive: Primitive
        do {
            primitive = try Primitive.innerProduct(
                source: source, weights: try Layout(factorElement, [outputs, inputs], .any), bias: bias, destination: destination,
                posts: lowered.items)
        } catch { return false }
        guard posts.isEmpty || !primitive.isReference else { return false }
        let weightsLayout = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: [outputs, inputs])
        let prepared = try productWeights(node, product, weightKey(node, product), layout: weightsLayout) { [weights] memory in
            try weights.prepare(product, to: weightsLayout, memory)
        }
        var bindings = [
            binding(ONEDNN_ARGUMENT_SOURCE, source, try dense(x, factorElement)),
            binding(ONEDNN_ARGUMENT_WEIGHTS, weightsLayout, prepared),
        ]
        if let values = product.bias, let bias {
            bindings.append(binding(ONEDNN_ARGUMENT_BIAS, bias, constant(ConstantMemory(values))))
        }
        bindings += try self.bindings(lowered)
        let own = try Layout(destination.element, graph.shape(y))
        let memory = try self.destination(y, own, lowered)
        bindings.append(binding(ONEDNN_ARGUMENT_DESTINATION, destination, memory))
        try append(node.name, primitive, bindings)
        placements[y].append(Placement(layout: own, memory: memory))
        return true
    }

    func weightKey(_ node: Node, _ product: ProductNode, form: String = "") -> WeightKey {
        weightKey(node, product.weights, product.scale, form: product.isTransposed ? form + " transposed" : form)
    }

    /// The value in dense row-major order with elements of type `element`. It is re-ordered only if it does not already lie so.
    mutating func dense(_ id: ValueID, _ element: Layout.Element) throws -> Memory {
        if let found = placements[id].first(where: { $0.layout.map { $0.element == element && $0.isRowMajor } ?? false }) {
            return found.memory
        }
        return try placement(id, try Layout(element, graph.shape(id)))
    }

    mutating func planMatrixProduct(_ node: Node, _ product: MatrixProductNode) throws {
        let (x, y, output) = (node.inputs[0], node.inputs[1], node.outputs[0])
        func layout(_ id: ValueID, _ transposed: Bool) throws -> Layout {
            var (shape, strides) = (graph.shape(id), graph.values[id].type.strides)
            if transposed {
                shape.swapAt(shape.count - 1, shape.count - 2)
                strides.swapAt(strides.count - 1, strides.count - 2)
            }
            return try Layout(factorElement, shape, strides: strides)
        }
        let (first, second) = (try layout(x, product.transposesFirst), try layout(y, product.transposesSecond))
        let destination = try Layout(libraryResultElement(output), graph.shape(output))
        for count in postCounts(node) {
            let posts = Array(node.posts.prefix(count))
            guard let lowered = try lower(posts, destination: destination, shape: graph.shape(output), for: output),
                let primitive = try? Primitive.matmul(
                    source: first, weights: second, destination: destination, posts: lowered.items),
                count == 0 || !primitive.isReference
            else { continue }
            var bindings = [
                binding(ONEDNN_ARGUMENT_SOURCE, first, try dense(x, factorElement)),
                binding(ONEDNN_ARGUMENT_WEIGHTS, second, try dense(y, factorElement)),
            ]
            bindings += try self.bindings(lowered)
            let memory = try self.destination(output, destination, lowered)
            bindings.append(binding(ONEDNN_ARGUMENT_DESTINATION, destination, memory))
            try append(node.name, primitive, bindings)
            placements[output].append(Placement(layout: destination, memory: memory))
            return try planPosts(node, from: count)
        }
        throw RuntimeError.unsupported("matmul '\(node.name)': no kernel")
    }
}
