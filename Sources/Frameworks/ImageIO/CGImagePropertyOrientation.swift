import Foundation

/// The orientation of an image's stored pixels, which is undone for display. Raw values are EXIF's.
@frozen
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// The first row is the top, the first column the left.
    case up = 1
    /// The first column is the right.
    case upMirrored = 2
    /// The first row is the bottom, the first column the right.
    case down = 3
    /// The first row is the bottom.
    case downMirrored = 4
    /// The first row is the left, the first column the top.
    case leftMirrored = 5
    /// The first row is the right, the first column the top.
    case right = 6
    /// The first row is the right, the first column the bottom.
    case rightMirrored = 7
    /// The first row is the left, the first column the bottom.
    case left = 8
}
