/// Something that covers a part of an image.
public protocol BoundingBoxProviding {
    /// Normalised to the upright image, origin at the lower left.
    var boundingBox: NormalizedRect { get }
}

/// Something that covers a four-sided part of an image, which perspective may have distorted.
public protocol QuadrilateralProviding: BoundingBoxProviding {
    var topLeft: NormalizedPoint { get }
    var topRight: NormalizedPoint { get }
    var bottomRight: NormalizedPoint { get }
    var bottomLeft: NormalizedPoint { get }
}

extension QuadrilateralProviding {
    /// The smallest upright rectangle around the four corners.
    public var boundingBox: NormalizedRect { NormalizedRect(around: [topLeft, topRight, bottomRight, bottomLeft]) }
}
