/// Where the vertical coordinate of image coordinates begins.
public enum CoordinateOrigin: Equatable, Hashable, Sendable {
    /// At the top row, and grows downwards.
    case upperLeft
    /// At the bottom row, and grows upwards.
    case lowerLeft
}
