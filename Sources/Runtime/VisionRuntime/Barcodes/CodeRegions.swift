import CoreGraphics
import Foundation

/// A part of a plane with edges as dense as those of a code.
struct CodeRegion {
    /// The left edge, in pixels of the plane.
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    /// The likelihood that the region is a code. It follows from the steepness and density of the edges, and from the fraction of the
    /// rectangle with edges.
    let score: Double
    /// The agreement of the edges' directions. The value is 1 if all edges have one direction, as bars have. It is 0 if all directions are
    /// equally frequent, as in modules.
    let coherence: Double
    /// The direction perpendicular to most edges, in radians from the x axis, 0 ..< π.
    let direction: Double
    /// The region's extents along `direction` (`along`) and at right angles to it (`across`), from the plane's origin.
    let along: ClosedRange<Double>
    let across: ClosedRange<Double>

    /// Whether the region has bars that are neither vertical nor horizontal.
    var isOblique: Bool { coherence > 0.5 && abs(cos(direction) * sin(direction)) > 0.15 }

    /// The scan lines for the region. Few scan lines are enough, because a region is not much larger than its code. In a region with bars, all scan
    /// lines are in the direction that crosses the bars.
    var scanLines: ScanLines {
        let hasBars = coherence > 0.3
        return ScanLines(alongRows: !hasBars || abs(cos(direction)) > 0.3, alongColumns: !hasBars || abs(sin(direction)) > 0.3, count: 24)
    }

    /// The number of pixels that `upright(in:scale:)` makes.
    func uprightPixels(scale: Int) -> Int {
        let frame = uprightFrame(scale: scale)
        return Int(frame.width) * Int(frame.height)
    }

    /// The extents with a margin, in pixels of the full-size plane.
    private func uprightFrame(scale: Int) -> CGRect {
        let margin = 8 + (along.upperBound - along.lowerBound) / 16
        let (left, top) = ((along.lowerBound - margin) * Double(scale), (across.lowerBound - margin) * Double(scale))
        return CGRect(
            x: left, y: top, width: (along.upperBound + margin) * Double(scale) - left,
            height: (across.upperBound + margin) * Double(scale) - top)
    }

    /// The region cut out of `plane`, and a map from the region's pixels to those of `plane`. A rotation makes the bars upright.
    ///
    /// - Parameter scale: the number of pixels of `plane`, in x and in y, that correspond to one pixel of the region.
    func upright(in plane: GrayPlane, scale: Int) throws -> (plane: GrayPlane, map: CGAffineTransform) {
        let frame = uprightFrame(scale: scale)
        let (left, top, width, height) = (frame.minX, frame.minY, frame.width, frame.height)
        let (cosine, sine) = (cos(direction), sin(direction))
        let map = CGAffineTransform(
            a: cosine, b: sine, c: -sine, d: cosine, tx: left * cosine - top * sine, ty: left * sine + top * cosine)
        return (try plane.warped(width: max(Int(width), 1), height: max(Int(height), 1), map), map)
    }

    /// The intersection over union of two regions.
    func overlap(_ other: CodeRegion) -> Double {
        let common =
            max(min(x + width, other.x + other.width) - max(x, other.x), 0)
            * max(min(y + height, other.y + other.height) - max(y, other.y), 0)
        return Double(common) / Double(width * height + other.width * other.height - common)
    }
}

/// Finds parts of a plane that may be codes: connected blocks with many steep edges.
struct CodeRegions {
    private let plane: GrayPlane
    private let side: Int
    private let columns: Int
    private let rows: Int
    private var blocks: [Block]

    /// The gradients of a block: the sum of their absolute values, and the structure tensor.
    private struct Block {
        var energy = 0
        var xx = 0
        var xy = 0
        var yy = 0
    }

    init(_ plane: GrayPlane) {
        self.plane = plane
        side = max(8, max(plane.width, plane.height) / 128)
        columns = (plane.width + side - 1) / side
        rows = (plane.height + side - 1) / side
        blocks = [Block](repeating: Block(), count: columns * rows)
        measure()
    }

