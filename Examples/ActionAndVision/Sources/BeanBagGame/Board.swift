import Foundation

/// The board, with its outline and hole as measured in a frame.
package struct Board: Sendable {
    /// The length of a board, 4 feet, in metres.
    static let boardLength = 1.22
    /// The width of a bag, 6 inches, in metres.
    static let bagWidth = 0.15

    package let outline: Quadrilateral
    /// The bounding box of the hole, in pixels; `nil` if the hole was not detected.
    package let hole: CGRect?

    /// The scale along the board's length.
    var pixelsPerMetre: Double { Double(outline.length) / Board.boardLength }

    /// Tells where a bag has landed.
    ///
    /// - Parameters:
    ///   - point: the bag's centre when it was last seen.
    ///   - next: the bag's predicted centre one frame later. This prediction is needed because a bag disappears in the hole.
    func landing(at point: CGPoint, next: CGPoint) -> Landing {
        let bag = CGFloat(Board.bagWidth * pixelsPerMetre)
        if isInHole(point, margin: bag / 4) || isInHole(next, margin: bag / 4) { return .hole }
        return outline.contains(point, margin: bag / 2) ? .board : .ground
    }

    private func isInHole(_ point: CGPoint, margin: CGFloat) -> Bool {
        guard let hole else { return false }
        return hypot((point.x - hole.midX) / (hole.width / 2 + margin), (point.y - hole.midY) / (hole.height / 2 + margin)) <= 1
    }
}
