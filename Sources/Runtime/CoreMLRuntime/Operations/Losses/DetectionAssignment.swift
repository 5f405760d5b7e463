import Foundation

/// The cells of a detector's grids. Each has a centre and a stride, in pixels, and predicts one box.
///
/// Four numbers predict a box. The first two are the offset of the box's centre from the cell's centre, in strides. The other two are the
/// logarithms of the width and height in strides.
struct DetectionCells {
    let values: UnsafePointer<Float>
    let count: Int

    /// Checks the argument `cells` of an operation. Throws if its shape is not [A, 3].
    static func check(_ call: OperationCall, count: Int) throws {
        let type = try call.type("cells")
        try call.require(type == .float32([count, 3]), "cells are \(type), not [\(count), 3]")
    }

    /// The argument `cells` [A, 3] of an operation. For each cell, the argument has the x and y of the centre, and the stride.
    init(_ call: OperationCall, count: Int) throws {
        values = try call.floats("cells")
        self.count = count
    }

    func x(_ cell: Int) -> Float { values[cell * 3] }
    func y(_ cell: Int) -> Float { values[cell * 3 + 1] }
    func stride(_ cell: Int) -> Float { values[cell * 3 + 2] }

    /// The box that `numbers`, [4, A], predict for a cell.
    func box(_ cell: Int, _ numbers: UnsafePointer<Float>) -> CenteredBox {
        let stride = stride(cell)
        return CenteredBox(
            x: x(cell) + numbers[cell] * stride, y: y(cell) + numbers[count + cell] * stride,
            width: exp(numbers[2 * count + cell]) * stride, height: exp(numbers[3 * count + cell]) * stride)
    }
}

/// Assigns the objects of pictures to the cells of an object detector, based on the cells' predictions.
///
/// - `boxes` [N, 4, A] and `logits` [N, C, A]: the predictions of the cells. `cells` [A, 3]: the cells.
/// - `objects` [N, M, 5]: the class of each object, or −1 for no object. The centre, width and height of the box follow, in pixels.
/// - The results: the target probability of each class [N, C, A], the target box [N, 4, A], and the box's weight [N, A]. The weight is 0
///   for a cell without an object.
///
/// Each object takes the `candidates` cells within its box with the best √p · IoU⁶. The rule is that of Feng and others, "TOOD:
/// task-aligned one-stage object detection", 2021. An object that contains no cell takes the nearest one. The cell with the best alignment
/// gets the highest IoU of all these cells as its target probability. The others get less, in proportion to their alignment. The results
/// count as constants in training.
package enum DetectionAssignment: OperationDefinition {
    package static let kinds = ["osprey.assign_detections"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (boxes, logits, objects) = (try call.shape("boxes"), try call.shape("logits"), try call.shape("objects"))
        try call.require(
            boxes.count == 3 && logits.count == 3 && objects.count == 3 && boxes[1] == 4 && objects[2] == 5
                && boxes[0] == logits[0] && boxes[2] == logits[2] && boxes[0] == objects[0],
            "boxes are \(boxes), logits \(logits), objects \(objects)")
        for name in ["boxes", "logits", "objects"] { try call.require(call.type(name).scalar == .float32, "\(name) are no float32") }
        try DetectionCells.check(call, count: boxes[2])
        return [.float32(logits), .float32(boxes), .float32([boxes[0], boxes[2]])]
    }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let (logits, objectCount) = (try call.shape("logits"), try call.shape("objects")[1])
        let (classes, cellCount) = (logits[1], logits[2])
        let cells = try DetectionCells(call, count: cellCount)
        let candidates = max(1, try call.int("candidates", default: 10))
        for output in outputs { output.clear() }
        let (wanted, boxes, weights) = (outputs[0].floatPointer, outputs[1].floatPointer, outputs[2].floatPointer)
        for image in 0..<logits[0] {
            let picture = Picture(
                cells: cells, boxes: try call.floats("boxes") + image * 4 * cellCount,
                logits: try call.floats("logits") + image * classes * cellCount, classes: classes,
                objects: objects(try call.floats("objects") + image * objectCount * 5, objectCount, classes))
            for (cell, target) in picture.targets(candidates).enumerated() {
                guard let target else { continue }
                let object = picture.objects[target.object]
                wanted[(image * classes + object.label) * cellCount + cell] = target.probability
                weights[image * cellCount + cell] = target.probability
                let place = boxes + image * 4 * cellCount + cell
                for (axis, number) in [object.box.x, object.box.y, object.box.width, object.box.height].enumerated() {
                    place[axis * cellCount] = number
                }
            }
        }
    }

    private struct Object {
        var label: Int
        var box: CenteredBox
    }

    private static func objects(_ values: UnsafePointer<Float>, _ count: Int, _ classes: Int) -> [Object] {
        (0..<count).compactMap { index in
            let line = values + index * 5
            guard let label = Int(exactly: line[0]), (0..<classes).contains(label) else { return nil }
            return Object(label: label, box: CenteredBox(x: line[1], y: line[2], width: line[3], height: line[4]))
        }
    }

    /// The target of a cell's prediction.
    private struct Target {
        var object: Int
        /// The alignment of the cell's prediction with the object: √p · IoU⁶.
        var alignment: Float
        var overlap: Float
        var probability: Float = 0
    }

    /// The predictions for a picture, and its objects.
    private struct Picture {
        let cells: DetectionCells
        let boxes: UnsafePointer<Float>
        let logits: UnsafePointer<Float>
        let classes: Int
        let objects: [Object]

        func targets(_ candidates: Int) -> [Target?] {
            var result = [Target?](repeating: nil, count: cells.count)
            for object in objects.indices {
                for (cell, target) in best(object, candidates) {
                    if let other = result[cell], other.overlap >= target.overlap { continue }
                    result[cell] = target
                }
            }
            var largest = [(alignment: Float, overlap: Float)](repeating: (0, 0), count: objects.count)
            for case let target? in result {
                largest[target.object].alignment = max(largest[target.object].alignment, target.alignment)
                largest[target.object].overlap = max(largest[target.object].overlap, target.overlap)
            }
            for cell in result.indices {
                guard let target = result[cell], largest[target.object].alignment > 0 else { continue }
                result[cell]?.probability = target.alignment / largest[target.object].alignment * largest[target.object].overlap
            }
            return result
        }

        /// The cells that suit an object best.
        private func best(_ number: Int, _ candidates: Int) -> [(cell: Int, target: Target)] {
            let object = objects[number]
            var inside = (0..<cells.count).filter { object.box.contains(cells.x($0), cells.y($0)) }
            if inside.isEmpty, let nearest = (0..<cells.count).min(by: { distance($0, object.box) < distance($1, object.box) }) {
                inside = [nearest]
            }
            let suited = inside.map { cell -> (cell: Int, target: Target) in
                let overlap = cells.box(cell, boxes).intersectionOverUnion(with: object.box)
                let probability = 1 / (1 + exp(-logits[object.label * cells.count + cell]))
                let cube = overlap * overlap * overlap
                return (cell, Target(object: number, alignment: probability.squareRoot() * cube * cube, overlap: overlap))
            }
            return Array(suited.sorted { ($1.target.alignment, $0.cell) < ($0.target.alignment, $1.cell) }.prefix(candidates))
        }

        private func distance(_ cell: Int, _ box: CenteredBox) -> Float {
            let (across, down) = (cells.x(cell) - box.x, cells.y(cell) - box.y)
            return across * across + down * down
        }
    }
}