    private mutating func measure() {
        let (plane, side, columns) = (plane, side, columns)
        blocks.withUnsafeMutableBufferPointer { blocks in
            // Every second row is enough for sums.
            for y in stride(from: 1, to: plane.height - 1, by: 2) {
                let (above, row, below) = (plane.row(y - 1), plane.row(y), plane.row(y + 1))
                let line = y / side * columns
                var x = 1
                while x < plane.width - 1 {
                    let block = line + x / side
                    let end = min((x / side + 1) * side, plane.width - 1)
                    var sum = Block()
                    while x < end {
                        let dx = Int(row[x + 1]) &- Int(row[x - 1])
                        let dy = Int(below[x]) &- Int(above[x])
                        sum.energy &+= abs(dx) &+ abs(dy)
                        sum.xx &+= dx &* dx
                        sum.xy &+= dx &* dy
                        sum.yy &+= dy &* dy
                        x &+= 1
                    }
                    blocks[block].energy &+= sum.energy
                    blocks[block].xx &+= sum.xx
                    blocks[block].xy &+= sum.xy
                    blocks[block].yy &+= sum.yy
                }
            }
        }
    }

    /// The regions, the likeliest codes first.
    ///
    /// With a low threshold, a code is connected to text or patterns beside it. With a high threshold, only the steep edges of the code
    /// remain, and the code is separate. Several thresholds are therefore tried. If several regions are nearly the same, only one of them
    /// is returned.
    func found(maximumCount: Int) -> [CodeRegion] {
        let sorted = blocks.map(\.energy).sorted()
        let steep = sorted[sorted.count - 1 - sorted.count / 20]
        let least = max(10 * side * side / 2, steep / 3)
        var regions = [CodeRegion]()
        for threshold in [least, least * 3 / 2, least * 9 / 4, least * 27 / 8] where threshold <= sorted[sorted.count - 1] {
            for region in components(threshold) where !regions.contains(where: { $0.overlap(region) > 0.7 }) { regions.append(region) }
        }
        return Array(regions.sorted { $0.score > $1.score }.prefix(maximumCount))
    }

    /// The connected regions of blocks whose energy is at least `threshold`.
    private func components(_ threshold: Int) -> [CodeRegion] {
        var isVisited = blocks.map { $0.energy < threshold }
        return blocks.indices.compactMap { start in
            guard !isVisited[start] else { return nil }
            let members = component(from: start, &isVisited)
            return members.count >= 4 ? region(members) : nil
        }
    }

    /// The blocks connected to a block, diagonals included.
    private func component(from start: Int, _ isVisited: inout [Bool]) -> [Int] {
        var members = [Int]()
        var open = [start]
        isVisited[start] = true
        while let block = open.popLast() {
            members.append(block)
            let (column, row) = (block % columns, block / columns)
            for y in max(row - 1, 0)...min(row + 1, rows - 1) {
                for x in max(column - 1, 0)...min(column + 1, columns - 1) where !isVisited[y * columns + x] {
                    isVisited[y * columns + x] = true
                    open.append(y * columns + x)
                }
            }
        }
        return members
    }

    private func region(_ members: [Int]) -> CodeRegion {
        let xs = members.map { $0 % columns }
        let ys = members.map { $0 / columns }
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
        let energy = members.reduce(0) { $0 + blocks[$1].energy }
        let tensor = tensor(members)
        let direction = direction(tensor)
        let (cosine, sine) = (cos(direction), sin(direction))
        let middles = members.map { ((Double($0 % columns) + 0.5) * Double(side), (Double($0 / columns) + 0.5) * Double(side)) }
        let (along, across) = (middles.map { $0 * cosine + $1 * sine }, middles.map { $1 * cosine - $0 * sine })
        func extent(_ values: [Double]) -> ClosedRange<Double> {
            (values.min() ?? 0) - Double(side) / 2...(values.max() ?? 0) + Double(side) / 2
        }
        return CodeRegion(
            x: left * side, y: top * side, width: min((right + 1) * side, plane.width) - left * side,
            height: min((bottom + 1) * side, plane.height) - top * side,
            score: Double(energy) / Double((right - left + 1) * (bottom - top + 1)),
            coherence: hypot(tensor.xx - tensor.yy, 2 * tensor.xy) / max(tensor.xx + tensor.yy, 1), direction: direction,
            along: extent(along), across: extent(across))
    }

    private func tensor(_ members: [Int]) -> (xx: Double, xy: Double, yy: Double) {
        members.reduce(into: (xx: 0, xy: 0, yy: 0)) { sum, member in
            sum.xx += Double(blocks[member].xx)
            sum.xy += Double(blocks[member].xy)
            sum.yy += Double(blocks[member].yy)
        }
    }

    private func direction(_ tensor: (xx: Double, xy: Double, yy: Double)) -> Double {
        let angle = 0.5 * atan2(2 * tensor.xy, tensor.xx - tensor.yy)
        return angle < 0 ? angle + .pi : angle
    }

    /// The direction perpendicular to most edges of the plane, in radians from the x axis, 0 ..< π.
    var direction: Double { direction(tensor(Array(blocks.indices))) }
}
