/// Minimises a smooth function of many variables with the limited-memory BFGS method. Source: Nocedal and Wright, Numerical Optimization,
/// algorithms 7.4 and 7.5. The backtracking line search keeps the curvature positive. With an L1 penalty, the method becomes the orthant-wise
/// method of Andrew and Gao (2007). It sets some variables to zero.
struct LimitedMemoryBFGS {
    /// The number of past steps that approximate the curvature. Each step is stored with its change of the gradient.
    private static let memory = 10
    private static let sufficientDecrease = 1e-4

    private struct Pair {
        var step: [Double]
        var change: [Double]
        var curvature: Double
    }

    private let function: ([Double], inout [Double]) -> Double
    /// The factor of each variable's absolute value in the L1 penalty; empty for no penalty.
    private let absolutePenalty: [Double]
    /// The number by which the direction of steepest descent is multiplied to give the first step. If it is `nil`, the number is chosen so that the
    /// length of the step is at most 1.
    var firstLength: Double?
    private var pairs: [Pair] = []
    private(set) var point: [Double]
    private(set) var value: Double
    private var gradient: [Double]

    /// Begins a search.
    ///
    /// - Parameters:
    ///   - absolutePenalty: the factor of each variable's absolute value in the L1 penalty; empty for no penalty.
    ///   - function: returns the value at a point, and writes the gradient at this point.
    init(from point: [Double], absolutePenalty: [Double] = [], _ function: @escaping ([Double], inout [Double]) -> Double) {
        self.point = point
        self.function = function
        self.absolutePenalty = absolutePenalty.contains { $0 > 0 } ? absolutePenalty : []
        gradient = [Double](repeating: 0, count: point.count)
        value = function(point, &gradient)
        value += magnitude(point)
    }

    /// Resumes a search for the minimum of the same function, from the state that `write` wrote.
    ///
    /// - Throws: `MLCreateError.io` if the state is incomplete or has another number of variables.
    init(_ state: inout TrainingStateReader, variables: Int, _ function: @escaping ([Double], inout [Double]) -> Double) throws {
        func vector() throws -> [Double] {
            let values = try state.doubles()
            guard values.count == variables else { throw MLCreateError.io(reason: "the state of the training does not fit") }
            return values
        }
        self.function = function
        absolutePenalty = []
        value = try state.double()
        point = try vector()
        gradient = try vector()
        for _ in 0..<min(max(try state.int(), 0), Self.memory) {
            pairs.append(Pair(step: try vector(), change: try vector(), curvature: try state.double()))
        }
    }

    func write(to state: inout TrainingStateWriter) {
        state.add(value)
        state.add(point)
        state.add(gradient)
        state.add(pairs.count)
        for pair in pairs {
            state.add(pair.step)
            state.add(pair.change)
            state.add(pair.curvature)
        }
    }

    /// Performs one iteration.
    ///
    /// - Returns: `false` if the decrease of the value is at most the fraction `tolerance`.
    mutating func step(tolerance: Double = 1e-7) -> Bool {
        let steepest = steepest()
        var direction = descent(steepest)
        var slope = -dot(direction, steepest)
        if !(slope < 0) {
            // The stored curvature gives no direction of descent here. The step takes the steepest descent instead.
            pairs = []
            direction = steepest
            slope = -dot(steepest, steepest)
        }
        guard slope < 0, slope.isFinite else { return false }
        var length = pairs.isEmpty ? firstLength ?? min(1, 1 / (-slope).squareRoot()) : 1
        var candidate = point
        var candidateGradient = gradient
        for _ in 0..<30 {
            for index in point.indices { candidate[index] = point[index] + length * direction[index] }
            let wanted = absolutePenalty.isEmpty ? length * slope : stayInOrthant(&candidate, steepest)
            let candidateValue = function(candidate, &candidateGradient) + magnitude(candidate)
            if candidateValue.isFinite, candidateValue <= value + Self.sufficientDecrease * wanted {
                let gain = value - candidateValue
                remember(candidate, candidateGradient)
                (point, gradient, value) = (candidate, candidateGradient, candidateValue)
                return gain > tolerance * max(abs(candidateValue), 1e-3)
            }
            length *= 0.5
        }
        return false
    }

    private func magnitude(_ point: [Double]) -> Double { zip(absolutePenalty, point).reduce(0) { $0 + $1.0 * abs($1.1) } }

    /// The direction of steepest descent. A variable at zero stays there if the penalty outweighs the slope.
    private func steepest() -> [Double] {
        guard !absolutePenalty.isEmpty else { return gradient.map { -$0 } }
        return point.indices.map { index in
            let (slope, penalty) = (gradient[index], absolutePenalty[index])
            if point[index] != 0 { return -slope - (point[index] > 0 ? penalty : -penalty) }
            return slope > penalty ? penalty - slope : slope < -penalty ? -penalty - slope : 0
        }
    }

    /// Sets a penalised variable to zero if its sign has changed.
    ///
    /// - Returns: the change of the value in a linear approximation. It is not positive.
    private func stayInOrthant(_ candidate: inout [Double], _ steepest: [Double]) -> Double {
        var fall = 0.0
        for index in candidate.indices {
            let sign = point[index] != 0 ? point[index] : steepest[index]
            if absolutePenalty[index] > 0, candidate[index] * sign <= 0 { candidate[index] = 0 }
            fall -= steepest[index] * (candidate[index] - point[index])
        }
        return min(fall, 0)
    }

    /// The direction of descent: the steepest descent multiplied by the approximate inverse of the curvature.
    private func descent(_ steepest: [Double]) -> [Double] {
        var direction = steepest
        var weights: [Double] = []
        for pair in pairs.reversed() {
            let weight = dot(pair.step, direction) / pair.curvature
            weights.append(weight)
            for index in direction.indices { direction[index] -= weight * pair.change[index] }
        }
        if let last = pairs.last {
            let scale = last.curvature / dot(last.change, last.change)
            for index in direction.indices { direction[index] *= scale }
        }
        for (pair, weight) in zip(pairs, weights.reversed()) {
            let correction = weight - dot(pair.change, direction) / pair.curvature
            for index in direction.indices { direction[index] += correction * pair.step[index] }
        }
        for index in absolutePenalty.indices where absolutePenalty[index] > 0 && direction[index] * steepest[index] < 0 {
            direction[index] = 0
        }
        return direction
    }

    private mutating func remember(_ newPoint: [Double], _ newGradient: [Double]) {
        let step = zip(newPoint, point).map { $0 - $1 }
        let change = zip(newGradient, gradient).map { $0 - $1 }
        let curvature = dot(step, change)
        guard curvature > 1e-10 * dot(change, change).squareRoot() * dot(step, step).squareRoot() else { return }
        pairs.append(Pair(step: step, change: change, curvature: curvature))
        if pairs.count > Self.memory { pairs.removeFirst() }
    }

    private func dot(_ a: [Double], _ b: [Double]) -> Double {
        a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                var sum = SIMD8<Double>.zero
                var index = 0
                while index + 8 <= a.count {
                    for lane in 0..<8 { sum[lane] += a[index + lane] * b[index + lane] }
                    index += 8
                }
                var total = sum.sum()
                while index < a.count {
                    total += a[index] * b[index]
                    index += 1
                }
                return total
            }
        }
    }
}
