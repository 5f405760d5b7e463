import CoreMLRuntime

extension RandomAccessCollection where Element: Comparable {
    /// Whether the element at an offset is the first of the largest elements. If several labels are equally likely, a classifier predicts the first
    /// of them. The prediction is then wrong if one of the others is the true label.
    func hasFirstMaximum(at offset: Int) -> Bool {
        let own = self[index(startIndex, offsetBy: offset)]
        return enumerated().allSatisfy { place, value in place < offset ? value < own : value <= own }
    }
}

extension Tensor {
    /// The number of rows of scores whose largest score is that of the target. A target below 0 means that the row has no label.
    func rightCount(_ targets: [Int32]) -> Int {
        let classes = count / max(targets.count, 1)
        return targets.enumerated().count { row, target in
            target >= 0 && floats[row * classes..<(row + 1) * classes].hasFirstMaximum(at: Int(target))
        }
    }
}
