import CKernels

/// Pooling with our kernel. The channels of a pixel are contiguous, or are first made contiguous.
enum ChannelPooling: KernelCandidate {
    static let name = KernelName.channelPooling

    static func canPlan(_ node: Node, _ pooling: PoolingNode, in builder: PlanBuilder) throws -> Bool {
        guard let source = try source(node, pooling, builder) else { return false }
        var work = work(node, pooling, source, builder)
        return kernel_has_channel_pooling(&work)
    }

    static func plan(_ node: Node, _ pooling: PoolingNode, in builder: inout PlanBuilder) throws {
        guard let source = try source(node, pooling, builder) else {
            throw RuntimeError.failed("'\(node.name)': a pooling without channels")
        }
        let (x, y) = (node.inputs[0], node.outputs[0])
        let destination = try Layout(source.element, builder.graph.shape(y), source.format)
        let call = PoolingCall(work(node, pooling, source, builder), threads: builder.options.threads)
        let memory = try builder.placement(x, source)
        let target = try builder.destination(y, destination)
        builder.append(node.name, name, [memory, target]) { call.run($0) }
        builder.placements[y].append(.init(layout: destination, memory: target))
    }

    /// The layout in which the input is read; `nil` if the channels of a pixel are not contiguous in it.
    private static func source(_ node: Node, _ pooling: PoolingNode, _ builder: PlanBuilder) throws -> Layout? {
        let input = builder.graph.shape(node.inputs[0])
        guard let here = try builder.presentLayout(node.inputs[0]) else { return nil }
        let moves = here.format == .other || here.format == .rowMajor && pooling.slidesOverChannels(input)
        let format = moves ? builder.family : here.format
        return format == .channelsLast || format.block != nil ? try Layout(here.element, input, format) : nil
    }

    private static func work(_ node: Node, _ pooling: PoolingNode, _ source: Layout, _ builder: PlanBuilder) -> KernelChannelPooling {
        let (input, result) = (source.dimensions, builder.graph.shape(node.outputs[0]))
        let channels = source.format.block ?? input[1]
        func measures(_ values: [Int], missing: Int) -> [Int] { [Int](repeating: missing, count: 3 - values.count) + values }
        var work = KernelChannelPooling()
        work.type = source.element.code
        work.kind = pooling.kind.code
        work.images = Int64(input[0] * ((input[1] + channels - 1) / channels))
        work.channels = Int64(channels)
        store(measures(Array(input.dropFirst(2)), missing: 1), in: &work.input)
        store(measures(Array(result.dropFirst(2)), missing: 1), in: &work.result)
        store(measures(pooling.kernel, missing: 1), in: &work.kernel)
        store(measures(pooling.strides, missing: 1), in: &work.strides)
        store(measures(pooling.paddingBefore, missing: 0), in: &work.padding_before)
        return work
    }
}

extension PoolingNode {
    /// Whether the windows slide over images of several channels.
    func slidesOverChannels(_ input: [Int]) -> Bool {
        input.count >= 4 && input[1] >= 8 && zip(kernel, input.dropFirst(2)).contains { $0 < $1 }
    }
}

/// The arguments of a pooling.
private final class PoolingCall: @unchecked Sendable {
    private let work: KernelChannelPooling
    private let threads: Int32

    init(_ work: KernelChannelPooling, threads: Int) {
        self.work = work
        self.threads = Int32(clamping: threads)
    }

    /// Runs the kernel. `addresses` holds the source and the result.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        withUnsafePointer(to: work) { kernel_channel_pooling_run($0, addresses[0], addresses[1], threads) }
    }
}
