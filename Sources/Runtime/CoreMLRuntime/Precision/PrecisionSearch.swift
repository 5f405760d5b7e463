import CoreMLSpecification

/// Makes the fastest predictor of a network that is accurate enough.
///
/// The errors of its outputs stay within a `PrecisionBudget`. They are measured on a probe when the model is loaded. If the errors with all
/// factors rounded are too large, the cheapest products change to float32 first. Each product contributes about the same part of the error.
/// A network that cannot be measured computes in float32.
struct PrecisionSearch {
    typealias Make = (PredictorOptions) throws -> any ModelPredictor

    /// The maximum number of mixtures of float32 products and products with rounded factors that are tried.
    private static let trials = 3

    /// The least fraction of the multiplications that must have rounded factors. Below this fraction, float32 is as fast.
    private static let worthwhileShare = 0.25

    let interface: ModelInterface
    let options: PredictorOptions

    /// - Throws: the errors of `make` for a predictor in float32.
    func predictor(_ make: @escaping Make) throws -> any ModelPredictor {
        guard options.allowsReducedPrecision, options.measuresPrecision, options.reducedPrecision.isReduced else {
            return try make(options)
        }
        let fastest = try make(options.applying(PrecisionChoice(kind: .fastest)))
        guard fastest.hasReducibleProducts else { return fastest }
        let stored = options.precisionReport?.choice(at: options.place)
        // The key reads the whole of the weights.
        let key = stored == nil ? PrecisionMemory.Key(options, interface) : nil
        if let known = stored ?? key.flatMap(PrecisionMemory.shared.choice) {
            options.precisionReport?.note(known, at: options.place)
            return known.kind == .fastest ? fastest : try make(options.applying(known))
        }
        let (choice, predictor) = try measured(fastest, make)
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
        if let (mixture, predictor, own) = try mixed(products, budget, make) {
            (choice.kind, choice.exactProducts, choice.reducedShare) = (.mixed, mixture.exactProducts, mixture.reducedShare)
            choice.outputs = budget.outputs(interface, own, fastest: errors)
            return (choice, predictor)
        }
        (choice.kind, choice.reducedShare) = (.float32, 0)
        for index in choice.outputs.indices { choice.outputs[index].error = 0 }
        return (choice, exact)
    }

    /// The mixture with the fewest float32 products that a bisection finds.
    private func mixed(
        _ products: [ReducedProduct], _ budget: PrecisionBudget, _ make: Make
    ) throws -> (PrecisionChoice, any ModelPredictor, PrecisionBudget.Errors)? {
        let sorted = products.enumerated().sorted { ($0.element.work, $0.offset) < ($1.element.work, $1.offset) }.map(\.element)
        let total = sorted.reduce(0.0) { $0 + Double($1.work) }
        // The number of products in float32, the cheapest first: one that is too small, and one that is large enough.
        var (few, enough) = (0, sorted.count)
        var (spent, shares) = (0.0, [1.0])
        for product in sorted {
            spent += Double(product.work)
            shares.append(total > 0 ? 1 - spent / total : 0)
        }
        enough = shares.firstIndex { $0 < Self.worthwhileShare } ?? sorted.count
        var best: (PrecisionChoice, any ModelPredictor, PrecisionBudget.Errors)?
        for trial in 0..<Self.trials where enough - few > 1 {
            // The largest number that is worthwhile is tried first. If it is too small, only float32 for all products is left.
            let count = trial == 0 ? enough - 1 : (few + enough) / 2
            var choice = PrecisionChoice(kind: .mixed, exactProducts: Set(sorted.prefix(count).map(\.name)).sorted())
            choice.reducedShare = shares[count]
            let predictor = try make(options.applying(choice))
            let errors = try budget.measured(predictor)
            guard errors.hold else {
                if trial == 0 { return nil }
                few = count
                continue
            }
            enough = count
            best = (choice, predictor, errors)
        }
        return best
    }
}
