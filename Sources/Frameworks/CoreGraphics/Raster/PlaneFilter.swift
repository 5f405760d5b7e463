import Foundation

/// Filters a plane of interleaved samples, one output row at a time. It first computes the weighted sum of whole source rows, which are
/// contiguous. Then it filters along the resulting row.
///
/// Values have the scale of 8-bit samples, 0 to 255, for every source. Colours with straight alpha are first multiplied by alpha, so the
/// colours of transparent pixels do not affect their neighbours.
final class PlaneFilter {
    /// The number of interleaved components in a pixel.
    let channels: Int
    let outputCount: Int

    private let base: UnsafeRawPointer
    private let bytesPerRow: Int
    private let layout: PixelLayout
    private let isBytes: Bool
    private let multipliesAlpha: Bool
    private let floatWhite: Float
    private let columns: FilterTaps
    private let rows: FilterTaps
    /// The first column that is needed.
    private let firstColumn: Int
    /// The number of samples in a row, from the first needed column to the last.
    private let sampleCount: Int

    /// The weighted sums of source rows for one output row. The memory has room for loads of four values at the end of the row.
    private let sums: UnsafeMutablePointer<Float>
    private let integerSums: UnsafeMutablePointer<UInt16>
    /// The two source rows that were last converted to floats: first the row with the even index, then the row with the odd index.
    private let converted: UnsafeMutablePointer<Float>
    private var convertedRows = [-1, -1]
    private let firstTaps: UnsafeMutablePointer<Int32>
    private let tapOffsets: UnsafeMutablePointer<Int32>
    private let tapWeights: UnsafeMutablePointer<Float>

    /// - Parameters:
    ///   - plane: the plane's memory, with all rows and columns that the taps use.
    ///   - channels: the number of components of a pixel in the plane.
    ///   - layout: the layout of these components.
    ///   - multipliesAlpha: whether colours must be multiplied by the fourth (or first) component.
    ///   - floatWhite: the value that a float sample of 1 becomes.
    init(
        plane: Raster.Plane, channels: Int, layout: PixelLayout, multipliesAlpha: Bool, floatWhite: Float, columns: FilterTaps,
        rows: FilterTaps
    ) {
        self.channels = channels
        self.layout = layout
        self.multipliesAlpha = multipliesAlpha
        self.floatWhite = floatWhite
        self.columns = columns
        self.rows = rows
        isBytes = layout.bytesPerComponent == 1 && !multipliesAlpha
        bytesPerRow = plane.bytesPerRow
        firstColumn = columns.range.lowerBound
        sampleCount = columns.range.count * channels
        base = plane.base + firstColumn * channels * layout.bytesPerComponent
        outputCount = columns.count
        sums = .allocate(capacity: sampleCount + 8)
        sums.initialize(repeating: 0, count: sampleCount + 8)
        integerSums = .allocate(capacity: isBytes ? sampleCount : 1)
        converted = .allocate(capacity: isBytes ? 1 : 2 * sampleCount)
        firstTaps = .allocate(capacity: max(columns.count, 1))
        tapOffsets = .allocate(capacity: columns.count + 1)
        tapWeights = .allocate(capacity: max(columns.weights.count, 1))
        for (i, first) in columns.first.enumerated() {
            // The first tap of an output column without taps is not used.
            firstTaps[i] = max(0, first - Int32(firstColumn))
        }
        tapOffsets.initialize(from: columns.offset, count: columns.count + 1)
        tapWeights.initialize(from: columns.weights, count: columns.weights.count)
    }

    deinit {
        sums.deallocate()
        integerSums.deallocate()
        converted.deallocate()
        firstTaps.deallocate()
        tapOffsets.deallocate()
        tapWeights.deallocate()
    }

    /// Filters one output row.
    ///
    /// - Parameter output: `outputCount * channels` values, with room for three more.
    func filterRow(_ row: Int, into output: UnsafeMutablePointer<Float>) {
        let begin = Int(rows.offset[row])
        let taps = Int(rows.offset[row + 1]) - begin
        guard taps > 0, sampleCount > 0 else {
            output.update(repeating: 0, count: outputCount * channels)
            return
        }
        let first = Int(rows.first[row])
        rows.weights.withUnsafeBufferPointer { weights in
            if isBytes {
                sumBytes(first, weights: weights, begin: begin, taps: taps)
            } else {
                sumConverted(first, weights: weights, begin: begin, taps: taps)
            }
        }
        if columns.isCopy {
            output.update(from: sums, count: outputCount * channels)
            return
        }
        switch channels {
        case 1: filterColumns1(output)
        case 2: filterColumns2(output)
        case 3: filterColumns4(output, step: 3)
        default: filterColumns4(output, step: 4)
        }
    }

