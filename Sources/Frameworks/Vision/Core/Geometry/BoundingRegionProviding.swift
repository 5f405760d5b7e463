/// Something that covers a part of an image within a line.
public protocol BoundingRegionProviding {
    /// Normalised to the upright image, origin at the lower left.
    var boundingRegion: NormalizedRegion { get }
}
