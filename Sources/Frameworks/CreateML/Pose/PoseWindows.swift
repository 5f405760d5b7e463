/// The windows of a sequence for prediction and for training.
enum PoseWindows {
    /// Consecutive windows for prediction. If at least half a window of frames is left, one more window is added. It ends with the last frame, and
    /// overlaps the previous window. A sequence that is shorter than a window gives a single short window.
    static func consecutive(_ count: Int, size: Int) -> [Range<Int>] {
        guard count > size else { return count > 0 ? [0..<count] : [] }
        var windows = stride(from: 0, through: count - size, by: size).map { $0..<$0 + size }
        if 2 * (count % size) >= size { windows.append(count - size..<count) }
        return windows
    }

    /// Windows for training. Each overlaps the next by half.
    static func overlapping(_ count: Int, size: Int) -> [Range<Int>] {
        guard count > size else { return count > 0 ? [0..<count] : [] }
        let step = max(size / 2, 1)
        var windows = stride(from: 0, through: count - size, by: step).map { $0..<$0 + size }
        if let last = windows.last, last.upperBound < count { windows.append(count - size..<count) }
        return windows
    }

    /// The frames of a window as the numbers of an array [frames, 3, joints]. A short window is padded with zeros.
    static func values(_ frames: ArraySlice<[Float]>, size: Int, _ skeleton: PoseSkeleton) -> [Float] {
        var values = [Float](repeating: 0, count: size * skeleton.frameSize)
        for (row, frame) in frames.prefix(size).enumerated() {
            values.replaceSubrange(row * skeleton.frameSize..<(row + 1) * skeleton.frameSize, with: frame)
        }
        return values
    }
}
