import Foundation

/// A row of pixels that are ready to be written. They are interleaved floats with the scale of 8-bit samples. The properties of the row give the
/// index of each component in a pixel.
struct PixelRow {
    let values: UnsafeMutablePointer<Float>
    let count: Int
    /// The number of floats from one pixel to the next.
    let stride: Int
    let red: Int
    let green: Int
    let blue: Int
    /// The index of alpha, which premultiplies the colours; `nil` if the pixels are opaque.
    let alpha: Int?

    var isGray: Bool { red == green && green == blue }
}

/// Applies orientation, crop, scale and colour conversion to a source, row by row in the source's stored orientation.
final class RowPipeline {
    /// The number of rows in stored orientation. `columnCount` is the number of columns.
    let rowCount: Int
    let columnCount: Int
    /// Whether a stored row becomes an upright column.
    let isTransposed: Bool

    private let source: Raster
    private let rows: FilterTaps
    private let columns: FilterTaps
    private let filter: PlaneFilter
    private let chromaFilter: PlaneFilter?
    private let chromaCoverage: Coverage?
    private let coverage: Coverage
    private let transform: ColorTransform?
    private let transformFormat: ColorTransform.PixelFormat
    private let values: UnsafeMutablePointer<Float>
    private let chroma: UnsafeMutablePointer<Float>
    private let colours: UnsafeMutablePointer<Float>
    private let packed: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - keepsAlpha: whether the consumer uses alpha. If not, the image is drawn over black.
    ///   - isGray: whether the consumer needs gray. A gray source then needs no conversion.
    ///   - colorSpace: the consumer's colour space; `nil` for sRGB.
    ///   - floatWhite: the value that a float sample of 1 becomes.
    init(
        source: Raster, geometry: RasterGeometry, destination: PixelRectangle, isGray: Bool, colorSpace: CGColorSpace?, floatWhite: Float
    ) throws {
        try source.validate()
        let region = geometry.region
        guard let orientation = Orientation(exactly: geometry.orientation) else {
            throw ImageError(.invalidArgument, "\(geometry.orientation) is not an orientation: it must be 1 to 8")
        }
        let numbers = [region.origin.x, region.origin.y, region.size.width, region.size.height]
        guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e9 }), region.size.width > 0, region.size.height > 0 else {
            throw ImageError(.invalidArgument, "the region \(region) of an image is empty or not finite")
        }
        self.source = source
        isTransposed = orientation.isTransposed
        let upright = orientation.turned((source.width, source.height))
        let x = Self.axis(
            region.origin.x, region.size.width, sourceCount: upright.width, outputCount: destination.width, isFlipped: orientation.flipsX)
        let y = Self.axis(
            region.origin.y, region.size.height, sourceCount: upright.height, outputCount: destination.height, isFlipped: orientation.flipsY
        )
        let (columnAxis, rowAxis) = orientation.axes(x, y)
        columns = columnAxis.taps()
        rows = rowAxis.taps()
        rowCount = rows.count
        columnCount = columns.count
        coverage = Coverage(rows: rows, columns: columns)

        let layout = source.layout
        if case .biplanar420 = layout {
            filter = PlaneFilter(
                plane: source.planes[0], channels: 1, layout: .gray8, multipliesAlpha: false, floatWhite: floatWhite, columns: columns,
                rows: rows)
            let chromaColumns = columnAxis.halved().taps()
            let chromaRows = rowAxis.halved().taps()
            chromaFilter = PlaneFilter(
                plane: source.planes[1], channels: 2, layout: .grayAlpha8, multipliesAlpha: false, floatWhite: floatWhite,
                columns: chromaColumns, rows: chromaRows)
            chromaCoverage = Coverage(rows: chromaRows, columns: chromaColumns)
        } else {
            filter = PlaneFilter(
                plane: source.planes[0], channels: layout.componentCount, layout: layout, multipliesAlpha: source.alpha == .straight,
                floatWhite: floatWhite, columns: columns, rows: rows)
            chromaFilter = nil
            chromaCoverage = nil
        }

        let deep = layout.bytesPerComponent > 1
        switch true {
        case layout.isCMYK: transformFormat = layout == .cmyk8 ? .cmyk8 : .invertedCMYK8
        case layout.isGray: transformFormat = deep ? .gray16 : .gray8
        default: transformFormat = deep ? .rgb16 : .rgb8
        }
        let needsTransform = !(layout.isGray && isGray)
        transform =
            needsTransform
            ? ColorTransform.between(source.colorSpace, transformFormat, isGray ? nil : colorSpace, deep && !layout.isCMYK ? .rgb16 : .rgb8)
            : nil
        values = .allocate(capacity: columnCount * 4 + 8)
        chroma = .allocate(capacity: chromaFilter == nil ? 1 : columnCount * 2 + 8)
        colours = .allocate(capacity: columnCount * 4 + 8)
        packed = .allocate(byteCount: columnCount * 8 + 16, alignment: 16)
    }

    deinit {
        values.deallocate()
        chroma.deallocate()
        colours.deallocate()
        packed.deallocate()
    }

    /// Computes one row. It is valid until the next call.
    func row(_ index: Int) -> PixelRow {
        filter.filterRow(index, into: values)
        let layout = source.layout
        if layout.isCMYK { return inkRow(index) }
        if case .biplanar420(let fullRange) = layout {
            convertYCbCr(index, fullRange: fullRange)
            return transformed(PixelRow(values: colours, count: columnCount, stride: 3, red: 0, green: 1, blue: 2, alpha: nil))
        }
        let hasAlpha = source.alpha != .none
        let stride = layout.componentCount
        let row =
            switch layout {
            case .bgr8: PixelRow(values: values, count: columnCount, stride: 3, red: 2, green: 1, blue: 0, alpha: nil)
            case .bgra8: PixelRow(values: values, count: columnCount, stride: 4, red: 2, green: 1, blue: 0, alpha: hasAlpha ? 3 : nil)
            case .argb8: PixelRow(values: values, count: columnCount, stride: 4, red: 1, green: 2, blue: 3, alpha: hasAlpha ? 0 : nil)
            case .abgr8: PixelRow(values: values, count: columnCount, stride: 4, red: 3, green: 2, blue: 1, alpha: hasAlpha ? 0 : nil)
            case .gray8, .gray16, .grayHalf, .grayFloat, .grayAlpha8:
                PixelRow(
                    values: values, count: columnCount, stride: stride, red: 0, green: 0, blue: 0, alpha: hasAlpha ? 1 : nil)
            default:
                PixelRow(
                    values: values, count: columnCount, stride: stride, red: 0, green: 1, blue: 2,
                    alpha: hasAlpha && stride == 4 ? 3 : nil)
            }
        return transformed(row)
    }

    // MARK: Colour

    private func convertYCbCr(_ index: Int, fullRange: Bool) {
        guard let chromaFilter, let chromaCoverage else { return }
        chromaFilter.filterRow(index, into: chroma)
        let (kr, kb) = source.matrix.lumaWeights
        let kg = 1 - kr - kb
        let lumaScale: Float = fullRange ? 1 : 255.0 / 219.0
        let chromaScale: Float = fullRange ? 1 : 255.0 / 224.0
        let redFromCr = 2 * (1 - kr) * chromaScale
        let blueFromCb = 2 * (1 - kb) * chromaScale
        let greenFromCb = -2 * kb * (1 - kb) / kg * chromaScale
        let greenFromCr = -2 * kr * (1 - kr) / kg * chromaScale
        // Outside the source the filters give zero, which is not the code of black. The offsets are therefore multiplied by the coverage.
        let lumaOffset = (fullRange ? 0 : 16) * coverage.rows[index]
        let chromaOffset = 128 * chromaCoverage.rows[index]
        for i in 0..<columnCount {
            let y = (values[i] - lumaOffset * coverage.columns[i]) * lumaScale
            let offset = chromaOffset * chromaCoverage.columns[i]
            let cb = chroma[2 * i] - offset
            let cr = chroma[2 * i + 1] - offset
            colours[3 * i] = clamped(y + redFromCr * cr)
            colours[3 * i + 1] = clamped(y + greenFromCb * cb + greenFromCr * cr)
            colours[3 * i + 2] = clamped(y + blueFromCb * cb)
        }
    }

    private func inkRow(_ index: Int) -> PixelRow {
        let inverted = source.layout == .invertedCMYK8
        if !inverted, !coverage.isFull {
            // Outside the source the ink is zero, which would be white. The pixels must be black there.
            let rowCoverage = coverage.rows[index]
            for i in 0..<columnCount { values[4 * i + 3] += 255 * (1 - rowCoverage * coverage.columns[i]) }
        }
        if let transform {
            let bytes = packed.assumingMemoryBound(to: UInt8.self)
            for i in 0..<(4 * columnCount) { bytes[i] = roundedByte(values[i]) }
            let result = bytes + 4 * columnCount
            transform.apply(bytes, result, count: columnCount)
            for i in 0..<(3 * columnCount) { colours[i] = Float(result[i]) }
        } else {
            for i in 0..<columnCount {
                let ink = values + 4 * i
                for c in 0..<3 {
                    let paper = inverted ? ink[c] : 255 - ink[c]
                    colours[3 * i + c] = paper * (inverted ? ink[3] : 255 - ink[3]) * (1 / 255)
                }
            }
        }
        return PixelRow(values: colours, count: columnCount, stride: 3, red: 0, green: 1, blue: 2, alpha: nil)
    }

    private func transformed(_ row: PixelRow) -> PixelRow {
        guard let transform else { return row }
        let isGray = row.isGray
        let stride = row.stride
        let inputs = isGray ? 1 : 3
        let deep = transformFormat == .rgb16 || transformFormat == .gray16
        let outputStride = row.alpha == nil ? 3 : 4
        let bytes = packed.assumingMemoryBound(to: UInt8.self)
        let words = packed.assumingMemoryBound(to: UInt16.self)
        let offsets = (row.red, row.green, row.blue)
        for i in 0..<columnCount {
            let pixel = row.values + i * stride
            let factor = row.alpha.map { pixel[$0] > 0 ? 255 / pixel[$0] : 0 } ?? 1
            let (r, g, b) = (pixel[offsets.0] * factor, pixel[offsets.1] * factor, pixel[offsets.2] * factor)
            if deep {
                words[inputs * i] = roundedWord(r)
                if !isGray {
                    words[inputs * i + 1] = roundedWord(g)
                    words[inputs * i + 2] = roundedWord(b)
                }
            } else {
                bytes[inputs * i] = roundedByte(r)
                if !isGray {
                    bytes[inputs * i + 1] = roundedByte(g)
                    bytes[inputs * i + 2] = roundedByte(b)
                }
            }
        }
        // A gray pixel is expanded to three components, so the result is written after the input in memory.
        let size = deep ? 2 : 1
        let result = isGray ? packed + ((columnCount * size + 1) & ~1) : packed
        transform.apply(packed, result, count: columnCount)
        let resultBytes = result.assumingMemoryBound(to: UInt8.self)
        let resultWords = result.assumingMemoryBound(to: UInt16.self)
        for i in 0..<columnCount {
            let alpha = row.alpha.map { row.values[i * stride + $0] }
            let factor = (alpha ?? 255) * (1 / 255)
            for c in 0..<3 {
                let value = deep ? Float(resultWords[3 * i + c]) * (255 / 65535) : Float(resultBytes[3 * i + c])
                colours[outputStride * i + c] = value * factor
            }
            if let alpha { colours[4 * i + 3] = alpha }
        }
        return PixelRow(
            values: colours, count: columnCount, stride: outputStride, red: 0, green: 1, blue: 2, alpha: row.alpha == nil ? nil : 3)
    }
}

