import CoreMLRuntime
import Foundation
import Locks

/// Calls an app's custom layer in the form that the runtime expects.
final class CustomLayerAdapter: CustomLayer, @unchecked Sendable {
    private let layer: any MLCustomLayer
    private let subject: String
    /// The lock around calls, because the app's class need not be thread-safe.
    private let lock = Lock()

    /// - Throws: `MLModelError.customLayer` that names the layer and its class.
    init(_ description: CustomLayerDescription) throws {
        subject = "The custom layer '\(description.layerName)' of class '\(description.className)'"
        do {
            let type = try CustomClasses.shared.layer(named: description.className)
            layer = try type.init(parameters: description.parameters.mapValues(\.object))
            try layer.setWeightData(description.weights.map { bytes in bytes.withUnsafeBytes { Data($0) } })
        } catch {
            throw Self.failure(subject, "cannot be made", error)
        }
    }

    func outputShapes(_ inputShapes: [[Int]]) throws -> [[Int]] {
        let shapes: [[NSNumber]]
        do {
            shapes = try lock.withLock { try layer.outputShapes(forInputShapes: inputShapes.map { $0.map { NSNumber(value: $0) } }) }
        } catch {
            throw Self.failure(subject, "gives no shapes", error)
        }
        return try shapes.map { shape in
            let sizes = shape.map(\.intValue)
            guard sizes.allSatisfy({ $0 >= 0 }) else { throw MLModelError(.customLayer, "\(subject) gives the shape \(sizes).") }
            return sizes
        }
    }

    func evaluate(inputs: [Tensor], outputs: [Tensor]) throws {
        do {
            let inputs = try inputs.map { try MLMultiArray($0, as: .float32) }
            let outputs = try outputs.map { try MLMultiArray($0, as: .float32) }
            try lock.withLock { try layer.evaluate(inputs: inputs, outputs: outputs) }
        } catch {
            throw Self.failure(subject, "failed", error)
        }
    }

    private static func failure(_ subject: String, _ what: String, _ error: any Error) -> MLModelError {
        let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
        return MLModelError(.customLayer, "\(subject) \(what): \(reason)", underlying: error)
    }
}
