/// Where the samples of a resized line lie, and how neighbours mix there.
struct SamplingLine {
    /// The sample is `lower[i] · (1 − fraction[i]) + upper[i] · fraction[i]`.
    var lower: [Int] = []
    var upper: [Int] = []
    var fraction: [Float] = []

    /// Samples at `positions` of a line of `length` elements; positions outside are moved to its ends.
    init(_ positions: [Double], length: Int) {
        for position in positions {
            let inside = min(max(position.isNaN ? 0 : position, 0), Double(length - 1))
            let first = Int(inside)
            lower.append(first)
            upper.append(min(first + 1, length - 1))
            fraction.append(Float(inside - Double(first)))
        }
    }

    /// `count` positions over `start`…`end` of a line, as Core ML's sampling modes place them.
    static func positions(_ mode: String, from start: Double, through end: Double, count: Int) -> [Double]? {
        let span = end - start
        func line(_ first: Double, _ spacing: Double) -> [Double] { (0..<count).map { first + Double($0) * spacing } }
        switch mode {
        case "STRICT_ALIGN_CORNERS": return line(start, count > 1 ? span / Double(count - 1) : 0)
        case "ALIGN_CORNERS": return count > 1 ? line(start, span / Double(count - 1)) : [start + span / 2]
        case "DEFAULT": return line(start, (span + 1) / Double(count))
        case "OFFSET_CORNERS":
            let spacing = max(1, span) / Double(count)
            return line(start + spacing / 2, spacing)
        case "UNALIGN_CORNERS":
            let spacing = (span + 1) / Double(count)
            return line(start + spacing / 2 - 0.5, spacing)
        default: return nil
        }
    }
}

/// Samples planes of `rows × columns` at the crossings of two lines.
private func sample(
    _ source: UnsafePointer<Float>, columns: Int, _ vertical: SamplingLine, _ horizontal: SamplingLine,
    into target: UnsafeMutablePointer<Float>
) {
    let count = horizontal.lower.count
    for row in vertical.lower.indices {
        let (top, bottom) = (source + vertical.lower[row] * columns, source + vertical.upper[row] * columns)
        let weight = vertical.fraction[row]
        for column in 0..<count {
            let (left, right, fraction) = (horizontal.lower[column], horizontal.upper[column], horizontal.fraction[column])
            let above = top[left] + (top[right] - top[left]) * fraction
            let below = bottom[left] + (bottom[right] - bottom[left]) * fraction
            target[row * count + column] = above + (below - above) * weight
        }
    }
}

/// A resizing of the last two dimensions by the same samples in every plane.
protocol PlaneResizing: FloatOperation {
    /// The height and width of the result.
    static func size(_ call: OperationCall) throws -> (height: Int, width: Int)

    static func line(_ call: OperationCall, from length: Int, to count: Int, vertical: Bool) throws -> SamplingLine
}

extension PlaneResizing {
    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        let size = try size(call)
        try call.require(x.rank >= 2 && x.shape.suffix(2).product() > 0, "x is \(x)")
        try call.require(
            size.height >= 1 && size.width >= 1 && size.height < 1 << 24 && size.width < 1 << 24, "to \(size.height) × \(size.width)")
        return [TensorType(x.scalar, x.shape.dropLast(2) + [size.height, size.width])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let (height, width) = (shape[shape.count - 2], shape[shape.count - 1])
        let size = try size(call)
        let vertical = try line(call, from: height, to: size.height, vertical: true)
        let horizontal = try line(call, from: width, to: size.width, vertical: false)
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        let planes = shape.dropLast(2).product()
        let parts = max(1, min(OneDNN.threads, planes, planes * size.height * size.width >> 14))
        OneDNN.parallel(parts) { part in
            for plane in planes * part / parts..<planes * (part + 1) / parts {
                sample(x + plane * height * width, columns: width, vertical, horizontal, into: y + plane * size.height * size.width)
            }
        }
    }
}

extension OperationCall {
    /// The size of `x` enlarged by two scale factors, rounded down.
    func scaledSize(_ vertical: String, _ horizontal: String) throws -> (height: Int, width: Int) {
        let shape = try shape("x")
        try require(shape.count >= 2, "x is \(shape)")
        func scaled(_ size: Int, _ argument: String) throws -> Int {
            let value = (Double(size) * (Double(try float(argument, default: 1)))).rounded(.down)
            try require(value >= 1 && value < 0x1p24, "\(argument) of \(size)")
            return Int(value)
        }
        return (try scaled(shape[shape.count - 2], vertical), try scaled(shape[shape.count - 1], horizontal))
    }
}

