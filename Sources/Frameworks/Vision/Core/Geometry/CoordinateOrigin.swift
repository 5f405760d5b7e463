/// The origin of image coordinates.
public enum CoordinateOrigin: Equatable, Hashable, Sendable {
    /// The upper left corner: vertical coordinates grow downwards.
    case upperLeft
    /// The lower left corner: vertical coordinates grow upwards.
    case lowerLeft
}
