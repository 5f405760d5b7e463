import CoreGraphics

/// The order in which blocks are read (Breuel 2003). A block comes before the blocks below it that overlap it horizontally. A block also
/// comes before a block to the right, if no third block whose middle lies vertically between these two overlaps both horizontally.
enum ReadingOrder {
    /// The maximum number of blocks that are compared with each other. Beyond this number, blocks are ordered only by their vertical
    /// positions.
    private static let maximumCount = 256

    /// - Returns: the indices of the blocks, in the order of reading.
    static func order(_ boxes: [CGRect]) -> [Int] {
        let down = boxes.indices.sorted { (boxes[$0].midY, boxes[$0].minX) < (boxes[$1].midY, boxes[$1].minX) }
        guard boxes.count <= maximumCount else { return down }
        var waiting = boxes.map { _ in 0 }
        var later = boxes.map { _ in [Int]() }
        for first in boxes.indices {
            for second in boxes.indices where first != second && precedes(boxes[first], boxes[second], boxes) {
                later[first].append(second)
                waiting[second] += 1
            }
        }
        var order: [Int] = []
        var rest = down
        while !rest.isEmpty {
            // If blocks should come before each other, the highest one is read first.
            let place = rest.firstIndex { waiting[$0] == 0 } ?? 0
            let block = rest.remove(at: place)
            order.append(block)
            for other in later[block] { waiting[other] -= 1 }
        }
        return order
    }

    private static func precedes(_ first: CGRect, _ second: CGRect, _ all: [CGRect]) -> Bool {
        if first.overlap(alongX: second) > 0 { return first.midY < second.midY }
        guard first.maxX <= second.minX else { return false }
        let between = min(first.midY, second.midY)...max(first.midY, second.midY)
        return !all.contains { other in
            between.contains(other.midY) && other != first && other != second
                && other.overlap(alongX: first) > 0 && other.overlap(alongX: second) > 0
        }
    }
}
