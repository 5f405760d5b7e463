import CoreGraphics
import CoreVideo

/// A mask as a local linear function of the luminance. Applied to a finer image, it gives a finer mask.
///
/// This is the fast guided filter (He and Sun, 2015). In a window around each cell of the mask, the line `slope · luminance + offset` that fits the
/// mask best is computed. The lines are averaged, interpolated, and applied to the luminance of each pixel of the finer image.
struct GuidedFilter {
    private let width: Int
    private let height: Int
    private let slopes: [Float]
    private let offsets: [Float]

    /// The number of cells on each side of a window's middle cell.
    private static let radius = 2
    /// The variance of the luminance below which a window has no edge. Luminance is from 0 to 1 here.
    private static let flatness: Float = 1e-3
    /// The greatest difference from the surrounding cells at which a cell keeps its value.
    private static let evenness: Float = 0.02

    /// - Precondition: the mask and the guide have the same size.
    init(mask: ProbabilityMap, guide: GrayPlane) {
        precondition(mask.width == guide.width && mask.height == guide.height)
        (width, height) = (mask.width, mask.height)
        var luminance = [Float](repeating: 0, count: mask.values.count)
        for y in 0..<guide.height {
            let row = guide.row(y)
            for x in 0..<guide.width { luminance[y * guide.width + x] = Float(row[x]) / 255 }
        }
        func mean(_ values: [Float]) -> [Float] { Self.windowMeans(values, width: mask.width, height: mask.height) }
        let meanLuminance = mean(luminance)
        let meanMask = mean(mask.values)
        let variance = zip(mean(luminance.map { $0 * $0 }), meanLuminance).map { max($0 - $1 * $1, 0) }
        let meanProduct = mean(zip(luminance, mask.values).map { $0 * $1 })
        var slopes = [Float](repeating: 0, count: luminance.count)
        var offsets = slopes
        for cell in slopes.indices {
            let covariance = meanProduct[cell] - meanLuminance[cell] * meanMask[cell]
            slopes[cell] = covariance / (variance[cell] + Self.flatness)
            offsets[cell] = meanMask[cell] - slopes[cell] * meanLuminance[cell]
        }
        (slopes, offsets) = (mean(slopes), mean(offsets))
        for (cell, value) in mask.values.enumerated() {
            if mask.isEven(around: cell, within: Self.evenness) {
                (slopes[cell], offsets[cell]) = (0, value)
            } else {
                // In areas of flat luminance the lines would only blur the mask, so the mask is left unchanged there.
                let rest = value - (slopes[cell] * luminance[cell] + offsets[cell])
                offsets[cell] += rest * Self.flatness / (variance[cell] + Self.flatness)
            }
        }
        (self.slopes, self.offsets) = (slopes, offsets)
    }

    /// Computes the mask of a finer image of the same scene, row by row.
    ///
    /// - Parameters:
    ///   - area: the part of the scene that the image shows, in cells of the mask; `nil` for all of it.
    ///   - use: is called with the index of each row and the row's values, from 0 to 1.
    func forEachRow(of image: GrayPlane, area: CGRect? = nil, _ use: (Int, UnsafeBufferPointer<Float>) -> Void) {
        let area = area ?? CGRect(x: 0, y: 0, width: width, height: height)
        let columns = Self.places(image.width, from: area.minX, length: area.width, in: width)
        var (slopeRow, offsetRow) = ([Float](repeating: 0, count: width), [Float](repeating: 0, count: width))
        var values = [Float](repeating: 0, count: image.width)
        for (y, place) in Self.places(image.height, from: area.minY, length: area.height, in: height).enumerated() {
            let (upper, lower) = (place.first * width, place.second * width)
            for x in 0..<width {
                slopeRow[x] = slopes[upper + x] + (slopes[lower + x] - slopes[upper + x]) * place.share
                offsetRow[x] = offsets[upper + x] + (offsets[lower + x] - offsets[upper + x]) * place.share
            }
            let row = image.row(y)
            for x in 0..<image.width {
                let column = columns[x]
                let slope = slopeRow[column.first] + (slopeRow[column.second] - slopeRow[column.first]) * column.share
                let offset = offsetRow[column.first] + (offsetRow[column.second] - offsetRow[column.first]) * column.share
                values[x] = min(max(slope * (Float(row[x]) / 255) + offset, 0), 1)
            }
            values.withUnsafeBufferPointer { use(y, $0) }
        }
    }

