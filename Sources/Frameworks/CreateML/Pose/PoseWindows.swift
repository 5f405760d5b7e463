/// The parts of a sequence that a classifier looks at.
enum PoseWindows {
    /// Consecutive windows. If at least half a window of frames is left at the end, they become one more window, which overlaps the window before. A
    /// sequence that is shorter than a window is a single window, to be padded with frames without joints.
    static func consecutive(_ count: Int, size: Int) -> [Range<Int>] {
        guard count > size else { return count > 0 ? [0..<count] : [] }
        var windows = stride(from: 0, through: count - size, by: size).map { $0..<$0 + size }
        if 2 * (count % size) >= size { windows.append(count - size..<count) }
        return windows
    }

    /// Windows for training, which overlap by half.
    static func overlapping(_ count: Int, size: Int) -> [Range<Int>] {
        guard count > size else { return count > 0 ? [0..<count] : [] }
        let step = max(size / 2, 1)
        var windows = stride(from: 0, through: count - size, by: step).map { $0..<$0 + size }
        if let last = windows.last, last.upperBound < count { windows.append(count - size..<count) }
        return windows
    }

    /// The frames of a window, padded with zeros, as the numbers of [frames, 3, joints].
    static func values(_ frames: ArraySlice<[Float]>, size: Int, _ skeleton: PoseSkeleton) -> [Float] {
        var values = [Float](repeating: 0, count: size * skeleton.frameSize)
        for (row, frame) in frames.prefix(size).enumerated() {
            values.replaceSubrange(row * skeleton.frameSize..<(row + 1) * skeleton.frameSize, with: frame)
        }
        return values
    }
}
