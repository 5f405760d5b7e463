import CoreGraphics

/// Draws any recipe step by step in premultiplied sRGB floats. Recipes without composition, clamping or slanted transforms do not need it:
/// they are drawn in one pass.
enum RecipeRenderer {
    /// The maximum number of pixels of an intermediate image. Larger outputs with one plane are drawn in bands of rows; Y′CbCr is drawn whole.
    static let bandPixelCount = 1 << 18

    /// An 8-bit raster of the recipe in a rectangle with whole sides. If the rectangle's origin is fractional, its pixels lie between the
    /// image's pixels.
    static func raster(of recipe: Recipe, in rect: CGRect) throws -> Raster {
        let destination = try MutableRaster(
            allocating: .rgba8, width: try side(rect.width), height: try side(rect.height), alpha: .premultiplied)
        try draw(recipe, in: rect, into: destination)
        return destination.raster
    }

    /// Draws the recipe in a rectangle into memory with the rectangle's number of pixels, top row first.
    static func draw(_ recipe: Recipe, in rect: CGRect, into destination: MutableRaster) throws {
        guard try side(rect.width) == destination.width, try side(rect.height) == destination.height else {
            throw ImageError(
                .invalidArgument, "a rectangle of \(rect.size) does not fit \(destination.width) × \(destination.height) pixels")
        }
        let (width, height) = (destination.width, destination.height)
        // Y′CbCr is not split into bands, because a band could end inside a row of chroma.
        let isBanded = destination.layout.planeCount == 1
        let bandHeight = isBanded ? min(height, max(1, bandPixelCount / width)) : height
        var top = 0
        while top < height {
            let rows = min(bandHeight, height - top)
            let band = CGRect(x: rect.minX, y: rect.maxY - CGFloat(top + rows), width: rect.width, height: CGFloat(rows))
            let image = try render(recipe, in: band)
            let plane = destination.planes[0]
            let target =
                isBanded
                ? MutableRaster(
                    width: width, height: rows, layout: destination.layout, alpha: destination.alpha,
                    base: plane.base + top * plane.bytesPerRow, bytesPerRow: plane.bytesPerRow, colorSpace: destination.colorSpace,
                    owner: destination.owner) : destination
            try resample(
                image.raster, .fill(sourceWidth: width, sourceHeight: rows, outputWidth: width, outputHeight: rows), into: target)
            top += rows
        }
    }

    private static func side(_ length: CGFloat) throws -> Int {
        let rounded = length.rounded()
        guard rounded >= 1, rounded <= CGFloat(ImageLimits.maximumSide) else {
            throw ImageError(.invalidArgument, "a side of \(length) pixels is not possible")
        }
        return Int(rounded)
    }

    // MARK: - Steps

