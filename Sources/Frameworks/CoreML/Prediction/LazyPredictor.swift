import CoreMLRuntime
import CoreMLSpecification
import Foundation
import Locks

/// The predictor that computes in full precision. If the existing predictor already does, it is used. If it does not, a second predictor is made at
/// the first request.
final class LazyPredictor: @unchecked Sendable {
    private let specification: Specification.Model
    private let options: PredictorOptions
    private let lock = Lock()
    private var predictor: (any ModelPredictor)?

    init(_ specification: Specification.Model, options: PredictorOptions, existing: any ModelPredictor) {
        self.specification = specification
        self.options = options
        predictor = options.allowsReducedPrecision ? nil : existing
    }

    func get() throws -> any ModelPredictor {
        lock.lock()
        defer { lock.unlock() }
        if let predictor { return predictor }
        var options = options
        options.allowsReducedPrecision = false
        let exact = try PredictorFactory.predictor(for: specification, options: options)
        predictor = exact
        return exact
    }
}
