import CoreGraphics
import CoreMLRuntime

extension [CGRect] {
    /// The numbers of the boxes that non-maximum suppression keeps, of boxes in descending order of their confidence: those whose intersection
    /// with no kept one before is more than a part of their union.
    package func withoutOverlaps(of part: Double) -> [Int] {
        var kept: [Int] = []
        for (index, box) in enumerated() where !kept.contains(where: { self[$0].intersectionOverUnion(with: box) > part }) {
            kept.append(index)
        }
        return kept
    }
}
