import CoreGraphics

/// Coordinates that are normalised to a region of an image: 0…1 of the region's width and height, with the origin at its lower left.
package struct RegionCoordinates: Hashable, Sendable {
    /// The region, normalised to the upright image, with the origin at the lower left.
    private let region: CGRect

    /// Makes the coordinates of a region, which must not be empty.
    package init(of region: CGRect) {
        self.region = region
    }

    /// Whether the region is the whole image. Then the coordinates are those of the image.
    var isWholeImage: Bool { region == CGRect(x: 0, y: 0, width: 1, height: 1) }

    /// Converts a point from coordinates of the image.
    package func point(_ point: CGPoint) -> CGPoint {
        isWholeImage
            ? point
            : CGPoint(x: (point.x - region.origin.x) / region.size.width, y: (point.y - region.origin.y) / region.size.height)
    }

    /// Converts an upright rectangle from coordinates of the image.
    func box(_ box: CGRect) -> CGRect {
        guard !isWholeImage else { return box }
        let origin = point(box.origin)
        return CGRect(x: origin.x, y: origin.y, width: box.size.width / region.size.width, height: box.size.height / region.size.height)
    }

    /// The region's width divided by its height, both in pixels.
    ///
    /// - Parameter image: the image's width divided by its height.
    package func aspectRatio(inImage image: Float) -> Float {
        isWholeImage ? image : Float(CGFloat(image) * region.size.width / region.size.height)
    }
}

/// A finding that has places in the image.
package protocol PlacedFinding: Sendable {
    /// The finding with its places in the coordinates of a region. Before, they are in the coordinates of the image.
    func relative(to coordinates: RegionCoordinates) -> Self
}

extension [CGPoint] {
    /// Converts points from coordinates of the image.
    func relative(to coordinates: RegionCoordinates) -> [CGPoint] { map(coordinates.point) }
}

extension Array where Element: PlacedFinding {
    /// The findings with their places in the coordinates of a region.
    package func relative(to coordinates: RegionCoordinates) -> [Element] {
        coordinates.isWholeImage ? self : map { $0.relative(to: coordinates) }
    }
}
