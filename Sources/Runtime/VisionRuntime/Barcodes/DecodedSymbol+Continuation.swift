import CoreGraphics
import Foundation

extension DecodedSymbol {
    /// Joins two readings of one linear code, if its bars continue from one place to the other. `nil` if they are two codes with the same message, or
    /// are not linear.
    ///
    /// - Parameter plane: the plane whose pixels the corners use.
    func joined(with other: DecodedSymbol, in plane: GrayPlane) -> DecodedSymbol? {
        guard lineCount > 0, other.lineCount > 0, kind == other.kind, text == other.text, corners.count == 4, other.corners.count == 4
        else {
            return nil
        }
        // Corners go clockwise from the top left: the upper edge is from 0 to 1, the lower edge from 3 to 2.
        let isAbove = corners[3].distance(to: other.corners[0]) < corners[0].distance(to: other.corners[3])
        let (upper, lower) = isAbove ? (self, other) : (other, self)
        let (from, to) = ((upper.corners[3], upper.corners[2]), (lower.corners[0], lower.corners[1]))
        let length = from.0.distance(to: from.1)
        guard length >= 16, max(from.0.distance(to: to.0), from.1.distance(to: to.1)) <= length else { return nil }
        let bars = plane.profile(from.0, from.1)
        let goesOn = (1...5).allSatisfy { part in
            let share = CGFloat(part) / 6
            return bars.correlation(with: plane.profile(from.0.moved(share, to: to.0), from.1.moved(share, to: to.1))) > 0.7
        }
        guard goesOn else { return nil }
        var whole = upper
        whole.corners = [upper.corners[0], upper.corners[1], lower.corners[2], lower.corners[3]]
        whole.lineCount = upper.lineCount + lower.lineCount
        return whole
    }
}

extension GrayPlane {
    /// The luminance at 256 points along a line.
    fileprivate func profile(_ start: CGPoint, _ end: CGPoint) -> [Float] {
        (0..<256).map { place in
            let point = start.moved((CGFloat(place) + 0.5) / 256, to: end)
            return sample(point.x, point.y)
        }
    }
}

extension CGPoint {
    fileprivate func distance(to other: CGPoint) -> CGFloat { hypot(other.x - x, other.y - y) }

    fileprivate func moved(_ share: CGFloat, to other: CGPoint) -> CGPoint {
        CGPoint(x: x + share * (other.x - x), y: y + share * (other.y - y))
    }
}
