import COneDNN
import Locks

extension TrainingBuilder {
    /// Adds an operation with a fast kernel. Returns false if there is none.
    mutating func addFast(_ resolved: Resolved) throws -> Bool {
        switch resolved.call.kind {
        case "conv", "conv_transpose": return try addConvolution(resolved)
        case "max_pool", "avg_pool": return try addPooling(resolved)
        default: return try addElementwise(resolved)
        }
    }

    // MARK: Pooling

    private mutating func addPooling(_ resolved: Resolved) throws -> Bool {
        let geometry = try PoolingGeometry(resolved.call)
        let excludes = try resolved.call.bool("exclude_padding_from_average", default: false)
        // If a window extends beyond the padding, oneDNN divides by another number of elements than Core ML.
        let isExact = geometry.windows.indices.allSatisfy { axis in
            let window = geometry.windows[axis]
            let reach = (geometry.output[axis] - 1) * window.stride + window.size
            let room = geometry.input[axis] + window.before + max(window.after, 0)
            return window.before >= 0 && window.before < window.size && (reach <= room || excludes || resolved.call.kind == "max_pool")
        }
        guard isExact, let x = resolved.value("x"), values[x].type.scalar == .float32, values[x].type.count > 0,
            geometry.outputShape.product() > 0
        else { return false }
        let kind: PoolingKind =
            resolved.call.kind == "max_pool"
            ? .maximum : excludes ? .averageWithoutPadding : .averageWithPadding
        let wantsGradient = values[x].wantsGradient
        var formats = [values[x].layout?.format ?? .rowMajor]
        for format in [TrainingBuilder.activationFormat, .rowMajor] where !formats.contains(format) { formats.append(format) }
        for format in formats where format != .any && format != .other {
            let source = try Layout(.float32, values[x].type.shape, format)
            let destination = try Layout(.float32, geometry.outputShape, format)
            guard let (forward, backward) = try? poolingPrimitives(kind, geometry, source, destination) else { continue }
            guard !forward.isReference, !backward.isReference else { continue }
            let input = try placement(x, source.isRowMajor ? nil : source)
            let output = try newValue(
                .float32(geometry.outputShape), layout: destination.isRowMajor ? nil : destination, wantsGradient: wantsGradient)
            if let name = resolved.operation.outputs.first { valueIDs[name] = output }
            let name = "\(resolved.call.kind) '\(resolved.call.name)'"
            var workspace: [(onednn_argument, Layout, Int)] = []
            if kind == .maximum {
                let layout = try forward.layout(ONEDNN_ARGUMENT_WORKSPACE, dimensions: [])
                workspace = [(ONEDNN_ARGUMENT_WORKSPACE, layout, newBuffer(byteCount: layout.byteCount))]
            }
            try append(
                name, forward,
                [
                    (ONEDNN_ARGUMENT_SOURCE, source, values[input].buffer),
                    (ONEDNN_ARGUMENT_DESTINATION, destination, values[output].buffer),
                ] + workspace)
            guard wantsGradient else { return true }
            makers.append { builder in
                guard let gradient = builder.values[output].gradient else { return }
                try builder.contribute(to: input) { builder, target in
                    try builder.append(
                        "gradient of \(name)", backward,
                        [
                            (ONEDNN_ARGUMENT_DESTINATION_GRADIENT, destination, gradient),
                            (ONEDNN_ARGUMENT_SOURCE_GRADIENT, source, target),
                        ] + workspace)
                }
            }
            return true
        }
        return false
    }

    private func poolingPrimitives(
        _ kind: PoolingKind, _ g: PoolingGeometry, _ source: Layout, _ destination: Layout
    ) throws -> (Primitive, Primitive) {
        var description = onednn_pooling()
        description.kind = kind.code
        description.source = source.pointer
        description.destination = destination.pointer
        description.spatial_rank = Int32(g.kernel.count)
        store(g.kernel, in: &description.kernel)
        store(g.strides, in: &description.strides)
        store(g.padBefore, in: &description.padding_before)
        // The padding that the last window covers.
        let after = g.windows.indices.map { axis in
            (g.output[axis] - 1) * g.windows[axis].stride + g.windows[axis].size - g.input[axis] - g.windows[axis].before
        }
        store(after, in: &description.padding_after)
        var (forward, backward): (OpaquePointer?, OpaquePointer?)
        try OneDNN.check(onednn_pooling_training_create(&description, &forward, &backward))
        return (Primitive(owning: try OneDNN.unwrap(forward)), Primitive(owning: try OneDNN.unwrap(backward)))
    }

    // MARK: Element by element

    /// Element-wise operations with one argument. The value tells whether the operation maps zero to zero, which the padding of some formats needs.
    private static let unary: [String: Bool] = [
        "relu": true, "relu6": true, "leaky_relu": true, "tanh": true, "silu": true, "softsign": true, "abs": true, "square": true,
        "gelu": true, "elu": true, "sigmoid": false, "sigmoid_hard": false, "softplus": false, "exp": false, "linear_activation": false,
        "clip": false, "scaled_tanh": true, "identity": true,
    ]

    private static let binary: Set<String> = ["add", "sub", "mul", "maximum", "minimum"]

