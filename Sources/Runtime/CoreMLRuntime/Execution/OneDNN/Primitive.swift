import COneDNN

/// A oneDNN kernel without memory. Any number of contexts may bind it to their memory. The library has already chosen the kernel. `compile`
/// generates the kernel's code. Without `compile`, the first binding generates the code.
final class Primitive: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes ownership of `pointer`.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { onednn_primitive_destroy(pointer) }

    /// An operation that is applied to each result before it is stored.
    enum Post {
        case eltwise(ElementFunction, alpha: Float, beta: Float)
        /// Adds the previous content of the destination.
        case sum
        case binary(ElementOperation, Layout)
    }

    private static func make(_ posts: [Post], _ create: (onednn_posts, inout OpaquePointer?) -> onednn_status) throws -> Primitive {
        let items = posts.map { post in
            switch post {
            case .eltwise(let algorithm, let alpha, let beta):
                onednn_post(
                    kind: ONEDNN_POST_ELTWISE, algorithm: Int32(algorithm.code.rawValue), alpha: alpha, beta: beta, operand: nil)
            case .sum: onednn_post(kind: ONEDNN_POST_SUM, algorithm: 0, alpha: 1, beta: 0, operand: nil)
            case .binary(let algorithm, let layout):
                onednn_post(
                    kind: ONEDNN_POST_BINARY, algorithm: Int32(algorithm.code.rawValue), alpha: 0, beta: 0, operand: layout.pointer)
            }
        }
        var result: OpaquePointer?
        try items.withUnsafeBufferPointer { items in
            try OneDNN.check(create(onednn_posts(items: items.baseAddress, count: Int32(items.count)), &result))
        }
        return Primitive(owning: try OneDNN.unwrap(result))
    }

    struct ConvolutionShape {
        var strides: [Int]
        var dilations: [Int]
        var paddingBefore: [Int]
        var paddingAfter: [Int]
        var transposed = false
        var winograd = false

        /// The description for the shim. It points to the layouts, and is valid only while these exist.
        func description(source: Layout, weights: Layout, bias: Layout?, destination: Layout) -> onednn_convolution {
            var description = onednn_convolution()
            description.source = source.pointer
            description.weights = weights.pointer
            description.bias = bias?.pointer
            description.destination = destination.pointer
            description.spatial_rank = Int32(strides.count)
            store(strides, in: &description.strides)
            store(dilations, in: &description.dilations)
            store(paddingBefore, in: &description.padding_before)
            store(paddingAfter, in: &description.padding_after)
            description.transposed = transposed
            description.winograd = winograd
            return description
        }
    }

    static func convolution(
        _ shape: ConvolutionShape, source: Layout, weights: Layout, bias: Layout?, destination: Layout, posts: [Post] = []
    ) throws -> Primitive {
        var description = shape.description(source: source, weights: weights, bias: bias, destination: destination)
        return try make(posts) { onednn_convolution_create(&description, $0, &$1) }
    }

    static func pooling(
        _ kind: PoolingKind, kernel: [Int], strides: [Int], paddingBefore: [Int], paddingAfter: [Int], source: Layout,
        destination: Layout, posts: [Post] = []
    ) throws -> Primitive {
        var description = onednn_pooling()
        description.kind = kind.code
        description.source = source.pointer
        description.destination = destination.pointer
        description.spatial_rank = Int32(kernel.count)
        store(kernel, in: &description.kernel)
        store(strides, in: &description.strides)
        store(paddingBefore, in: &description.padding_before)
        store(paddingAfter, in: &description.padding_after)
        return try make(posts) { onednn_pooling_create(&description, $0, &$1) }
    }

    static func innerProduct(source: Layout, weights: Layout, bias: Layout?, destination: Layout, posts: [Post] = []) throws -> Primitive {
        try make(posts) {
            onednn_inner_product_create(source.pointer, weights.pointer, bias?.pointer, destination.pointer, $0, &$1)
        }
    }

    static func matmul(source: Layout, weights: Layout, bias: Layout? = nil, destination: Layout, posts: [Post] = []) throws -> Primitive {
        try make(posts) { onednn_matmul_create(source.pointer, weights.pointer, bias?.pointer, destination.pointer, $0, &$1) }
    }

    /// Transforms the weights of a 3 × 3 convolution for Winograd's kernels. Returns false if `layout` is not a layout of these kernels.
    static func winogradWeights(_ tensor: Tensor, scale: [Float]?, to layout: Layout, _ result: ConstantMemory) throws -> Bool {
        guard tensor.type.scalar == .float32, tensor.shape.count == 4, Array(tensor.shape[2...]) == [3, 3] else { return false }
        let status = onednn_winograd_weights(
            layout.pointer, Int32(clamping: tensor.shape[0]), Int32(clamping: tensor.shape[1]), tensor.floatPointer, scale,
            result.pointer.assumingMemoryBound(to: Float.self))
        if status == ONEDNN_UNIMPLEMENTED { return false }
        try OneDNN.check(status)
        return true
    }

    static func reorder(from source: Layout, to destination: Layout) throws -> Primitive {
        try make([]) { onednn_reorder_create(source.pointer, destination.pointer, &$1) }
    }

    static func softmax(axis: Int, logarithm: Bool = false, source: Layout, destination: Layout) throws -> Primitive {
        try make([]) { onednn_softmax_create(Int32(axis), logarithm, source.pointer, destination.pointer, &$1) }
    }

    static func localResponse(size: Int, alpha: Float, beta: Float, k: Float, source: Layout, destination: Layout) throws -> Primitive {
        try make([]) { onednn_lrn_create(Int64(size), alpha, beta, k, source.pointer, destination.pointer, &$1) }
    }

    static func resampling(
        _ kind: ResamplingKind, source: Layout, destination: Layout, posts: [Post] = []
    ) throws -> Primitive {
        try make(posts) { onednn_resampling_create(kind.code, source.pointer, destination.pointer, $0, &$1) }
    }

    var implementation: String { String(cString: onednn_primitive_implementation(pointer)) }

    /// Whether the library chose its reference code. That code is slower than the runtime's own kernels.
    var isReference: Bool { implementation.hasPrefix("ref") || implementation.hasPrefix("simple:ref") }

    func compile() throws { try OneDNN.check(onednn_primitive_compile(pointer)) }

    var scratchpadByteCount: Int { onednn_primitive_scratchpad_byte_count(pointer) }

    /// The layout the primitive wants for an argument.
    func layout(_ argument: onednn_argument, dimensions: [Int]) throws -> Layout {
        var result: OpaquePointer?
        try OneDNN.check(onednn_primitive_layout(pointer, Int32(argument.rawValue), &result))
        return Layout(owning: try OneDNN.unwrap(result), dimensions: dimensions)
    }
}

