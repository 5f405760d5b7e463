import CKernels
import COneDNN

extension TrainingBuilder {
    /// The format of activations between convolutions: blocks of 16 channels on processors with 512-bit vectors.
    static var activationFormat: Layout.Format { Processor.has512BitVectors ? .blocked16 : .any }

    private enum WeightsGradient {
        case primitive(Primitive)
        case depthwise(KernelDepthwiseGradient)
    }

    private struct ConvolutionPrimitives {
        var forward: Primitive
        var backwardData: Primitive?
        var backwardWeights: WeightsGradient?
        var source: Layout
        var destination: Layout
        var weights: Layout
    }

    /// Adds a convolution or transposed convolution with oneDNN's kernels. Returns false if there are none for it.
    mutating func addConvolution(_ resolved: Resolved) throws -> Bool {
        let transposed = resolved.call.kind == "conv_transpose"
        let geometry = try transposed ? TransposedConvolution.geometry(resolved.call) : Convolution.geometry(resolved.call)
        guard let x = resolved.value("x"), values[x].type.scalar == .float32, values[x].type.count > 0,
            geometry.padBefore.allSatisfy({ $0 >= 0 }), geometry.outputShape.product() > 0,
            let weight = try operand("weight", resolved)
        else { return false }
        let bias = try operand("bias", resolved)
        let wantsGradient = try wantsGradient(resolved, OperationRegistry.definition(for: resolved.call.kind))
        let needsWeights = [weight, bias].contains { $0.map { values[$0].wantsGradient } ?? false }
        guard let made = try primitives(geometry, transposed: transposed, x, hasBias: bias != nil, needsWeights: needsWeights) else {
            return false
        }
        let source = try placement(x, made.source.isRowMajor ? nil : made.source)
        let output = try newValue(
            .float32(geometry.outputShape), layout: made.destination.isRowMajor ? nil : made.destination, wantsGradient: wantsGradient)
        if let name = resolved.operation.outputs.first { valueIDs[name] = output }
        let stored = try storedWeights(geometry, transposed: transposed)
        let name = "\(resolved.call.kind) '\(resolved.call.name)'"
        let weights = try reordered(values[weight].buffer, from: stored, to: made.weights)
        var bindings = [
            (ONEDNN_ARGUMENT_SOURCE, made.source, values[source].buffer), (ONEDNN_ARGUMENT_WEIGHTS, made.weights, weights),
            (ONEDNN_ARGUMENT_DESTINATION, made.destination, values[output].buffer),
        ]
        let biasLayout = try Layout(.float32, [geometry.outputChannels])
        if let bias { bindings.append((ONEDNN_ARGUMENT_BIAS, biasLayout, values[bias].buffer)) }
        try append(name, made.forward, bindings)
        guard wantsGradient else { return true }
        makers.append { builder in
            guard let gradient = builder.values[output].gradient else { return }
            try builder.addWeightsGradient(
                name, made, stored: stored, biasLayout, source: source, weight: weight, bias: bias, gradient: gradient)
            guard let primitive = made.backwardData else { return }
            try builder.contribute(to: source) { builder, target in
                let wanted = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: stored.dimensions)
                let weights = try builder.reordered(builder.values[weight].buffer, from: stored, to: wanted)
                try builder.append(
                    "gradient of the source of \(name)", primitive,
                    [
                        (ONEDNN_ARGUMENT_DESTINATION_GRADIENT, made.destination, gradient), (ONEDNN_ARGUMENT_WEIGHTS, wanted, weights),
                        (ONEDNN_ARGUMENT_SOURCE_GRADIENT, made.source, target),
                    ])
            }
        }
        return true
    }

    private mutating func addWeightsGradient(
        _ name: String, _ made: ConvolutionPrimitives, stored: Layout, _ biasLayout: Layout, source: Int, weight: Int, bias: Int?,
        gradient: Int
    ) throws {
        let target = target(weight)
        let biasTarget = bias.flatMap { self.target($0) }
        switch made.backwardWeights {
        case nil: return
        case .depthwise(let work):
            appendDepthwiseGradient(name, work, source: values[source].buffer, gradient, weights: target, bias: biasTarget)
        case .primitive(let primitive):
            let layout = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS_GRADIENT, dimensions: stored.dimensions)
            let isStored = layout.matches(stored)
            let weightsBuffer = (isStored ? target : nil) ?? newBuffer(byteCount: layout.byteCount)
            var bindings = [
                (ONEDNN_ARGUMENT_SOURCE, made.source, values[source].buffer),
                (ONEDNN_ARGUMENT_DESTINATION_GRADIENT, made.destination, gradient),
                (ONEDNN_ARGUMENT_WEIGHTS_GRADIENT, layout, weightsBuffer),
            ]
            if bias != nil {
                bindings.append((ONEDNN_ARGUMENT_BIAS_GRADIENT, biasLayout, biasTarget ?? newBuffer(byteCount: biasLayout.byteCount)))
            }
            try append("gradient of the weights of \(name)", primitive, bindings)
            if let target, !isStored { try appendReorder(layout, weightsBuffer, stored, target) }
        }
        if let target { finishContribution(to: weight, target) }
        if let bias, let biasTarget { finishContribution(to: bias, biasTarget) }
    }

    /// The buffer for the gradient of a parameter; `nil` if the parameter needs no gradient.
    private mutating func target(_ parameter: Int) -> Int? { values[parameter].wantsGradient ? contributionBuffer(parameter) : nil }

    private mutating func appendDepthwiseGradient(
        _ name: String, _ work: KernelDepthwiseGradient, source: Int, _ gradient: Int, weights: Int?, bias: Int?
    ) {
        let count = Int(work.channels * work.kernel.0 * work.kernel.1)
        let (weights, threads) = (weights ?? newBuffer(byteCount: count * 4), Int32(clamping: options.threads))
        let touched = [source, gradient, weights] + [bias].compactMap(\.self)
        append("gradient of the weights of \(name): depthwise", touching: touched) { memory in
            let (source, gradient) = (memory[source], memory[gradient])
            let (weights, bias) = (memory[weights], bias.map { memory[$0] })
            return {
                withUnsafePointer(to: work) { work in
                    kernel_depthwise_gradient_run(
                        work, source.assumingMemoryBound(to: Float.self), gradient.assumingMemoryBound(to: Float.self),
                        weights.assumingMemoryBound(to: Float.self), bias?.assumingMemoryBound(to: Float.self), threads)
                }
            }
        }
    }

    /// The value of an argument. A constant becomes a value. `nil` if the argument is absent.
    private mutating func operand(_ argument: String, _ resolved: Resolved) throws -> Int? {
        if let value = resolved.value(argument) { return try placement(value, nil) }
        guard let tensor = resolved.call.inputs[argument]?.first?.tensor else { return nil }
        let floats = tensor.converted(to: .float32)
        let buffer = newBuffer(.constant(ConstantMemory(floats)), byteCount: floats.type.byteCount)
        return newValue(Value(type: floats.type, buffer: buffer, wantsGradient: false))
    }

    /// The layout of the weights in the program, with oneDNN's dimensions: always [groups,] [O / groups, C / groups, …].
    private func storedWeights(_ g: ConvolutionGeometry, transposed: Bool) throws -> Layout {
        let (outputs, inputs) = (g.outputChannels / g.groups, g.inputChannels / g.groups)
        let dimensions = (g.groups > 1 ? [g.groups] : []) + [outputs, inputs] + g.kernel
        guard transposed else { return try Layout(.float32, dimensions) }
        let taps = g.kernel.product()
        var strides = [taps, outputs * taps] + TensorType.float32(g.kernel).strides
        if g.groups > 1 { strides.insert(inputs * outputs * taps, at: 0) }
        return try Layout(.float32, dimensions, strides: strides)
    }

    /// A buffer with the weights in another format. They are re-ordered in every step.
    private mutating func reordered(_ buffer: Int, from stored: Layout, to layout: Layout) throws -> Int {
        if layout.matches(stored) { return buffer }
        let result = newBuffer(byteCount: layout.byteCount)
        try appendReorder(stored, buffer, layout, result)
        return result
    }

    private func primitives(
        _ g: ConvolutionGeometry, transposed: Bool, _ x: Int, hasBias: Bool, needsWeights: Bool
    ) throws -> ConvolutionPrimitives? {
        let family = TrainingBuilder.activationFormat
        // The kernels for few input channels read row-major input directly.
        let first: Layout.Format = g.inputChannels <= 3 && g.groups == 1 && !values[x].wantsGradient ? .rowMajor : family
        for (source, destination) in [(first, family), (.any, .any), (.rowMajor, .rowMajor)] as [(Layout.Format, Layout.Format)] {
            guard
                let made = try? primitives(
                    g, transposed: transposed, x, hasBias: hasBias, needsWeights: needsWeights, source, destination)
            else { continue }
            var all = [made.forward, made.backwardData]
            if case .primitive(let primitive) = made.backwardWeights { all.append(primitive) }
            let isReference = all.contains { $0?.isReference ?? false }
            if !isReference || source == .rowMajor && destination == .rowMajor { return made }
        }
        return nil
    }

    private func primitives(
        _ g: ConvolutionGeometry, transposed: Bool, _ x: Int, hasBias: Bool, needsWeights: Bool, _ sourceFormat: Layout.Format,
        _ destinationFormat: Layout.Format
    ) throws -> ConvolutionPrimitives {
        let stored = try storedWeights(g, transposed: transposed).dimensions
        let (inputShape, outputShape) = ([g.batch, g.inputChannels] + g.input, g.outputShape)
        let source = try Layout(.float32, inputShape, sourceFormat)
        let destination = try Layout(.float32, outputShape, destinationFormat)
        let weights = try Layout(.float32, stored, .any)
        let bias = hasBias ? try Layout(.float32, [g.outputChannels]) : nil
        let shape = Primitive.ConvolutionShape(
            strides: g.strides, dilations: g.dilations, paddingBefore: g.padBefore, paddingAfter: g.padAfter, transposed: transposed)
        var description = shape.description(source: source, weights: weights, bias: bias, destination: destination)
        var (forward, backwardData, backwardWeights): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
        let needsData = values[x].wantsGradient
        try withUnsafeMutablePointer(to: &backwardData) { data in
            try withUnsafeMutablePointer(to: &backwardWeights) { weights in
                try OneDNN.check(
                    onednn_convolution_training_create(&description, &forward, needsData ? data : nil, needsWeights ? weights : nil))
            }
        }
        let primitive = Primitive(owning: try OneDNN.unwrap(forward))
        var made = ConvolutionPrimitives(
            forward: primitive, backwardData: backwardData.map { Primitive(owning: $0) },
            backwardWeights: backwardWeights.map { .primitive(Primitive(owning: $0)) },
            source: try primitive.layout(ONEDNN_ARGUMENT_SOURCE, dimensions: inputShape),
            destination: try primitive.layout(ONEDNN_ARGUMENT_DESTINATION, dimensions: outputShape),
            weights: try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: stored))
        if case .primitive(let weights) = made.backwardWeights, weights.isReference, !transposed,
            let work = try depthwiseGradient(g, made)
        {
            made.backwardWeights = .depthwise(work)
        }
        return made
    }

    /// The gradient of the weights by a kernel of our own; `nil` for convolutions that it does not support.
    private func depthwiseGradient(_ g: ConvolutionGeometry, _ made: ConvolutionPrimitives) throws -> KernelDepthwiseGradient? {
        guard g.kernel.count == 2, g.groups == g.inputChannels, g.groups == g.outputChannels,
            made.source.matches(try Layout(.float32, [g.batch, g.inputChannels] + g.input, .blocked16)),
            made.destination.matches(try Layout(.float32, g.outputShape, .blocked16))
        else { return nil }
        func pair(_ numbers: [Int]) -> (Int64, Int64) { (Int64(numbers[0]), Int64(numbers[1])) }
        let work = KernelDepthwiseGradient(
            images: Int64(g.batch), channels: Int64(g.groups), input: pair(g.input), result: pair(Array(g.outputShape.suffix(2))),
            kernel: pair(g.kernel), strides: pair(g.strides), dilations: pair(g.dilations), padding_before: pair(g.padBefore))
        return withUnsafePointer(to: work, kernel_has_depthwise_gradient) ? work : nil
    }
}