/// Each element repeated: `scale_factor_height` by `scale_factor_width` times, which need not be whole.
package enum UpsampleNearest: PlaneResizing {
    package static let kinds = ["upsample_nearest_neighbor"]

    static func size(_ call: OperationCall) throws -> (height: Int, width: Int) {
        try call.scaledSize("scale_factor_height", "scale_factor_width")
    }

    static func line(_ call: OperationCall, from length: Int, to count: Int, vertical: Bool) throws -> SamplingLine {
        SamplingLine((0..<count).map { Double($0 * length / count) }, length: length)
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let (height, width) = (shape[shape.count - 2], shape[shape.count - 1])
        let size = try size(call)
        let columns = (0..<size.width).map { $0 * width / size.width }
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        columns.withUnsafeBufferPointer { columns in
            for plane in 0..<shape.dropLast(2).product() {
                var last = -1
                for row in 0..<size.height {
                    let target = y + (plane * size.height + row) * size.width
                    let line = row * height / size.height
                    if line == last {
                        target.update(from: target - size.width, count: size.width)
                    } else {
                        let source = x + (plane * height + line) * width
                        for column in 0..<size.width { target[column] = source[columns[column]] }
                        last = line
                    }
                }
            }
        }
    }
}

/// Bilinear enlargement; `align_corners` puts the outer samples on the outer elements, otherwise `half_pixel_centers` (true where
/// absent) takes elements for areas.
package enum UpsampleBilinear: PlaneResizing {
    package static let kinds = ["upsample_bilinear"]

    static func size(_ call: OperationCall) throws -> (height: Int, width: Int) {
        try call.scaledSize("scale_factor_height", "scale_factor_width")
    }

    static func line(_ call: OperationCall, from length: Int, to count: Int, vertical: Bool) throws -> SamplingLine {
        let mode: String
        if try call.bool("align_corners", default: true) {
            mode = "STRICT_ALIGN_CORNERS"
        } else {
            mode = try call.bool("half_pixel_centers", default: true) ? "UNALIGN_CORNERS" : "DEFAULT"
        }
        guard let positions = SamplingLine.positions(mode, from: 0, through: Double(length - 1), count: count) else {
            throw call.invalid("unknown sampling")
        }
        return SamplingLine(positions, length: length)
    }
}

/// Bilinear resizing to `target_size_height` by `target_size_width`; `sampling_mode` places the samples.
package enum ResizeBilinear: PlaneResizing {
    package static let kinds = ["resize_bilinear"]

    static func size(_ call: OperationCall) throws -> (height: Int, width: Int) {
        let shape = try call.shape("x")
        try call.require(shape.count >= 2, "x is \(shape)")
        return (
            try call.int("target_size_height", default: shape[shape.count - 2]),
            try call.int("target_size_width", default: shape[shape.count - 1])
        )
    }

    static func line(_ call: OperationCall, from length: Int, to count: Int, vertical: Bool) throws -> SamplingLine {
        let mode = call.string("sampling_mode", default: "DEFAULT")
        guard let positions = SamplingLine.positions(mode, from: 0, through: Double(length - 1), count: count) else {
            throw call.invalid("unknown sampling mode '\(mode)'")
        }
        return SamplingLine(positions, length: length)
    }
}

/// Nearest-neighbour resizing to `target_size_height` by `target_size_width`.
enum ResizeNearest: PlaneResizing {
    package static let kinds = ["resize_nearest_neighbor"]

    static func size(_ call: OperationCall) throws -> (height: Int, width: Int) {
        (try call.int("target_size_height"), try call.int("target_size_width"))
    }

    static func line(_ call: OperationCall, from length: Int, to count: Int, vertical: Bool) throws -> SamplingLine {
        SamplingLine((0..<count).map { Double($0 * length / count) }, length: length)
    }
}

/// Boxes cut from `x` [B, C, H, W] and resized bilinearly.
///
/// `roi` [N, 1, 4 or 5, 1, 1] holds, where it has five, the index of the image in the batch, then the box; the result is [N, B, C, h, w], or
/// [N, 1, C, h, w] with image indices. Later programs have `boxes` [N, 4] of the images `box_indices` [N], one image after the other where
/// absent, and a result [N, C, h, w]. Samples outside of the image are `pad_value`; where there is none, the nearest on its border.
enum CropResize: FloatOperation {
    package static let kinds = ["crop_resize"]
    static let operands = ["x", "roi", "boxes"]

