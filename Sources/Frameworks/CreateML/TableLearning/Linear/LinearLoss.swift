import Foundation

/// The loss of a row as a function of its weighted sums, with the derivatives of the loss.
enum LinearLoss: Sendable, Equatable {
    /// Half the squared difference between the weighted sum and the target number.
    case squared
    /// The cross-entropy of two classes. The weighted sum is the score of the second class.
    case logistic
    /// The cross-entropy of several classes, with a weighted sum for each class.
    case softmax(classes: Int)
    /// The squared hinge loss of two classes, times a factor. The loss is zero for a row beyond its class's margin, or else the squared distance to
    /// the margin. The weighted sum is positive for the second class.
    case squaredHinge(factor: Double)

    /// The number of weighted sums for each row.
    var outputs: Int { if case .softmax(let classes) = self { classes } else { 1 } }

    /// The largest second derivative of the loss. It limits the length of a step.
    var curvature: Double {
        switch self {
        case .squared: 1
        case .logistic: 0.25
        case .softmax: 0.5
        case .squaredHinge(let factor): 2 * factor
        }
    }

    /// Replaces the weighted sums of `count` rows by the derivatives of the loss, and returns the sum of the losses. The sums are in output-major
    /// order: all rows of one output, then all rows of the next.
    func differentiate(_ sums: UnsafeMutablePointer<Double>, count: Int, _ targets: UnsafePointer<Double>) -> Double {
        var loss = 0.0
        switch self {
        case .squared:
            for row in 0..<count {
                sums[row] -= targets[row]
                loss += 0.5 * sums[row] * sums[row]
            }
        case .logistic:
            for row in 0..<count {
                let isSecond = targets[row] > 0.5
                let wrong = isSecond ? -sums[row] : sums[row]
                let power = exp(-abs(wrong))
                loss += max(wrong, 0) + log1p(power)
                let probability = wrong >= 0 ? 1 / (1 + power) : power / (1 + power)
                sums[row] = isSecond ? -probability : probability
            }
        case .softmax(let classes):
            for row in 0..<count {
                var largest = -Double.infinity
                for index in 0..<classes { largest = max(largest, sums[index * count + row]) }
                let own = Int(targets[row])
                loss -= sums[own * count + row] - largest
                var total = 0.0
                for index in 0..<classes {
                    let power = exp(sums[index * count + row] - largest)
                    sums[index * count + row] = power
                    total += power
                }
                loss += log(total)
                for index in 0..<classes { sums[index * count + row] /= total }
                sums[own * count + row] -= 1
            }
        case .squaredHinge(let factor):
            for row in 0..<count {
                let sign = targets[row] > 0.5 ? 1.0 : -1.0
                let short = max(0, 1 - sign * sums[row])
                loss += factor * short * short
                sums[row] = -2 * factor * sign * short
            }
        }
        return loss
    }
}
