/// A type that covers a part of an image.
public protocol BoundingBoxProviding {
    /// The part's bounding box, normalised to the upright image, origin at the lower left.
    var boundingBox: NormalizedRect { get }
}

/// A type that covers a quadrilateral part of an image, usually a rectangle in perspective.
public protocol QuadrilateralProviding: BoundingBoxProviding {
    /// The box's corner at the top left.
    var topLeft: NormalizedPoint { get }
    /// The box's corner at the top right.
    var topRight: NormalizedPoint { get }
    /// The box's corner at the bottom right.
    var bottomRight: NormalizedPoint { get }
    /// The box's corner at the bottom left.
    var bottomLeft: NormalizedPoint { get }
}

extension QuadrilateralProviding {
    /// The smallest upright rectangle around the four corners.
    public var boundingBox: NormalizedRect { NormalizedRect(around: [topLeft, topRight, bottomRight, bottomLeft]) }
}
