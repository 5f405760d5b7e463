/// A walk over all positions of a shape, row by row, that keeps the offset of each of several strided operands.
///
/// Dimensions of one element are left out and neighbours that every operand steps over evenly are merged, so that rows are as long as
/// they can be. Strides may be zero (broadcasting) or negative (reversal).
struct StridedWalk {
    private var shape: [Int] = []
    private var strides: [[Int]]

    /// `strides[operand][dimension]` in elements.
    init(shape: [Int], strides operands: [[Int]]) {
        strides = operands.map { _ in [] }
        for axis in shape.indices where shape[axis] != 1 {
            let mergeable =
                !self.shape.isEmpty
                && operands.indices.allSatisfy { strides[$0][self.shape.count - 1] == operands[$0][axis] * shape[axis] }
            if mergeable {
                self.shape[self.shape.count - 1] *= shape[axis]
                for operand in operands.indices { strides[operand][self.shape.count - 1] = operands[operand][axis] }
            } else {
                self.shape.append(shape[axis])
                for operand in operands.indices { strides[operand].append(operands[operand][axis]) }
            }
        }
        if self.shape.isEmpty {
            self.shape = [1]
            strides = operands.map { _ in [1] }
        }
    }

    /// Elements in a row.
    var rowLength: Int { shape[shape.count - 1] }

    /// The step of an operand within a row.
    func step(_ operand: Int) -> Int { strides[operand][shape.count - 1] }

    /// Calls `body` with the operands' offsets at the start of each row.
    @inline(__always)
    func forEachRow(_ body: (UnsafePointer<Int>) -> Void) {
        guard shape.allSatisfy({ $0 > 0 }) else { return }
        let outer = shape.count - 1
        var position = [Int](repeating: 0, count: outer)
        var offsets = [Int](repeating: 0, count: strides.count)
        while true {
            offsets.withUnsafeBufferPointer { if let base = $0.baseAddress { body(base) } }
            var axis = outer - 1
            while axis >= 0 {
                position[axis] += 1
                for operand in offsets.indices { offsets[operand] += strides[operand][axis] }
                if position[axis] < shape[axis] { break }
                for operand in offsets.indices { offsets[operand] -= strides[operand][axis] * shape[axis] }
                position[axis] = 0
                axis -= 1
            }
            if axis < 0 { return }
        }
    }
}

enum Broadcasting {
    /// The common shape of `shapes`, aligned at the last dimension, or nil where they do not fit.
    static func shape(_ shapes: [[Int]]) -> [Int]? {
        var result = [Int](repeating: 1, count: shapes.map(\.count).max() ?? 0)
        for shape in shapes {
            let lead = result.count - shape.count
            for (axis, size) in shape.enumerated() where size != 1 {
                if result[lead + axis] == 1 {
                    result[lead + axis] = size
                } else if result[lead + axis] != size {
                    return nil
                }
            }
        }
        return result
    }

    /// The strides with which a tensor of `shape` is read as one of `target`'s shape: zero where it repeats.
    static func strides(_ shape: [Int], to target: [Int]) -> [Int] {
        let lead = target.count - shape.count
        let own = TensorType(.float32, shape).strides
        return target.indices.map { $0 < lead || shape[$0 - lead] == 1 ? 0 : own[$0 - lead] }
    }
}

/// A strided region of a tensor's memory, in elements.
struct StridedRegion {
    var offset = 0
    var strides: [Int]
}

extension Tensor {
    /// Copies `shape` elements from `region` of `source` into `target` of this tensor, whatever the element type.
    func copy(_ shape: [Int], from source: Tensor, _ region: StridedRegion, to target: StridedRegion) {
        switch scalar.size {
        case 1: copyElements(shape, source, region, target, UInt8.self)
        case 2: copyElements(shape, source, region, target, UInt16.self)
        case 4: copyElements(shape, source, region, target, UInt32.self)
        default: copyElements(shape, source, region, target, UInt64.self)
        }
    }

    /// Fills the whole tensor from `region` of `source`.
    func fill(from source: Tensor, _ region: StridedRegion) {
        copy(shape, from: source, region, to: StridedRegion(strides: type.strides))
    }

    private func copyElements<Element: BitwiseCopyable>(
        _ shape: [Int], _ source: Tensor, _ region: StridedRegion, _ target: StridedRegion, _: Element.Type
    ) {
        guard shape.allSatisfy({ $0 > 0 }) else { return }
        let walk = StridedWalk(shape: shape, strides: [region.strides, target.strides])
        let from = source.pointer.assumingMemoryBound(to: Element.self) + region.offset
        let into = pointer.assumingMemoryBound(to: Element.self) + target.offset
        let (count, fromStep, intoStep) = (walk.rowLength, walk.step(0), walk.step(1))
        walk.forEachRow { offsets in
            let (from, into) = (from + offsets[0], into + offsets[1])
            if fromStep == 1 && intoStep == 1 {
                into.update(from: from, count: count)
            } else {
                for index in 0..<count { into[index * intoStep] = from[index * fromStep] }
            }
        }
    }

    /// Writes `value` into every element, whatever the element type.
    package func fill(with value: Double) {
        guard count > 0 else { return }
        let one = Tensor(uninitialized: TensorType(.float64, []))
        one.elements(as: Double.self)[0] = value
        let typed = one.converted(to: scalar)
        fill(from: typed, StridedRegion(strides: shape.map { _ in 0 }))
    }

    /// Copies the bytes of `source`, which has as many.
    func copyBytes(of source: Tensor) {
        pointer.copyMemory(from: source.pointer, byteCount: min(type.byteCount, source.type.byteCount))
    }
}