func store(_ values: [Int], in tuple: inout (Int64, Int64, Int64)) {
    tuple = (
        Int64(values.count > 0 ? values[0] : 0), Int64(values.count > 1 ? values[1] : 0), Int64(values.count > 2 ? values[2] : 0)
    )
}

/// A primitive that is bound to memory. Only one thread may run it at a time.
final class PrimitiveCall {
    private let pointer: OpaquePointer
    /// Keeps the kernel alive.
    private let primitive: Primitive

    struct Binding {
        var argument: Int
        var layout: Layout
        var data: UnsafeMutableRawPointer?
    }

    init(_ primitive: Primitive, _ bindings: [Binding]) throws {
        var result: OpaquePointer?
        let items = bindings.map { onednn_binding(argument: Int32($0.argument), layout: $0.layout.pointer, data: $0.data) }
        try OneDNN.check(onednn_call_create(primitive.pointer, items, Int32(items.count), &result))
        pointer = try OneDNN.unwrap(result)
        self.primitive = primitive
    }

    deinit { onednn_call_destroy(pointer) }

    func bind(_ index: Int, to data: UnsafeMutableRawPointer) throws {
        try OneDNN.check(onednn_call_set_data(pointer, Int32(index), data))
    }

    @inline(__always) func run() throws {
        guard onednn_call_run(pointer) == ONEDNN_SUCCESS else {
            throw RuntimeError.failed("oneDNN: \(String(cString: onednn_last_message()))")
        }
    }
}
