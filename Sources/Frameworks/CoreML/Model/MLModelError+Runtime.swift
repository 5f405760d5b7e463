import CoreMLRuntime
import CoreMLSpecification
import Foundation

extension MLModelError {
    /// An error of loading the model called `name`.
    init(loading name: String, _ error: any Error) {
        switch error {
        case let error as MLModelError:
            self.init(error.code, "\(name): \(error.localizedDescription)", underlying: error)
        case let error as SpecificationError:
            self.init(.io, "\(name): \(error.reason(inModel: name)).", underlying: error)
        default:
            self.init(.generic, "\(name): \(error).", underlying: error)
        }
    }

    /// Wraps an error of a prediction. `subject` is the name of the model in messages.
    init(predicting error: any Error, using subject: String) {
        switch error {
        case let error as MLModelError: self = error
        case is CancellationError: self = .cancelledPrediction
        case RuntimeError.invalidInput(let reason): self.init(.featureType, "\(reason).", underlying: error)
        default: self.init(.generic, "Unable to compute the prediction using \(subject): \(error).", underlying: error)
        }
    }
}

extension SpecificationError {
    /// The reason of an error. It names the file if the file is inside the model's folder, such as a weight file.
    func reason(inModel name: String) -> String {
        guard let path, let folder = path.range(of: "/\(name)/", options: .backwards) else { return reason }
        return "the file \(path[folder.upperBound...]) \(reason)"
    }
}