/// The coverage of each output row and column by the source.
private struct Coverage {
    let rows: [Float]
    let columns: [Float]
    let isFull: Bool

    init(rows: FilterTaps, columns: FilterTaps) {
        self.rows = (0..<rows.count).map { rows.coverage($0) }
        self.columns = (0..<columns.count).map { columns.coverage($0) }
        isFull = (self.rows + self.columns).allSatisfy { $0 > 0.9999 }
    }
}

extension RowPipeline {
    /// An axis of a geometry: the range of stored samples that is read, and the number of output samples.
    struct Axis {
        var start: Double
        var length: Double
        var sourceCount: Int
        var outputCount: Int
        var isFlipped: Bool

        func taps() -> FilterTaps {
            FilterTaps(sourceCount: sourceCount, start: start, length: length, outputCount: outputCount, isFlipped: isFlipped)
        }

        /// The axis of the same part in a plane with half the number of samples, such as a chroma plane.
        func halved() -> Axis {
            Axis(
                start: start / 2, length: length / 2, sourceCount: (sourceCount + 1) / 2, outputCount: outputCount,
                isFlipped: isFlipped)
        }
    }

    private static func axis(_ start: CGFloat, _ length: CGFloat, sourceCount: Int, outputCount: Int, isFlipped: Bool) -> Axis {
        // Along a flipped axis, the stored samples run from the far end of the region to its near end.
        let stored = isFlipped ? Double(sourceCount) - Double(start) - Double(length) : Double(start)
        return Axis(start: stored, length: Double(length), sourceCount: sourceCount, outputCount: outputCount, isFlipped: isFlipped)
    }
}

/// A rectangle of whole pixels.
struct PixelRectangle: Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
}

@inline(__always)
func clamped(_ value: Float) -> Float { min(max(value, 0), 255) }

/// Rounds a value to a byte and clamps it to 0…255. A large number is added, so that the rounded value stands in the low bits of the sum. This needs
/// no branch, so loops can be vectorised.
@inline(__always)
func roundedByte(_ value: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: (clamped(value) + 12_582_912).bitPattern)
}

/// Rounds a value in 0…255 to 16 bits.
@inline(__always)
func roundedWord(_ value: Float) -> UInt16 {
    UInt16(truncatingIfNeeded: (clamped(value) * 257 + 12_582_912).bitPattern)
}
