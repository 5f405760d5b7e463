import CKernels
import CoreGraphics
import Foundation

/// The rotation of the scene in an image.
package struct HorizonFinding: Hashable, Sendable {
    /// The horizon's angle to the horizontal, in radians, counterclockwise in the image, from -π/4 to π/4.
    package let angle: Double
    /// The fraction of the image's straight edges that agree on the angle, from 0 to 1.
    package let confidence: Float
}

/// Finds the common angle of the long straight edges in a part of an image. Examples of horizontal edges are the horizon, shelves and roofs. Walls
/// have vertical edges.
package struct HorizonAnalysis: Analysis {
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package var regionOfInterest: CGRect

    package init(regionOfInterest: CGRect) {
        self.regionOfInterest = regionOfInterest
    }

    private static let dimension = 640
    private static let maximumCount = 4000

    private func view(in frame: FrameInfo) -> ReducedView {
        ReducedView(of: regionOfInterest, in: frame, maximumDimension: Self.dimension)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { [view(in: frame).demand] }

    /// At most one finding. There is none if no edge is straight, or the straight edges have no common direction.
    package func findings(in context: AnalysisContext) throws -> [HorizonFinding] {
        let plane = try view(in: context.frame.info).gray(of: context.frame)
        try context.cancellation.check()
        let side = Float(max(plane.width, plane.height))
        let votes = try segments(in: plane, minimumLength: max(12, 0.025 * side)).map { HorizonVote($0) }
        return HorizonFinding(votes, longestSide: Double(side)).map { [$0] } ?? []
    }

    private func segments(in plane: GrayPlane, minimumLength: Float) throws -> [EdgeSegment] {
        var segments = [EdgeSegment](repeating: EdgeSegment(), count: Self.maximumCount)
        let count = withExtendedLifetime(plane) {
            var plane = plane.view
            return rectangles_segments(&plane, minimumLength, &segments, Int32(Self.maximumCount))
        }
        guard count >= 0 else { throw VisionFailure(.outOfMemory, "there is no memory to find the horizon") }
        return Array(segments.prefix(Int(count)))
    }
}

/// The vote of one straight edge.
private struct HorizonVote {
    /// The angle of the edge to the nearest axis, counterclockwise, in degrees from -45 to 45.
    let angle: Double
    let weight: Double

    init(_ segment: EdgeSegment) {
        let (dx, dy) = (Double(segment.x1 - segment.x0), Double(segment.y0 - segment.y1))
        let length = (dx * dx + dy * dy).squareRoot()
        let isUpright = abs(dy) > abs(dx)
        // The angle to the horizontal or to the vertical, independent of the order of the ends.
        angle = (isUpright ? -atan(dx / dy) : atan(dy / dx)) * 180 / .pi
        // Vertical edges weigh less, because perspective tilts them. Long edges weigh more, because they are rarely there by chance.
        weight = (isUpright ? 0.6 : 1) * length * length.squareRoot() * Double(min(segment.strength, 20)) / 20
    }
}

extension HorizonFinding {
    /// The angle that most votes agree on; `nil` if too few agree.
    ///
    /// - Parameter longestSide: the longer side of the analyzed picture, in pixels.
    fileprivate init?(_ votes: [HorizonVote], longestSide: Double) {
        let total = votes.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return nil }
        var angle = Self.mode(of: votes)
        for _ in 0..<3 {
            var (sum, weight) = (0.0, 0.0)
            for vote in votes where abs(vote.angle - angle) < 1.5 {
                sum += vote.weight * (vote.angle - angle)
                weight += vote.weight
            }
            guard weight > 0 else { break }
            angle += sum / weight
        }
        let agreed = votes.reduce(0) { abs($1.angle - angle) < 2 ? $0 + $1.weight : $0 }
        let share = agreed / total
        // One edge across a third of the picture is enough, or many short edges.
        guard share >= 0.2, agreed >= 0.2 * longestSide * longestSide.squareRoot() else { return nil }
        self.init(angle: min(max(angle, -45), 45) * .pi / 180, confidence: Float(min(share, 1)))
    }

    /// The angle with the highest density of votes, in steps of a fifth of a degree. Angles nearer to horizontal are preferred.
    private static func mode(of votes: [HorizonVote]) -> Double {
        let (bins, deviation) = (451, 0.8)
        var density = [Double](repeating: 0, count: bins)
        for vote in votes {
            let middle = (vote.angle + 45) * 5
            let reach = 3 * deviation * 5
            for bin in max(0, Int(middle - reach))...min(bins - 1, Int(middle + reach) + 1) {
                let distance = (Double(bin) - middle) / (5 * deviation)
                density[bin] += vote.weight * exp(-0.5 * distance * distance)
            }
        }
        func angle(_ bin: Int) -> Double { Double(bin) / 5 - 45 }
        let best = density.indices.max { density[$0] * (1 - abs(angle($0)) / 150) < density[$1] * (1 - abs(angle($1)) / 150) }
        return angle(best ?? 225)
    }
}
