import CoreML

/// An output of a Core ML model that is not a classification, detected objects or a picture.
open class VNCoreMLFeatureValueObservation: VNObservation, @unchecked Sendable {
    /// The output's value.
    public let featureValue: MLFeatureValue

    /// The output's name.
    public let featureName: String

    init(_ origin: Origin, featureValue: MLFeatureValue, featureName: String) {
        self.featureValue = featureValue
        self.featureName = featureName
        super.init(origin, confidence: 1)
    }

    /// Always returns `nil`: the values of a model's outputs are not archived.
    public required init?(coder: NSCoder) {
        nil
    }

    open override var description: String { super.description + " \"\(featureName)\"" }
}
