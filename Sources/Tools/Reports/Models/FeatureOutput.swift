import CoreImage
import CoreML
import CoreVideo
import CreateML
import Foundation
import JSON

/// The value of a predicted feature. It can be shown as text or JSON, or written to a file.
package struct FeatureOutput {
    package let name: String
    package let value: MLFeatureValue

    package init(name: String, value: MLFeatureValue) {
        self.name = name
        self.value = value
    }

    /// The number of a dictionary's labels that are shown as text. They are the most probable labels.
    private static let labelCount = 5

    /// The value as one line of text for people.
    package var text: String {
        switch value.type {
        case .multiArray:
            guard let array = value.multiArrayValue, let numbers = try? array.numPyArray() else { return "no value" }
            return Self.text(numbers)
        case .dictionary:
            let best = value.dictionaryValue.sorted { $0.value.doubleValue > $1.value.doubleValue }.prefix(Self.labelCount)
            let more = value.dictionaryValue.count > best.count ? ", …" : ""
            return best.map { "\($0.key) \(String(format: "%.4g", $0.value.doubleValue))" }.joined(separator: ", ") + more
        case .image:
            guard let image = value.imageBufferValue else { return "no value" }
            return "image \(CVPixelBufferGetWidth(image)) × \(CVPixelBufferGetHeight(image))"
        default:
            return json.text
        }
    }

    private static func text(_ array: NumPyArray) -> String {
        let numbers = array.doubles()
        let title = "\(array.shape.map(String.init).joined(separator: " × ")) \(array.type)"
        guard numbers.count > 8 else { return title + ": " + numbers.map { String(format: "%.6g", $0) }.joined(separator: ", ") }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let figures = [numbers.min() ?? 0, mean, numbers.max() ?? 0].map { String(format: "%.6g", $0) }
        return title + ": least \(figures[0]), mean \(figures[1]), greatest \(figures[2])"
    }

    package var json: JSON {
        switch value.type {
        case .int64: return .integer(Int(value.int64Value))
        case .double: return .number(value.doubleValue)
        case .string: return .string(value.stringValue)
        case .multiArray:
            guard let array = value.multiArrayValue, let numbers = try? array.numPyArray() else { return .null }
            let isSingle = numbers.type == .float32 || numbers.type == .float16
            return [
                "dataType": .string(String(describing: numbers.type)), "shape": .array(numbers.shape.map(JSON.integer)),
                "values": .array(numbers.doubles().map { isSingle ? .float(Float($0)) : .number($0) }),
            ]
        case .dictionary:
            let sorted = value.dictionaryValue.sorted {
                ($0.value.doubleValue, "\($1.key)") > ($1.value.doubleValue, "\($0.key)")
            }
            return .object(sorted.map { ("\($0.key)", .number($0.value.doubleValue)) })
        case .sequence:
            guard let sequence = value.sequenceValue else { return .null }
            return .array(
                sequence.type == .string
                    ? sequence.stringValues.map(JSON.string) : sequence.int64Values.map { .integer($0.intValue) })
        case .image:
            guard let image = value.imageBufferValue else { return .null }
            return ["width": .integer(CVPixelBufferGetWidth(image)), "height": .integer(CVPixelBufferGetHeight(image))]
        default: return .null
        }
    }

    /// Writes the value to a file. An array can be written to `.npy`, an image to an image file, and any value to `.json`.
    package func write(to path: String) throws {
        let url = URL(fileURLWithPath: path)
        switch (path as NSString).pathExtension.lowercased() {
        case "json":
            try AtomicFile.write(Data((json.text + "\n").utf8), to: url)
        case "npy":
            guard let array = value.multiArrayValue else {
                throw UsageError("the output '\(name)' is not an array; write it to a .json file")
            }
            try AtomicFile.write(array.numPyArray().file, to: url)
        case "png", "jpg", "jpeg":
            guard let buffer = value.imageBufferValue else {
                throw UsageError("the output '\(name)' is not an image; write it to a .json file")
            }
            try ImageFileWriter.write(CIImage(cvPixelBuffer: buffer), to: url)
        default:
            throw UsageError("the output '\(name)' is written to a .npy or .json file or an image, not to '\(path)'")
        }
    }
}
