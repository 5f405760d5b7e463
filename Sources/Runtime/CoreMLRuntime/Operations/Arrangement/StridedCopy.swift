/// A strided region of a tensor's memory, in elements.
struct StridedRegion {
    var offset = 0
    var strides: [Int]
}

extension Tensor {
    /// Copies `shape` elements from `region` of `source` to the region `target` of this tensor, for any element type. Both regions may be
    /// in the same tensor if they do not overlap.
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
        let order = CopyOrder(shape, from: region.strides, into: target.strides)
        let from = UnsafePointer(source.pointer.assumingMemoryBound(to: Element.self)) + region.offset
        let into = pointer.assumingMemoryBound(to: Element.self) + target.offset
        let (count, fromStep, intoStep) = (order.planes.rowLength, order.planes.step(0), order.planes.step(1))
        order.planes.forEachRow { offsets in
            for index in 0..<count {
                order.plane.copy(from + (offsets[0] + index * fromStep), into: into + (offsets[1] + index * intoStep))
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

    /// Copies the bytes of `source`, which has the same number of bytes.
    func copyBytes(of source: Tensor) {
        pointer.copyMemory(from: source.pointer, byteCount: min(type.byteCount, source.type.byteCount))
    }
}

/// The order in which a copy visits its elements. Any order gives the same result. The innermost dimension has the smallest stride in the
/// target. If it helps, the next dimension has the smallest stride in the source.
private struct CopyOrder {
    let plane: CopiedPlane
    /// The offsets of the planes.
    let planes: StridedWalk

    /// The length from which a row that repeats a single number is copied along its own dimension. Another order suits rows below this
    /// length.
    private static let leastRepetition = 16

    init(_ shape: [Int], from source: [Int], into target: [Int]) {
        let merged = StridedWalk(shape: shape, strides: [source, target])
        let (sizes, from, into) = (merged.shape, merged.strides[0], merged.strides[1])
        let column = CopyOrder.closest(into) ?? sizes.count - 1
        var row = CopyOrder.closest(from)
        if let candidate = row {
            let isRepeated = from[column] == 0
            let helps = isRepeated ? sizes[column] < CopyOrder.leastRepetition : abs(from[candidate]) < abs(from[column])
            if candidate == column || !helps { row = nil }
        }
        if let row {
            plane = CopiedPlane(
                rows: sizes[row], columns: sizes[column], fromRow: from[row], fromColumn: from[column], intoRow: into[row],
                intoColumn: into[column])
        } else {
            plane = CopiedPlane(
                rows: 1, columns: sizes[column], fromRow: 0, fromColumn: from[column], intoRow: 0, intoColumn: into[column])
        }
        let others = sizes.indices.filter { $0 != column && $0 != row }
        planes = StridedWalk(shape: others.map { sizes[$0] }, strides: [others.map { from[$0] }, others.map { into[$0] }])
    }

    /// The dimension with the smallest stride, except dimensions with stride 0.
    private static func closest(_ strides: [Int]) -> Int? {
        strides.indices.filter { strides[$0] != 0 }.min { abs(strides[$0]) < abs(strides[$1]) }
    }
}

/// Two dimensions of a copy.
private struct CopiedPlane {
    let rows: Int
    let columns: Int
    let fromRow: Int
    let fromColumn: Int
    let intoRow: Int
    let intoColumn: Int

    /// The length from which a dimension makes an efficient inner loop.
    private static let short = 8
    /// The number of rows and of columns of a square tile. It is so small that the tile's memory stays in the first-level cache.
    private static let side = 16
    /// The longer side of a narrow tile, which has fewer than ``short`` rows or columns. The tile's memory, too, stays in the first-level cache.
    private static let length = 512

    @inline(__always)
    func copy<Element: BitwiseCopyable>(_ from: UnsafePointer<Element>, into: UnsafeMutablePointer<Element>) {
        if rows == 1 { return copyLine(from, fromColumn, into: into, intoColumn, columns) }
        if columns < CopiedPlane.short {
            for start in stride(from: 0, to: rows, by: CopiedPlane.length) {
                let (from, into, count) = (from + start * fromRow, into + start * intoRow, min(CopiedPlane.length, rows - start))
                for column in 0..<columns {
                    copyLine(from + column * fromColumn, fromRow, into: into + column * intoColumn, intoRow, count)
                }
            }
            return
        }
        let (height, width) = rows < CopiedPlane.short ? (rows, CopiedPlane.length) : (CopiedPlane.side, CopiedPlane.side)
        for top in stride(from: 0, to: rows, by: height) {
            for left in stride(from: 0, to: columns, by: width) {
                let count = min(width, columns - left)
                for row in top..<min(top + height, rows) {
                    let (from, into) = (from + (row * fromRow + left * fromColumn), into + (row * intoRow + left * intoColumn))
                    copyLine(from, fromColumn, into: into, intoColumn, count)
                }
            }
        }
    }
}

/// Copies `count` elements that lie `fromStep` and `intoStep` apart.
@inline(__always)
func copyLine<Element: BitwiseCopyable>(
    _ from: UnsafePointer<Element>, _ fromStep: Int, into: UnsafeMutablePointer<Element>, _ intoStep: Int, _ count: Int
) {
    switch (fromStep, intoStep) {
    case (1, 1): into.update(from: from, count: count)
    case (0, 1): into.update(repeating: from.pointee, count: count)
    case (_, 1): for index in 0..<count { into[index] = from[index &* fromStep] }
    default: for index in 0..<count { into[index &* intoStep] = from[index &* fromStep] }
    }
}
