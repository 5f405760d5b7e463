import CKernels

/// The first posts of a node, in the form in which our own kernels apply them to a tile of results.
struct TilePosts {
    var steps: [KernelPointwisePost] = []
    var operands: [Plan.Memory] = []
    /// The memory of an operand that nothing else reads. The result may overwrite it.
    var overwritten: Plan.Memory?
}

extension KernelPointwisePost {
    /// A function of each element.
    init(_ algorithm: ElementFunction, _ alpha: Float, _ beta: Float) {
        self.init()
        (self.algorithm, self.alpha, self.beta) = (Int32(algorithm.code.rawValue), alpha, beta)
    }
}

/// The posts of our own kernels, at an address that does not change.
final class PostSteps: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<KernelPointwisePost>
    let count: Int32

    init(_ steps: [KernelPointwisePost]) {
        pointer = .allocate(capacity: max(steps.count, 1))
        pointer.initialize(from: steps, count: steps.count)
        count = Int32(steps.count)
    }

    deinit { pointer.deallocate() }

    /// The posts in the form that the kernels take.
    var bound: (Int32, UnsafePointer<KernelPointwisePost>?) { (count, UnsafePointer(pointer)) }
}

/// A kernel of the runtime that applies posts, with its arguments. The addresses are bound in each run.
final class TileKernel<Work>: @unchecked Sendable {
    typealias Addresses = UnsafePointer<UnsafeMutableRawPointer>
    typealias Run = (UnsafePointer<Work>?, UnsafePointer<UnsafeMutableRawPointer?>?, Int32) -> Void

    private let work: Work
    private let threads: Int32
    private let body: Run
    private let bind: (inout Work, Addresses) -> Void

    /// - Parameter bind: completes the arguments with the posts and with the addresses of weights.
    init(_ work: Work, threads: Int, run: @escaping Run, bind: @escaping (inout Work, Addresses) -> Void) {
        self.work = work
        self.threads = Int32(clamping: threads)
        self.body = run
        self.bind = bind
    }

    func scratchByteCount(_ count: (UnsafePointer<Work>?, Int32) -> Int) -> Int {
        var work = work
        return count(&work, threads)
    }

    func run(_ addresses: Addresses) {
        var bound = work
        bind(&bound, addresses)
        addresses.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 1) { body(&bound, $0, threads) }
    }
}

extension PlanBuilder {
    /// Whether our kernels can apply all of a node's posts to a tile of results.
    func takesTilePosts(_ node: Node) -> Bool {
        node.posts.allSatisfy { post in
            guard case .binary(_, let id) = post else { return post.isFunction }
            return graph.shape(id) == graph.shape(node.outputs[0])
        }
    }

    /// The posts that a tile can take: functions, and binary operations with values of the result's shape. Such values are re-ordered to
    /// the result's format. `layout` is the result's layout. Operands are numbered from `firstOperand` on.
    mutating func tilePosts(_ node: Node, _ layout: Layout, firstOperand: Int) throws -> TilePosts {
        var posts = TilePosts()
        let y = node.outputs[0]
        for post in node.posts {
            var step = KernelPointwisePost()
            switch post {
            case .function(let algorithm, let alpha, let beta): step = KernelPointwisePost(algorithm, alpha, beta)
            case .binary(let algorithm, let id) where graph.shape(id) == graph.shape(y):
                let found = placements[id].first { $0.layout.map { liesAlike($0, layout) } ?? false }
                let memory = try found?.memory ?? placement(id, Layout(.float32, layout.dimensions, layout.format))
                let element = found?.layout?.element ?? .float32
                step.is_binary = true
                step.algorithm = Int32(algorithm.code.rawValue)
                step.type = element.code
                step.operand = Int32(firstOperand + posts.operands.count)
                posts.operands.append(memory)
                // Each element is read before the result takes its place.
                if element == layout.element, slots[y] == nil, !isOutput(y), mayOverwrite(id, at: memory) { posts.overwritten = memory }
            default: break
            }
            guard post.isFunction || step.is_binary else { break }
            posts.steps.append(step)
        }
        return posts
    }

    /// Whether both layouts have the same order of elements. The element types may differ.
    private func liesAlike(_ a: Layout, _ b: Layout) -> Bool {
        a.isRowMajor && b.isRowMajor || a.format == b.format && a.format != .other && a.dimensions == b.dimensions
    }
}
