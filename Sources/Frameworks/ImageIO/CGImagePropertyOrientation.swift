import Foundation

/// The orientation in which an image's pixels are stored. To display the image upright, a program rotates and mirrors the pixels accordingly. The raw
/// values are EXIF's.
@frozen
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// The first row is at the top, the first column at the left.
    case up = 1
    /// The first row is at the top, the first column at the right.
    case upMirrored = 2
    /// The first row is at the bottom, the first column at the right.
    case down = 3
    /// The first row is at the bottom, the first column at the left.
    case downMirrored = 4
    /// The first row is at the left, the first column at the top.
    case leftMirrored = 5
    /// The first row is at the right, the first column at the top.
    case right = 6
    /// The first row is at the right, the first column at the bottom.
    case rightMirrored = 7
    /// The first row is at the left, the first column at the bottom.
    case left = 8
}
