import Foundation

/// Interpolates between the pixels of `x`, with a rule for positions outside.
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

    /// The pixels around a position: the index of each pixel in a plane, and its weight. A pixel outside that has no index is
    /// `outsideIndex`.
    struct Taps {
        var topLeft: Int32
        var topRight: Int32
        var bottomLeft: Int32
        var bottomRight: Int32
        var u: Float
        var v: Float
        /// Whether only the first pixel has a weight.
        var isSingle: Bool

        init(single pixel: Int32) {
            (topLeft, topRight, bottomLeft, bottomRight) = (pixel, pixel, pixel, pixel)
            (u, v, isSingle) = (0, 0, true)
        }

        init(_ topLeft: Int32, _ topRight: Int32, _ bottomLeft: Int32, _ bottomRight: Int32, u: Float, v: Float) {
            (self.topLeft, self.topRight, self.bottomLeft, self.bottomRight) = (topLeft, topRight, bottomLeft, bottomRight)
            (self.u, self.v, isSingle) = (u, v, false)
        }
    }

    private static let outsideIndex: Int32 = -1

    func taps(x: Float, y: Float) -> Taps {
        guard x.isFinite, y.isFinite, abs(x) < 0x1p30, abs(y) < 0x1p30 else { return Taps(single: pixel(-1 << 30, -1 << 30)) }
        if nearest {
            let (column, row) = (mirrored(x, width).rounded(.toNearestOrEven), mirrored(y, height).rounded(.toNearestOrEven))
            return Taps(single: pixel(Int(column), Int(row)))
        }
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        let (left, top) = (Int(column), Int(row))
        return Taps(
            pixel(left, top), pixel(left + 1, top), pixel(left, top + 1), pixel(left + 1, top + 1), u: x - column, v: y - row)
    }

    @inline(__always)
    private func value(_ plane: UnsafePointer<Float>, _ taps: Taps, _ padding: Float) -> Float {
        func pixel(_ index: Int32) -> Float { index < 0 ? padding : plane[Int(index)] }
        if taps.isSingle { return pixel(taps.topLeft) }
        let (u, v) = (taps.u, taps.v)
        let above = pixel(taps.topLeft) * (1 - u) + pixel(taps.topRight) * u
        let below = pixel(taps.bottomLeft) * (1 - u) + pixel(taps.bottomRight) * u
        return above * (1 - v) + below * v
    }

    /// The number of positions whose pixels are looked up together, for all channels.
    private static let placesAtOnce = 512

    /// Samples the planes of one image at `count` positions. `place` returns the position of each.
    func sample(
        _ image: UnsafePointer<Float>, channels: Int, into target: UnsafeMutablePointer<Float>, _ count: Int,
        at place: (_ index: Int) -> (x: Float, y: Float)
    ) {
        let padding: Float = if case .constant(let value) = outside { value } else { 0 }
        let area = height * width
        ParallelLoop.run(count, threads: Threads.limit, grain: max(1, (1 << 13) / max(channels, 1))) { range in
            let taps = UnsafeMutablePointer<Taps>.allocate(capacity: Sampler.placesAtOnce)
            defer { taps.deallocate() }
            for start in stride(from: range.lowerBound, to: range.upperBound, by: Sampler.placesAtOnce) {
                let length = min(Sampler.placesAtOnce, range.upperBound - start)
                for index in 0..<length {
                    let (x, y) = place(start + index)
                    (taps + index).initialize(to: self.taps(x: x, y: y))
                }
                for channel in 0..<channels {
                    let (plane, results) = (image + channel * area, target + (channel * count + start))
                    for index in 0..<length { results[index] = value(plane, taps[index], padding) }
                }
            }
        }
    }

    /// In the mirroring modes, the coordinate reflected into the image. Reflection comes before rounding, because a reflection changes the
    /// direction in which a half is rounded.
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

    private func pixel(_ column: Int, _ row: Int) -> Int32 {
        if column >= 0, column < width, row >= 0, row < height { return Int32(clamping: row * width + column) }
        if case .constant = outside { return Sampler.outsideIndex }
        return Int32(clamping: inside(row, height) * width + inside(column, width))
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

/// The modes of `resample`: the meaning of its coordinates, the interpolation, and the rule for positions outside.
private struct ResamplingModes {
    enum Sampling: String {
        case bilinear
        case nearest
    }

    enum Padding: String {
        case constant
        case border
        case reflection
        case symmetric
    }

    enum Coordinates: String {
        case unnormalized
        case normalizedMinusOneToOne = "normalized_minus_one_to_one"
        case normalizedZeroToOne = "normalized_zero_to_one"
    }

    let sampling: Sampling
    let padding: Padding
    let coordinates: Coordinates

    /// - Throws: `RuntimeError.invalidModel` for a mode that is not known.
    init(_ call: OperationCall) throws {
        func mode<Mode: RawRepresentable<String>>(_ argument: String, default fallback: Mode) throws -> Mode {
            let name = call.string(argument, default: fallback.rawValue)
            guard let known = Mode(rawValue: name) else { throw call.invalid("unknown \(argument) '\(name)'") }
            return known
        }
        sampling = try mode("sampling_mode", default: Sampling.bilinear)
        padding = try mode("padding_mode", default: Padding.constant)
        coordinates = try mode("coordinates_mode", default: Coordinates.normalizedMinusOneToOne)
    }
}

/// Samples `x` [B, C, H, W] at `coordinates` [B, H′, W′, 2], which hold (x, y).
enum Resample: FloatOperation {
    package static let kinds = ["resample"]
    static let operands = ["x", "coordinates"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, places) = (try call.type("x"), try call.shape("coordinates"))
        let fits = x.rank == 4 && places.count == 4 && places[0] == x.shape[0] && places[3] == 2
        try call.require(fits && x.shape[2] > 0 && x.shape[3] > 0, "x is \(x), coordinates \(places)")
        _ = try ResamplingModes(call)
        return [TensorType(x.scalar, [x.shape[0], x.shape[1], places[1], places[2]])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (shape, output) = (try call.shape("x"), outputs[0].shape)
        let (pixels, places) = (try call.floats("x"), try call.floats("coordinates"))
        let modes = try ResamplingModes(call)
        let sampler = Sampler(
            height: shape[2], width: shape[3], outside: try outside(modes.padding, call), nearest: modes.sampling == .nearest)
        let isAligned = try call.bool("align_corners", default: true)
        let horizontal = scale(modes.coordinates, isAligned: isAligned, shape[3])
        let vertical = scale(modes.coordinates, isAligned: isAligned, shape[2])
        let (plane, area) = (shape[2] * shape[3], output[2] * output[3])
        for batch in 0..<shape[0] {
            let places = places + 2 * batch * area
            let target = outputs[0].floatPointer + batch * shape[1] * area
            sampler.sample(pixels + batch * shape[1] * plane, channels: shape[1], into: target, area) { index in
                (
                    x: places[2 * index] * horizontal.factor + horizontal.offset,
                    y: places[2 * index + 1] * vertical.factor + vertical.offset
                )
            }
        }
    }

    private static func outside(_ mode: ResamplingModes.Padding, _ call: OperationCall) throws -> Sampler.Outside {
        switch mode {
        case .constant: .constant(try call.float("padding_value", default: 0))
        case .border: .border
        case .reflection: .reflection
        case .symmetric: .symmetric
        }
    }

    /// The conversion of a coordinate to a pixel index along a dimension of `size` pixels: `coordinate × factor + offset`.
    private static func scale(_ mode: ResamplingModes.Coordinates, isAligned: Bool, _ size: Int) -> (factor: Float, offset: Float) {
        let length = Float(size)
        switch mode {
        case .unnormalized: return (1, 0)
        case .normalizedMinusOneToOne: return isAligned ? ((length - 1) / 2, (length - 1) / 2) : (length / 2, (length - 1) / 2)
        case .normalizedZeroToOne: return isAligned ? (length - 1, 0) : (length, -0.5)
        }
    }
}

/// Resamples `x` [B, C, H, W] with an affine map of the output's coordinates. Coordinates of input and output are −1…1 between the centres of the
/// outermost pixels. Positions outside are `padding_value`. The mode arguments are those of `resample`, but Core ML's format defines only one value
/// for each.
enum AffineResample: FloatOperation {
    package static let kinds = ["affine"]
    static let operands = ["x", "transform_matrix"]

    private static let modes = [
        ("sampling_mode", "bilinear"), ("padding_mode", "constant"), ("coordinates_mode", "normalized_minus_one_to_one"),
    ]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (x, matrix) = (try call.type("x"), try call.shape("transform_matrix"))
        let (height, width) = (try call.int("output_height"), try call.int("output_width"))
        let fits = x.rank == 4 && matrix.count == 2 && matrix[1] == 6 && (matrix[0] == 1 || matrix[0] == x.shape[0])
        try call.require(fits && x.shape[2] > 0 && x.shape[3] > 0, "x is \(x), transform_matrix \(matrix)")
        try call.require((1..<1 << 24).contains(height) && (1..<1 << 24).contains(width), "to \(height) × \(width)")
        for (argument, only) in modes {
            let mode = call.string(argument, default: only)
            guard mode.lowercased() == only else { throw call.unsupported("the \(argument) '\(mode)' is not supported") }
        }
        guard try call.bool("align_corners", default: true) else { throw call.unsupported("align_corners as false is not supported") }
        return [TensorType(x.scalar, [x.shape[0], x.shape[1], height, width])]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let (shape, output) = (try call.shape("x"), outputs[0].shape)
        let (pixels, matrices) = (try call.floats("x"), try call.floats("transform_matrix"))
        let matrixCount = try call.shape("transform_matrix")[0]
        let sampler = Sampler(
            height: shape[2], width: shape[3], outside: .constant(try call.float("padding_value", default: 0)), nearest: false)
        let (halfWidth, halfHeight) = (Float(shape[3] - 1) / 2, Float(shape[2] - 1) / 2)
        let (rows, columns) = (output[2], output[3])
        for batch in 0..<shape[0] {
            let source = pixels + batch * shape[1] * shape[2] * shape[3]
            let target = outputs[0].floatPointer + batch * shape[1] * rows * columns
            let m = matrices + (matrixCount == 1 ? 0 : batch) * 6
            sampler.sample(source, channels: shape[1], into: target, rows * columns) { index in
                let y = rows > 1 ? 2 * Float(index / columns) / Float(rows - 1) - 1 : 0
                let x = columns > 1 ? 2 * Float(index % columns) / Float(columns - 1) - 1 : 0
                let (u, v) = (m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5])
                return (x: (u + 1) * halfWidth, y: (v + 1) * halfHeight)
            }
        }
    }
}

/// Resizes the last two dimensions to the last elements of `shape`. A zero in `shape` keeps the dimension.
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
        switch call.string("interpolation_mode", default: "LINEAR") {
        case "LINEAR": break
        // A position halfway between two pixels takes the first one.
        case "NEAREST_NEIGHBOR": positions = positions.map { ($0 - 0.5).rounded(.up) }
        case let other: throw call.invalid("unknown interpolation mode '\(other)'")
        }
        return SamplingLine(positions, length: length)
    }
}

let resamplings: [any OperationDefinition.Type] = [Resample.self, AffineResample.self, Resize.self]
