import Foundation

/// The learning rate of each update.
package struct LearningRateSchedule: Sendable, Codable, Equatable {
    package enum Shape: Sendable, Codable, Equatable {
        case constant
        /// The rate is multiplied by `factor` after every `interval` updates.
        case steps(interval: Int, factor: Float)
        /// The rate falls along half a cosine from the base rate at the first update to `minimum` after `count` updates. It then stays there.
        case cosine(count: Int, minimum: Float = 0)
    }

    package var base: Float
    package var shape: Shape
    /// The number of warm-up updates, in which the rate rises linearly to the base rate before the schedule begins.
    package var warmup: Int

    package init(_ base: Float, _ shape: Shape = .constant, warmup: Int = 0) {
        self.base = base
        self.shape = shape
        self.warmup = warmup
    }

    /// The rate of the update with number `iteration`, counted from 0.
    package func rate(at iteration: Int) -> Float {
        if iteration < warmup { return base * Float(iteration + 1) / Float(warmup) }
        let step = iteration - max(warmup, 0)
        switch shape {
        case .constant: return base
        case .steps(let interval, let factor): return base * pow(factor, Float(step / max(interval, 1)))
        case .cosine(let count, let minimum):
            let progress = min(Double(step) / Double(max(count, 1)), 1)
            return minimum + (base - minimum) * Float(0.5 * (1 + cos(.pi * progress)))
        }
    }
}
