import CoreMLRuntime

extension RandomAccessCollection where Element: Comparable {
    /// Whether the element at an offset is the largest, and the first of equally large ones. If labels are equally likely, a classifier gives the
    /// first of them. So an example with one of the other labels is not classified right.
    func hasFirstMaximum(at offset: Int) -> Bool {
        let own = self[index(startIndex, offsetBy: offset)]
        return enumerated().allSatisfy { place, value in place < offset ? value < own : value <= own }
    }
}

extension Tensor {
    /// The number of rows of scores that are classified right. A target below 0 means that the row has no label.
    func rightCount(_ targets: [Int32]) -> Int {
        let classes = count / max(targets.count, 1)
        return targets.enumerated().count { row, target in
            target >= 0 && floats[row * classes..<(row + 1) * classes].hasFirstMaximum(at: Int(target))
        }
    }
}
