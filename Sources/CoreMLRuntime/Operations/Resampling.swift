import Foundation

/// Values of `x` between its pixels, with a rule for what lies outside.
private struct Sampler {
    enum Outside {
        case constant(Float)
        case border
        /// Mirrored at the centre of the outer pixels.
        case reflection
        /// Mirrored at the outer edge of the outer pixels.
        case symmetric
    }

    let height: Int
    let width: Int
    let outside: Outside
    let nearest: Bool

    func value(_ plane: UnsafePointer<Float>, x: Float, y: Float) -> Float {
        guard x.isFinite, y.isFinite, abs(x) < 0x1p30, abs(y) < 0x1p30 else { return pixel(plane, -1 << 30, -1 << 30) }
        if nearest {
            return pixel(plane, Int(mirrored(x, width).rounded(.toNearestOrEven)), Int(mirrored(y, height).rounded(.toNearestOrEven)))
        }
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        let (u, v) = (x - column, y - row)
        let (left, top) = (Int(column), Int(row))
        let above = pixel(plane, left, top) * (1 - u) + pixel(plane, left + 1, top) * u
        let below = pixel(plane, left, top + 1) * (1 - u) + pixel(plane, left + 1, top + 1) * u
        return above * (1 - v) + below * v
    }

    /// A coordinate moved inside where the outside is a mirror image: before it is rounded, since a mirror turns a half around.
    private func mirrored(_ coordinate: Float, _ size: Int) -> Float {
        let (low, span): (Float, Float)
        switch outside {
        case .constant, .border: return coordinate
        case .reflection: (low, span) = (0, Float(size - 1))
        case .symmetric: (low, span) = (-0.5, Float(size))
        }
        guard span > 0 else { return 0 }
        let distance = abs(coordinate - low)
        let rest = distance.truncatingRemainder(dividingBy: span)
        let isTurned = Int(distance / span) % 2 == 1
        return min(max((isTurned ? span - rest : rest) + low, 0), Float(size - 1))
    }

    private func pixel(_ plane: UnsafePointer<Float>, _ column: Int, _ row: Int) -> Float {
        if column >= 0, column < width, row >= 0, row < height { return plane[row * width + column] }
        if case .constant(let value) = outside { return value }
        return plane[inside(row, height) * width + inside(column, width)]
    }

    private func inside(_ index: Int, _ size: Int) -> Int {
        switch outside {
        case .constant, .border: return min(max(index, 0), size - 1)
        case .reflection:
            guard size > 1 else { return 0 }
            let period = 2 * (size - 1)
            let phase = ((index % period) + period) % period
            return phase < size ? phase : period - phase
        case .symmetric:
            let phase = ((index % (2 * size)) + 2 * size) % (2 * size)
            return phase < size ? phase : 2 * size - 1 - phase
        }
    }
}

/// `x` [B, C, H, W] at `coordinates` [B, H′, W′, 2], which hold (x, y).
enum Resample: FloatOperation {
    package static let kinds = ["resample"]
    static let operands = ["x", "coordinates"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, places) = (try call.type("x"), try call.shape("coordinates"))
        let fits = x.rank == 4 && places.count == 4 && places[0] == x.shape[0] && places[3] == 2
        try call.require(fits && x.shape[2] > 0 && x.shape[3] > 0, "x is \(x), coordinates \(places)")
        return [TensorType(x.scalar, [x.shape[0], x.shape[1], places[1], places[2]])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (shape, output) = (try call.shape("x"), outputs[0].shape)
        let (pixels, places) = (try call.floats("x"), try call.floats("coordinates"))
        let sampler = try sampler(call, height: shape[2], width: shape[3])
        let horizontal = try scale(call, shape[3])
        let vertical = try scale(call, shape[2])
        let (plane, area) = (shape[2] * shape[3], output[2] * output[3])
        for batch in 0..<shape[0] {
            for channel in 0..<shape[1] {
                let source = pixels + (batch * shape[1] + channel) * plane
                let target = outputs[0].floatPointer + (batch * shape[1] + channel) * area
                for index in 0..<area {
                    let place = places + 2 * (batch * area + index)
                    target[index] = sampler.value(
                        source, x: place[0] * horizontal.factor + horizontal.offset, y: place[1] * vertical.factor + vertical.offset)
                }
            }
        }
    }

    private static func sampler(_ call: OperationCall, height: Int, width: Int) throws -> Sampler {
        let outside: Sampler.Outside
        switch call.string("padding_mode", default: "constant") {
        case "constant": outside = .constant(try call.float("padding_value", default: 0))
        case "border": outside = .border
        case "reflection": outside = .reflection
        case "symmetric": outside = .symmetric
        case let mode: throw call.invalid("unknown padding mode '\(mode)'")
        }
        return Sampler(
            height: height, width: width, outside: outside, nearest: call.string("sampling_mode", default: "bilinear") == "nearest")
    }

