import CoreMLRuntime

/// The generator of the tests too: a failure can be repeated.
package typealias SplitMix64 = CoreMLRuntime.SplitMix64
