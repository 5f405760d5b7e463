import CoreMLRuntime

extension RandomAccessCollection where Element: Comparable {
    /// Whether the largest element stands at an offset, and none as large before it. Of labels that are equally likely a classifier gives the first,
    /// so that an example of another one is not right.
    func hasFirstMaximum(at offset: Int) -> Bool {
        let own = self[index(startIndex, offsetBy: offset)]
        return enumerated().allSatisfy { place, value in place < offset ? value < own : value <= own }
    }
}

extension Tensor {
    /// The number of rows of scores whose label is the target. A target below 0 is no label.
    func rightCount(_ targets: [Int32]) -> Int {
        let classes = count / max(targets.count, 1)
        return targets.enumerated().count { row, target in
            target >= 0 && floats[row * classes..<(row + 1) * classes].hasFirstMaximum(at: Int(target))
        }
    }
}
