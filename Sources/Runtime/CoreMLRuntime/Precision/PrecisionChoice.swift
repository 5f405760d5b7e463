/// The choice of a network's products that have rounded factors, with the errors that were measured.
package struct PrecisionChoice: Sendable, Codable, Equatable {
    /// The errors of one output. An error is the norm of the difference from the answer in float32, divided by the norm of that answer.
    package struct Output: Sendable, Codable, Equatable {
        package var name: String
        /// The error if every product that may have rounded factors has them.
        package var fastestError: Double
        /// The error if only the products that this choice allows have rounded factors.
        package var error: Double
        /// The error with float16 factors and float32 sums; `nil` if it was not measured, because the other errors are small (`PrecisionBudget`).
        package var float16Error: Double?
        /// The largest error that is allowed.
        package var budget: Double
    }

    package enum Kind: Sendable, Codable, Equatable {
        /// All products that may have rounded factors have them.
        case fastest
        /// The products of `exactProducts` stay in float32.
        case mixed
        /// Everything is float32.
        case float32
    }

    package var kind: Kind
    /// The names of the operations that stay in float32 by this choice, in alphabetical order.
    package var exactProducts: [String] = []
    /// The number of products that may have rounded factors.
    package var productCount = 0
    /// Of all multiplications in the products that may have rounded factors, the fraction that has them, 0…1.
    package var reducedShare = 0.0
    /// The errors of the outputs; empty if nothing could be measured.
    package var outputs: [Output] = []

    /// float32, because the errors cannot be measured.
    static let unmeasured = PrecisionChoice(kind: .float32)
}

extension PredictorOptions {
    /// The options with the precision of `choice`. If `choice` is `nil`, everything is float32.
    func applying(_ choice: PrecisionChoice?) -> PredictorOptions {
        var result = self
        result.measuresPrecision = false
        switch choice?.kind {
        case .fastest: break
        case .mixed: result.reducedPrecision.exactProducts = Set(choice?.exactProducts ?? [])
        case .float32, nil: result.allowsReducedPrecision = false
        }
        return result
    }

    /// The options for a float32 predictor that rounds factors to float16.
    var roundingToFloat16: PredictorOptions {
        var result = self
        result.measuresPrecision = false
        result.reducedPrecision = PlanOptions(threads: reducedPrecision.threads)
        result.reducedPrecision.rounding = .float16
        return result
    }
}
