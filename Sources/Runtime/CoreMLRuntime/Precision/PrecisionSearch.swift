import CoreMLSpecification

/// Makes the fastest predictor of a network that is accurate enough.
///
/// The errors of its outputs stay within a `PrecisionBudget`. They are measured on a probe when the model is loaded. If the errors with all
/// factors rounded are too large, the cheapest products change to float32 first, because each product contributes about the same part of the
/// error. A network that cannot be measured computes in float32.
struct PrecisionSearch {
    typealias Make = (PredictorOptions) throws -> any ModelPredictor

    /// The maximum number of mixtures of float32 products and products with rounded factors that are tried.
    private static let trials = 3

    /// The least fraction of the multiplications that must have rounded factors. Below this fraction, float32 is as fast.
    private static let worthwhileShare = 0.25

    /// The fraction of the multiplications with rounded factors above which no better mixture is looked for.
    private static let ampleShare = 0.9

    let interface: ModelInterface
    var options: PredictorOptions
    /// Whether a predictor makes its plans at the first prediction, so that a predictor itself is cheap.
    var makesPlansLater = false

    /// - Throws: the errors of `make` for a predictor in float32.
    func predictor(_ make: @escaping Make) throws -> any ModelPredictor {
        guard options.allowsReducedPrecision, options.measuresPrecision, options.reducedPrecision.isReduced else {
            return try make(options)
        }
        if let stored = options.precisionReport?.choice(at: options.place) {
            options.precisionReport?.note(stored, at: options.place)
            return try make(options.applying(stored))
        }
        var search = self
        // Several predictors prepare most weights in the same way.
        search.options.preparedWeights = PreparedWeights()
        return try search.chosen(make)
    }

    /// The predictor with the precision that is known for the network, or else with the one that is measured.
    private func chosen(_ make: @escaping Make) throws -> any ModelPredictor {
        let allRounded = options.applying(PrecisionChoice(kind: .fastest))
        let early = makesPlansLater ? try make(allRounded) : nil
        if let early, !early.hasReducibleProducts { return early }
        // The key reads the whole of the weights.
        let key = PrecisionMemory.Key(options, interface)
        if let known = key.flatMap(PrecisionMemory.shared.choice) {
            options.precisionReport?.note(known, at: options.place)
            if known.kind == .fastest, let early { return early }
            return try make(options.applying(known))
        }
        let fastest = try early ?? make(allRounded)
        guard fastest.hasReducibleProducts else { return fastest }
        let (choice, predictor) = try measured(fastest, make)
        options.preparedWeights?.dropKept()
        if let key { PrecisionMemory.shared.keep(choice, for: key) }
        options.precisionReport?.note(choice, at: options.place)
        return predictor
    }

    private func measured(_ fastest: any ModelPredictor, _ make: @escaping Make) throws -> (PrecisionChoice, any ModelPredictor) {
        let exact = try make(options.applying(nil))
        guard let probe = PrecisionProbe(interface, answeredBy: exact) else { return (.unmeasured, exact) }
        let budget = PrecisionBudget(probe) { try make(options.roundingToFloat16) }
        let errors = try budget.measured(fastest)
        // A program has plans only after its first prediction. Its plans for different numbers of threads repeat the same names. Products of one name
        // are chosen together.
        var names: Set<String> = []
        let products = fastest.reducedProducts.filter { names.insert($0.name).inserted }
        var choice = PrecisionChoice(kind: .fastest, productCount: products.count, reducedShare: 1)
        choice.outputs = budget.outputs(interface, errors, fastest: errors)
        if errors.hold { return (choice, fastest) }
        if let (mixture, predictor, own) = try mixed(products, errors, budget, make) {
            (choice.kind, choice.exactProducts, choice.reducedShare) = (.mixed, mixture.exactProducts, mixture.reducedShare)
            choice.outputs = budget.outputs(interface, own, fastest: errors)
            return (choice, predictor)
        }
        (choice.kind, choice.reducedShare) = (.float32, 0)
        for index in choice.outputs.indices { choice.outputs[index].error = 0 }
        return (choice, exact)
    }

    /// The mixture with the fewest float32 products that some trials find.
    private func mixed(
        _ products: [ReducedProduct], _ errors: PrecisionBudget.Errors, _ budget: PrecisionBudget, _ make: Make
    ) throws -> (PrecisionChoice, any ModelPredictor, PrecisionBudget.Errors)? {
        let sorted = products.enumerated().sorted { ($0.element.work, $0.offset) < ($1.element.work, $1.offset) }.map(\.element)
        let total = sorted.reduce(0.0) { $0 + Double($1.work) }
        var (spent, shares) = (0.0, [1.0])
        for product in sorted {
            spent += Double(product.work)
            shares.append(total > 0 ? 1 - spent / total : 0)
        }
        let largest = (shares.firstIndex { $0 < Self.worthwhileShare } ?? sorted.count) - 1
        var bracket = PrecisionBracket(productCount: sorted.count, largest: largest, error: errors.part)
        var best: (PrecisionChoice, any ModelPredictor, PrecisionBudget.Errors)?
        for trial in 1...Self.trials {
            guard let count = bracket.next(isLast: trial == Self.trials) else { break }
            var choice = PrecisionChoice(kind: .mixed, exactProducts: Set(sorted.prefix(count).map(\.name)).sorted())
            choice.reducedShare = shares[count]
            let predictor = try make(options.applying(choice))
            let own = try budget.measured(predictor)
            bracket.note(count, error: own.part, holds: own.hold)
            if own.hold { best = (choice, predictor, own) }
            if own.hold, choice.reducedShare >= Self.ampleShare { break }
        }
        return best
    }
}
