import CoreGraphics

/// A rectangle in coordinates that are normalised to an image: 0…1, origin at the lower left.
public struct NormalizedRect: Equatable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The rectangle as a `CGRect`, 0…1, origin at the lower left.
    public let cgRect: CGRect

    /// Creates a rectangle from its lower left corner, 0…1 of the image's width and height.
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        cgRect = CGRect(x: x, y: y, width: width, height: height)
    }

    /// Creates a rectangle from normalised coordinates.
    public init(normalizedRect: CGRect) {
        cgRect = normalizedRect
    }

    /// Creates a rectangle from pixels of an image.
    ///
    /// - Parameter imageRect: the rectangle in pixels, origin at the lower left.
    public init(imageRect: CGRect, in imageSize: CGSize) {
        self.init(imageRect: imageRect, in: imageSize, normalizedTo: .fullImage)
    }

    /// Creates a rectangle in coordinates that are normalised to a region of the image.
    ///
    /// - Parameters:
    ///   - imageRect: the rectangle in pixels of the whole image, origin at the lower left.
    ///   - regionOfInterest: the region, normalised to the image.
    public init(imageRect: CGRect, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect) {
        let corner = NormalizedPoint(imagePoint: imageRect.origin, in: imageSize, normalizedTo: regionOfInterest)
        cgRect = CGRect(
            x: corner.x, y: corner.y, width: imageRect.size.width / imageSize.width / regionOfInterest.width,
            height: imageRect.size.height / imageSize.height / regionOfInterest.height)
    }

    /// The smallest rectangle around points.
    init(around points: [NormalizedPoint]) {
        self.init(normalizedRect: CGRect(around: points.map(\.cgPoint)))
    }

    /// The whole image.
    public static var fullImage: NormalizedRect { NormalizedRect(x: 0, y: 0, width: 1, height: 1) }

    /// The lower left corner.
    public var origin: CGPoint { cgRect.origin }
    /// The width, relative to the image's width.
    public var width: CGFloat { cgRect.size.width }
    /// The height, relative to the image's height.
    public var height: CGFloat { cgRect.size.height }

    /// Converts the rectangle to pixels of an image of this size.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
        toImageCoordinates(from: .fullImage, imageSize: imageSize, origin: origin)
    }

    /// Converts the rectangle to pixels of the image.
    ///
    /// - Parameter regionOfInterest: the region that the rectangle is normalised to. The region itself is normalised to the image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGRect {
        let corner = NormalizedPoint(normalizedPoint: self.origin).toImageCoordinates(from: regionOfInterest, imageSize: imageSize)
        let size = CGSize(
            width: width * regionOfInterest.width * imageSize.width, height: height * regionOfInterest.height * imageSize.height)
        let y = origin == .lowerLeft ? corner.y : imageSize.height - corner.y - size.height
        return CGRect(x: corner.x, y: y, width: size.width, height: size.height)
    }

    /// The rectangle in coordinates with the origin at the upper left. If the rectangle has that origin already, the new origin is at the
    /// lower left.
    public func verticallyFlipped() -> NormalizedRect {
        NormalizedRect(x: origin.x, y: 1 - origin.y - height, width: width, height: height)
    }

    public var description: String { "(\(origin.x), \(origin.y), \(width), \(height))" }
}
