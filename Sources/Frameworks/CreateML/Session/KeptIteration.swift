/// The iteration from which the model of a training is taken, and the reason.
package struct KeptIteration: Sendable, Equatable, CustomStringConvertible {
    package enum Reason: Sendable, Equatable {
        /// The iteration was the last of the requested number of iterations.
        case limit
        /// No further step made the loss smaller.
        case converged
        /// The validation loss was lowest in this iteration, and did not fall below it in the next `patience` iterations.
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
    /// The best iteration, if validation has ended the training; otherwise `nil`.
    func kept(of last: Int) -> KeptIteration? {
        guard hasStopped, let bestLoss else { return nil }
        return KeptIteration(iteration: bestIteration, last: last, reason: .validation(loss: bestLoss, patience: last - bestIteration))
    }
}
