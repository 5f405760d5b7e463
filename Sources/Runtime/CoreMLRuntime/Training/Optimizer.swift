/// The method by which parameters are updated from their gradients.
package struct OptimizerSettings: Sendable, Codable, Equatable {
    package enum Method: Sendable, Codable, Equatable {
        /// Gradient descent: `v = momentum · v + g; w −= rate · v`. With `nesterov`, the second step is `w −= rate · (g + momentum · v)`.
        case descent(momentum: Float, nesterov: Bool = false)
        /// Adam, as Kingma and Ba describe it in "Adam: a method for stochastic optimization", 2015.
        case adam(beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8)
    }

    package var method: Method
    /// The weight decay. For descent, `weightDecay · w` is added to the gradient. For Adam, `rate · weightDecay · w` is subtracted from the
    /// parameter, as in Loshchilov and Hutter, "Decoupled weight decay regularization", 2019.
    package var weightDecay: Float
    /// The largest norm of the gradients of all parameters together. Gradients above this norm are scaled down to it.
    package var gradientNormLimit: Float?

    package init(_ method: Method, weightDecay: Float = 0, gradientNormLimit: Float? = nil) {
        self.method = method
        self.weightDecay = weightDecay
        self.gradientNormLimit = gradientNormLimit
    }
}

/// Updates parameters from their gradients. Keeps the state that the method needs for each parameter.
package final class Optimizer {
    package var settings: OptimizerSettings
    /// The number of updates made.
    package internal(set) var stepCount = 0
    /// The state for each trained parameter: the momentum of descent, or the two moments of Adam.
    private(set) var state: [String: [Tensor]] = [:]
    private let parameters: TrainingParameters
    private let threads: Int

    package init(_ settings: OptimizerSettings, _ parameters: TrainingParameters, threads: Int = 1) {
        self.settings = settings
        self.parameters = parameters
        self.threads = threads
        let count = if case .adam = settings.method { 2 } else { 1 }
        for name in parameters.names(.trained) {
            guard let type = parameters[name]?.type else { continue }
            state[name] = (0..<count).map { _ in
                let tensor = Tensor(uninitialized: type)
                tensor.clear()
                return tensor
            }
        }
    }

    /// Updates every trained parameter.
    ///
    /// - Parameter scale: a factor of the gradients, such as 1 / n for a sum over n batches.
    /// - Throws: `RuntimeError.failed` if gradients are not finite. The parameters are then unchanged.
    package func update(_ gradients: [String: Tensor], rate: Float, scale: Float = 1) throws {
        let norm = (squaredNorm(gradients)).squareRoot() * Double(abs(scale))
        guard norm.isFinite else { throw RuntimeError.failed("the gradients are not finite") }
        var scale = scale
        if let limit = settings.gradientNormLimit, norm > Double(limit), norm > 0 { scale *= limit / Float(norm) }
        stepCount += 1
        for name in parameters.names(.trained) {
            guard let entry = parameters.entries[name], let gradient = gradients[name], let state = state[name] else { continue }
            let (decay, rate) = (entry.decays ? settings.weightDecay : 0, rate * entry.rateScale)
            switch settings.method {
            case .descent(let momentum, let nesterov):
                descend(entry.tensor, gradient, state[0], rate, scale, momentum, nesterov, decay)
            case .adam(let beta1, let beta2, let epsilon):
                adapt(entry.tensor, gradient, state, rate, scale, beta1, beta2, epsilon, decay)
            }
        }
    }

    /// The squared norm of all gradients. The sum is computed in double precision, in the order of the parameters' names. It is therefore
    /// the same for any number of threads.
    private func squaredNorm(_ gradients: [String: Tensor]) -> Double {
        var total = 0.0
        for name in parameters.names(.trained) {
            guard let values = gradients[name]?.floats else { continue }
            for value in values { total += Double(value) * Double(value) }
        }
        return total
    }

    private func descend(
        _ parameter: Tensor, _ gradient: Tensor, _ velocity: Tensor, _ rate: Float, _ scale: Float, _ momentum: Float, _ nesterov: Bool,
        _ decay: Float
    ) {
        let (w, g, v) = (parameter.floatPointer, gradient.floatPointer, velocity.floatPointer)
        ParallelLoop.run(parameter.count, threads: threads) { range in
            for index in range {
                let slope = g[index] * scale + decay * w[index]
                v[index] = momentum * v[index] + slope
                w[index] -= rate * (nesterov ? slope + momentum * v[index] : v[index])
            }
        }
    }

    private func adapt(
        _ parameter: Tensor, _ gradient: Tensor, _ state: [Tensor], _ rate: Float, _ scale: Float, _ beta1: Float, _ beta2: Float,
        _ epsilon: Float, _ decay: Float
    ) {
        let (w, g, m, v) = (parameter.floatPointer, gradient.floatPointer, state[0].floatPointer, state[1].floatPointer)
        let (bias1, bias2) = (1 - Power.apply(beta1, Float(stepCount)), 1 - Power.apply(beta2, Float(stepCount)))
        let root = bias2.squareRoot()
        ParallelLoop.run(parameter.count, threads: threads) { range in
            for index in range {
                let slope = g[index] * scale
                m[index] = beta1 * m[index] + (1 - beta1) * slope
                v[index] = beta2 * v[index] + (1 - beta2) * slope * slope
                w[index] -= rate * (decay * w[index] + (m[index] / bias1) / (v[index].squareRoot() / root + epsilon))
            }
        }
    }
}
