/// The sliding window of a convolution or pooling along one spatial dimension.
struct SpatialWindow {
    var size: Int
    var stride: Int
    var dilation: Int
    /// The padding before the first element and after the last.
    var before: Int
    var after: Int

    /// The number of elements from the first to the last that the window covers.
    var extent: Int { (size - 1) * dilation + 1 }

    /// The number of windows that fit into `length` elements and the padding, or `nil` if not even one does.
    func count(over length: Int) -> Int? {
        let padded = length + before + after
        return padded < extent ? nil : (padded - extent) / stride + 1
    }
}

extension OperationCall {
    /// The windows of a convolution or pooling over the `spatial` dimensions, with one entry of `sizes` for each. Their padding, strides
    /// and dilations are the arguments `pad_type`, `pad`, `strides` and `dilations`.
    func windows(sizes: [Int], spatial: [Int]) throws -> [SpatialWindow] {
        let count = spatial.count
        let strides = try ints("strides", default: Array(repeating: 1, count: count))
        let dilations = try ints("dilations", default: Array(repeating: 1, count: count))
        try require(sizes.count == count && strides.count == count && dilations.count == count, "window and \(count) dimensions differ")
        for value in sizes + strides + dilations { try require(value >= 1 && value < 1 << 31, "\(value) is not a window's measure") }
        var windows = (0..<count).map {
            SpatialWindow(size: sizes[$0], stride: strides[$0], dilation: dilations[$0], before: 0, after: 0)
        }
        let mode = string("pad_type", default: "valid")
        switch mode {
        case "valid": break
        case "custom":
            let pad = try ints("pad", default: Array(repeating: 0, count: 2 * count))
            try require(pad.count == 2 * count, "pad has \(pad.count) values for \(count) dimensions")
            for value in pad { try require(abs(value) < 1 << 31, "\(value) is not a padding") }
            for axis in 0..<count { (windows[axis].before, windows[axis].after) = (pad[2 * axis], pad[2 * axis + 1]) }
        case "same", "same_lower":
            for axis in 0..<count {
                let outputs = (spatial[axis] + strides[axis] - 1) / strides[axis]
                let total = max(0, (outputs - 1) * strides[axis] + windows[axis].extent - spatial[axis])
                let less = total / 2
                windows[axis].before = mode == "same" ? less : total - less
                windows[axis].after = total - windows[axis].before
            }
        default: throw invalid("unknown padding '\(mode)'")
        }
        return windows
    }
}
