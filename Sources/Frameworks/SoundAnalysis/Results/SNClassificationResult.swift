import CoreMedia
import Foundation

/// A label of a sound, with its probability.
open class SNClassification: NSObject, @unchecked Sendable {
    /// The label.
    public let identifier: String
    /// The probability of the label, 0…1.
    public let confidence: Double

    init(_ identifier: String, _ confidence: Double) { (self.identifier, self.confidence) = (identifier, confidence) }

    open override var description: String { "\(identifier) \(confidence)" }
}

/// The labels of a window of sound.
open class SNClassificationResult: NSObject, SNResult, @unchecked Sendable {
    /// All labels of the model, the most probable first.
    public let classifications: [SNClassification]
    /// The times of the window. For a file, the first sample has time zero. For a stream, the audio frame position 0 has time zero.
    public let timeRange: CMTimeRange

    init(_ probabilities: [String: Double], _ timeRange: CMTimeRange) {
        classifications = probabilities.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { SNClassification($0.key, $0.value) }
        self.timeRange = timeRange
    }

    /// The label `identifier` with its probability; `nil` if the model does not have this label.
    open func classification(forIdentifier identifier: String) -> SNClassification? {
        classifications.first { $0.identifier == identifier }
    }
}
