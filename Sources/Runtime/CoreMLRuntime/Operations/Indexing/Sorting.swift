/// A number that is sorted by an integer key. The keys have the order of the numbers, and are compared faster than the numbers.
private protocol SortedElement: BitwiseCopyable {
    /// The key, which is equal for equal numbers.
    func sortingKey(ascending: Bool) -> UInt32
}

extension Float: SortedElement {
    /// The key of a float. NaN sorts last in both directions, so that the order is total.
    fileprivate func sortingKey(ascending: Bool) -> UInt32 {
        if isNaN { return .max }
        let bits: UInt32 = self == 0 ? 0 : bitPattern
        // Among negative numbers, the larger bit pattern is the smaller number.
        let rising: UInt32 = bits >> 31 == 0 ? bits | 0x8000_0000 : ~bits
        return ascending ? rising : ~rising
    }
}

extension Int32: SortedElement {
    fileprivate func sortingKey(ascending: Bool) -> UInt32 {
        let rising = UInt32(bitPattern: self) ^ 0x8000_0000
        return ascending ? rising : ~rising
    }
}

/// A line of elements to sort. Each element is a 64-bit number: the key in the upper half, the index in the lower half. Equal elements thus
/// keep their order.
private struct SortingLine {
    private let keys: UnsafeMutableBufferPointer<UInt64>

    init(length: Int) { keys = .allocate(capacity: length) }

    func deallocate() { keys.deallocate() }

    /// Takes elements that lie `step` apart.
    func load<Element: SortedElement>(_ x: UnsafePointer<Element>, step: Int, ascending: Bool) {
        for place in 0..<keys.count {
            let key = UInt64(x[place &* step].sortingKey(ascending: ascending))
            keys.initializeElement(at: place, to: (key << 32) | UInt64(place))
        }
    }

    /// Sorts the first `count` elements in sorting order to the front. If `count` is far below the number of elements, a heap collects the
    /// first elements. The last of them is at the top. Most of the other elements then need only one comparison.
    func sortFirst(_ count: Int) {
        guard count > 0 else { return }
        guard count < keys.count / 4 else {
            var all = keys
            return all.sort()
        }
        for place in (0..<count / 2).reversed() { sink(place, count) }
        for place in count..<keys.count where keys[place] < keys[0] {
            let last = keys[0]
            keys[0] = keys[place]
            keys[place] = last
            sink(0, count)
        }
        var first = UnsafeMutableBufferPointer(rebasing: keys[..<count])
        first.sort()
    }

    /// Moves an element down in the heap of `count` elements until no child is larger.
    private func sink(_ place: Int, _ count: Int) {
        let key = keys[place]
        var (parent, child) = (place, 2 * place + 1)
        while child < count {
            if child + 1 < count, keys[child + 1] > keys[child] { child += 1 }
            guard keys[child] > key else { break }
            keys[parent] = keys[child]
            (parent, child) = (child, 2 * child + 1)
        }
        keys[parent] = key
    }

    /// The original index of the element that is now at `place`.
    subscript(place: Int) -> Int { Int(keys[place] & 0xffff_ffff) }
}