    /// How a coordinate becomes a pixel index along a dimension of `size` pixels: `coordinate × factor + offset`.
    private static func scale(_ call: OperationCall, _ size: Int) throws -> (factor: Float, offset: Float) {
        let length = Float(size)
        let aligned = try call.bool("align_corners", default: true)
        switch call.string("coordinates_mode", default: "normalized_minus_one_to_one") {
        case "unnormalized": return (1, 0)
        case "normalized_minus_one_to_one": return aligned ? ((length - 1) / 2, (length - 1) / 2) : (length / 2, (length - 1) / 2)
        case "normalized_zero_to_one": return aligned ? (length - 1, 0) : (length, -0.5)
        case let mode: throw call.invalid("unknown coordinates mode '\(mode)'")
        }
    }
}

/// `x` [B, C, H, W] under an affine map of the output's coordinates, both −1…1 between the centres of the outer pixels; zero outside.
enum AffineResample: FloatOperation {
    package static let kinds = ["affine"]
    static let operands = ["x", "transform_matrix"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, matrix) = (try call.type("x"), try call.shape("transform_matrix"))
        let (height, width) = (try call.int("output_height"), try call.int("output_width"))
        let fits = x.rank == 4 && matrix.count == 2 && matrix[1] == 6 && (matrix[0] == 1 || matrix[0] == x.shape[0])
        try call.require(fits && x.shape[2] > 0 && x.shape[3] > 0, "x is \(x), transform_matrix \(matrix)")
        try call.require((1..<1 << 24).contains(height) && (1..<1 << 24).contains(width), "to \(height) × \(width)")
        return [TensorType(x.scalar, [x.shape[0], x.shape[1], height, width])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (shape, output) = (try call.shape("x"), outputs[0].shape)
        let (pixels, matrices) = (try call.floats("x"), try call.floats("transform_matrix"))
        let matrixCount = try call.shape("transform_matrix")[0]
        let sampler = Sampler(
            height: shape[2], width: shape[3], outside: .constant(try call.float("padding_value", default: 0)), nearest: false)
        let (halfWidth, halfHeight) = (Float(shape[3] - 1) / 2, Float(shape[2] - 1) / 2)
        var target = outputs[0].floatPointer
        for plane in 0..<shape[0] * shape[1] {
            let source = pixels + plane * shape[2] * shape[3]
            let m = matrices + (matrixCount == 1 ? 0 : plane / shape[1]) * 6
            for row in 0..<output[2] {
                let y = output[2] > 1 ? 2 * Float(row) / Float(output[2] - 1) - 1 : 0
                for column in 0..<output[3] {
                    let x = output[3] > 1 ? 2 * Float(column) / Float(output[3] - 1) - 1 : 0
                    let (u, v) = (m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5])
                    target.pointee = sampler.value(source, x: (u + 1) * halfWidth, y: (v + 1) * halfHeight)
                    target += 1
                }
            }
        }
    }
}

/// Resizes the last two dimensions to the last elements of `shape`, of which zero keeps a dimension.
enum Resize: PlaneResizing {
    package static let kinds = ["resize"]

    static func size(_ call: OperationCall) throws -> (height: Int, width: Int) {
        let (x, wanted) = (try call.shape("x"), try call.ints("shape"))
        let count = try call.int("resized_dims")
        try call.require(x.count >= 2 && (0...2).contains(count) && count <= wanted.count, "x is \(x), shape \(wanted), \(count) resized")
        var size = Array(x.suffix(2))
        for (axis, length) in wanted.suffix(count).enumerated() where length != 0 { size[2 - count + axis] = length }
        return (size[0], size[1])
    }

    static func line(_ call: OperationCall, from length: Int, to count: Int, vertical: Bool) throws -> SamplingLine {
        let mode = call.string("sampling_mode", default: "DEFAULT")
        guard var positions = SamplingLine.positions(mode, from: 0, through: Double(length - 1), count: count) else {
            throw call.invalid("unknown sampling mode '\(mode)'")
        }
        if call.string("interpolation_mode", default: "LINEAR") == "NEAREST_NEIGHBOR" {
            // Halfway between two, the first.
            positions = positions.map { ($0 - 0.5).rounded(.up) }
        }
        return SamplingLine(positions, length: length)
    }
}

let resamplings: [any OperationDefinition.Type] = [Resample.self, AffineResample.self, Resize.self]
