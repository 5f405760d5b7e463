import CoreMLRuntime
import CoreMLSpecification

extension MLModel {
    /// The layout of an object detector's outputs. An object detector is a model that ends in non-maximum suppression.
    package struct Detector: Sendable {
        /// The index of the output with the confidences. They have a row for each object and a column for each label.
        ///
        /// The output at `coordinates` has a row for each object: its centre x, centre y, width and height.
        package let confidences: Int
        package let coordinates: Int
        /// The labels in the order of the columns; empty if the model has none.
        package let labels: [String]

        init?(_ model: Specification.Model, outputs: [MLFeatureDescription]) {
            guard let suppression = Detector.suppression(endingIn: model, depth: 0),
                let confidences = outputs.firstIndex(where: { $0.name == suppression.confidenceOutputFeatureName }),
                let coordinates = outputs.firstIndex(where: { $0.name == suppression.coordinatesOutputFeatureName })
            else { return nil }
            self.confidences = confidences
            self.coordinates = coordinates
            labels =
                switch suppression.classLabels {
                case .stringClassLabels(let labels): Array(labels.vector)
                case .int64ClassLabels(let labels): labels.vector.map { String($0) }
                case nil: []
                }
        }

        private static func suppression(endingIn model: Specification.Model, depth: Int) -> Specification.NonMaximumSuppression? {
            // The loader already limits the nesting of pipelines. This bound makes the function independent of it.
            guard depth < 32 else { return nil }
            switch model.type {
            case .nonMaximumSuppression(let suppression): return suppression
            case .pipeline(let pipeline): return pipeline.models.last.flatMap { suppression(endingIn: $0, depth: depth + 1) }
            default: return nil
            }
        }
    }
}
