import CoreMLRuntime
import Foundation

extension ClassProbabilities {
    /// A dictionary of the probabilities with the labels as keys.
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