    /// Adds an element-wise operation with arguments of equal types, in any format.
    private mutating func addElementwise(_ resolved: Resolved) throws -> Bool {
        let kind = resolved.call.kind
        let names = Self.binary.contains(kind) ? ["x", "y"] : Self.unary[kind] == nil ? [] : ["x"]
        let operands = names.compactMap { resolved.value($0) }
        guard let first = operands.first, operands.count == names.count,
            operands.allSatisfy({ values[$0].type == values[first].type }), values[first].type.scalar == .float32,
            let definition = try OperationRegistry.definition(for: kind) as? any DifferentiableOperation.Type
        else { return false }
        var layout = operands.compactMap { values[$0].layout }.first
        if let chosen = layout, Self.unary[kind] == false, chosen.byteCount != values[first].type.byteCount { layout = nil }
        var resolved = resolved
        for index in resolved.slots.indices { resolved.slots[index].value = try placement(resolved.slots[index].value, layout) }
        let type = values[first].type
        let wantsGradient = try wantsGradient(resolved, definition)
        let output = try newValue(type, layout: layout, wantsGradient: wantsGradient)
        if let name = resolved.operation.outputs.first { valueIDs[name] = output }
        let kernel = ElementKernel(
            definition: definition, call: bindable(resolved).template,
            operands: resolved.slots.map { ($0.argument, values[$0.value].buffer) },
            output: values[output].buffer, count: values[output].storedCount, threads: options.threads)
        append(
            "\(kind) '\(resolved.call.name)'", touching: kernel.operands.map(\.buffer) + [kernel.output],
            { memory in { try kernel.forward(memory) } })
        guard wantsGradient else { return true }
        makers.append { try $0.addElementwiseBackward(resolved, kernel, output) }
        return true
    }

    private mutating func addElementwiseBackward(_ resolved: Resolved, _ kernel: ElementKernel, _ output: Int) throws {
        guard let gradient = values[output].gradient else { return }
        // A sum passes its gradient on unchanged. The last receiver takes it without a copy.
        if kernel.call.kind == "add" || kernel.call.kind == "identity" {
            for (position, slot) in resolved.slots.enumerated().reversed() {
                if position == 0 {
                    try pass(gradient, to: slot.value)
                } else {
                    let type = TensorType.float32([values[slot.value].storedCount])
                    try contribute(to: slot.value) { builder, target in
                        builder.append("gradient", touching: [gradient, target]) { memory in
                            let (from, to) = (memory[gradient], memory[target])
                            return { to.copyMemory(from: from, byteCount: type.byteCount) }
                        }
                    }
                }
            }
            return
        }
        var targets: [(slot: Resolved.Slot, buffer: Int)] = []
        for slot in resolved.slots where values[slot.value].wantsGradient {
            let isFirst = values[slot.value].gradient == nil && values[slot.value].gradientTensor == nil
            // Each element is read before it is written, so the gradient of a single argument may overwrite that of the result.
            if resolved.slots.count == 1, isFirst, case .arena = buffers[gradient].kind {
                values[slot.value].gradient = gradient
                targets.append((slot, gradient))
            } else {
                targets.append((slot, contributionBuffer(slot.value)))
            }
        }
        let reads = kernel.operands.map(\.buffer) + (kernel.definition.backwardReadsOutputs ? [kernel.output] : [])
        let places = targets.map { ($0.slot.argument, $0.buffer) }
        append(
            "gradient of \(kernel.call.kind) '\(kernel.call.name)'", touching: reads + [gradient] + places.map(\.1),
            { memory in { try kernel.backward(memory, gradient: gradient, places) } })
        for (slot, buffer) in targets { finishContribution(to: slot.value, buffer) }
    }
}

/// An element-wise operation. Several threads run it on ranges of elements.
struct ElementKernel {
    let definition: any DifferentiableOperation.Type
    let call: OperationCall
    let operands: [(argument: String, buffer: Int)]
    let output: Int
    let count: Int
    let threads: Int

    private func call(_ memory: TrainingMemory, _ range: Range<Int>) -> OperationCall {
        var call = call
        for operand in operands {
            let tensor = self.tensor(memory, operand.buffer, range)
            call.inputs[operand.argument] = [.init(type: tensor.type, tensor: tensor)]
        }
        return call
    }

    private func tensor(_ memory: TrainingMemory, _ buffer: Int, _ range: Range<Int>) -> Tensor {
        Tensor(.float32([range.count]), viewing: memory.floats(buffer) + range.lowerBound, owner: nil)
    }

    func forward(_ memory: TrainingMemory) throws {
        try run { range in
            try definition.forward(call(memory, range), outputs: [tensor(memory, output, range)], threads: 1)
        }
    }

    func backward(_ memory: TrainingMemory, gradient: Int, _ places: [(argument: String, buffer: Int)]) throws {
        try run { range in
            var gradients: [String: [Tensor?]] = [:]
            for (argument, buffer) in places { gradients[argument] = [tensor(memory, buffer, range)] }
            try definition.backward(
                BackwardPass(
                    call: call(memory, range), outputs: [tensor(memory, output, range)],
                    outputGradients: [tensor(memory, gradient, range)], gradients: gradients, threads: 1))
        }
    }

    private func run(_ body: (Range<Int>) throws -> Void) throws {
        let failure = FirstFailure()
        ParallelLoop.run(count, threads: threads) { range in
            do { try body(range) } catch { failure.record(error) }
        }
        try failure.rethrow()
    }
}

/// The first error of several threads.
private final class FirstFailure: @unchecked Sendable {
    private let lock = Lock()
    private var error: (any Error)?

    func record(_ error: any Error) { lock.withLock { if self.error == nil { self.error = error } } }

    func rethrow() throws { if let error { throw error } }
}
