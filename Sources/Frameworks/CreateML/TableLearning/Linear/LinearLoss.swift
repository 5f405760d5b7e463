import Foundation

/// The loss of a row's weighted sums, with its derivatives by them.
enum LinearLoss: Sendable, Equatable {
    /// Half the squared difference to a number.
    case squared
    /// The cross-entropy of the second of two classes.
    case logistic
    /// The cross-entropy of several classes.
    case softmax(classes: Int)
    /// The squared distance by which the second of two classes is on the wrong side of its margin, times a factor.
    case squaredHinge(factor: Double)

    /// The number of sums of a row.
    var outputs: Int { if case .softmax(let classes) = self { classes } else { 1 } }

    /// The largest second derivative, which tells how far a step may go.
    var curvature: Double {
        switch self {
        case .squared: 1
        case .logistic: 0.25
        case .softmax: 0.5
        case .squaredHinge(let factor): 2 * factor
        }
    }

    /// Replaces the sums of some rows, one output's after the other's, by the derivatives, and returns the losses' sum.
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
