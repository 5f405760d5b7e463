import CoreMLRuntime
import CoreVideo
import Foundation

/// The caller's multi-arrays and pixel buffers that receive outputs, in the order of the model's outputs.
struct OutputBackings {
    private let objects: [AnyObject?]

    /// Checks the caller's backings. Returns `nil` if there are none.
    ///
    /// - Throws: `MLModelError.generic` that names a backing if the model has no such output, or the output has another type.
    init?(_ backings: [String: Any], layout: OutputLayout) throws {
        if backings.isEmpty { return nil }
        if let unknown = backings.keys.sorted().first(where: { layout.position($0) == nil }) {
            throw MLModelError(.generic, "The model has no output \(unknown) to write to its backing.")
        }
        objects = try layout.descriptions.map { description in
            try backings[description.name].map { try OutputBackings.check($0, for: description) }
        }
    }

    /// The backings that a predictor may fill during the computation. They are contiguous multi-arrays. They share no memory with each other or
    /// with the inputs.
    func tensors(reading inputs: [PredictorValue?]) -> [Tensor?] {
        var taken: [Range<UnsafeMutableRawPointer>] = inputs.compactMap { input in
            guard case .tensor(let tensor) = input else { return nil }
            return tensor.pointer..<tensor.pointer + tensor.type.byteCount
        }
        return objects.map { object in
            guard let array = object as? MLMultiArray, array.isContiguous else { return nil }
            let tensor = Tensor(TensorType(array.dataType.scalarType, array.dimensions), viewing: array.memory.base, owner: array)
            let range = tensor.pointer..<tensor.pointer + tensor.type.byteCount
            if taken.contains(where: { $0.overlaps(range) }) { return nil }
            taken.append(range)
            return tensor
        }
    }

    subscript(index: Int) -> AnyObject? { objects[index] }

    private static func check(_ backing: Any, for description: MLFeatureDescription) throws -> AnyObject {
        switch (description.type, backing) {
        case (.multiArray, let array as MLMultiArray):
            let type = description.multiArrayConstraint?.dataType ?? array.dataType
            guard array.dataType == type else {
                throw MLModelError(
                    .generic, "The backing of output \(description.name) holds \(array.dataType.name), the output \(type.name).")
            }
            return array
        case (.multiArray, _): throw MLModelError(.generic, "The backing of output \(description.name) must be a multi-array.")
        case (.image, let buffer as CVPixelBuffer): return buffer
        case (.image, _): throw MLModelError(.generic, "The backing of output \(description.name) must be a pixel buffer.")
        default: throw MLModelError(.generic, "The output \(description.name) is \(description.type.name) and cannot have a backing.")
        }
    }
}
