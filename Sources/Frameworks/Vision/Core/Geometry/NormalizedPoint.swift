import CoreGraphics

/// A point in coordinates that are normalised to an image: 0…1, origin at the lower left.
public struct NormalizedPoint: Hashable, Equatable, Codable, Sendable, CustomStringConvertible {
    /// The point as a `CGPoint`, 0…1, origin at the lower left.
    public let cgPoint: CGPoint

    /// Creates a point from normalised coordinates: 0…1 of the image's width and height, origin at the lower left.
    public init(x: CGFloat, y: CGFloat) {
        cgPoint = CGPoint(x: x, y: y)
    }

    /// Creates a point from normalised coordinates.
    public init(normalizedPoint: CGPoint) {
        cgPoint = normalizedPoint
    }

    /// Creates a point from pixels of an image.
    ///
    /// - Parameter imagePoint: the point in pixels, origin at the lower left.
    public init(imagePoint: CGPoint, in imageSize: CGSize) {
        self.init(imagePoint: imagePoint, in: imageSize, normalizedTo: .fullImage)
    }

    /// Creates a point in coordinates that are normalised to a region of the image.
    ///
    /// - Parameters:
    ///   - imagePoint: the point in pixels of the whole image, origin at the lower left.
    ///   - regionOfInterest: the region, normalised to the image.
    public init(imagePoint: CGPoint, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect) {
        let region = regionOfInterest.cgRect
        cgPoint = CGPoint(
            x: (imagePoint.x / imageSize.width - region.origin.x) / region.size.width,
            y: (imagePoint.y / imageSize.height - region.origin.y) / region.size.height)
    }

    /// The image's lower left corner.
    public static var zero: NormalizedPoint { NormalizedPoint(x: 0, y: 0) }

    /// The distance from the left, 0…1 of the image's width.
    public var x: CGFloat { cgPoint.x }
    /// The distance from the lower edge, 0…1 of the image's height.
    public var y: CGFloat { cgPoint.y }

    /// Converts the point to pixels of the image.
    ///
    /// - Parameter regionOfInterest: the region that the point is normalised to. The region itself is normalised to the image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGPoint {
        let region = regionOfInterest.cgRect
        let point = CGPoint(
            x: (region.origin.x + x * region.size.width) * imageSize.width,
            y: (region.origin.y + y * region.size.height) * imageSize.height)
        return origin == .lowerLeft ? point : CGPoint(x: point.x, y: imageSize.height - point.y)
    }

    /// Converts the point to pixels of an image of this size.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
        toImageCoordinates(from: .fullImage, imageSize: imageSize, origin: origin)
    }

    /// The point in coordinates with the origin at the upper left. If the point has that origin already, the new origin is at the lower
    /// left.
    public func verticallyFlipped() -> NormalizedPoint {
        NormalizedPoint(x: x, y: 1 - y)
    }

    public var description: String { "(\(x), \(y))" }
}