/// Calls `body` for each line of `x` along `axis`, in parallel on free threads. `start` and `step` give the position of the line in `x`.
/// `outputStart` is its start in an output that has `outputLength` elements along the axis. The first `outputLength` elements of `line` are
/// sorted.
private func forEachSortedLine(
    _ call: OperationCall, axis: Int, outputLength: Int, ascending: Bool,
    _ body: (_ start: Int, _ step: Int, _ outputStart: Int, _ line: SortingLine) -> Void
) throws {
    let x = try call.tensor("x")
    let numbers = x.converted(to: x.scalar.fitsInt32 ? .int32 : .float32)
    defer { withExtendedLifetime(numbers) {} }
    let (length, inner) = (x.shape.isEmpty ? 1 : x.shape[axis], x.shape.dropFirst(axis + 1).product())
    try call.require(length <= Int(UInt32.max), "dimension \(axis) of \(x.shape) is too large")
    guard x.count > 0 else { return }
    let lines = ReducedLines(outer: x.count / (length * inner), length: length, inner: inner)
    lines.forEachPart(lines.outer * inner) { range in
        let line = SortingLine(length: length)
        defer { line.deallocate() }
        for index in range {
            let (outer, column) = (index / inner, index % inner)
            let start = outer * length * inner + column
            if numbers.scalar == .int32 {
                line.load(UnsafePointer(numbers.pointer.assumingMemoryBound(to: Int32.self)) + start, step: inner, ascending: ascending)
            } else {
                line.load(UnsafePointer(numbers.floatPointer) + start, step: inner, ascending: ascending)
            }
            line.sortFirst(outputLength)
            body(start, inner, outer * outputLength * inner + column, line)
        }
    }
}

/// The indices that sort `x` along `axis`.
enum ArgSort: OperationDefinition {
    package static let kinds = ["argsort"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let shape = try call.shape("x")
        _ = try call.axis("axis", default: -1, rank: shape.count)
        return [TensorType(.int32, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let axis = try call.axis("axis", default: -1, rank: x.type.rank)
        let ascending = try call.bool("ascending", default: false)
        let indices = outputs[0].elements(as: Int32.self)
        let length = x.shape.isEmpty ? 1 : x.shape[axis]
        try forEachSortedLine(call, axis: axis, outputLength: length, ascending: ascending) { _, step, outputStart, line in
            for place in 0..<length { indices[outputStart + place * step] = Int32(clamping: line[place]) }
        }
    }
}

/// The `k` largest values along `axis` and their indices, in descending order. With `ascending`, the `k` smallest, in ascending order.
enum TopK: OperationDefinition {
    package static let kinds = ["topk"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        try call.require(x.rank > 0, "x is a scalar")
        let axis = try call.axis("axis", default: -1, rank: x.rank)
        var k = try call.int("k", default: 1)
        if k == -1 { k = x.shape[axis] }
        try call.require(k >= 0 && k <= x.shape[axis], "k is \(k) for axis \(axis) of \(x)")
        var shape = x.shape
        shape[axis] = k
        return [TensorType(x.scalar, shape), TensorType(.int32, shape)]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let axis = try call.axis("axis", default: -1, rank: x.type.rank)
        let (k, size) = (outputs[0].shape[axis], x.scalar.size)
        let ascending = try call.bool("ascending", default: false)
        let indices = outputs[1].elements(as: Int32.self)
        try forEachSortedLine(call, axis: axis, outputLength: k, ascending: ascending) { start, step, outputStart, line in
            for place in 0..<k {
                let target = outputStart + place * step
                indices[target] = Int32(clamping: line[place])
                (outputs[0].pointer + target * size)
                    .copyMemory(from: x.pointer + (start + line[place] * step) * size, byteCount: size)
            }
        }
    }
}

/// The multi-indices of the elements of `x` that are not zero, in order.
enum NonZero: OperationDefinition {
    package static let kinds = ["non_zero"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.tensor("x")
        return [TensorType(.int32, [found(x).count, x.type.rank])]
    }

    private static func found(_ x: Tensor) -> [Int] {
        let truths = x.converted(to: .bool)
        let values = truths.elements(as: UInt8.self)
        return values.indices.filter { values[$0] != 0 }
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.tensor("x")
        let (strides, indices) = (x.type.strides, outputs[0].elements(as: Int32.self))
        for (row, offset) in found(x).enumerated() {
            var rest = offset
            for (axis, stride) in strides.enumerated() {
                indices[row * strides.count + axis] = Int32(clamping: rest / stride)
                rest %= stride
            }
        }
    }
}

let sortings: [any OperationDefinition.Type] = [ArgSort.self, TopK.self, NonZero.self]
