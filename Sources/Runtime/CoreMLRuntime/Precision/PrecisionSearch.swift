import CoreMLSpecification

/// Makes the predictor of a network that is as fast as its accuracy allows.
///
/// The error of every output, against float32, must be at most that of the same network with float16 factors and float32 sums, or
/// `PrecisionSearch.floor` if that is more. The errors are measured on a probe when the model is loaded. If rounding all factors has too large errors,
/// the cheapest products become float32 first, as each has about the same part in the error. What cannot be measured is float32.
struct PrecisionSearch {
    typealias Make = (PredictorOptions) throws -> any ModelPredictor

    /// Errors up to this are always allowed.
    static let floor = 5e-3

    /// The part of the budget that the probe may use. Other inputs have other errors.
    static let share = 0.8

    /// The most mixtures that are tried.
    private static let trials = 3

    /// If fewer of the multiplications than this part have rounded factors, float32 is as fast.
    private static let worthwhileShare = 0.25

    let interface: ModelInterface
    let options: PredictorOptions

    /// - Throws: the errors of `make` for a predictor without rounding.
    func predictor(_ make: Make) throws -> any ModelPredictor {
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

    private func measured(_ fastest: any ModelPredictor, _ make: Make) throws -> (PrecisionChoice, any ModelPredictor) {
        let exact = try make(options.applying(nil))
        guard let probe = PrecisionProbe(interface, answeredBy: exact) else { return (.unmeasured, exact) }
        let errors = probe.errors(of: fastest)
        // There are plans for several numbers of threads. Products of one name are chosen together.
        var names: Set<String> = []
        let products = fastest.reducedProducts.filter { names.insert($0.name).inserted }
        var outcome = Outcome(names: interface.outputs.map(\.name), fastest: errors, productCount: products.count)
        if !outcome.holds(errors) { outcome.float16 = probe.errors(of: try make(options.roundingToFloat16)) }
        if outcome.holds(errors) { return (outcome.choice(.fastest, errors, reducedShare: 1), fastest) }
        if let mixed = try mixed(products, probe, outcome, make) { return mixed }
        return (outcome.choice(.float32, errors.mapValues { _ in 0 }, reducedShare: 0), exact)
    }

    /// The mixture with the fewest products of float32 that a bisection finds.
    private func mixed(
        _ products: [ReducedProduct], _ probe: PrecisionProbe, _ outcome: Outcome, _ make: Make
    ) throws -> (PrecisionChoice, any ModelPredictor)? {
        let sorted = products.enumerated().sorted { ($0.element.work, $0.offset) < ($1.element.work, $1.offset) }.map(\.element)
        let total = sorted.reduce(0.0) { $0 + Double($1.work) }
        // How many of the cheapest products are too few, and enough.
        var (few, enough) = (0, sorted.count)
        var (spent, shares) = (0.0, [1.0])
        for product in sorted {
            spent += Double(product.work)
            shares.append(total > 0 ? 1 - spent / total : 0)
        }
        enough = shares.firstIndex { $0 < Self.worthwhileShare } ?? sorted.count
        var best: (PrecisionChoice, any ModelPredictor)?
        for trial in 0..<Self.trials where enough - few > 1 {
            // The most that is worthwhile is tried first: if that is too little, float32 is left.
            let count = trial == 0 ? enough - 1 : (few + enough) / 2
            var choice = PrecisionChoice(kind: .mixed, exactProducts: Set(sorted.prefix(count).map(\.name)).sorted())
            let predictor = try make(options.applying(choice))
            let errors = probe.errors(of: predictor)
            guard outcome.holds(errors) else {
                if trial == 0 { return nil }
                few = count
                continue
            }
            enough = count
            let names = choice.exactProducts
            choice = outcome.choice(.mixed, errors, reducedShare: shares[count])
            choice.exactProducts = names
            best = (choice, predictor)
        }
        return best
    }

    /// The measurements so far.
    private struct Outcome {
        let names: [String]
        let fastest: [Int: Double]
        var float16: [Int: Double]?
        let productCount: Int

        init(names: [String], fastest: [Int: Double], productCount: Int) {
            (self.names, self.fastest, self.productCount) = (names, fastest, productCount)
        }

        /// Numbers that float16 cannot hold give it no right to an error.
        func budget(_ output: Int) -> Double {
            guard let error = float16?[output], error.isFinite, error <= 1 else { return PrecisionSearch.floor }
            return max(error, PrecisionSearch.floor)
        }

        func holds(_ errors: [Int: Double]) -> Bool { errors.allSatisfy { $1 <= PrecisionSearch.share * budget($0) } }

        func choice(_ kind: PrecisionChoice.Kind, _ errors: [Int: Double], reducedShare: Double) -> PrecisionChoice {
            let outputs = errors.keys.sorted().map { index in
                PrecisionChoice.Output(
                    name: names[index], fastestError: fastest[index] ?? .infinity, error: errors[index] ?? .infinity,
                    float16Error: float16?[index], budget: budget(index))
            }
            return PrecisionChoice(kind: kind, productCount: productCount, reducedShare: reducedShare, outputs: outputs)
        }
    }
}
