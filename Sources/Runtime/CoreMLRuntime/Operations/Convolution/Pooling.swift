/// A pooling of `x` [N, C, spatial…] over `kernel_sizes` with `strides`. `pad_type` and `pad` determine the padding. With `ceil_mode` the
/// last window may extend beyond the padded input, but may not start there.
protocol PoolingOperation: FloatOperation {
    /// The value of a window over `x`, the input of one channel.
    static func reduce(_ window: PoolingWindow, _ x: UnsafePointer<Float>) -> Float
}

/// The input elements under one window, and the divisor of an average.
struct PoolingWindow {
    var planes: Range<Int>
    var rows: Range<Int>
    var columns: Range<Int>
    var inputRows: Int
    var inputColumns: Int
    /// The number of elements that an average divides by.
    var divisor: Int

    @inline(__always)
    func fold(_ x: UnsafePointer<Float>, from start: Float, _ combine: (Float, Float) -> Float) -> Float {
        var result = start
        for plane in planes {
            for row in rows {
                let line = x + (plane * inputRows + row) * inputColumns
                for column in columns { result = combine(result, line[column]) }
            }
        }
        return result
    }
}

extension PoolingOperation {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let geometry = try PoolingGeometry(call)
        return [TensorType(try call.type("x").scalar, geometry.outputShape)]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let geometry = try PoolingGeometry(call)
        let excludesPadding = try call.bool("exclude_padding_from_average", default: false)
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        let volume = geometry.volumetric
        let inputs = volume.input.product()
        volume.forEachWindow(excludesPadding: excludesPadding) { channel, place, window in
            y[place] = reduce(window, x + channel * inputs)
        }
    }
}

/// The geometry of a pooling. Lists have one entry for each spatial dimension.
package struct PoolingGeometry: Sendable {
    var leading: [Int]
    package var input: [Int]
    package var output: [Int]
    var windows: [SpatialWindow]

    package var strides: [Int] { windows.map(\.stride) }
    package var kernel: [Int] { windows.map(\.size) }
    package var padBefore: [Int] { windows.map(\.before) }
    package var padAfter: [Int] { windows.map(\.after) }

    package init(_ call: OperationCall) throws {
        let x = try call.shape("x")
        try call.require(x.count >= 3 && x.count <= 5, "x is \(x)")
        let spatial = Array(x.dropFirst(2))
        leading = Array(x.prefix(2))
        input = spatial
        windows = try call.windows(sizes: call.ints("kernel_sizes"), spatial: spatial)
        // The number of elements in a window must not overflow, because an average may divide by all of them, including the padding.
        _ = try call.product(windows.map(\.size))
        let roundsUp = try call.bool("ceil_mode", default: false)
        output = []
        for (axis, window) in windows.enumerated() {
            let room = spatial[axis] + window.before + window.after - window.size
            try call.require(room >= 0 || (roundsUp && spatial[axis] > 0), "the window \(kernel) is larger than x \(x)")
            var count = (max(room, 0) + (roundsUp ? window.stride - 1 : 0)) / window.stride + 1
            // A window that starts beyond the input and its leading padding would be empty.
            if roundsUp && count > 1 && (count - 1) * window.stride >= spatial[axis] + window.before { count -= 1 }
            output.append(count)
        }
    }

    var channels: Int { leading.product() }

    package var outputShape: [Int] { leading + output }

    var volumetric: PoolingGeometry {
        var result = self
        while result.input.count < 3 {
            result.input.insert(1, at: 0)
            result.output.insert(1, at: 0)
            result.windows.insert(SpatialWindow(size: 1, stride: 1, dilation: 1, before: 0, after: 0), at: 0)
        }
        return result
    }

    /// The input elements under window `index` along `axis`, and the number of elements that it covers in the padded input.
    func window(_ axis: Int, _ index: Int) -> (inside: Range<Int>, padded: Int) {
        let start = index * windows[axis].stride - windows[axis].before
        let end = start + windows[axis].size
        let first = min(max(start, 0), input[axis])
        let padded = min(end, input[axis] + max(windows[axis].after, 0)) - start
        return (first..<max(first, min(end, input[axis])), max(padded, 0))
    }

    /// Calls `body` for every window of a volumetric geometry, channel by channel, with the index of its output.
    @inline(__always)
    func forEachWindow(excludesPadding: Bool, _ body: (_ channel: Int, _ place: Int, _ window: PoolingWindow) -> Void) {
        var place = 0
        for channel in 0..<channels {
            for oz in 0..<output[0] {
                let planes = window(0, oz)
                for oy in 0..<output[1] {
                    let rows = window(1, oy)
                    for ox in 0..<output[2] {
                        let columns = window(2, ox)
                        let inside = planes.inside.count * rows.inside.count * columns.inside.count
                        let window = PoolingWindow(
                            planes: planes.inside, rows: rows.inside, columns: columns.inside, inputRows: input[1],
                            inputColumns: input[2],
                            divisor: max(1, excludesPadding ? inside : planes.padded * rows.padded * columns.padded))
                        body(channel, place, window)
                        place += 1
                    }
                }
            }
        }
    }
}

enum MaxPooling: PoolingOperation {
    package static let kinds = ["max_pool"]
    static func reduce(_ window: PoolingWindow, _ x: UnsafePointer<Float>) -> Float {
        window.fold(x, from: -.infinity) { $1 > $0 || $1.isNaN ? $1 : $0 }
    }
}

enum AveragePooling: PoolingOperation {
    package static let kinds = ["avg_pool"]
    static func reduce(_ window: PoolingWindow, _ x: UnsafePointer<Float>) -> Float {
        window.fold(x, from: 0) { $0 + $1 } / Float(window.divisor)
    }
}

enum L2Pooling: PoolingOperation {
    package static let kinds = ["l2_pool"]
    static func reduce(_ window: PoolingWindow, _ x: UnsafePointer<Float>) -> Float {
        window.fold(x, from: 0) { $0 + $1 * $1 }.squareRoot()
    }
}

let poolings: [any OperationDefinition.Type] = [MaxPooling.self, AveragePooling.self, L2Pooling.self]
