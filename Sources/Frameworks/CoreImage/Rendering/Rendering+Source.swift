import CPixels
import CoreGraphics

extension Rendering {
    /// Prepares a source. Bytes that need no scaling are read in place. All other sources are scaled and rotated immediately.
    func prepare(_ fused: FusedRecipe, extent: CGRect, in rect: CGRect) throws -> Prepared {
        guard let part = rect.pixels(covering: extent) else { return .transparent }
        let (width, height) = try part.pixelCounts()
        let (raster, geometry) = try raster(fused, extent: extent, part)
        if let bytes = ByteSource(raster, geometry, in: part) {
            return Prepared { band, rows in bytes.draw(band, rows, isLinear: isLinear) }
        }
        guard width * height <= Self.maximumPixelCount else {
            throw ImageError(.tooLarge, "a picture of \(width) × \(height) pixels is too large to be scaled at once")
        }
        let image = try FloatImage(width: width, height: height)
        try resample(raster, geometry, into: image.mutableRaster)
        if isLinear {
            try inBands(width: width, height: height) { LinearLight.decode(image.rows.row($0.lowerBound), count: $0.count * width) }
        }
        return Prepared(PlacedImage(image: image, rect: part))
    }

    /// The bytes of a source; `nil` if they cannot be read in place.
    func byteSource(_ fused: FusedRecipe, extent: CGRect, in rect: CGRect) throws -> ByteSource? {
        guard let part = rect.pixels(covering: extent) else { return nil }
        let (raster, geometry) = try raster(fused, extent: extent, part)
        return ByteSource(raster, geometry, in: part)
    }

    private func raster(_ fused: FusedRecipe, extent: CGRect, _ part: CGRect) throws -> (Raster, RasterGeometry) {
        let (width, height) = try part.pixelCounts()
        let asked = RasterGeometry(region: part.fromTopLeft(of: extent), outputWidth: width, outputHeight: height)
        return try fused.raster(for: asked, frame: extent, decoded)
    }
}

/// Pixels in bytes that need no scaling, rotation or colour conversion.
struct ByteSource: Sendable {
    private let raster: Raster
    /// The rectangle that the used part of the raster fills.
    let target: CGRect
    /// The left column of the used part of the raster. `y` is its top row.
    private let x: Int
    private let y: Int
    /// The positions of red, green, blue and alpha in a pixel.
    private(set) var order: PixelOrder
    /// Whether colours have a separate alpha and are not premultiplied.
    var isStraight: Bool { raster.alpha == .straight }

    /// Makes a byte source of a raster. Returns `nil` if its pixels need a conversion.
    init?(_ raster: Raster, _ geometry: RasterGeometry, in part: CGRect) {
        let (region, destination) = (geometry.region, geometry.destination)
        guard geometry.orientation == 1, region.size == destination.size, region.minX >= 0, region.minY >= 0,
            region.minX == region.minX.rounded(), region.minY == region.minY.rounded(),
            region.maxX <= CGFloat(raster.width), region.maxY <= CGFloat(raster.height), (try? raster.validate()) != nil,
            ColorTransform.between(raster.colorSpace, raster.layout.isGray ? .gray8 : .rgb8, nil, .rgb8) == nil,
            let order = PixelOrder(raster.layout)
        else { return nil }
        self.order = order
        if raster.alpha == .none { self.order.alpha = -1 }
        self.raster = raster
        (x, y) = (Int(region.minX), Int(region.minY))
        target = CGRect(
            x: part.minX + destination.minX, y: part.maxY - destination.maxY, width: destination.width, height: destination.height)
    }

    func draw(_ band: CGRect, _ rows: PixelRows, isLinear: Bool) {
        let (columns, lines) = band.range(of: target)
        rows.clear(outside: columns, lines)
        guard !columns.isEmpty, !lines.isEmpty else { return }
        let left = x + Int((band.minX - target.minX).rounded()) + columns.lowerBound
        let top = y + Int((target.maxY - band.maxY).rounded())
        let plane = raster.planes[0]
        let size = raster.layout.bytesPerPixel
        let isPremultiplied: Int32 = raster.alpha == .premultiplied ? 1 : 0
        Rendering(isLinear: isLinear).valuesOfBytes.withUnsafeBufferPointer { values in
            for line in lines {
                let bytes = (plane.base + (top + line) * plane.bytesPerRow + left * size).assumingMemoryBound(to: UInt8.self)
                let target = rows.row(line) + columns.lowerBound
                target.withMemoryRebound(to: Float.self, capacity: 4 * columns.count) { pixels in
                    pixels_from_bytes(bytes, order, isPremultiplied, values.baseAddress, isLinear ? 1 : 0, pixels, columns.count)
                }
            }
        }
    }

    /// The rows of a band, in place. The band must lie inside `target`, and pixels must have four bytes.
    func rows(_ band: CGRect) -> ByteRows {
        ByteRows(
            base: UnsafeMutablePointer(mutating: row(band)), width: Int(band.width), height: Int(band.height),
            bytesPerRow: raster.planes[0].bytesPerRow)
    }

    /// The address of a row's first pixel. The row must lie inside `target`.
    func row(_ line: CGRect) -> UnsafePointer<UInt8> {
        let left = x + Int((line.minX - target.minX).rounded())
        let top = y + Int((target.maxY - line.maxY).rounded())
        return (raster.planes[0].base + top * raster.planes[0].bytesPerRow + left * raster.layout.bytesPerPixel)
            .assumingMemoryBound(to: UInt8.self)
    }

    /// The values 0…1 of the 256 bytes.
    static let stored: [Float] = (0..<256).map { Float($0) / 255 }
}
