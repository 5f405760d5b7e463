import CKernels

/// Applies posts to every element of a value. Its vector loops read and write any dense layout.
final class PointwiseKernel: @unchecked Sendable {
    /// A post that the kernel applies. `strides` are the strides of the second operand along each dimension, in memory order.
    struct Step {
        var isBinary = false
        var algorithm: Int32
        var alpha: Float = 0
        var beta: Float = 0
        var element: Layout.Element = .float32
        var strides: [Int] = []
    }

    private let posts: PostSteps
    private let work: KernelPointwise
    private let threads: Int32

    /// The maximum number of posts of one pass.
    private static let maximumStepCount = Int(KERNEL_MAXIMUM_POSTS)

    /// Makes the kernel for values in memory order `order`. Operands are numbered in the order of their steps.
    /// - Throws: `RuntimeError.unsupported` for more steps or dimensions than one pass supports.
    init(_ steps: [Step], order: MemoryOrder, source: Layout.Element, destination: Layout.Element, threads: Int) throws {
        let rows = PointwiseRows(order: order, strides: steps.filter(\.isBinary).map(\.strides))
        guard steps.count <= PointwiseKernel.maximumStepCount, rows.outer.count <= Layout.maximumRank else {
            throw RuntimeError.unsupported("\(steps.count) steps over \(rows.outer.count) dimensions in one pass")
        }
        var posts: [KernelPointwisePost] = []
        var operand = 0
        for step in steps {
            var post = KernelPointwisePost()
            post.is_binary = step.isBinary
            post.algorithm = step.algorithm
            post.alpha = step.alpha
            post.beta = step.beta
            post.type = step.element.code
            if step.isBinary {
                post.operand = Int32(operand + 2)
                post.period = Int64(rows.periods[operand])
                store(rows.outerStrides[operand], in: &post.strides)
                operand += 1
            }
            posts.append(post)
        }
        self.posts = PostSteps(posts)
        var work = KernelPointwise()
        work.source = source.code
        work.destination = destination.code
        work.outer_rank = Int32(rows.outer.count)
        store(rows.outer, in: &work.outer)
        work.length = Int64(rows.length)
        (work.post_count, work.posts) = self.posts.bound
        work.block_axis = Int32(rows.blockAxis)
        work.block = Int64(order.block)
        work.block_used = Int64(order.used)
        self.work = work
        self.threads = Int32(clamping: threads)
    }

    /// Runs the kernel. `addresses` holds the source, the destination and then the operands.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        addresses.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 2) { addresses in
            withUnsafePointer(to: work) { kernel_pointwise_run($0, addresses, threads) }
        }
    }
}

/// The dimensions of a tensor in memory order, the slowest first.
struct MemoryOrder {
    var sizes: [Int]
    /// For each dimension in memory order, the index of the tensor's dimension to which it belongs.
    private var axes: [Int]
    /// The number of channels in a block; 1 without blocks. The channels of a block are the last dimension in memory order.
    let block: Int
    /// The number of channels in use in the last block.
    let used: Int
    /// The dimension that counts the blocks, if the last block is padded; −1 without padding.
    let paddedAxis: Int

    /// The memory order of a tensor; `nil` for a format that has no such order.
    init?(_ shape: [Int], _ format: Layout.Format) {
        switch format {
        case .rowMajor:
            (sizes, axes, block, used) = (shape, Array(shape.indices), 1, 1)
        case .channelsLast:
            guard shape.count >= 2 else { return nil }
            sizes = [shape[0]] + shape.dropFirst(2) + [shape[1]]
            axes = [0] + Array(shape.indices.dropFirst(2)) + [1]
            (block, used) = (1, 1)
        case .blocked16, .blocked8:
            guard shape.count >= 3 else { return nil }
            block = format.block ?? 1
            let blocks = (shape[1] + block - 1) / block
            sizes = [shape[0], blocks] + shape.dropFirst(2) + [block]
            axes = [0, 1] + Array(shape.indices.dropFirst(2)) + [1]
            used = shape[1] - (blocks - 1) * block
        case .any, .other: return nil
        }
        paddedAxis = used == block ? -1 : 1
    }

