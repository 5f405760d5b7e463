import COneDNN

/// A convolution with weights that are not constant. The weights are the second input of the node. Their shape is [O, C ÷ groups, spatial…], or [C, O
/// ÷ groups, spatial…] for a transposed convolution. A third input is a bias that is not constant.
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

/// A convolution by the library. The weights are re-ordered in every run.
enum DynamicConvolution: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ convolution: DynamicConvolutionNode, in builder: inout PlanBuilder) throws {
        let (x, weight, y) = (node.inputs[0], node.inputs[1], node.outputs[0])
        let given = builder.graph.shape(weight)
        let kernel = Array(given.dropFirst(2))
        let (inputs, outputs, groups) = (builder.graph.shape(x)[1], convolution.outputChannels, convolution.groups)
        let dimensions = (groups > 1 ? [groups] : []) + [outputs / groups, inputs / groups] + kernel
        let bias = try convolution.bias != nil || node.inputs.count > 2 ? Layout(.float32, [outputs]) : nil
        let primitive = try Primitive.convolution(
            convolution.shape, source: try Layout(builder.factorElement, builder.graph.shape(x), .any),
            weights: try Layout(builder.factorElement, dimensions, .any), bias: bias,
            destination: try Layout(builder.libraryResultElement(y), builder.graph.shape(y), .any))
        let source = try primitive.layout(ONEDNN_ARGUMENT_SOURCE, dimensions: builder.graph.shape(x))
        let destination = try primitive.layout(ONEDNN_ARGUMENT_DESTINATION, dimensions: builder.graph.shape(y))
        let wanted = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: dimensions)

        let stored =
            try convolution.shape.transposed
            ? PreparedWeights.transposed(given, dimensions, groups: groups) : Layout(.float32, dimensions)
        let dense = try builder.rowMajor(weight)
        var prepared = dense
        if !stored.matches(wanted) {
            prepared = builder.newBuffer(byteCount: wanted.byteCount)
            try builder.reorder("\(node.name).weight", (stored, dense), to: wanted, prepared)
        }
        var bindings = [
            builder.binding(ONEDNN_ARGUMENT_SOURCE, source, try builder.placement(x, source)),
            builder.binding(ONEDNN_ARGUMENT_WEIGHTS, wanted, prepared),
        ]
        if let bias {
            let memory = try convolution.bias.map { builder.constant(ConstantMemory($0)) } ?? builder.rowMajor(node.inputs[2])
            bindings.append(builder.binding(ONEDNN_ARGUMENT_BIAS, bias, memory))
        }
        let memory = try builder.destination(y, destination)
        bindings.append(builder.binding(ONEDNN_ARGUMENT_DESTINATION, destination, memory))
        try builder.append(node.name, name, primitive, bindings)
        builder.placements[y].append(.init(layout: destination, memory: memory))
    }
}
