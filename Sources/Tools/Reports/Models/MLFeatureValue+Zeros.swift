import CoreML
import CoreVideo
import Foundation

extension MLFeatureValue {
    /// A value of zeros, or an empty value, that fits an input; `nil` for a type with neither.
    package static func zeros(for feature: MLFeatureDescription) throws -> MLFeatureValue? {
        if let constraint = feature.multiArrayConstraint {
            return MLFeatureValue(multiArray: try MLMultiArray(shape: constraint.shape, dataType: constraint.dataType))
        }
        if let constraint = feature.imageConstraint {
            return MLFeatureValue(
                pixelBuffer: try CVBuffer.make(
                    width: constraint.pixelsWide, height: constraint.pixelsHigh, pixelFormatType: constraint.pixelFormatType))
        }
        switch feature.type {
        case .double: return MLFeatureValue(double: 0)
        case .int64: return MLFeatureValue(int64: 0)
        case .string: return MLFeatureValue(string: "")
        case .dictionary: return try MLFeatureValue(dictionary: [:])
        default: return nil
        }
    }
}
