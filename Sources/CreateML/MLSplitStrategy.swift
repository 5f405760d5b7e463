/// How much of the training data is set aside for validation.
public enum MLSplitStrategy: Sendable {
    /// None of fewer than 50 examples, a tenth of fewer than 200, a twentieth of more.
    case automatic
    /// A part of 0…1. Without a seed the split differs from run to run.
    case fixed(ratio: Double, seed: Int?)

    /// The part to set aside of `count` examples, and the seed to draw them with.
    public func resolve(count: Int) -> (ratio: Double, seed: Int) {
        switch self {
        case .automatic: (count < 50 ? 0 : count < 200 ? 0.1 : 0.05, MLSplitStrategy.automaticSeed)
        case .fixed(let ratio, let seed): (ratio, seed ?? timestampSeed())
        }
    }

    /// The same split for the same data.
    private static let automaticSeed = 1
}

/// A seed that differs from call to call.
public func timestampSeed() -> Int { Int.random(in: 0...Int(Int32.max)) }

/// A small generator of repeatable numbers: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
    /// All that later numbers depend on.
    package var state: UInt64

    package init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