    private struct Box {
        var images: [Int]
        var values: [Double]
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        try call.require(x.rank == 4 && x.count > 0, "x is \(x)")
        let (height, width) = (try call.int("target_height", default: 1), try call.int("target_width", default: 1))
        try call.require(height >= 1 && width >= 1 && height < 1 << 24 && width < 1 << 24, "to \(height) × \(width)")
        if call.has("boxes") {
            let boxes = try call.shape("boxes")
            try call.require(boxes.count == 2 && boxes[1] == 4, "boxes is \(boxes)")
            if call.has("box_indices") {
                try call.require(call.type("box_indices").count == boxes[0], "box_indices does not have \(boxes[0]) elements")
            }
            return [TensorType(x.scalar, [boxes[0], x.shape[1], height, width])]
        }
        let roi = try call.shape("roi")
        let fits = roi.count == 5 && roi[1] == 1 && (roi[2] == 4 || roi[2] == 5) && roi[3] == 1 && roi[4] == 1
        try call.require(fits, "roi is \(roi)")
        return [TensorType(x.scalar, [roi[0], roi[2] == 5 ? 1 : x.shape[0], x.shape[1], height, width])]
    }

    private static func boxes(_ call: OperationCall) throws -> [Box] {
        let images = try call.shape("x")[0]
        let isRegions = !call.has("boxes")
        let name = isRegions ? "roi" : "boxes"
        let (count, stride) = (try call.shape(name)[0], isRegions ? try call.shape(name)[2] : 4)
        let numbers = try call.floats(name)
        let indices = isRegions ? [] : try call.ints("box_indices", default: Array(0..<count))
        return try (0..<count).map { box in
            let line = (0..<stride).map { Double(numbers[box * stride + $0]) }
            if isRegions, stride == 4 { return Box(images: Array(0..<images), values: line) }
            let image = isRegions ? Int(truncatingAndClamping: line[0]) : indices[box]
            return Box(images: try call.positions([image], size: images), values: Array(line.suffix(4)))
        }
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let x = try call.shape("x")
        let (height, width) = (x[2], x[3])
        let output = Array(outputs[0].shape.suffix(2))
        let pixels = try call.floats("x")
        let normalized = try call.bool("normalized_coordinates", default: false)
        let scale = Double(try call.float("spatial_scale", default: 1))
        let format = call.string("box_coordinate_mode", default: "CORNERS_HEIGHT_FIRST")
        let mode = call.string("sampling_mode", default: "DEFAULT")
        let padding = call.has("pad_value") ? try call.float("pad_value") : nil
        var target = outputs[0].floatPointer
        for box in try boxes(call) {
            var edges = box.values
            if format.hasSuffix("WIDTH_FIRST") { edges = [edges[1], edges[0], edges[3], edges[2]] }
            if format.hasPrefix("CENTER_SIZE") {
                let (y, x, h, w) = (edges[0], edges[1], edges[2], edges[3])
                edges = [y - h / 2, x - w / 2, y + h / 2, x + w / 2]
            }
            for (index, size) in [height, width, height, width].enumerated() {
                edges[index] *= scale * (normalized ? Double(size - 1) : 1)
            }
            // Elsewhere a box that ends before it begins is sampled backwards; where elements are areas, it is the whole image.
            if mode == "UNALIGN_CORNERS" {
                for (axis, size) in [height, width].enumerated() where edges[axis + 2] < edges[axis] {
                    (edges[axis], edges[axis + 2]) = (0, Double(size - 1))
                }
            }
            guard let rows = SamplingLine.positions(mode, from: edges[0], through: edges[2], count: output[0]),
                let columns = SamplingLine.positions(mode, from: edges[1], through: edges[3], count: output[1])
            else { throw call.invalid("unknown sampling mode '\(mode)'") }
            let (vertical, horizontal) = (SamplingLine(rows, length: height), SamplingLine(columns, length: width))
            for image in box.images {
                for channel in 0..<x[1] {
                    sample(pixels + (image * x[1] + channel) * height * width, columns: width, vertical, horizontal, into: target)
                    if let padding { pad(target, padding, rows: isInside(rows, height), columns: isInside(columns, width)) }
                    target += output[0] * output[1]
                }
            }
        }
    }

    /// Which of the positions are on a line of `length` elements, but for rounding.
    private static func isInside(_ positions: [Double], _ length: Int) -> [Bool] {
        positions.map { $0 >= -1e-5 * Double(length) && $0 <= Double(length - 1) + 1e-5 * Double(length) }
    }

    private static func pad(_ target: UnsafeMutablePointer<Float>, _ value: Float, rows: [Bool], columns: [Bool]) {
        for (row, isRow) in rows.enumerated() {
            for (column, isColumn) in columns.enumerated() where !isRow || !isColumn { target[row * columns.count + column] = value }
        }
    }
}

let resizings: [any OperationDefinition.Type] = [
    UpsampleNearest.self, UpsampleBilinear.self, ResizeBilinear.self, ResizeNearest.self, CropResize.self,
]
