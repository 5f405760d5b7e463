import CoreGraphics
import CoreVideo

extension CIImage {
    /// The image as a single source with an orientation, a scale and a crop; `nil` if it needs other operations.
    package var fused: FusedRecipe? { FusedRecipe(recipe) }

    /// The size of the image in whole pixels, rounded up; `nil` if the extent is empty, infinite or beyond the limits of an image.
    package var pixelSize: (width: Int, height: Int)? {
        guard !extent.isNull, !extent.isInfinite, !extent.isEmpty else { return nil }
        let (width, height) = ((extent.width - 1e-6).rounded(.up), (extent.height - 1e-6).rounded(.up))
        guard width >= 1, height >= 1, width <= CGFloat(ImageLimits.maximumSide), height <= CGFloat(ImageLimits.maximumSide) else {
            return nil
        }
        return (Int(width), Int(height))
    }

    /// The pixels and the geometry with which one call of `resample` draws the image. If the recipe consists of an orientation, an axis-aligned
    /// scale and a crop, the pixels are the decoded source. All other recipes are rendered at their own size first.
    ///
    /// - Parameter geometry: treats the image as stored pixels of the extent's size, top row first. Its `orientation` is applied after the
    ///   recipe. Its `region` is in pixels of the upright extent, from the top left.
    /// - Throws: `ImageError` if the extent is empty or infinite, or if the source cannot be decoded.
    package func raster(for geometry: RasterGeometry) throws -> (raster: Raster, geometry: RasterGeometry) {
        guard pixelSize != nil else { throw ImageError(.invalidArgument, "an image of extent \(extent) has no pixels to read") }
        let region = geometry.region
        guard [region.minX, region.minY, region.width, region.height].allSatisfy(\.isFinite), region.width > 0, region.height > 0,
            !region.isInfinite
        else {
            throw ImageError(.invalidArgument, "the region \(region) is empty")
        }
        if let fused { return try fused.raster(for: geometry, frame: extent) }
        // The part of the extent that the region needs, in the recipe's coordinates.
        let turn = Orientation(geometry.orientation)
        let bounds = CGRect(origin: .zero, size: extent.size)
        let restricted = geometry.restricted(to: turn.apply(to: bounds, in: extent.size))
        let needed = turn.undo(restricted.region, in: extent.size).integral
        guard needed.intersects(bounds) else {
            let nothing = try MutableRaster(allocating: .rgba8, width: 1, height: 1, alpha: .premultiplied)
            var result = restricted
            result.region = CGRect(x: 0, y: 0, width: 1, height: 1)
            return (nothing.raster, result)
        }
        let area = CGRect(x: extent.minX + needed.minX, y: extent.maxY - needed.maxY, width: needed.width, height: needed.height)
        let raster = try RecipeRenderer.raster(of: recipe, in: area)
        var result = restricted
        let origin = turn.apply(to: needed, in: extent.size).origin
        result.region = restricted.region.offsetBy(dx: -origin.x, dy: -origin.y)
        return (raster, result)
    }

    /// Draws the image into memory; see ``raster(for:)`` for the geometry.
    package func render(_ geometry: RasterGeometry, into destination: MutableRaster) throws {
        let (raster, geometry) = try raster(for: geometry)
        try resample(raster, geometry, into: destination)
    }

    /// Draws the image into a planar tensor. See ``raster(for:)`` for the geometry and `resample` for the other parameters.
    package func render(
        _ geometry: RasterGeometry, intoTensor tensor: UnsafeMutablePointer<Float>, channels: TensorChannels, scale: [Float], bias: [Float]
    ) throws {
        let (raster, geometry) = try raster(for: geometry)
        try resample(raster, geometry, intoTensor: tensor, channels: channels, scale: scale, bias: bias)
    }
}
