import CoreGraphics

extension Rendering {
    /// Makes a source ready. Bytes at their own size are read where they lie; anything else is scaled and turned at once.
    func prepare(_ fused: FusedRecipe, extent: CGRect, in rect: CGRect) throws -> Prepared {
        guard let part = rect.pixels(covering: extent) else { return .transparent }
        let (width, height) = try part.pixelCounts()
        let asked = RasterGeometry(region: part.fromTopLeft(of: extent), outputWidth: width, outputHeight: height)
        let (raster, geometry) = try fused.raster(for: asked, frame: extent)
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
}

/// Pixels of bytes that need no scaling, turning or conversion of colours.
private struct ByteSource: Sendable {
    let raster: Raster
    /// The rectangle that the pixels of the raster's part fill.
    let target: CGRect
    /// The part's left column and top row.
    let x: Int
    let y: Int
    /// Where red, green, blue and alpha are in a pixel.
    let order: (red: Int, green: Int, blue: Int, alpha: Int?)

    /// `nil` for pixels of another kind.
    init?(_ raster: Raster, _ geometry: RasterGeometry, in part: CGRect) {
        let (region, destination) = (geometry.region, geometry.destination)
        guard geometry.orientation == 1, region.size == destination.size, region.minX >= 0, region.minY >= 0,
            region.minX == region.minX.rounded(), region.minY == region.minY.rounded(),
            region.maxX <= CGFloat(raster.width), region.maxY <= CGFloat(raster.height), (try? raster.validate()) != nil,
            ColorTransform.between(raster.colorSpace, raster.layout.isGray ? .gray8 : .rgb8, nil, .rgb8) == nil
        else { return nil }
        switch raster.layout {
        case .gray8: order = (0, 0, 0, nil)
        case .rgb8: order = (0, 1, 2, nil)
        case .bgr8: order = (2, 1, 0, nil)
        case .rgba8: order = (0, 1, 2, 3)
        case .bgra8: order = (2, 1, 0, 3)
        case .argb8: order = (1, 2, 3, 0)
        case .abgr8: order = (3, 2, 1, 0)
        default: return nil
        }
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
        let table = isLinear ? LinearLight.ofBytes : Self.stored
        table.withUnsafeBufferPointer { values in
            for line in lines {
                let pixels = (plane.base + (top + line) * plane.bytesPerRow + left * size).assumingMemoryBound(to: UInt8.self)
                convert(pixels, size, to: rows.row(line) + columns.lowerBound, count: columns.count, values, isLinear)
            }
        }
    }

    private static let stored: [Float] = (0..<256).map { Float($0) / 255 }

    private func convert(
        _ pixels: UnsafePointer<UInt8>, _ size: Int, to target: UnsafeMutablePointer<SIMD4<Float>>, count: Int,
        _ values: UnsafeBufferPointer<Float>, _ isLinear: Bool
    ) {
        let (red, green, blue) = (order.red, order.green, order.blue)
        guard let alphaIndex = order.alpha, raster.alpha != .none else {
            for i in 0..<count {
                let pixel = pixels + i * size
                target[i] = SIMD4(values[Int(pixel[red])], values[Int(pixel[green])], values[Int(pixel[blue])], 1)
            }
            return
        }
        let isPremultiplied = raster.alpha == .premultiplied
        for i in 0..<count {
            let pixel = pixels + i * size
            let alpha = Float(pixel[alphaIndex]) / 255
            if alpha == 0 || (isPremultiplied && alpha < 1) {
                // As it is stored; the colour is that of the quotient.
                var color = SIMD4(Float(pixel[red]), Float(pixel[green]), Float(pixel[blue]), Float(pixel[alphaIndex])) / 255
                if alpha == 0 { color = .zero }
                target[i] = color
                if isLinear { LinearLight.decode(target + i, count: 1) }
            } else {
                target[i] = premultiplied(SIMD4(values[Int(pixel[red])], values[Int(pixel[green])], values[Int(pixel[blue])], alpha))
            }
        }
    }
}