    // MARK: Vertical sums

    @inline(__always)
    private func bytes(_ row: Int) -> UnsafePointer<UInt8> {
        (base + row * bytesPerRow).assumingMemoryBound(to: UInt8.self)
    }

    private func sumBytes(_ first: Int, weights: UnsafeBufferPointer<Float>, begin: Int, taps: Int) {
        let n = sampleCount
        switch taps {
        case 1: setSum(sums, bytes(first), weights[begin], n)
        case 2: setSum(sums, bytes(first), weights[begin], bytes(first + 1), weights[begin + 1], n)
        case 3:
            setSum(
                sums, bytes(first), weights[begin], bytes(first + 1), weights[begin + 1], bytes(first + 2), weights[begin + 2], n)
        default:
            // All rows except the outer two have the same, full weight.
            setSum(sums, bytes(first), weights[begin], bytes(first + taps - 1), weights[begin + taps - 1], n)
            let weight = weights[begin + 1]
            var row = first + 1
            let end = first + taps - 1
            while row < end {
                // The sum of 256 rows of at most 255 fits in 16 bits.
                let count = min(end - row, 256)
                addBytes(row, count, n)
                addIntegerSums(sums, integerSums, weight, n)
                row += count
            }
        }
    }

    private func addBytes(_ first: Int, _ count: Int, _ n: Int) {
        var row = first
        let end = first + count
        if count >= 2 {
            setIntegers(integerSums, bytes(row), bytes(row + 1), n)
            row += 2
        } else {
            setIntegers(integerSums, bytes(row), n)
            row += 1
        }
        while row + 4 <= end {
            addIntegers(integerSums, bytes(row), bytes(row + 1), bytes(row + 2), bytes(row + 3), n)
            row += 4
        }
        while row < end {
            addIntegers(integerSums, bytes(row), n)
            row += 1
        }
    }

    private func sumConverted(_ first: Int, weights: UnsafeBufferPointer<Float>, begin: Int, taps: Int) {
        for tap in 0..<taps {
            let values = convertedRow(first + tap)
            let weight = weights[begin + tap]
            if tap == 0 {
                for i in 0..<sampleCount { sums[i] = weight * values[i] }
            } else {
                for i in 0..<sampleCount { sums[i] += weight * values[i] }
            }
        }
    }

    private func convertedRow(_ row: Int) -> UnsafeMutablePointer<Float> {
        let slot = row & 1
        let values = converted + slot * sampleCount
        if convertedRows[slot] == row { return values }
        convertedRows[slot] = row
        let source = base + row * bytesPerRow
        switch layout {
        case .gray16, .rgb16, .rgba16:
            let samples = source.assumingMemoryBound(to: UInt16.self)
            for i in 0..<sampleCount { values[i] = Float(samples[i]) * (255.0 / 65535.0) }
        case .grayHalf, .rgbaHalf:
            let samples = source.assumingMemoryBound(to: UInt16.self)
            for i in 0..<sampleCount { values[i] = finite(halfToFloat(samples[i])) * floatWhite }
        case .grayFloat, .rgbFloat, .rgbaFloat:
            let samples = source.assumingMemoryBound(to: Float.self)
            for i in 0..<sampleCount { values[i] = finite(samples[i]) * floatWhite }
        default:
            let samples = source.assumingMemoryBound(to: UInt8.self)
            for i in 0..<sampleCount { values[i] = Float(samples[i]) }
        }
        if multipliesAlpha { multiplyAlpha(values) }
        return values
    }

    private func multiplyAlpha(_ values: UnsafeMutablePointer<Float>) {
        let factor = layout.isFloat ? 1 / floatWhite : Float(1.0 / 255.0)
        let pixels = sampleCount / channels
        if channels == 2 {
            for i in 0..<pixels { values[2 * i] *= values[2 * i + 1] * factor }
            return
        }
        let alphaFirst = layout == .argb8 || layout == .abgr8
        for i in 0..<pixels {
            let pixel = values + 4 * i
            let alpha = pixel[alphaFirst ? 0 : 3]
            let multiplier = alpha * factor
            pixel[0] *= multiplier
            pixel[1] *= multiplier
            pixel[2] *= multiplier
            pixel[3] *= multiplier
            pixel[alphaFirst ? 0 : 3] = alpha
        }
    }

