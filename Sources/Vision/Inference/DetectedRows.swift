import CoreMLRuntime

/// The outputs of non-maximum suppression: for each object a row of confidences, one for each class, and a row of coordinates: the centre's x
/// and y, width and height, normalised to the model's input with its origin at the top left.
struct DetectedRows {
    private let confidences: [Float]
    private let coordinates: [Float]
    private let labels: [String]
    private let classCount: Int

    /// - Throws: `operationFailed` where an output is not a multi-array, or their shapes do not fit.
    init(confidences: PredictorValue?, coordinates: PredictorValue?, labels: [String]) throws {
        guard case .tensor(let confidences) = confidences, case .tensor(let coordinates) = coordinates else {
            throw VNErrorCode.operationFailed.error("the detector gave no multi-arrays of confidences and coordinates")
        }
        let count = coordinates.count / 4
        guard coordinates.count == count * 4, count == 0 || confidences.count % count == 0 else {
            throw VNErrorCode.operationFailed.error(
                "the shapes of the detector's confidences \(confidences.shape) and coordinates \(coordinates.shape) do not fit")
        }
        classCount = count == 0 ? labels.count : confidences.count / count
        self.confidences = Self.floats(confidences)
        self.coordinates = Self.floats(coordinates)
        self.labels = labels
    }

    private static func floats(_ tensor: Tensor) -> [Float] {
        tensor.scalar == .float32 ? Array(tensor.floats) : tensor.doubles.map { Float($0) }
    }

    /// The objects in descending order of confidence, in the whole image.
    func observations(crop: CropAndScale, origin: VNObservation.Origin) -> [VNRecognizedObjectObservation] {
        let objects = (0..<coordinates.count / 4).compactMap { row -> VNRecognizedObjectObservation? in
            let box = coordinates[row * 4..<row * 4 + 4].map { CGFloat($0) }
            guard box.allSatisfy(\.isFinite) else { return nil }
            let inputBox = CGRect(x: box[0] - box[2] / 2, y: box[1] - box[3] / 2, width: box[2], height: box[3])
            // A model with a fixed number of rows fills up with rows of zeros.
            guard confidences[row * classCount..<(row + 1) * classCount].contains(where: { $0 > 0 }) else { return nil }
            let names = (0..<classCount).map { index in
                (index < labels.count ? labels[index] : String(index), confidences[row * classCount + index])
            }
            let observations = names.rankedByConfidence.map { identifier, confidence in
                VNClassificationObservation(origin, identifier: identifier, confidence: confidence)
            }
            return VNRecognizedObjectObservation(origin, boundingBox: crop.imageBox(ofInputBox: inputBox), labels: observations)
        }
        return objects.enumerated().sorted { ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset) }.map(\.element)
    }
}
