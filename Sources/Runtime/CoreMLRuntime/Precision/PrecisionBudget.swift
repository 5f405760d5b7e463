import CoreMLSpecification

/// The allowed errors of a network's outputs on each input of a probe. They are the errors of the same network with float16 factors and float32 sums,
/// or `floor` if that is more. On an input without an error above `coarseness` · `floor`, the errors with float16 factors are not measured, and
/// `floor` is allowed.
final class PrecisionBudget {
    /// Errors up to this value are always allowed.
    static let floor = 5e-3

    /// The fractions of the budget that errors on a probe of arrays or of pictures may use. Errors on other inputs may exceed this fraction. They differ
    /// more between pictures than between arrays of random numbers.
    private static let shares = (arrays: 0.8, pictures: 0.7)

    /// An error that is more than this many times `floor` is compared with float16's error. float16 rounds eight times more finely than bfloat16, so
    /// up to here float16's error is seldom more than `floor`, and measuring it takes longer than all else.
    private static let coarseness = 5.0

    /// The errors of the outputs, by the numbers of the inputs that were measured. Outputs such as labels have none.
    struct Errors {
        var ofSamples: [Int: [Int: Double]] = [:]
        /// The largest fraction of its budget that an error uses. The budget is a share of the allowed error.
        var part = 0.0
        /// Whether all errors are within the budget.
        var hold: Bool { part <= 1 }
    }

    private let probe: PrecisionProbe
    private let share: Double
    private let makeFloat16: () throws -> any ModelPredictor
    private var float16: (any ModelPredictor)?
    private var float16Errors: [Int: [Int: Double]] = [:]
    /// The numbers of the inputs, in the order in which they are tried.
    private var order: [Int]

    /// - Parameter makeFloat16: makes the network with float16 factors. It is called at the first error greater than `coarseness` · `floor`.
    init(_ probe: PrecisionProbe, makeFloat16: @escaping () throws -> any ModelPredictor) {
        (self.probe, self.makeFloat16, order) = (probe, makeFloat16, Array(0..<probe.sampleCount))
        share = probe.hasPictures ? Self.shares.pictures : Self.shares.arrays
    }

    /// The errors of a predictor, up to the first input on which they are too large. This input is the first for the next predictor, because that is
    /// likely to fail on it, too.
    func measured(_ predictor: any ModelPredictor) throws -> Errors {
        var result = Errors()
        for sample in order where result.hold {
            let errors = probe.errors(of: predictor, onSample: sample)
            result.ofSamples[sample] = errors
            // Once the network with float16 factors is made, its errors are cheap.
            let limit = (float16 == nil ? Self.coarseness : share) * Self.floor
            if errors.contains(where: { $1 > limit }) { try measureFloat16(sample) }
            result.part = errors.reduce(result.part) { max($0, $1.value / (share * budget($1.key, sample))) }
            if !result.hold { order = [sample] + order.filter { $0 != sample } }
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
        Set(fastest.ofSamples.values.flatMap(\.keys)).sorted().compactMap { index in
            let parts = fastest.ofSamples.map { sample, own in (sample: sample, part: (own[index] ?? 0) / budget(index, sample)) }
            guard let worst = parts.max(by: { ($0.part, $1.sample) < ($1.part, $0.sample) })?.sample else { return nil }
            return PrecisionChoice.Output(
                name: interface.outputs[index].name, fastestError: fastest.ofSamples[worst]?[index] ?? .infinity,
                error: errors.ofSamples[worst]?[index] ?? .infinity, float16Error: float16Errors[worst]?[index],
                budget: budget(index, worst))
        }
    }
}
