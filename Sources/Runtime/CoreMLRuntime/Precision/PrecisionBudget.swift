import CoreMLSpecification

/// The allowed errors of a network's outputs on each input of a probe. They are the errors of the same network with float16 factors and float32 sums,
/// or `floor` if that is more. On an input without an error above `coarseness` · `floor`, the errors with float16 factors are not measured, and
/// `floor` is allowed.
final class PrecisionBudget {
    /// Errors up to this value are always allowed.
    static let floor = 5e-3

    /// The fraction of the budget that errors on the probe may use. Errors on other inputs may exceed this fraction.
    static let share = 0.8

    /// The fraction of the budget up to which one input is enough, if the inputs are alike.
    private static let easily = 0.6

    /// An error that is more than this many times `floor` is compared with float16's error. float16 rounds eight times more finely than bfloat16, so
    /// up to here float16's error is seldom more than `floor`, and measuring it takes longer than all else.
    private static let coarseness = 4.0

    /// The errors of the outputs, for each input that was measured. Outputs such as labels have none.
    struct Errors {
        var ofSamples: [[Int: Double]] = []
        /// The largest fraction of its budget that an error uses. The budget is `share` of the allowed error.
        var part = 0.0
        /// Whether all errors are within the budget.
        var hold: Bool { part <= 1 }
    }

    private let probe: PrecisionProbe
    private let makeFloat16: () throws -> any ModelPredictor
    private var float16: (any ModelPredictor)?
    private var float16Errors: [Int: [Int: Double]] = [:]

    /// - Parameter makeFloat16: makes the network with float16 factors. It is called at the first error greater than `coarseness` · `floor`.
    init(_ probe: PrecisionProbe, makeFloat16: @escaping () throws -> any ModelPredictor) {
        (self.probe, self.makeFloat16) = (probe, makeFloat16)
    }

    /// The errors of a predictor, up to the first input on which they are too large.
    ///
    /// - Parameter mayEndEarly: whether the other inputs are left out if the first one's errors are at most `easily` of the budget and the inputs are
    ///   alike.
    func measured(_ predictor: any ModelPredictor, mayEndEarly: Bool = false) throws -> Errors {
        var result = Errors()
        for sample in 0..<probe.sampleCount where result.hold {
            if mayEndEarly, sample == 1, probe.isUniform, result.part <= Self.easily { break }
            let errors = probe.errors(of: predictor, onSample: sample)
            result.ofSamples.append(errors)
            // Once the network with float16 factors is made, its errors are cheap.
            let limit = (float16 == nil ? Self.coarseness : Self.share) * Self.floor
            if errors.contains(where: { $1 > limit }) { try measureFloat16(sample) }
            result.part = errors.reduce(result.part) { max($0, $1.value / (Self.share * budget($1.key, sample))) }
        }
        return result
    }

    private func measureFloat16(_ sample: Int) throws {
        guard float16Errors[sample] == nil else { return }
        let predictor = try float16 ?? makeFloat16()
        float16 = predictor
        float16Errors[sample] = probe.errors(of: predictor, onSample: sample)
    }

    /// The allowed error of an output on an input: the error with float16 factors, but at least `floor`. It is `floor`, too, if the error with float16
    /// factors has not been measured, or if float16 cannot hold the numbers.
    private func budget(_ output: Int, _ sample: Int) -> Double {
        guard let error = float16Errors[sample]?[output], error.isFinite, error <= 1 else { return Self.floor }
        return max(error, Self.floor)
    }

    /// For each output, its errors on one input of the probe. This is the input on which the network with all factors rounded uses the largest
    /// fraction of the output's budget.
    ///
    /// - Parameter fastest: the errors if all factors are rounded.
    /// - Precondition: `errors` were measured on the same inputs as `fastest`.
    func outputs(_ interface: ModelInterface, _ errors: Errors, fastest: Errors) -> [PrecisionChoice.Output] {
        Set(fastest.ofSamples.flatMap(\.keys)).sorted().compactMap { index in
            let parts = fastest.ofSamples.enumerated().map { sample, own in (own[index] ?? 0) / budget(index, sample) }
            guard let worst = parts.indices.max(by: { parts[$0] < parts[$1] }) else { return nil }
            return PrecisionChoice.Output(
                name: interface.outputs[index].name, fastestError: fastest.ofSamples[worst][index] ?? .infinity,
                error: errors.ofSamples[worst][index] ?? .infinity, float16Error: float16Errors[worst]?[index],
                budget: budget(index, worst))
        }
    }
}