    private static func render(_ recipe: Recipe, in rect: CGRect) throws -> FloatImage {
        let image = try FloatImage(width: side(rect.width), height: side(rect.height))
        let visible = recipe.extent.intersection(rect)
        if visible.isNull || visible.isEmpty { return image }
        if FusedRecipe(recipe) != nil {
            let frame = CIImage(recipe)
            let region = rect.fromTopLeft(of: recipe.extent)
            try frame.render(
                RasterGeometry(region: region, outputWidth: image.width, outputHeight: image.height), into: image.mutableRaster)
            return image
        }
        switch recipe {
        case .empty, .source: break
        case .color(let color): image.fill(color)
        case .cropped(let inner, let crop):
            let part = try render(inner, in: rect)
            image.copy(part, columns: columns(crop, in: rect), rows: rows(crop, in: rect))
        case .pointwise(let inner, let operation):
            let part = try render(inner, in: rect)
            switch operation {
            case .premultiply: image.map(part) { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
            case .unpremultiply: image.map(part) { $0.w > 0 ? SIMD4($0.x / $0.w, $0.y / $0.w, $0.z / $0.w, $0.w) : $0 }
            case .alphaOne: image.map(part) { SIMD4($0.x, $0.y, $0.z, 1) }
            }
        case .composited(let top, let bottom):
            let (upper, lower) = (try render(top, in: rect), try render(bottom, in: rect))
            image.map(upper, lower) { $0 + $1 * (1 - $0.w) }
        case .clamped(let inner, let bounds):
            try clamp(inner, bounds, in: rect, into: image)
        case .transformed(let inner, let transform):
            try transformed(inner, transform, in: rect, into: image)
        }
        return image
    }

    private static func clamp(_ inner: Recipe, _ bounds: CGRect, in rect: CGRect, into image: FloatImage) throws {
        // The rows and columns of the bounds that are nearest to the rectangle, at least one of each.
        let x0 = min(max(rect.minX, bounds.minX), bounds.maxX - 1).rounded(.down)
        let x1 = max(x0 + 1, min(max(rect.maxX, bounds.minX), bounds.maxX).rounded(.up))
        let y0 = min(max(rect.minY, bounds.minY), bounds.maxY - 1).rounded(.down)
        let y1 = max(y0 + 1, min(max(rect.maxY, bounds.minY), bounds.maxY).rounded(.up))
        let part = try render(inner, in: CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0))
        for row in 0..<image.height {
            let y = rect.maxY - CGFloat(row) - 0.5
            let from = min(max(Int((y1 - y).rounded(.down)), 0), part.height - 1)
            for column in 0..<image.width {
                let x = rect.minX + CGFloat(column) + 0.5
                image[column, row] = part[min(max(Int((x - x0).rounded(.down)), 0), part.width - 1), from]
            }
        }
    }

    /// Samples the inner image bilinearly, with several samples per pixel if the transform shrinks the image.
    private static func transformed(_ inner: Recipe, _ transform: CGAffineTransform, in rect: CGRect, into image: FloatImage) throws {
        let determinant = transform.a * transform.d - transform.b * transform.c
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return }
        let inverse = transform.inverted()
        // Bilinear samples reach half a pixel beyond; one is room enough.
        let needed = rect.applying(inverse).insetBy(dx: -1, dy: -1).intersection(inner.extent).integral
        guard !needed.isNull, !needed.isEmpty else { return }
        guard needed.width * needed.height <= 40_000_000 else {
            throw ImageError(.tooLarge, "a slanted transform needs \(Int(needed.width)) × \(Int(needed.height)) pixels at once")
        }
        let part = try render(inner, in: needed)
        let stepX = max(1, hypot(inverse.a, inverse.b))
        let stepY = max(1, hypot(inverse.c, inverse.d))
        let (countX, countY) = (min(Int(stepX.rounded(.up)), 8), min(Int(stepY.rounded(.up)), 8))
        let weight = 1 / Float(countX * countY)
        for row in 0..<image.height {
            for column in 0..<image.width {
                var sum = SIMD4<Float>()
                for j in 0..<countY {
                    for i in 0..<countX {
                        let point = CGPoint(
                            x: rect.minX + CGFloat(column) + (CGFloat(i) + 0.5) / CGFloat(countX),
                            y: rect.maxY - CGFloat(row) - (CGFloat(j) + 0.5) / CGFloat(countY)
                        ).applying(inverse)
                        sum += part.bilinear(Float(point.x - needed.minX) - 0.5, Float(needed.maxY - point.y) - 0.5)
                    }
                }
                image[column, row] = sum * weight
            }
        }
    }

    /// The columns of `rect` whose pixel centres lie in `part`.
    private static func columns(_ part: CGRect, in rect: CGRect) -> Range<Int> {
        range(part.minX - rect.minX, part.maxX - rect.minX, count: Int(rect.width.rounded()))
    }

    private static func rows(_ part: CGRect, in rect: CGRect) -> Range<Int> {
        range(rect.maxY - part.maxY, rect.maxY - part.minY, count: Int(rect.height.rounded()))
    }

    private static func range(_ low: CGFloat, _ high: CGFloat, count: Int) -> Range<Int> {
        let first = Int(min(max(low.rounded(), 0), CGFloat(count)))
        let last = Int(min(max(high.rounded(), 0), CGFloat(count)))
        return first..<max(first, last)
    }
}
