import CoreGraphics
import CoreML
import CoreMLRuntime
import Foundation

/// A picture, and the boxes that a detector found in it.
package struct DetectorAnswer: Sendable {
    /// A box that the detector found.
    package struct Finding: Sendable {
        /// The box in normalised coordinates, 0…1, with the origin at the picture's upper left.
        package var box: CGRect
        /// The confidence, 0…1, of each label.
        package var confidences: [(label: String, confidence: Double)]

        package init(box: CGRect, confidences: [(label: String, confidence: Double)]) {
            self.box = box
            self.confidences = confidences
        }

        /// The box with its most confident label. If several labels are equally confident, the first of them is taken.
        var best: AveragePrecision.Detection? {
            var found: (label: String, confidence: Double)?
            for next in confidences where next.confidence > found?.confidence ?? -.infinity { found = next }
            return found.map { .init(label: $0.label, box: box, confidence: $0.confidence) }
        }
    }

    package let image: AnnotatedImage
    /// The boxes that the detector found, the most confident first.
    package let findings: [Finding]
    /// The boxes, each with its most confident label.
    package let detections: [AveragePrecision.Detection]

    /// The minimum confidence of a label in an evaluation. It is low, because average precision also depends on uncertain labels.
    package static let measuringThreshold = 0.001

    package init(image: AnnotatedImage, findings: [Finding]) {
        (self.image, self.findings) = (image, findings)
        detections = findings.compactMap(\.best)
    }

    /// The detections for the average precision: for each box, one detection for each of its labels that is probable enough. Less probable labels
    /// count, too, because a rare label may be the true one.
    var candidates: [AveragePrecision.Detection] {
        findings.flatMap { finding in
            finding.confidences.filter { $0.confidence >= Self.measuringThreshold }
                .map { .init(label: $0.label, box: finding.box, confidence: $0.confidence) }
        }
    }
}

/// Runs a detector's model on whole pictures. The pictures are stretched to the model's input, as in training.
struct DetectorPredictor: @unchecked Sendable {
    let model: MLModel
    private let labels: [String]
    private let constraint: MLImageConstraint

    init(_ model: MLModel, labels: [String]) throws {
        guard let constraint = model.modelDescription.inputDescriptionsByName[DetectorExport.imageName]?.imageConstraint else {
            throw MLCreateError.generic(reason: "the detector's model takes no image")
        }
        self.model = model
        self.labels = labels
        self.constraint = constraint
    }

    /// Finds the objects in a picture. Their boxes are in pixels of the picture.
    func detections(in url: URL) throws -> MLObjectDetector.DetectedObjects {
        let size = try AnnotatedImage.size(of: url)
        return try findings(in: url, confidence: nil).compactMap(\.best).map { detection in
            let box = detection.box
            let pixels = CGRect(
                x: box.minX * CGFloat(size.width), y: box.minY * CGFloat(size.height), width: box.width * CGFloat(size.width),
                height: box.height * CGFloat(size.height))
            return .init(label: detection.label, boundingBox: pixels, confidence: detection.confidence)
        }
    }

    /// Runs the detector on annotated pictures, on all cores. Returns the findings, and the unreadable pictures with the reasons.
    ///
    /// - Parameter acceptsDamage: whether to accept a partly lost picture, such as a truncated file.
    func answers(_ images: [AnnotatedImage], acceptsDamage: Bool = true) throws
        -> (answers: [DetectorAnswer], skipped: [(image: AnnotatedImage, reason: String)])
    {
        let results = try Parallelism.map(images.count) { index in
            try findings(in: images[index].url, confidence: DetectorAnswer.measuringThreshold, acceptsDamage: acceptsDamage)
        }
        var (answers, skipped): ([DetectorAnswer], [(image: AnnotatedImage, reason: String)]) = ([], [])
        for (image, result) in zip(images, results) {
            switch result {
            case .success(let found): answers.append(DetectorAnswer(image: image, findings: found))
            case .failure(let error): skipped.append((image, error.reason(ofImageAt: image.url)))
            }
        }
        return (answers, skipped)
    }

    private func findings(in url: URL, confidence: Double?, acceptsDamage: Bool = true) throws -> [DetectorAnswer.Finding] {
        let image = try MLFeatureValue(imageAt: url, constraint: constraint, options: [.acceptsDamage: acceptsDamage])
        var inputs: [String: Any] = [DetectorExport.imageName: image]
        if let confidence { inputs[DetectorExport.confidenceThresholdName] = MLFeatureValue(double: confidence) }
        let answer = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: inputs))
        guard let confidences = answer.featureValue(for: DetectorExport.confidenceName)?.multiArrayValue,
            let coordinates = answer.featureValue(for: DetectorExport.coordinatesName)?.multiArrayValue,
            coordinates.count % 4 == 0, confidences.count == coordinates.count / 4 * labels.count
        else { throw MLCreateError.generic(reason: "the detector's model gave no boxes") }
        let (scores, boxes) = (MLShapedArray<Float>(converting: confidences).scalars, MLShapedArray<Float>(converting: coordinates).scalars)
        return (0..<boxes.count / 4).compactMap { row in
            let line = scores[row * labels.count..<(row + 1) * labels.count]
            let (x, y) = (CGFloat(boxes[row * 4]), CGFloat(boxes[row * 4 + 1]))
            let (width, height) = (CGFloat(boxes[row * 4 + 2]), CGFloat(boxes[row * 4 + 3]))
            let box = CGRect(x: x - width / 2, y: y - height / 2, width: width, height: height)
                .intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
            guard !box.isNull else { return nil }
            return .init(box: box, confidences: zip(labels, line).map { (label: $0, confidence: Double($1)) })
        }
    }
}

extension MLObjectDetectorMetrics {
    /// The metrics of a detector's findings.
    package init(_ answers: [DetectorAnswer]) {
        self.init(
            AveragePrecision(
                truths: answers.map { $0.image.objects.map { .init(label: $0.label, box: $0.box) } }, detections: answers.map(\.candidates))
        )
    }
}
