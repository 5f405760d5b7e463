import CoreMLRuntime
import Foundation

/// A probability for each of a classifier's labels, in the order of the labels.
package final class ClassProbabilities: Sendable {
    package let labels: ClassLabels
    package let values: [Double]

    package init(labels: ClassLabels, values: [Double]) {
        self.labels = labels
        self.values = values
    }

    /// The probabilities by label.
    var dictionary: [AnyHashable: NSNumber] {
        var dictionary = [AnyHashable: NSNumber](minimumCapacity: values.count)
        switch labels {
        case .strings(let labels):
            for (label, value) in zip(labels, values) { dictionary[label] = NSNumber(value: value) }
        case .int64s(let labels):
            for (label, value) in zip(labels, values) { dictionary[label] = NSNumber(value: value) }
        }
        return dictionary
    }
}
