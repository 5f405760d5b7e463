import Foundation

/// The board, measured in the frame.
struct Board: Sendable {
    /// Boards are 4 feet long, in metres.
    static let boardLength = 1.22
    /// Bags are 6 inches wide, in metres.
    static let bagWidth = 0.15

    let outline: Quadrilateral
    /// The box of the hole, in pixels; `nil` where it was not seen.
    let hole: CGRect?

    /// What a metre is in the plane of the board's length.
    var pixelsPerMetre: Double { Double(outline.length) / Board.boardLength }

    /// Where a bag lies whose centre is at a point.
    func landing(at point: CGPoint) -> Landing {
        let bag = CGFloat(Board.bagWidth * pixelsPerMetre)
        if let hole {
            let (x, y) = ((point.x - hole.midX) / (hole.width / 2 + bag / 4), (point.y - hole.midY) / (hole.height / 2 + bag / 2))
            if x * x + y * y <= 1 { return .hole }
        }
        return outline.contains(point, margin: bag / 2) ? .board : .ground
    }
}
