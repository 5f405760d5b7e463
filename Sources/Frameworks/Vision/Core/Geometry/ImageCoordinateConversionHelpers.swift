import CoreGraphics

/// Conversions between normalised coordinates and pixels, and between upper left and lower left origins.
public struct ImageCoordinateConversionHelpers {
    /// Converts a normalised point to pixels of an image, with the same origin.
    public static func imagePointForNormalizedPoint(normalizedPoint: CGPoint, imageSize: CGSize) -> CGPoint {
        NormalizedPoint(normalizedPoint: normalizedPoint).toImageCoordinates(imageSize)
    }

    /// Converts a normalised rectangle to pixels of an image, with the same origin.
    public static func imageRectForNormalizedRect(normalizedRect: CGRect, imageSize: CGSize) -> CGRect {
        NormalizedRect(normalizedRect: normalizedRect).toImageCoordinates(imageSize)
    }

    /// Converts a point in pixels from an upper left origin to a lower left origin, or the reverse.
    public static func verticallyFlippedImagePoint(imagePoint: CGPoint, imageHeight: UInt32) -> CGPoint {
        CGPoint(x: imagePoint.x, y: CGFloat(imageHeight) - imagePoint.y)
    }

    /// Converts a rectangle in pixels from an upper left origin to a lower left origin, or the reverse.
    public static func verticallyFlippedImageRect(imageRect: CGRect, imageHeight: UInt32) -> CGRect {
        CGRect(
            x: imageRect.origin.x, y: CGFloat(imageHeight) - imageRect.origin.y - imageRect.size.height, width: imageRect.size.width,
            height: imageRect.size.height)
    }

    /// Converts a normalised point from an upper left origin to a lower left origin, or the reverse.
    public static func verticallyFlippedNormalizedPoint(normalizedPoint: CGPoint) -> CGPoint {
        NormalizedPoint(normalizedPoint: normalizedPoint).verticallyFlipped().cgPoint
    }

    /// Converts a normalised rectangle from an upper left origin to a lower left origin, or the reverse.
    ///
    /// - Parameter imageHeight: ignored, because the rectangle is normalised.
    public static func verticallyFlippedNormalizedRect(normalizedRect: CGRect, imageHeight: UInt32) -> CGRect {
        NormalizedRect(normalizedRect: normalizedRect).verticallyFlipped().cgRect
    }
}
