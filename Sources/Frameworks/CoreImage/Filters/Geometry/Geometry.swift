import CoreGraphics
import Foundation

/// Filters that move pixels.
enum Geometry {
    private static let corners = ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]
    private static func cornerKeys(_ values: [[Double]]) -> [FilterKey] { zip(corners, values).map { .vector($0, $1, .position) } }

    static let definitions: [FilterDefinition] = [
        FilterDefinition("CIAffineTransform", .geometry, [.image, .transform]) { $0.image?.transformed(by: $0.transform) },
        FilterDefinition("CIAffineClamp", .tile, [.image, .transform]) { $0.image?.transformed(by: $0.transform).clampedToExtent() },
        FilterDefinition("CIAffineTile", .tile, [.image, .transform]) { $0.image?.tiled(by: $0.transform) },
        FilterDefinition("CIClamp", .tile, [.image, .extent]) { values in
            values.image.map { image in values.rect("inputExtent").map { image.clamped(to: $0) } ?? image }
        },
        FilterDefinition(
            "CICrop", .geometry, [.image, .vector("inputRectangle", [-8e37, -8e37, 1.6e38, 1.6e38], .rectangle)]
        ) { values in
            values.image.map { image in values.rect("inputRectangle").map { image.cropped(to: $0) } ?? image }
        },
        FilterDefinition("CIStraightenFilter", .geometry, [.image, .angle()]) { values in
            values.image?.straightened(by: CGFloat(values.number("inputAngle")))
        },
        FilterDefinition(
            "CILanczosScaleTransform", .geometry,
            [.image, .number("inputScale", 1, 0...1e4, slider: 0.05...1.5), .number("inputAspectRatio", 1, 0...1e4, slider: 0.5...2)]
        ) { values in
            values.image?.scaled(by: values.number("inputScale"), aspect: values.number("inputAspectRatio"), .lanczos)
        },
        FilterDefinition(
            "CIBicubicScaleTransform", .geometry,
            [
                .image, .number("inputScale", 1, 0...1e4, slider: 0.05...1.5), .number("inputAspectRatio", 1, 0...1e4, slider: 0.5...2),
                .number("inputB", 0, slider: 0...1), .number("inputC", 0.75, slider: 0...1),
            ]
        ) { values in
            values.image?.scaled(
                by: values.number("inputScale"), aspect: values.number("inputAspectRatio"),
                .bicubic(b: values.number("inputB"), c: values.number("inputC")))
        },
        FilterDefinition(
            "CIPerspectiveCorrection", .geometry,
            [.image] + cornerKeys([[118, 484], [646, 507], [548, 140], [155, 153]]) + [.number("inputCrop", 1, 0...1, .boolean)]
        ) { values in
            let points = corners.map { values.point($0) }
            return values.image?.corrected(points, isCropped: values.flag("inputCrop"))
        },
        FilterDefinition(
            "CIPerspectiveTransform", .geometry, [.image] + cornerKeys([[118, 484], [646, 507], [548, 140], [155, 153]])
        ) { values in
            guard let image = values.image else { return nil }
            return image.projected(from: image.extent, to: corners.map { values.point($0) })
        },
        FilterDefinition(
            "CIPerspectiveTransformWithExtent", .geometry,
            [.image, .extent] + cornerKeys([[118, 484], [646, 507], [548, 140], [155, 153]])
        ) { values in
            guard let image = values.image, let extent = values.rect("inputExtent") else { return nil }
            return image.cropped(to: extent).projected(from: extent, to: corners.map { values.point($0) })
        },
    ]
}

extension CIImage {
    /// The image repeated infinitely, then transformed.
    func tiled(by transform: CGAffineTransform) -> CIImage {
        let (extent, determinant) = (extent, transform.a * transform.d - transform.b * transform.c)
        guard !isNothing, !extent.isInfinite, abs(determinant) > 1e-12 else { return self }
        let (inverse, width, height) = (transform.inverted(), Double(extent.width), Double(extent.height))
        let (left, bottom) = (Double(extent.minX), Double(extent.minY))
        return derived(
            SampledNode(input: recipe, extent: .infinite, source: { _ in extent.expanded(by: 1) }) { point in
                let place = CGPoint(x: point.x, y: point.y).applying(inverse)
                let (x, y) = (Double(place.x) - left, Double(place.y) - bottom)
                let (u, v) = (x - (x / width).rounded(.down) * width, y - (y / height).rounded(.down) * height)
                // At the edge of a tile, its outermost pixels are used instead of the transparent pixels outside.
                return SIMD2(left + min(max(u, 0.5), max(width - 0.5, 0.5)), bottom + min(max(v, 0.5), max(height - 0.5, 0.5)))
            })
    }

    /// The image rotated about its middle. The rotated image is enlarged until it fills the extent.
    func straightened(by angle: CGFloat) -> CIImage {
        guard !isNothing, !extent.isInfinite, angle != 0 else { return self }
        let ratio = max(extent.width / extent.height, extent.height / extent.width)
        let scale = abs(cos(angle)) + abs(sin(angle)) * ratio
        let transform = CGAffineTransform(translationX: extent.midX, y: extent.midY).rotated(by: angle).scaledBy(x: scale, y: scale)
            .translatedBy(x: -extent.midX, y: -extent.midY)
        return transformed(by: transform).cropped(to: extent)
    }

    /// The picture inside four corners, mapped to a rectangle with its lower left corner at the origin. The order of the corners is top left, top
    /// right, bottom right, bottom left. Each side of the rectangle is as long as the longer of the two corresponding sides.
    ///
    /// - Parameter isCropped: whether the picture outside the corners is cut off.
    func corrected(_ corners: [SIMD2<Double>], isCropped: Bool) -> CIImage {
        func length(_ from: Int, _ to: Int) -> Double {
            let side = corners[from] - corners[to]
            return (side * side).sum().squareRoot()
        }
        let width = max(length(0, 1), length(3, 2)).rounded()
        let height = max(length(0, 3), length(1, 2)).rounded()
        guard !isNothing, !extent.isInfinite, width >= 1, height >= 1, width <= 1e6, height <= 1e6,
            let map = Projection(corners[3], corners[2], corners[1], corners[0])
        else { return derived(Recipe.empty) }
        let place = map.after(CGAffineTransform(scaleX: 1 / width, y: 1 / height))
        let target = CGRect(x: 0, y: 0, width: width, height: height)
        let whole = isCropped ? target : place.inverse.bounds(of: extent)?.integral ?? target
        return derived(SampledNode(input: recipe, extent: whole, source: { place.bounds(of: $0) }, place: { place($0) }))
    }

    /// The picture with a rectangle mapped to four corners: top left, top right, bottom right, bottom left.
    func projected(from rect: CGRect, to corners: [SIMD2<Double>]) -> CIImage {
        guard !isNothing, !rect.isInfinite, let map = Projection(corners[3], corners[2], corners[1], corners[0]) else {
            return derived(Recipe.empty)
        }
        let unit = CGAffineTransform(scaleX: 1 / rect.width, y: 1 / rect.height).translatedBy(x: -rect.minX, y: -rect.minY)
        let forward = map.after(unit)
        let back = forward.inverse
        guard let bounds = forward.bounds(of: rect)?.integral else { return derived(Recipe.empty) }
        return derived(SampledNode(input: recipe, extent: bounds, source: { back.bounds(of: $0) }, place: { back($0) }))
    }
}
