import CoreGraphics

/// A straight line that was printed or drawn on a page, such as the border of a table's cell.
struct Rule: Hashable, Sendable {
    /// The ends, normalised to the upright image, with the origin at the lower left.
    let start: CGPoint
    let end: CGPoint
}
