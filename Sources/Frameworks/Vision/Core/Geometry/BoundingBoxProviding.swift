/// A type that describes a part of an image and has its bounding box.
public protocol BoundingBoxProviding {
    /// The part's bounding box, normalised to the upright image, origin at the lower left. For some kinds of
    /// observations, it is normalised to the request's ``ImageProcessingRequest/regionOfInterest``.
    var boundingBox: NormalizedRect { get }
}

/// A type that describes a quadrilateral part of an image, usually a rectangle seen in perspective.
public protocol QuadrilateralProviding: BoundingBoxProviding {
    /// The top left corner of the quadrilateral.
    var topLeft: NormalizedPoint { get }
    /// The top right corner of the quadrilateral.
    var topRight: NormalizedPoint { get }
    /// The bottom right corner of the quadrilateral.
    var bottomRight: NormalizedPoint { get }
    /// The bottom left corner of the quadrilateral.
    var bottomLeft: NormalizedPoint { get }
}

extension QuadrilateralProviding {
    /// The smallest upright rectangle around the four corners.
    public var boundingBox: NormalizedRect { NormalizedRect(around: [topLeft, topRight, bottomRight, bottomLeft]) }
}
