/// A strided view of a row-major value: an offset, and for each dimension the distance between its elements.
struct StridedView {
    private(set) var shape: [Int]
    private(set) var strides: [Int]
    private(set) var offset = 0

    /// The view of the whole value.
    init(_ shape: [Int]) {
        self.shape = shape
        strides = TensorType.float32(shape).strides
    }

    /// The view of a region of another value.
    init(_ shape: [Int], _ region: StridedRegion) {
        (self.shape, strides, offset) = (shape, region.strides, region.offset)
    }

    func transposed(_ permutation: [Int]) -> StridedView {
        var view = self
        view.shape = permutation.map { shape[$0] }
        view.strides = permutation.map { strides[$0] }
        return view
    }

    /// A view of the elements from `first` on, in row-major order, in the shape `target`; `nil` if strides cannot describe it.
    func part(from first: Int, _ target: [Int]) -> StridedView? {
        let count = target.product()
        guard count > 0 else { return nil }
        var (view, first) = (self, first)
        while let size = view.shape.first {
            let block = view.shape.dropFirst().product()
            guard block > 0 else { return nil }
            let index = first / block
            view.offset += index * view.strides[0]
            first -= index * block
            if count >= block {
                guard first == 0, count % block == 0, index + count / block <= size else { return nil }
                view.shape[0] = count / block
                return view.reshaped(target)
            }
            guard first + count <= block else { return nil }
            view.shape.removeFirst()
            view.strides.removeFirst()
        }
        return view.reshaped(target)
    }

    /// A view of the same elements in the same order, in the shape `target`; `nil` if strides cannot describe it.
    func reshaped(_ target: [Int]) -> StridedView? {
        guard shape.product() == target.product(), !shape.contains(0) else { return nil }
        let kept = shape.indices.filter { shape[$0] > 1 }
        let (sizes, steps) = (kept.map { shape[$0] }, kept.map { strides[$0] })
        var result = self
        (result.shape, result.strides) = (target, [Int](repeating: 1, count: target.count))
        // From the last dimension on, groups of dimensions with equal numbers of elements are matched.
        var (from, to) = (sizes.count, target.count)
        while from > 0 {
            let step = steps[from - 1]
            var (given, wanted) = (1, 1)
            repeat {
                if given <= wanted {
                    guard from > 0, given == 1 || steps[from - 1] == given * step else { return nil }
                    from -= 1
                    given *= sizes[from]
                }
                while wanted < given {
                    guard to > 0 else { return nil }
                    to -= 1
                    result.strides[to] = wanted * step
                    wanted *= target[to]
                }
            } while given != wanted
        }
        return result
    }
}
