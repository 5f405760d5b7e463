import CoreGraphics
import CoreML
import CoreVideo

/// A grid of numbers from 0 to 1 over an image, top row first.
package struct ProbabilityMap: Hashable, Sendable {
    package let width: Int
    package let height: Int
    package var values: [Float]

    /// Clips the values to 0…1. NaN becomes 0.
    ///
    /// - Precondition: there are `width · height` values.
    package init(width: Int, height: Int, values: [Float]) {
        precondition(width > 0 && height > 0 && values.count == width * height)
        self.width = width
        self.height = height
        self.values = values.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
    }

    /// - Precondition: there are `width · height` values from 0 to 1.
    init(width: Int, height: Int, clipped values: [Float]) {
        precondition(width > 0 && height > 0 && values.count == width * height)
        (self.width, self.height, self.values) = (width, height, values)
    }

    /// The map of one minus each value.
    var complement: ProbabilityMap { ProbabilityMap(width: width, height: height, clipped: values.map { 1 - $0 }) }

    /// The map with zeros outside a rectangle, in cells.
    func cleared(outside rectangle: CGRect) -> ProbabilityMap {
        guard !rectangle.insetBy(dx: -0.01, dy: -0.01).contains(bounds) else { return self }
        var map = self
        for row in 0..<height {
            for column in 0..<width where !rectangle.contains(CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5)) {
                map.values[row * width + column] = 0
            }
        }
        return map
    }

    package subscript(x: Int, y: Int) -> Float { values[y * width + x] }

    package var bounds: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

    /// Renders a part of the map as pixels.
    ///
    /// - Parameters:
    ///   - area: in cells, origin at the top left. Pixels outside of the map are 0.
    ///   - format: one component for each pixel. The component has 8 bits, 0 to 255, or is a 16-bit or 32-bit floating-point number, 0 to
    ///     1.
    /// - Throws: `VisionFailure`.
    package func pixels(of area: CGRect? = nil, width: Int, height: Int, format: OSType) throws -> CVPixelBuffer {
        do {
            let buffer = try CVPixelBuffer.make(width: width, height: height, pixelFormatType: format)
            let geometry = RasterGeometry(region: area ?? bounds, outputWidth: width, outputHeight: height)
            try resample(raster(), geometry, into: buffer.makeMutableRaster())
            return buffer
        } catch {
            throw OpenedImage.failure(error, name: nil)
        }
    }

    /// A part of the map resampled to another number of cells: averaged if there are fewer, interpolated if there are more.
    package func resized(_ area: CGRect? = nil, width: Int, height: Int) throws -> ProbabilityMap {
        let buffer = try pixels(of: area, width: width, height: height, format: kCVPixelFormatType_OneComponent32Float)
        return ProbabilityMap(width: width, height: height, values: buffer.floats)
    }

    private func raster() throws -> Raster {
        let raster = try MutableRaster(allocating: .grayFloat, width: width, height: height)
        let plane = raster.planes[0]
        values.withUnsafeBufferPointer { values in
            guard let first = values.baseAddress else { return }
            for y in 0..<height {
                (plane.base + y * plane.bytesPerRow).copyMemory(from: first + y * width, byteCount: 4 * width)
            }
        }
        return raster.raster
    }
}

extension ProbabilityMap {
    /// The luminance of a picture, 0 to 1.
    ///
    /// - Throws: `VisionFailure` if the format is not a picture format.
    init(_ picture: CVPixelBuffer) throws {
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        do {
            let buffer = try CVPixelBuffer.make(width: width, height: height, pixelFormatType: kCVPixelFormatType_OneComponent32Float)
            let geometry = RasterGeometry.fill(sourceWidth: width, sourceHeight: height, outputWidth: width, outputHeight: height)
            try picture.withRaster { try resample($0, geometry, into: buffer.makeMutableRaster()) }
            self.init(width: width, height: height, values: buffer.floats)
        } catch {
            throw OpenedImage.failure(error, name: nil)
        }
    }

    /// The maps in an array whose last two dimensions are rows and columns.
    ///
    /// - Throws: `VisionFailure` of kind `invalidModel` if the array has another shape or too many cells.
    static func maps(_ array: MLMultiArray, of model: String) throws -> [ProbabilityMap] {
        let shape = array.shape.map(\.intValue)
        guard shape.count >= 2, let width = shape.last, let height = shape.dropLast().last, (1...maximumSide).contains(width),
            (1...maximumSide).contains(height), (1...maximumCount).contains(array.count / (width * height))
        else {
            throw VisionFailure(.invalidModel, "the model '\(model)' gives an array of shape \(shape), which is no maps of an image")
        }
        let scalars = MLShapedArray<Float>(converting: array).scalars
        return (0..<array.count / (width * height)).map { index in
            ProbabilityMap(width: width, height: height, values: Array(scalars[index * width * height..<(index + 1) * width * height]))
        }
    }

    private static let maximumSide = 4096
    private static let maximumCount = 256
}

extension CVPixelBuffer {
    /// The numbers of a one-component 32-bit floating-point picture, without row padding.
    fileprivate var floats: [Float] {
        packedPlanes.first?.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        } ?? []
    }
}
