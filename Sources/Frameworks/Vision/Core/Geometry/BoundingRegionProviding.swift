/// A type that covers a part of an image inside a closed outline.
public protocol BoundingRegionProviding {
    /// The part's outline, normalised to the upright image, origin at the lower left.
    var boundingRegion: NormalizedRegion { get }
}
