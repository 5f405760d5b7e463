import CoreGraphics
import Foundation

/// The division of a page of lines into blocks. Each block is as wide as the page and several lines high.
///
/// Blocks are read in parallel. Their height does not depend on the size of the page. The page is rotated by the median angle of its lines.
struct TextPageLayout {
    /// The blocks, from the top down; at least one.
    let blocks: [LinePlace]
    /// The median of the lines' heights, in pixels.
    let lineHeight: CGFloat

    /// The least number of lines in a block. Tesseract learns the sizes of a block's letters from its lines.
    private static let least = 12
    /// The margin by which each line is reduced before gaps between lines are searched, in line heights. Without it, descenders might reach as low as
    /// the tops of the next line.
    private static let air: CGFloat = 0.1
    /// The greatest distance from a line to the cut below it, which separates two blocks, in line heights. Farther away, the cut might run through
    /// text that was not found as a line.
    private static let reach: CGFloat = 0.4
    /// The margin around all lines, in line heights. It includes columns of single letters or digits, which may not be found as lines.
    private static let margin = CGSize(width: 2.4, height: 1.8)
    /// The angle in radians below which a page counts as level.
    private static let levelAngle: CGFloat = 0.003

    /// - Parameter lines: the rectangles of the lines; at least one.
    /// - Returns: `nil` if the lines do not lie in the plane.
    init?(_ lines: [LinePlace], in plane: GrayPlane) {
        let heights = lines.map(\.height).sorted()
        lineHeight = heights[heights.count / 2]
        let frame = Frame(angle: Self.angle(of: lines))
        let extents = lines.map { frame.bounds($0.corners) }
        let image = frame.bounds(LinePlace(CGRect(x: 0, y: 0, width: plane.width, height: plane.height)).corners)
        let page = CGRect(around: extents)
            .insetBy(dx: -Self.margin.width * lineHeight, dy: -Self.margin.height * lineHeight).intersection(image)
        guard !page.isNull, page.width >= 1, page.height >= 1 else { return nil }
        let ends = [page.minY] + Self.cuts(extents, lineHeight) + [page.maxY]
        blocks = zip(ends, ends.dropFirst()).map { top, bottom in
            frame.place(CGRect(x: page.minX, y: top, width: page.width, height: bottom - top))
        }
    }

    /// The median of the lines' angles, weighted by their lengths; 0 for a level page.
    private static func angle(of lines: [LinePlace]) -> CGFloat {
        let angles = lines.map { (angle: atan2($0.across.dy, $0.across.dx), length: $0.length) }.sorted { $0.angle < $1.angle }
        var rest = angles.reduce(0) { $0 + $1.length } / 2
        let median = angles.first { line in
            rest -= line.length
            return rest <= 0
        }
        let angle = median?.angle ?? 0
        return abs(angle) < levelAngle ? 0 : angle
    }

    /// The y coordinates at which the page is cut into blocks. Cuts lie between lines, and each block has at least `least` lines.
    private static func cuts(_ extents: [CGRect], _ lineHeight: CGFloat) -> [CGFloat] {
        let extents = extents.map { $0.insetBy(dx: 0, dy: air * $0.height) }.sorted { $0.minY < $1.minY }
        var cuts: [CGFloat] = []
        var count = 0
        var bottom = extents[0].maxY
        for (index, extent) in extents.enumerated() {
            if count >= least, extents.count - index >= least, extent.minY > bottom {
                cuts.append(bottom + min((extent.minY - bottom) / 2, reach * lineHeight))
                count = 0
            }
            bottom = max(bottom, extent.maxY)
            count += 1
        }
        return cuts
    }

    /// The coordinates of the plane, rotated around its origin.
    private struct Frame {
        private let cosine: CGFloat
        private let sine: CGFloat

        init(angle: CGFloat) {
            (cosine, sine) = (cos(angle), sin(angle))
        }

        func bounds(_ corners: [CGPoint]) -> CGRect {
            CGRect(around: corners.map { CGPoint(x: $0.x * cosine + $0.y * sine, y: $0.y * cosine - $0.x * sine) })
        }

        func place(_ box: CGRect) -> LinePlace {
            let corners = LinePlace(box).corners
            return LinePlace(corners: corners.map { CGPoint(x: $0.x * cosine - $0.y * sine, y: $0.y * cosine + $0.x * sine) })
        }
    }
}