    /// The two cells between which each of `count` pixels lies, and the weight of the second cell.
    ///
    /// - Parameters:
    ///   - start: the beginning of the first pixel, in cells.
    ///   - length: the length of all pixels together, in cells.
    private static func places(
        _ count: Int, from start: CGFloat, length: CGFloat, in cells: Int
    ) -> [(first: Int, second: Int, share: Float)] {
        (0..<count).map { index in
            let center = start + (CGFloat(index) + 0.5) * length / CGFloat(count) - 0.5
            let place = min(max(Float(center), 0), Float(cells - 1))
            let first = Int(place)
            return (first, min(first + 1, cells - 1), place - Float(first))
        }
    }

    /// The mean of the values in the window around each cell. Windows at the border have fewer cells.
    private static func windowMeans(_ values: [Float], width: Int, height: Int) -> [Float] {
        let rows = lineMeans(values, count: height, length: width, step: 1, lineStep: width)
        return lineMeans(rows, count: width, length: height, step: width, lineStep: 1)
    }

    private static func lineMeans(_ values: [Float], count: Int, length: Int, step: Int, lineStep: Int) -> [Float] {
        var means = values
        for line in 0..<count {
            let start = line * lineStep
            for index in 0..<length {
                let (first, last) = (max(index - radius, 0), min(index + radius, length - 1))
                var sum: Float = 0
                for other in first...last { sum += values[start + other * step] }
                means[start + index * step] = sum / Float(last - first + 1)
            }
        }
        return means
    }
}

extension ProbabilityMap {
    /// Whether a cell and the cells around it differ by at most `tolerance`.
    fileprivate func isEven(around cell: Int, within tolerance: Float) -> Bool {
        let (x, y) = (cell % width, cell / width)
        var (lowest, highest) = (values[cell], values[cell])
        for row in max(y - 1, 0)...min(y + 1, height - 1) {
            for column in max(x - 1, 0)...min(x + 1, width - 1) {
                lowest = min(lowest, self[column, row])
                highest = max(highest, self[column, row])
            }
        }
        return highest - lowest <= tolerance
    }
}

extension Frame {
    /// A mask over the whole image, resized. If the new size is finer than the mask, the mask's edges follow the edges in the luminance of the image.
    ///
    /// - Throws: `VisionFailure` that names the image.
    func refined(_ mask: ProbabilityMap, width: Int, height: Int) throws -> ProbabilityMap {
        guard width > mask.width, height > mask.height else { return try mask.resized(width: width, height: height) }
        var values: [Float] = []
        values.reserveCapacity(width * height)
        try filter(mask).forEachRow(of: gray(width: width, height: height)) { values += $1 }
        return ProbabilityMap(width: width, height: height, clipped: values)
    }

    /// A mask over the whole image in the image's full resolution, with edges that follow the edges in the luminance of the image.
    ///
    /// - Parameters:
    ///   - region: the part of the image to return, in whole pixels of the upright image, origin at the top left; `nil` for the whole image.
    ///   - format: one component of 8 bits, 0 to 255, or of 32 bits in floating point, 0 to 1.
    /// - Throws: `VisionFailure` that names the image.
    package func refinedPixels(_ mask: ProbabilityMap, region: CGRect? = nil, format: OSType) throws -> CVPixelBuffer {
        let region = region ?? CGRect(origin: .zero, size: info.size)
        let (across, down) = (info.size.width / CGFloat(mask.width), info.size.height / CGFloat(mask.height))
        let area = CGRect(x: region.minX / across, y: region.minY / down, width: region.width / across, height: region.height / down)
        let (width, height) = (Int(region.width), Int(region.height))
        guard across > 1, down > 1 else { return try mask.pixels(of: area, width: width, height: height, format: format) }
        note(FrameDemand(region: region, size: nil))
        let image = try gray(region)
        let filter = try filter(mask)
        do {
            let buffer = try CVPixelBuffer.make(width: width, height: height, pixelFormatType: format)
            let plane = try buffer.makeMutableRaster().planes[0]
            filter.forEachRow(of: image, area: area) { y, values in
                let row = plane.base + y * plane.bytesPerRow
                if format == kCVPixelFormatType_OneComponent8 {
                    for x in 0..<width { row.storeBytes(of: UInt8(values[x] * 255 + 0.5), toByteOffset: x, as: UInt8.self) }
                } else if let first = values.baseAddress {
                    row.copyMemory(from: first, byteCount: 4 * width)
                }
            }
            return buffer
        } catch {
            throw OpenedImage.failure(error, name: nil)
        }
    }

    private func filter(_ mask: ProbabilityMap) throws -> GuidedFilter {
        GuidedFilter(mask: mask, guide: try gray(width: mask.width, height: mask.height))
    }
}
