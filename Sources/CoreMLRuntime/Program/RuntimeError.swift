/// Why a model could not be read, planned or run. The message names the model part concerned.
package enum RuntimeError: Error, Equatable, CustomStringConvertible {
    /// The model contradicts itself or the format: a missing weight, a wrong count, a shape that does not fit.
    case invalidModel(String)
    /// The model is sound, but this version of the runtime lacks what it asks for.
    case unsupported(String)
    /// The caller's values do not fit the model's inputs.
    case invalidInput(String)
    /// A shape depends on a value that is only known while the program runs.
    case dependsOnValue(String)
    /// A library behind a shim refused; carries its status.
    case failed(String)

    package var description: String {
        switch self {
        case .invalidModel(let reason), .unsupported(let reason), .invalidInput(let reason), .failed(let reason): reason
        case .dependsOnValue(let argument): "the shape depends on the value of \(argument)"
        }
    }
}
