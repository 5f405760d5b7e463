import CoreGraphics
import CoreML
import CoreMLRuntime

/// The outputs of non-maximum suppression. Each object has a row of confidences, one for each class, and a row of coordinates. The
/// coordinates are the centre's x and y, the width and the height. They are normalised to the model's input, with the origin at the top
/// left.
struct DetectedRows {
    private let confidences: [Float]
    private let coordinates: [Float]
    private let labels: [String]
    private let classCount: Int

    /// - Throws: `operationFailed` if an output is not a multi-array, or the shapes do not fit together.
    init(confidences: PredictorValue?, coordinates: PredictorValue?, labels: [String]) throws {
        guard case .tensor(let confidences) = confidences, case .tensor(let coordinates) = coordinates else {
            throw VisionFailure(.operationFailed, "the detector gave no multi-arrays of confidences and coordinates")
        }
        let count = coordinates.count / 4
        guard coordinates.count == count * 4, count == 0 || confidences.count % count == 0 else {
            throw VisionFailure(
                .operationFailed,
                "the shapes of the detector's confidences \(confidences.shape) and coordinates \(coordinates.shape) do not fit")
        }
        classCount = count == 0 ? labels.count : confidences.count / count
        self.confidences = confidences.singles
        self.coordinates = coordinates.singles
        self.labels = labels
    }

    /// The objects in descending order of confidence, with boxes in the whole image.
    func objects(crop: CropAndScale) -> [RecognizedObject] {
        let objects: [RecognizedObject] = (0..<coordinates.count / 4).compactMap { object(row: $0, crop: crop) }
        let best: [Float] = objects.map { $0.labels.first?.confidence ?? 1 }
        let ranks: [Int] = objects.indices.sorted { (best[$1], $0) < (best[$0], $1) }
        return ranks.map { objects[$0] }
    }

    /// The object in a row. `nil` if a coordinate is not finite, or if no class has a confidence above 0. Models with a fixed number of
    /// rows pad their outputs with zeros.
    private func object(row: Int, crop: CropAndScale) -> RecognizedObject? {
        let box: [CGFloat] = coordinates[row * 4..<row * 4 + 4].map { CGFloat($0) }
        let scores = confidences[row * classCount..<(row + 1) * classCount]
        guard box.allSatisfy(\.isFinite), scores.contains(where: { $0 > 0 }) else { return nil }
        let inputBox = CGRect(x: box[0] - box[2] / 2, y: box[1] - box[3] / 2, width: box[2], height: box[3])
        let labels = scores.enumerated().map { index, score in
            Classification(identifier: index < self.labels.count ? self.labels[index] : String(index), confidence: score)
        }
        return RecognizedObject(boundingBox: crop.imageBox(ofInputBox: inputBox), labels: labels.rankedByConfidence)
    }
}
