import COneDNN

/// A convolution with weights that are not constant: the second input of the node is computed, or an input of the model. The shape of the
/// weights is [O, C / groups, spatial…], or [C, O / groups, spatial…] for a transposed convolution. A third input is a bias that is not
/// constant.
struct DynamicConvolutionNode {
    var bias: [Float]?
    var groups: Int
    var outputChannels: Int
    var shape: Primitive.ConvolutionShape

    /// Makes the node for a call with weights that are not constant. Returns `nil` if only the plain kernel supports the call.
    static func node(for plain: PlainCall, outputs: [Graph.ValueID]) throws -> Node? {
        let call = plain.call
        let transposed = call.kind == "conv_transpose"
        guard let x = plain.operand("x"), let weight = plain.operand("weight") else { return nil }
        let constantBias = try call.has("bias") ? call.input("bias").tensor : nil
        guard constantBias == nil || constantBias?.scalar == .float32 else { return nil }
        let geometry = try transposed ? TransposedConvolution.geometry(call) : Convolution.geometry(call)
        // Kernels count in 32 bits.
        let measures = geometry.padBefore + geometry.padAfter + geometry.strides + geometry.dilations
        guard measures.allSatisfy({ $0 >= 0 && $0 < 1 << 15 }) else { return nil }
        let kind = DynamicConvolutionNode(
            bias: constantBias.map { Array($0.floats) }, groups: geometry.groups, outputChannels: geometry.outputChannels,
            shape: .init(
                strides: geometry.strides, dilations: geometry.dilations, paddingBefore: geometry.padBefore,
                paddingAfter: geometry.padAfter, transposed: transposed))
        return Node(
            name: call.name, kind: .dynamicConvolution(kind), inputs: [x, weight] + (plain.operand("bias").map { [$0] } ?? []),
            outputs: outputs)
    }
}

extension PlanBuilder {
    /// Plans a convolution that re-orders its weights in every run.
    mutating func planDynamicConvolution(_ node: Node, _ convolution: DynamicConvolutionNode) throws {
        let (x, weight, y) = (node.inputs[0], node.inputs[1], node.outputs[0])
        let given = graph.shape(weight)
        let kernel = Array(given.dropFirst(2))
        let (inputs, outputs, groups) = (graph.shape(x)[1], convolution.outputChannels, convolution.groups)
        let dimensions = (groups > 1 ? [groups] : []) + [outputs / groups, inputs / groups] + kernel
        let bias = try convolution.bias != nil || node.inputs.count > 2 ? Layout(.float32, [outputs]) : nil
        let primitive = try Primitive.convolution(
            convolution.shape, source: try Layout(factorElement, graph.shape(x), .any),
            weights: try Layout(factorElement, dimensions, .any), bias: bias,
            destination: try Layout(libraryResultElement(y), graph.shape(y), .any))
        let source = try primitive.layout(ONEDNN_ARGUMENT_SOURCE, dimensions: graph.shape(x))
        let destination = try primitive.layout(ONEDNN_ARGUMENT_DESTINATION, dimensions: graph.shape(y))
        let wanted = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: dimensions)

        let stored =
            try convolution.shape.transposed
            ? PreparedWeights.transposed(given, dimensions, groups: groups) : Layout(.float32, dimensions)
        let dense = try rowMajor(weight)
        var prepared = dense
        if !stored.matches(wanted) {
            prepared = newBuffer(byteCount: wanted.byteCount)
            try reorder("\(node.name).weight", (stored, dense), to: wanted, prepared)
        }
        var bindings = [
            binding(ONEDNN_ARGUMENT_SOURCE, source, try placement(x, source)), binding(ONEDNN_ARGUMENT_WEIGHTS, wanted, prepared),
        ]
        if let bias {
            let memory = try convolution.bias.map { constant(ConstantMemory($0)) } ?? rowMajor(node.inputs[2])
            bindings.append(binding(ONEDNN_ARGUMENT_BIAS, bias, memory))
        }
        let memory = try self.destination(y, destination)
        bindings.append(binding(ONEDNN_ARGUMENT_DESTINATION, destination, memory))
        try append(node.name, primitive, bindings)
        placements[y].append(Placement(layout: destination, memory: memory))
    }
}
