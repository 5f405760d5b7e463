/// A resizing of the last two dimensions that samples every plane at the same positions.
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
        // Refuses unknown modes.
        _ = try line(call, from: 1, to: 1, vertical: true)
        return [TensorType(x.scalar, x.shape.dropLast(2) + [size.height, size.width])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let shape = try call.shape("x")
        let (height, width) = (shape[shape.count - 2], shape[shape.count - 1])
        let size = try size(call)
        let vertical = try line(call, from: height, to: size.height, vertical: true)
        let horizontal = try line(call, from: width, to: size.width, vertical: false)
        let (x, y) = (try call.floats("x"), outputs[0].floatPointer)
        let sampler = PlaneSampler(height: height, width: width, vertical, horizontal)
        let rows = shape.dropLast(2).product() * size.height
        let parts = max(1, min(Threads.limit, rows, rows * size.width / (1 << 14)))
        Threads.run(parts) { sampler.run(x, into: y, rows: rows * $0 / parts..<rows * ($0 + 1) / parts) }
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

/// Repeats each element `scale_factor_height` by `scale_factor_width` times. The factors need not be whole numbers.
package enum UpsampleNearest: PlaneResizing {
    package static let kinds = ["upsample_nearest_neighbor"]

    static func size(_ call: OperationCall) throws -> (height: Int, width: Int) {
        try call.scaledSize("scale_factor_height", "scale_factor_width")
    }

    static func line(_ call: OperationCall, from length: Int, to count: Int, vertical: Bool) throws -> SamplingLine {
        SamplingLine((0..<count).map { Double($0 * length / count) }, length: length)
    }
}

/// Bilinear upsampling. With `align_corners` the outermost samples lie on the outermost elements. Without `align_corners`, `half_pixel_centers`
/// decides whether elements and samples lie at the centres of their areas. It is true by default.
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

/// Bilinear resizing to `target_size_height` by `target_size_width`, 1 by default. `sampling_mode` determines the positions of the samples.
package enum ResizeBilinear: PlaneResizing {
    package static let kinds = ["resize_bilinear"]

    static func size(_ call: OperationCall) throws -> (height: Int, width: Int) {
        (try call.int("target_size_height", default: 1), try call.int("target_size_width", default: 1))
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

/// Cuts boxes from `x` [B, C, H, W], and resizes them bilinearly.
///
/// `roi` [N, 1, 4 or 5, 1, 1] holds N boxes. With four numbers each, every box is cut from every image, and the result is [N, B, C, h, w].
/// With five numbers, the first is the index of the image in the batch, and the result is [N, 1, C, h, w].
///
/// Later programs have `boxes` [N, 4], and the indices of their images in `box_indices` [N]. The result is then [N, C, h, w]. Without
/// `box_indices` the first box belongs to the first image, and so on. Samples outside the image are `pad_value`. Without a `pad_value` they
/// are the nearest pixels on the border.
enum CropResize: FloatOperation {
    package static let kinds = ["crop_resize"]
    static let operands = ["x", "roi", "boxes"]

    private static let formats: Set = [
        "CORNERS_HEIGHT_FIRST", "CORNERS_WIDTH_FIRST", "CENTER_SIZE_HEIGHT_FIRST", "CENTER_SIZE_WIDTH_FIRST",
    ]

    private struct Box {
        var images: [Int]
        var values: [Double]
    }

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let x = try call.type("x")
        try call.require(x.rank == 4 && x.count > 0, "x is \(x)")
        let (height, width) = (try call.int("target_height", default: 1), try call.int("target_width", default: 1))
        try call.require(height >= 1 && width >= 1 && height < 1 << 24 && width < 1 << 24, "to \(height) × \(width)")
        let (format, mode) = modes(call)
        try call.require(formats.contains(format), "unknown box coordinate mode '\(format)'")
        try call.require(SamplingLine.positions(mode, from: 0, through: 0, count: 1) != nil, "unknown sampling mode '\(mode)'")
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

    private static func modes(_ call: OperationCall) -> (format: String, sampling: String) {
        (call.string("box_coordinate_mode", default: "CORNERS_HEIGHT_FIRST"), call.string("sampling_mode", default: "DEFAULT"))
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
        let (format, mode) = modes(call)
        let padding = call.has("pad_value") ? try call.float("pad_value") : nil
        let target = outputs[0].floatPointer
        let (channels, area) = (x[1], output[0] * output[1])
        let boxes = try boxes(call)
        // Every box is cut from the same number of images: from all of them, or from one.
        let results = boxes.first?.images.count ?? 0
        func cut(_ index: Int) {
            let box = boxes[index]
            var edges = box.values
            if format.hasSuffix("WIDTH_FIRST") { edges = [edges[1], edges[0], edges[3], edges[2]] }
            if format.hasPrefix("CENTER_SIZE") {
                let (y, x, h, w) = (edges[0], edges[1], edges[2], edges[3])
                edges = [y - h / 2, x - w / 2, y + h / 2, x + w / 2]
            }
            for (index, size) in [height, width, height, width].enumerated() {
                edges[index] *= scale * (normalized ? Double(size - 1) : 1)
            }
            // In this mode, a box that ends before it begins stands for the whole image. In the other modes it is sampled backwards.
            if mode == "UNALIGN_CORNERS" {
                for (axis, size) in [height, width].enumerated() where edges[axis + 2] < edges[axis] {
                    (edges[axis], edges[axis + 2]) = (0, Double(size - 1))
                }
            }
            guard let rows = SamplingLine.positions(mode, from: edges[0], through: edges[2], count: output[0]),
                let columns = SamplingLine.positions(mode, from: edges[1], through: edges[3], count: output[1])
            else { return }
            let sampler = PlaneSampler(
                height: height, width: width, SamplingLine(rows, length: height), SamplingLine(columns, length: width))
            for (number, image) in box.images.enumerated() {
                let planes = target + (index * results + number) * channels * area
                sampler.run(pixels + image * channels * height * width, into: planes, rows: 0..<channels * output[0])
                guard let padding else { continue }
                let inside = (rows: isInside(rows, height), columns: isInside(columns, width))
                for channel in 0..<channels { pad(planes + channel * area, padding, rows: inside.rows, columns: inside.columns) }
            }
        }
        let parts = max(1, min(Threads.limit, boxes.count, outputs[0].count >> 14))
        Threads.run(parts) { part in
            for index in boxes.count * part / parts..<boxes.count * (part + 1) / parts { cut(index) }
        }
    }

    /// For each position, whether it lies on a line of `length` elements, with a tolerance for rounding errors.
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
