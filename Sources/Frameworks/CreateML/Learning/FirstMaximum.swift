extension RandomAccessCollection where Element: Comparable {
    /// Whether the largest element stands at an offset, and none as large before it. Of labels that are equally likely a classifier gives the first,
    /// so that an example of another one is not right.
    func hasFirstMaximum(at offset: Int) -> Bool {
        let own = self[index(startIndex, offsetBy: offset)]
        return enumerated().allSatisfy { place, value in place < offset ? value < own : value <= own }
    }
}
