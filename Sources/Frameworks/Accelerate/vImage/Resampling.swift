import CVectors
import Foundation

/// The source samples of each output sample along one axis, with the weights of a Lanczos filter. Outside the image its outermost samples
/// are repeated.
struct LanczosTaps {
    /// The number of source samples for each output sample.
    let count: Int
    /// The indices of the source samples, `count` for each output sample.
    private(set) var places: [Int32] = []
    /// The weights of the source samples, `count` for each output sample. The weights of each output sample sum to 1.
    private(set) var weights: [Float] = []

    init(from source: Int, to output: Int, lobes: Int) {
        let step = Double(source) / Double(output), stretch = Swift.max(1, step), radius = Double(lobes) * stretch
        count = 2 * Int(radius.rounded(.up)) + 1
        places.reserveCapacity(output * count)
        for n in 0..<output {
            let centre = (Double(n) + 0.5) * step - 0.5, first = Int((centre - radius).rounded(.up))
            var values = (0..<count).map { Self.lanczos((Double(first + $0) - centre) / stretch, lobes) }
            let sum = values.reduce(0, +)
            values = values.map { $0 / sum }
            for (i, weight) in values.enumerated() {
                places.append(Int32(Swift.min(Swift.max(first + i, 0), source - 1)))
                weights.append(Float(weight))
            }
        }
    }

    private static func lanczos(_ x: Double, _ lobes: Int) -> Double {
        let width = Double(lobes)
        guard abs(x) < width else { return 0 }
        guard abs(x) > 1e-9 else { return 1 }
        let angle = Double.pi * x
        return sin(angle) * sin(angle / width) * width / (angle * angle)
    }
}

/// A channel type that resampling reads and writes.
protocol ResampledChannel {
    static func read(_ row: UnsafePointer<Self>, _ result: UnsafeMutablePointer<Float>, _ count: Int)
    static func write(_ row: UnsafePointer<Float>, _ result: UnsafeMutablePointer<Self>, _ count: Int)
}

extension UInt8: ResampledChannel {
    static func read(_ row: UnsafePointer<UInt8>, _ result: UnsafeMutablePointer<Float>, _ count: Int) {
        vector_convert_u8_f32(row, 1, result, 1, count)
    }

    static func write(_ row: UnsafePointer<Float>, _ result: UnsafeMutablePointer<UInt8>, _ count: Int) {
        vector_convert_f32_u8(row, 1, result, 1, count, 1)
    }
}

extension Float: ResampledChannel {
    static func read(_ row: UnsafePointer<Float>, _ result: UnsafeMutablePointer<Float>, _ count: Int) {
        result.update(from: row, count: count)
    }

    static func write(_ row: UnsafePointer<Float>, _ result: UnsafeMutablePointer<Float>, _ count: Int) {
        result.update(from: row, count: count)
    }
}

/// Scales an image, along rows first and then along columns.
func resample<T: ResampledChannel>(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, channels: Int, _ flags: vImage_Flags, as: T.Type
) -> vImage_Error {
    reporting(flags) { () throws(BufferFault) in
        let size = channels * MemoryLayout<T>.stride
        let source = try CheckedBuffer(src, pixelSize: size), result = try CheckedBuffer(dest, pixelSize: size)
        guard result.width > 0, result.height > 0 else { return }
        guard source.width > 0, source.height > 0, Int32(exactly: source.width) != nil, Int32(exactly: source.height) != nil else {
            throw BufferFault(kvImageInvalidParameter)
        }
        let lobes = flags & vImage_Flags(kvImageHighQualityResampling) != 0 ? 5 : 3
        let across = LanczosTaps(from: source.width, to: result.width, lobes: lobes)
        let down = LanczosTaps(from: source.height, to: result.height, lobes: lobes)
        let length = channels * result.width
        try withFloats(source.height + 1, length) { (narrow) throws(BufferFault) in
            try withFloats(source.width, channels) { (row) throws(BufferFault) in
                for y in 0..<source.height {
                    T.read(source.row(y), row, channels * source.width)
                    if channels == 4 {
                        scaleRowOfFour(row, narrow + y * length, across)
                    } else {
                        scaleRow(row, narrow + y * length, across)
                    }
                }
            }
            let sum = narrow + source.height * length
            for y in 0..<result.height {
                vector_fill_f32(0, sum, 1, length)
                for tap in y * down.count..<(y + 1) * down.count where down.weights[tap] != 0 {
                    var weight = down.weights[tap]
                    vector_ternary_f32(
                        VectorProductPlus, narrow + Int(down.places[tap]) * length, 1, &weight, 0, sum, 1, sum, 1, length)
                }
                T.write(sum, result.row(y), length)
            }
        }
    }
}

private func scaleRow(_ row: UnsafePointer<Float>, _ result: UnsafeMutablePointer<Float>, _ taps: LanczosTaps) {
    taps.places.withUnsafeBufferPointer { places in
        taps.weights.withUnsafeBufferPointer { weights in
            for x in 0..<weights.count / taps.count {
                var sum: Float = 0
                for tap in x * taps.count..<(x + 1) * taps.count { sum += row[Int(places[tap])] * weights[tap] }
                result[x] = sum
            }
        }
    }
}

private func scaleRowOfFour(_ row: UnsafePointer<Float>, _ result: UnsafeMutablePointer<Float>, _ taps: LanczosTaps) {
    let pixels = UnsafeRawPointer(row), output = UnsafeMutableRawPointer(result)
    taps.places.withUnsafeBufferPointer { places in
        taps.weights.withUnsafeBufferPointer { weights in
            for x in 0..<weights.count / taps.count {
                var sum = SIMD4<Float>()
                for tap in x * taps.count..<(x + 1) * taps.count {
                    sum += pixels.loadUnaligned(fromByteOffset: 16 * Int(places[tap]), as: SIMD4<Float>.self) * weights[tap]
                }
                output.storeBytes(of: sum, toByteOffset: 16 * x, as: SIMD4<Float>.self)
            }
        }
    }
}
