/// The part of the training data that is set aside for validation.
public enum MLSplitStrategy: Sendable {
    /// No validation data for fewer than 50 examples, a tenth for fewer than 200, and a twentieth for more.
    case automatic
    /// A fraction of 0…1. Without a seed the split differs from run to run.
    case fixed(ratio: Double, seed: Int?)

    /// The fraction of `count` examples to set aside, and the seed to draw them with.
    public func resolve(count: Int) -> (ratio: Double, seed: Int) {
        switch self {
        case .automatic: (count < 50 ? 0 : count < 200 ? 0.1 : 0.05, MLSplitStrategy.automaticSeed)
        case .fixed(let ratio, let seed): (ratio, seed ?? timestampSeed())
        }
    }

    /// The result of `resolve`.
    ///
    /// - Throws: `MLCreateError.generic` if it leaves nothing to train on.
    func checked(count: Int) throws -> (ratio: Double, seed: Int) {
        let (ratio, seed) = resolve(count: count)
        guard ratio >= 0, ratio < 1 else { throw MLCreateError.generic(reason: "a validation split must be of 0…1, not \(ratio)") }
        return (ratio, seed)
    }

    /// The seed of the automatic split, so that the same data is always split in the same way.
    private static let automaticSeed = 1
}

/// A seed that differs from call to call.
public func timestampSeed() -> Int { Int.random(in: 0...Int(Int32.max)) }
