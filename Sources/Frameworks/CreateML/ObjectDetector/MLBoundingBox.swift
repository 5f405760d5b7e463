/// The unit of a bounding box's numbers.
public enum MLBoundingBoxUnits: Equatable, Hashable, Sendable {
    /// Pixels of the picture.
    case pixel
    /// Fractions of the picture's width and height, 0…1.
    case normalized
}

/// The corner of the picture that is the origin of the coordinates.
public enum MLBoundingBoxCoordinatesOrigin: Equatable, Hashable, Sendable {
    /// The upper left corner; y grows downwards.
    case topLeft
    /// The lower left corner; y grows upwards.
    case bottomLeft
}

/// The point of a box that `x` and `y` give.
public enum MLBoundingBoxAnchor: Equatable, Hashable, Sendable {
    /// The centre of the box.
    case center
    /// The upper left corner of the box.
    case topLeft
    /// The lower left corner of the box.
    case bottomLeft
}
