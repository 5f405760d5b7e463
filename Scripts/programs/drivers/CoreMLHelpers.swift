// Asks hollance's helpers which of some boxes remain, and for the probabilities of some scores.
import Foundation

let numbers = CommandLine.arguments.dropFirst().compactMap { Double($0) }
let boxes = stride(from: 0, to: numbers.count, by: 5).map { start in
    let values = numbers.dropFirst().dropFirst(start).prefix(4).map { CGFloat($0) }
    return BoundingBox(
        classIndex: 0, score: Float(numbers[start]), rect: CGRect(x: values[0], y: values[1], width: values[2], height: values[3]))
}
print("kept", nonMaxSuppression(boundingBoxes: boxes, iouThreshold: 0.5, maxBoxes: 10).map(String.init).joined(separator: " "))
let probabilities = softmax(boxes.map(\.score))
print("softmax", probabilities.map { String(format: "%.5f", $0) }.joined(separator: " "))
print("best", argmax(boxes.map(\.score)).0)
