/// The iteration whose weights are those of the trained model, and the reason for the choice.
package struct KeptIteration: Sendable, Equatable, CustomStringConvertible {
    package enum Reason: Sendable, Equatable {
        /// The iteration was the last of the requested iterations.
        case limit
        /// No further step made the loss smaller.
        case converged
        /// The iteration had the lowest validation loss. The loss was not lower in the next `patience` iterations.
        case validation(loss: Double, patience: Int)
    }

    package let iteration: Int
    package let last: Int
    package let reason: Reason

    package var description: String {
        switch reason {
        case .limit: "the model is of iteration \(last), the last that was asked for"
        case .converged: "the model is of iteration \(last), after which nothing made the loss smaller"
        case .validation(let loss, let patience):
            "the model is of iteration \(iteration) of \(last): the validation loss was least there, "
                + "\(Self.rounded(loss)), and not less in the \(patience) iterations after it"
        }
    }

    private static func rounded(_ loss: Double) -> String { "\((loss * 10_000).rounded() / 10_000)" }
}

extension EarlyStopping {
    /// If validation has ended the training, the iteration with the lowest validation loss; `nil` in other cases.
    func kept(of last: Int) -> KeptIteration? {
        guard hasStopped, let bestLoss else { return nil }
        return KeptIteration(iteration: bestIteration, last: last, reason: .validation(loss: bestLoss, patience: last - bestIteration))
    }
}
