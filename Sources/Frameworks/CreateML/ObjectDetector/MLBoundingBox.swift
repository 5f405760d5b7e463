/// The unit of a bounding box's numbers.
public enum MLBoundingBoxUnits: Equatable, Hashable, Sendable {
    /// Pixels of the picture.
    case pixel
    /// 0…1 of the picture's width and height.
    case normalized
}

/// The corner of the picture that a box's numbers count from.
public enum MLBoundingBoxCoordinatesOrigin: Equatable, Hashable, Sendable {
    /// y grows downwards.
    case topLeft
    /// y grows upwards.
    case bottomLeft
}

/// The point of a box that its `x` and `y` give.
public enum MLBoundingBoxAnchor: Equatable, Hashable, Sendable {
    /// Its middle.
    case center
    /// Its upper left corner.
    case topLeft
    /// Its lower left corner.
    case bottomLeft
}
