import CoreMLRuntime
import CoreVideo
import Foundation

/// The outputs of a model, with the information about them that is known before a prediction.
final class OutputLayout: Sendable {
    let descriptions: [MLFeatureDescription]
    let names: Set<String>
    private let positions: [String: Int]

    init(_ descriptions: [MLFeatureDescription]) {
        self.descriptions = descriptions
        names = Set(descriptions.map(\.name))
        positions = Dictionary(descriptions.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    func position(_ name: String) -> Int? {
        // For a few outputs, which is the usual case, a linear search is faster than hashing.
        descriptions.count <= 4 ? descriptions.firstIndex { $0.name == name } : positions[name]
    }
}

/// The outputs of a prediction. The dictionary of features is made only on request.
package final class PredictionResult: MLDictionaryFeatureProvider {
    private let layout: OutputLayout
    private let values: [MLFeatureValue?]
    /// The predictor's results, in the order of the description's outputs.
    package let raw: [PredictorValue?]

    /// - Throws: `MLModelError.generic` for an output that does not fit the description, or a backing that does not fit the output.
    init(_ outputs: [PredictorValue?], layout: OutputLayout, backings: OutputBackings?) throws {
        self.layout = layout
        raw = outputs
        var values: [MLFeatureValue?] = []
        values.reserveCapacity(outputs.count)
        for (index, (description, output)) in zip(layout.descriptions, outputs).enumerated() {
            values.append(try output.map { try OutputConversion.value($0, description, backing: backings?[index]) })
        }
        self.values = values
        super.init(values: [:])
    }

    package override var dictionary: [String: MLFeatureValue] {
        let pairs = zip(layout.descriptions, values).compactMap { description, value in value.map { (description.name, $0) } }
        return Dictionary(pairs) { first, _ in first }
    }

    package override var featureNames: Set<String> { layout.names }

    package override func featureValue(for featureName: String) -> MLFeatureValue? {
        layout.position(featureName).flatMap { values[$0] }
    }
}

/// Converts a predictor's results to the types that the model's description specifies.
enum OutputConversion {
    static func value(_ output: PredictorValue, _ description: MLFeatureDescription, backing: AnyObject?) throws -> MLFeatureValue {
        switch (output, description.type) {
        case (.tensor(let tensor), .multiArray): try array(tensor, description, backing)
        case (.tensor(let tensor), .image): MLFeatureValue(pixelBuffer: try image(tensor, description, backing))
        case (.tensor(let tensor), .double): MLFeatureValue(double: try scalar(tensor, description))
        case (.tensor(let tensor), .int64): MLFeatureValue(int64: Int64(saturating: try scalar(tensor, description)))
        case (.double(let value), .int64): MLFeatureValue(int64: Int64(saturating: value))
        case (.double(let value), .multiArray): try array(Tensor([Float(value)]), description, backing)
        case (.double(let value), _): MLFeatureValue(double: value)
        case (.int64(let value), .double): MLFeatureValue(double: Double(value))
        case (.int64(let value), _): MLFeatureValue(int64: value)
        case (.string(let value), _): MLFeatureValue(string: value)
        case (.probabilities(let value), _): MLFeatureValue(content: .probabilities(value))
        case (.stringDictionary(let value), _): try MLFeatureValue(dictionary: value.mapValues { NSNumber(value: $0) })
        case (.int64Dictionary(let value), _): try MLFeatureValue(dictionary: value.mapValues { NSNumber(value: $0) })
        case (.strings(let value), _): MLFeatureValue(sequence: MLSequence(strings: value))
        case (.int64s(let value), _): MLFeatureValue(sequence: MLSequence(integers: value))
        case (.image(let source as PixelBufferImage), _): MLFeatureValue(pixelBuffer: source.buffer)
        default:
            throw MLModelError(.generic, "The output \(description.name) should be \(description.type.name) but is a \(output.kind).")
        }
    }

    private static func array(_ tensor: Tensor, _ description: MLFeatureDescription, _ backing: AnyObject?) throws -> MLFeatureValue {
        let type = description.multiArrayConstraint?.dataType ?? .float32
        guard let backing else { return MLFeatureValue(multiArray: try MLMultiArray(tensor, as: type)) }
        guard let target = backing as? MLMultiArray, target.dimensions == tensor.shape else {
            throw MLModelError(
                .generic, "The backing of output \(description.name) must be a multi-array of shape \(ArrayGeometry.text(tensor.shape)).")
        }
        // The predictor may have written to the backing's own memory.
        if target.memory.base != tensor.pointer {
            target.copyElements(of: try MLMultiArray(tensor, as: MLMultiArrayDataType(tensor.scalar) ?? type))
        }
        return MLFeatureValue(multiArray: target)
    }

    private static func scalar(_ tensor: Tensor, _ description: MLFeatureDescription) throws -> Double {
        guard tensor.count == 1, let value = tensor.doubles.first else {
            throw MLModelError(.generic, "The output \(description.name) should be a number but has \(tensor.count) elements.")
        }
        return value
    }

    private static func image(_ tensor: Tensor, _ description: MLFeatureDescription, _ backing: AnyObject?) throws -> CVPixelBuffer {
        let format = description.imageConstraint?.pixelFormatType ?? kCVPixelFormatType_32BGRA
        let isBGR = description.imageConstraint?.isBGR ?? false
        let image = try TensorImage(tensor, isBGR: isBGR, name: description.name)
        if let backing {
            guard let buffer = backing as? CVPixelBuffer else {
                throw MLModelError(.generic, "The backing of output \(description.name) must be a pixel buffer.")
            }
            try image.write(to: buffer, name: description.name)
            return buffer
        }
        return try image.makeBuffer(format, name: description.name)
    }
}

extension Int64 {
    /// Rounds towards zero. A NaN becomes 0, and values out of range saturate.
    init(saturating value: Double) {
        self = value.isNaN ? 0 : value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : Int64(value)
    }
}
