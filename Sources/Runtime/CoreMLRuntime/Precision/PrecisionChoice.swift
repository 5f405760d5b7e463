/// Which products of a network have rounded factors, and the errors that were measured with them.
package struct PrecisionChoice: Sendable, Codable, Equatable {
    /// The errors of one output: the norm of the difference from float32, divided by the norm of float32's answer.
    package struct Output: Sendable, Codable, Equatable {
        package var name: String
        /// With all products that may have rounded factors.
        package var fastestError: Double
        /// With the chosen products.
        package var error: Double
        /// With float16 factors and float32 sums; `nil` where it was not needed, because the error is small anyway.
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
    /// The products that may have rounded factors.
    package var productCount = 0
    /// The part of their multiplications that has rounded factors, 0…1.
    package var reducedShare = 0.0
    /// Empty where nothing could be measured.
    package var outputs: [Output] = []

    /// float32, because the errors cannot be measured.
    static let unmeasured = PrecisionChoice(kind: .float32)
}

extension PredictorOptions {
    /// The same options for a predictor that computes as `choice` says, or in float32 where it is `nil`.
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

    /// The same options for a predictor of float32 that rounds factors to float16.
    var roundingToFloat16: PredictorOptions {
        var result = self
        result.measuresPrecision = false
        result.reducedPrecision = PlanOptions(threads: reducedPrecision.threads)
        result.reducedPrecision.rounding = .float16
        return result
    }
}
