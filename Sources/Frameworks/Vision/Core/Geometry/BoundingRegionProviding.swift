/// A type that describes a part of an image by a closed outline.
public protocol BoundingRegionProviding {
    /// The part's outline, normalised to the upright image, origin at the lower left. For text, documents and barcodes, it is normalised to the
    /// request's ``ImageProcessingRequest/regionOfInterest``.
    var boundingRegion: NormalizedRegion { get }
}
