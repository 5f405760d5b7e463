import CoreML
import Foundation
import JSON
import Locks
import Vision
import VisionRuntime

/// Classifies pictures with the default scene model or another model. There is one request per picture, and all requests share the loaded model.
package struct Classifier: @unchecked Sendable {
    private let model: VNCoreMLModel?
    private let crop: VNImageCropAndScaleOption?
    private let usesCPUOnly: Bool
    /// The description of the given model; `nil` for the default model.
    private let description: MLModelDescription?
    /// The tree of the labels, which is read on first use. The inner optional is `nil` for a model without a tree.
    private let readTree = Locked<LabelTree??>(nil)

    package init(_ options: DetectionOptions) throws {
        try self.init(options.network(), crop: options.crop, usesCPUOnly: options.usesCPUOnly)
    }

    /// - Parameter network: the model; `nil` for the default scene model.
    package init(_ network: MLModel?, crop: VNImageCropAndScaleOption? = nil, usesCPUOnly: Bool = false) throws {
        self.crop = crop
        self.usesCPUOnly = usesCPUOnly
        model = try network.map { try VNCoreMLModel(for: $0) }
        description = network?.modelDescription
    }

    /// A new request, which may be performed repeatedly.
    package func request() -> VNRequest {
        guard let model else {
            let request = VNClassifyImageRequest()
            request.usesCPUOnly = usesCPUOnly
            return request
        }
        let request = VNCoreMLRequest(model: model)
        if let crop { request.imageCropAndScaleOption = crop }
        return request
    }

    /// The labels in the results of a performed request, the most probable first.
    ///
    /// - Throws: `UsageError` if the model is not a classifier.
    package func labels(of request: VNRequest) throws -> [Label] {
        let results: [VNObservation]? =
            (request as? VNClassifyImageRequest).map { $0.results ?? [] } ?? (request as? VNCoreMLRequest)?.results
        // If a detector finds nothing, its results are empty, so their type cannot show that the model is not a classifier.
        let isOther = description.map { $0.predictedFeatureName == nil } ?? false
        guard let observations = results as? [VNClassificationObservation], !isOther || !observations.isEmpty else {
            throw UsageError("the model is not a classifier; 'osprey detect objects' or 'osprey model predict' may suit it")
        }
        return observations.map { Label($0) }
    }

    /// The labels of a performed request that are shown to people.
    ///
    /// - Throws: `UsageError` if the model is not a classifier.
    package func labels(of request: VNRequest, shownBy selection: LabelSelection) throws -> [Label] {
        selection.readable(try labels(of: request), tree)
    }

    /// The hierarchy of the model's labels; `nil` if the model has no valid hierarchy. It is known only after the first request, which loads the
    /// default model.
    package var tree: LabelTree? {
        readTree.withLock { read in
            if let read { return read }
            let tree: LabelTree? =
                if let description { try? LabelTree(of: description) } else {
                    try? ClassificationAnalysis.labelTree(usesCPUOnly: usesCPUOnly)
                }
            read = .some(tree)
            return tree
        }
    }
}

/// A label and its probability.
package struct Label: Sendable, Equatable {
    package let identifier: String
    package let confidence: Float
    /// The labels above this label in the model's tree, the nearest first; empty if they are not shown.
    package var ancestors: [String] = []

    package init(_ observation: VNClassificationObservation) {
        (identifier, confidence) = (observation.identifier, observation.confidence)
    }

    package init(_ identifier: String, _ confidence: Float) { (self.identifier, self.confidence) = (identifier, confidence) }

    package var json: JSON {
        let parents = ancestors.isEmpty ? [] : [("parents", JSON.array(ancestors.map { .string($0) }))]
        return .object([("identifier", .string(identifier)), ("confidence", .float(confidence))] + parents)
    }

    /// The label as text, such as `golden retriever 92.0 % (dog, mammal, animal)`.
    package var text: String {
        let share = "\(ShownText.escaped(identifier)) \(ShownText.percentage(confidence))"
        return ancestors.isEmpty ? share : "\(share) (\(ancestors.map { ShownText.escaped($0) }.joined(separator: ", ")))"
    }
}
