/// The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. The same seed gives the same numbers in every run.
package struct SplitMix64: RandomNumberGenerator, Sendable, Codable, Equatable {
    /// The state on which all later numbers depend.
    package var state: UInt64

    package init(state: UInt64) { self.state = state }

    package init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

    /// - Parameter modelSeed: the seed of a model's operation. If it is negative, the system supplies a seed.
    init(modelSeed: Int) {
        state = modelSeed < 0 ? UInt64.random(in: .min ... .max) : UInt64(modelSeed)
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number from 0 up to but not including 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
