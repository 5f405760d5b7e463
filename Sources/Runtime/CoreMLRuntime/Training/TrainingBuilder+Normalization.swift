import COneDNN

extension TrainingBuilder {
    /// Adds a batch normalisation whose mean and variance are running statistics. In training it normalises with the statistics of the batch, and
    /// updates the running statistics from these.
    mutating func addBatchNormalization(_ resolved: inout Resolved, _ index: Int) throws -> Bool {
        guard resolved.call.kind == "batch_norm", let mean = resolved.value("mean"), let variance = resolved.value("variance"),
            isStatistic(resolved.operation, "mean"), isStatistic(resolved.operation, "variance"), let x = resolved.value("x")
        else { return false }
        let types = try BatchNormalization.outputTypes(resolved.call)
        var training = resolved
        training.call = OperationCall(
            kind: "osprey.batch_norm_training", name: resolved.call.name, inputs: resolved.call.inputs, strings: resolved.call.strings)
        for argument in ["mean", "variance"] { training.call.inputs[argument] = nil }
        training.slots.removeAll { $0.argument == "mean" || $0.argument == "variance" }
        let statistics: (mean: Int, variance: Int)
        if options.usesFastKernels, let made = try addFastBatchNormalization(training, index, x, types[0]) {
            statistics = made
        } else {
            let outputs = try addPlain(training)
            statistics = (outputs[1], outputs[2])
        }
        let count = types[0].shape[0] * types[0].shape.dropFirst(2).product()
        follow(mean, statistics.mean, factor: 1)
        // The running variance is the unbiased estimate for the distribution, not the variance of the batch.
        follow(variance, statistics.variance, factor: count > 1 ? Float(count) / Float(count - 1) : 1)
        return true
    }

    private func isStatistic(_ operation: Operation, _ argument: String) -> Bool {
        guard case .value(let name)? = operation.arguments[argument] else { return false }
        return parameters.entries[name]?.role == .statistic
    }

    /// Moves a running statistic towards the statistic of the batch.
    private mutating func follow(_ running: Int, _ batch: Int, factor: Float) {
        let (target, source, momentum) = (values[running].buffer, values[batch].buffer, options.statisticsMomentum)
        let count = values[running].type.count
        append("running statistics", touching: [target, source]) { memory in
            let (target, source) = (memory.floats(target), memory.floats(source))
            return {
                for index in 0..<count {
                    let next = target[index] + momentum * (source[index] * factor - target[index])
                    // A batch with values that are not finite ends in an error. The running statistics must stay valid after it.
                    if next.isFinite { target[index] = next }
                }
            }
        }
    }

    /// The rectifier that is the only reader of the result; `nil` if there is none.
    private func rectifier(_ operation: Operation) -> Int? {
        guard let output = operation.outputs.first, !observed.contains(output), let readers = readers[output], readers.count == 1,
            function.body.operations[readers[0]].kind == "relu"
        else { return nil }
        return readers[0]
    }

    private mutating func addFastBatchNormalization(
        _ resolved: Resolved, _ index: Int, _ x: Int, _ type: TensorType
    ) throws -> (mean: Int, variance: Int)? {
        guard type.rank >= 3, type.rank <= 5, type.count > 0, type.scalar == .float32 else { return nil }
        let channels = type.shape[1]
        let rectifier = rectifier(resolved.operation)
        let epsilon = try resolved.call.float("epsilon", default: 1e-5)
        let layout = try layout(x)
        guard let (forward, backward) = try? normalizationPrimitives(epsilon, rectifies: rectifier != nil, layout),
            !forward.isReference, !backward.isReference
        else { return nil }
        let perChannel = try Layout(.float32, [channels])
        let scale = try perChannelOperand("gamma", resolved, channels, missing: 1)
        let shift = try perChannelOperand("beta", resolved, channels, missing: 0)
        let wantsGradient = [x, scale, shift].contains { values[$0].wantsGradient }
        let output = try newValue(type, layout: values[x].layout, wantsGradient: wantsGradient)
        let (mean, variance) = (
            try newValue(.float32([channels]), wantsGradient: false), try newValue(.float32([channels]), wantsGradient: false)
        )
        if let name = resolved.operation.outputs.first { valueIDs[name] = output }
        if let rectifier {
            fused.insert(rectifier)
            if let name = function.body.operations[rectifier].outputs.first { valueIDs[name] = output }
        }
        var workspace: [(onednn_argument, Layout, Int)] = []
        if rectifier != nil {
            let layout = try forward.layout(ONEDNN_ARGUMENT_WORKSPACE, dimensions: [])
            workspace = [(ONEDNN_ARGUMENT_WORKSPACE, layout, newBuffer(byteCount: layout.byteCount))]
        }
        let name = "batch_norm '\(resolved.call.name)'"
        let shared = [
            (ONEDNN_ARGUMENT_SOURCE, layout, values[x].buffer), (ONEDNN_ARGUMENT_MEAN, perChannel, values[mean].buffer),
            (ONEDNN_ARGUMENT_VARIANCE, perChannel, values[variance].buffer), (ONEDNN_ARGUMENT_SCALE, perChannel, values[scale].buffer),
            (ONEDNN_ARGUMENT_SHIFT, perChannel, values[shift].buffer),
        ]
        try append(name, forward, shared + [(ONEDNN_ARGUMENT_DESTINATION, layout, values[output].buffer)] + workspace)
        makers.append { builder in
            guard let gradient = builder.values[output].gradient else { return }
            func target(_ value: Int) -> Int {
                builder.values[value].wantsGradient
                    ? builder.contributionBuffer(value) : builder.newBuffer(byteCount: builder.values[value].storedCount * 4)
            }
            let targets = [x, scale, shift].map(target)
            try builder.append(
                "gradient of \(name)", backward,
                shared + [
                    (ONEDNN_ARGUMENT_DESTINATION_GRADIENT, layout, gradient), (ONEDNN_ARGUMENT_SOURCE_GRADIENT, layout, targets[0]),
                    (ONEDNN_ARGUMENT_SCALE_GRADIENT, perChannel, targets[1]), (ONEDNN_ARGUMENT_SHIFT_GRADIENT, perChannel, targets[2]),
                ] + workspace)
            for (value, buffer) in zip([x, scale, shift], targets) where builder.values[value].wantsGradient {
                builder.finishContribution(to: value, buffer)
            }
        }
        return (mean, variance)
    }

    /// An argument with one number for each channel. If it is absent, all numbers are `missing`.
    private mutating func perChannelOperand(_ argument: String, _ resolved: Resolved, _ channels: Int, missing: Float) throws -> Int {
        if let value = resolved.value(argument) { return try placement(value, nil) }
        let tensor =
            resolved.call.inputs[argument]?.first?.tensor?.converted(to: .float32)
            ?? Tensor([Float](repeating: missing, count: channels))
        let buffer = newBuffer(.constant(ConstantMemory(tensor)), byteCount: tensor.type.byteCount)
        return newValue(Value(type: tensor.type, buffer: buffer, wantsGradient: false))
    }

    private func normalizationPrimitives(_ epsilon: Float, rectifies: Bool, _ layout: Layout) throws -> (Primitive, Primitive) {
        var (forward, backward): (OpaquePointer?, OpaquePointer?)
        try OneDNN.check(onednn_batch_normalization_training_create(epsilon, rectifies, layout.pointer, &forward, &backward))
        return (Primitive(owning: try OneDNN.unwrap(forward)), Primitive(owning: try OneDNN.unwrap(backward)))
    }
}
