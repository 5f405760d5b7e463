import Foundation

/// The learning rate of each update.
package struct LearningRateSchedule: Sendable, Codable, Equatable {
    package enum Shape: Sendable, Codable, Equatable {
        case constant
        /// Multiplied by `factor` after every `interval` updates.
        case steps(interval: Int, factor: Float)
        /// Half a cosine from the base rate at the first update down to `minimum` after `count` updates, where it stays.
        case cosine(count: Int, minimum: Float = 0)
    }

    package var base: Float
    package var shape: Shape
    /// The updates over which the rate rises in equal steps to the base rate, before the shape begins.
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
