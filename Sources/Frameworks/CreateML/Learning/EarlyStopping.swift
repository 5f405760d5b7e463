/// A rule that ends a training when the loss on the validation examples no longer improves.
struct EarlyStopping: Codable, Equatable, Sendable {
    /// The number of iterations without a new lowest loss after which training ends.
    let patience: Int
    /// The least loss so far; `nil` before the first measurement.
    private(set) var bestLoss: Double?
    private(set) var bestIteration = 0
    /// Whether training has ended because the loss no longer improves.
    private(set) var hasStopped = false

    /// A rule for a training with a maximum number of iterations. The patience is a quarter of this number, but at least ten.
    init(iterationLimit: Int) { patience = max(10, iterationLimit / 4) }

    init(iterationLimit: Int, bestLoss: Double, bestIteration: Int, hasStopped: Bool) {
        self.init(iterationLimit: iterationLimit)
        self.bestLoss = bestIteration == 0 ? nil : bestLoss
        (self.bestIteration, self.hasStopped) = (bestIteration, hasStopped)
    }

    /// Whether this state is possible after an iteration. A state that was read from a file may be invalid.
    func fits(_ iteration: Int) -> Bool { iteration >= 0 && (0...iteration).contains(bestIteration) }

    /// Records the validation loss after an iteration.
    ///
    /// - Returns: whether it is the lowest loss so far.
    mutating func observe(_ loss: Double, at iteration: Int) -> Bool {
        guard loss < bestLoss ?? .infinity else {
            hasStopped = iteration - bestIteration >= patience
            return false
        }
        (bestLoss, bestIteration) = (loss, iteration)
        return true
    }
}