    private var strides: [Int] { TensorType.float32(sizes).strides }

    /// The contiguous pieces of this tensor in a concatenation along `axis`: their number, and the elements of each.
    func pieces(along axis: Int) -> (count: Int, length: Int) {
        let place = axes.firstIndex(of: axis) ?? 0
        return (sizes.prefix(place).product(), sizes.dropFirst(place).product())
    }

    /// The strides of an operand of `shape` along this order's dimensions. Dimensions of one element are broadcast and have stride 0. The operand is
    /// in the same format, or row-major. A row-major operand must have a single channel if this order has blocks of channels.
    func strides(of shape: [Int], _ format: Layout.Format) -> [Int]? {
        guard let own = MemoryOrder(shape, format) else { return nil }
        let dense = own.strides
        if format == .rowMajor {
            if block > 1, shape[1] != 1 { return nil }
            return axes.map { shape[$0] == 1 ? 0 : dense[$0] }
        }
        guard own.block == block, own.axes == axes else { return nil }
        return axes.enumerated().map { shape[$1] == 1 ? 0 : dense[$0] }
    }
}

/// The dimensions of a pointwise kernel, with neighbouring contiguous dimensions merged.
private struct PointwiseRows {
    var length = 1
    var outer: [Int] = []
    var outerStrides: [[Int]]
    /// For each operand, the number of elements of a row after which the operand repeats itself.
    var periods: [Int]
    var blockAxis = -1

    init(order: MemoryOrder, strides: [[Int]]) {
        periods = strides.map { _ in 1 }
        outerStrides = strides.map { _ in [] }
        var axis = order.sizes.count - 1
        while axis >= 0, axis != order.paddedAxis {
            let size = order.sizes[axis]
            if size > 1 {
                guard let joined = joined(size, strides.map { $0[axis] }) else { break }
                periods = joined
                length *= size
            }
            axis -= 1
        }
        // The outer dimensions, the slowest first. Each is merged with the one before it if both are contiguous in every operand.
        for dimension in 0..<max(axis + 1, 0) {
            let size = order.sizes[dimension]
            let isPadded = dimension == order.paddedAxis
            if size == 1, !isPadded { continue }
            if let last = outer.indices.last, !isPadded, last != blockAxis,
                outerStrides.indices.allSatisfy({ outerStrides[$0][last] == strides[$0][dimension] * size })
            {
                outer[last] *= size
                for operand in strides.indices { outerStrides[operand][last] = strides[operand][dimension] }
            } else {
                if isPadded { blockAxis = outer.count }
                outer.append(size)
                for operand in strides.indices { outerStrides[operand].append(strides[operand][dimension]) }
            }
        }
    }

    /// The operands' periods after a dimension of `size` elements is merged into the row. `nil` if an operand would then neither be contiguous over
    /// the whole row nor repeat itself within it.
    private func joined(_ size: Int, _ strides: [Int]) -> [Int]? {
        var result = periods
        for (operand, stride) in strides.enumerated() {
            let period = periods[operand]
            if stride == 0 {
                guard period == 1 || period < length || length <= Int(KERNEL_POINTWISE_TILE) else { return nil }
            } else {
                guard stride == period, period == length else { return nil }
                result[operand] = length * size
            }
        }
        return result
    }
}

/// A number for each dimension, in the form that our kernels take.
typealias KernelDimensions = (Int64, Int64, Int64, Int64, Int64, Int64)

func store(_ values: [Int], in tuple: inout KernelDimensions) {
    withUnsafeMutableBytes(of: &tuple) { bytes in
        let target = bytes.bindMemory(to: Int64.self)
        for (index, value) in values.enumerated() where index < target.count { target[index] = Int64(value) }
    }
}
