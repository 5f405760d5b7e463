/// The strategy that sets aside a part of the training data for validation.
public enum MLSplitStrategy: Sendable {
    /// A part of the data: none below 50 examples, a tenth below 200, and a twentieth from 200 on.
    case automatic
    /// A fraction of the data, 0 or more and less than 1. Without a seed, the split differs from run to run.
    case fixed(ratio: Double, seed: Int?)

    /// The fraction of `count` examples to set aside, and the seed to draw them with.
    public func resolve(count: Int) -> (ratio: Double, seed: Int) {
        switch self {
        case .automatic: (count < 50 ? 0 : count < 200 ? 0.1 : 0.05, MLSplitStrategy.automaticSeed)
        case .fixed(let ratio, let seed): (ratio, seed ?? timestampSeed())
        }
    }

    /// The result of `resolve`, after a check of the fraction.
    ///
    /// - Throws: `MLCreateError.generic` if the fraction is negative, or if it leaves no training data.
    func checked(count: Int) throws -> (ratio: Double, seed: Int) {
        let (ratio, seed) = resolve(count: count)
        guard ratio >= 0, ratio < 1 else { throw MLCreateError.generic(reason: "a validation split must be of 0…1, not \(ratio)") }
        return (ratio, seed)
    }

    /// The seed of the automatic split. The same data are therefore always split in the same way.
    private static let automaticSeed = 1
}

/// A random seed, which differs from call to call.
public func timestampSeed() -> Int { Int.random(in: 0...Int(Int32.max)) }
