import CoreMLRuntime
import Foundation

/// The generator of the tests too: a failure can be repeated.
package typealias SplitMix64 = CoreMLRuntime.SplitMix64

extension SplitMix64 {
    package mutating func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    package mutating func normal(_ deviation: Double) -> Double {
        deviation * (-2 * log(1 - number(0, 1))).squareRoot() * cos(2 * .pi * number(0, 1))
    }
}
