import CoreGraphics
import Foundation

/// A part of a plane with as many edges as a code has.
struct CodeRegion {
    /// In pixels of the plane.
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    /// The sum of the edges in it.
    let energy: Int
    /// The direction that edges run across, in radians from the x axis, 0 ..< π.
    let direction: Double

    func contains(_ point: CGPoint) -> Bool {
        (Double(x)...Double(x + width)).contains(point.x) && (Double(y)...Double(y + height)).contains(point.y)
    }
}

/// Finds parts of a plane that may be codes: blocks with many steep edges that touch each other.
struct CodeRegions {
    private let plane: GrayPlane
    private let side: Int
    private let columns: Int
    private let rows: Int
    private var blocks: [Block]

    /// Gradients of a block: their absolute values, and the tensor that tells their direction.
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

    /// The regions, those with most edges first.
    func found(most: Int) -> [CodeRegion] {
        let threshold = threshold()
        var isVisited = blocks.map { $0.energy < threshold }
        var regions = [CodeRegion]()
        for start in blocks.indices where !isVisited[start] {
            let members = component(from: start, &isVisited)
            if members.count >= 4 { regions.append(region(members)) }
        }
        return Array(regions.sorted { $0.energy > $1.energy }.prefix(most))
    }

    /// A mean gradient of 10, or a third of what the steepest twentieth of the blocks has.
    private func threshold() -> Int {
        let sorted = blocks.map(\.energy).sorted()
        return max(10 * side * side / 2, sorted[sorted.count - 1 - sorted.count / 20] / 3)
    }

    /// The blocks that hang together with one, over gaps of one block.
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
        return CodeRegion(
            x: left * side, y: top * side, width: min((right + 1) * side, plane.width) - left * side,
            height: min((bottom + 1) * side, plane.height) - top * side, energy: members.reduce(0) { $0 + blocks[$1].energy },
            direction: direction(members))
    }

    private func direction(_ members: [Int]) -> Double {
        let xx = members.reduce(0) { $0 + blocks[$1].xx }
        let xy = members.reduce(0) { $0 + blocks[$1].xy }
        let yy = members.reduce(0) { $0 + blocks[$1].yy }
        let angle = 0.5 * atan2(Double(2 * xy), Double(xx - yy))
        return angle < 0 ? angle + .pi : angle
    }

    /// The direction of all edges of the plane together.
    var direction: Double { direction(Array(blocks.indices)) }
}