    // MARK: Horizontal filter

    private func filterColumns1(_ output: UnsafeMutablePointer<Float>) {
        for i in 0..<outputCount {
            var sum: Float = 0
            var source = sums + Int(firstTaps[i])
            for tap in Int(tapOffsets[i])..<Int(tapOffsets[i + 1]) {
                sum += tapWeights[tap] * source.pointee
                source += 1
            }
            output[i] = sum
        }
    }

    private func filterColumns2(_ output: UnsafeMutablePointer<Float>) {
        for i in 0..<outputCount {
            var sum = SIMD2<Float>.zero
            var source = UnsafeRawPointer(sums + 2 * Int(firstTaps[i]))
            for tap in Int(tapOffsets[i])..<Int(tapOffsets[i + 1]) {
                sum += tapWeights[tap] * source.loadUnaligned(as: SIMD2<Float>.self)
                source += 8
            }
            output[2 * i] = sum.x
            output[2 * i + 1] = sum.y
        }
    }

    /// Filters a row of three or four channels along the row, four values at a time. With three channels, the fourth stored value has no meaning, and
    /// the first value of the next pixel overwrites it.
    private func filterColumns4(_ output: UnsafeMutablePointer<Float>, step: Int) {
        var target = UnsafeMutableRawPointer(output)
        for i in 0..<outputCount {
            var sum = SIMD4<Float>.zero
            var source = UnsafeRawPointer(sums + step * Int(firstTaps[i]))
            for tap in Int(tapOffsets[i])..<Int(tapOffsets[i + 1]) {
                sum += tapWeights[tap] * source.loadUnaligned(as: SIMD4<Float>.self)
                source += 4 * step
            }
            target.storeBytes(of: sum, as: SIMD4<Float>.self)
            target += 4 * step
        }
    }
}

// MARK: - Kernels

@inline(__always)
private func finite(_ value: Float) -> Float { value.isFinite ? value : 0 }

// The loops below run over contiguous memory without bounds checks. Callers pass buffers of at least n elements.

private func setSum(_ sums: UnsafeMutablePointer<Float>, _ a: UnsafePointer<UInt8>, _ wa: Float, _ n: Int) {
    for i in 0..<n { sums[i] = wa * Float(a[i]) }
}

private func setSum(
    _ sums: UnsafeMutablePointer<Float>, _ a: UnsafePointer<UInt8>, _ wa: Float, _ b: UnsafePointer<UInt8>, _ wb: Float, _ n: Int
) {
    for i in 0..<n { sums[i] = wa * Float(a[i]) + wb * Float(b[i]) }
}

private func setSum(
    _ sums: UnsafeMutablePointer<Float>, _ a: UnsafePointer<UInt8>, _ wa: Float, _ b: UnsafePointer<UInt8>, _ wb: Float,
    _ c: UnsafePointer<UInt8>, _ wc: Float, _ n: Int
) {
    for i in 0..<n { sums[i] = wa * Float(a[i]) + wb * Float(b[i]) + wc * Float(c[i]) }
}

private func setIntegers(_ sums: UnsafeMutablePointer<UInt16>, _ a: UnsafePointer<UInt8>, _ n: Int) {
    for i in 0..<n { sums[i] = UInt16(a[i]) }
}

private func setIntegers(_ sums: UnsafeMutablePointer<UInt16>, _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ n: Int) {
    for i in 0..<n { sums[i] = UInt16(a[i]) &+ UInt16(b[i]) }
}

private func addIntegers(_ sums: UnsafeMutablePointer<UInt16>, _ a: UnsafePointer<UInt8>, _ n: Int) {
    for i in 0..<n { sums[i] &+= UInt16(a[i]) }
}

private func addIntegers(
    _ sums: UnsafeMutablePointer<UInt16>, _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ c: UnsafePointer<UInt8>,
    _ d: UnsafePointer<UInt8>, _ n: Int
) {
    for i in 0..<n { sums[i] &+= (UInt16(a[i]) &+ UInt16(b[i])) &+ (UInt16(c[i]) &+ UInt16(d[i])) }
}

private func addIntegerSums(_ sums: UnsafeMutablePointer<Float>, _ integers: UnsafePointer<UInt16>, _ weight: Float, _ n: Int) {
    for i in 0..<n { sums[i] += weight * Float(integers[i]) }
}
