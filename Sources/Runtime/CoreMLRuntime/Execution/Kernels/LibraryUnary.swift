import COneDNN

/// A pooling by the library.
enum LibraryPooling: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ pooling: PoolingNode, in builder: inout PlanBuilder) throws {
        try builder.appendUnary(node, slidesOverChannels: pooling.slidesOverChannels(builder.graph.shape(node.inputs[0]))) {
            try Primitive.pooling(
                pooling.kind, kernel: pooling.kernel, strides: pooling.strides, paddingBefore: pooling.paddingBefore,
                paddingAfter: pooling.paddingAfter, source: $0, destination: $1)
        }
    }
}

/// A softmax along any axis by the library.
enum LibrarySoftmax: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ axis: Int, in builder: inout PlanBuilder) throws {
        try builder.appendUnary(node, elements: [.float32]) { try Primitive.softmax(axis: axis, source: $0, destination: $1) }
    }
}

enum LibraryLocalResponse: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ response: LocalResponseNode, in builder: inout PlanBuilder) throws {
        try builder.appendUnary(node, elements: [.float32]) {
            try Primitive.localResponse(
                size: response.size, alpha: response.alpha, beta: response.beta, k: response.k, source: $0, destination: $1)
        }
    }
}

enum LibraryResampling: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ kind: ResamplingKind, in builder: inout PlanBuilder) throws {
        try builder.appendUnary(node, slidesOverChannels: builder.graph.shape(node.inputs[0])[1] >= 8) {
            try Primitive.resampling(kind, source: $0, destination: $1)
        }
    }
}

extension PlanBuilder {
    /// Appends a step with one input and one output. `make` makes its primitive for a layout. The formats are tried in this order: the format in
    /// which the input is stored, the format of the graph's convolutions (`family`), row-major.
    fileprivate mutating func appendUnary(
        _ node: Node, elements: [Layout.Element]? = nil, slidesOverChannels: Bool = false, _ make: (Layout, Layout) throws -> Primitive
    ) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let here = try anyPlacement(x).layout
        var formats = [here.format]
        // Kernels for windows over row-major channels are slow, and the readers of the result prefer the family's format.
        if slidesOverChannels, here.format == .rowMajor, family != .any { formats.insert(family, at: 0) }
        for format in [family, .rowMajor] where !formats.contains(format) { formats.append(format) }
        var fallback: (Layout, Layout, Primitive)?
        var chosen: (source: Layout, destination: Layout, primitive: Primitive)?
        search: for element in elements ?? (here.element == .float32 ? [.float32] : [here.element, .float32]) {
            for format in formats where format != .any && format != .other {
                guard let source = try? Layout(element, graph.shape(x), format),
                    let destination = try? Layout(element, graph.shape(y), format),
                    let primitive = try? make(source, destination)
                else { continue }
                if !primitive.isReference {
                    chosen = (source, destination, primitive)
                    break search
                }
                if fallback == nil { fallback = (source, destination, primitive) }
            }
        }
        guard let (source, destination, primitive) = chosen ?? fallback else {
            throw RuntimeError.unsupported("'\(node.name)': no kernel")
        }
        let memory = try placement(x, source)
        let target = try self.destination(y, destination)
        try append(
            node.name, .library, primitive,
            [binding(ONEDNN_ARGUMENT_SOURCE, source, memory), binding(ONEDNN_ARGUMENT_DESTINATION, destination, target)])
        placements[y].append(.init(layout: destination, memory: target))
    }
}
