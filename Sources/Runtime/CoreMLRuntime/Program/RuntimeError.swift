/// The reason why a model could not be read, planned or run. The message names the part of the model.
package enum RuntimeError: Error, Equatable, CustomStringConvertible {
    /// The model is inconsistent or breaks the format, for example with a missing weight, a wrong count or an invalid shape.
    case invalidModel(String)
    /// The model is valid, but this version of the runtime does not support one of its features.
    case unsupported(String)
    /// The caller's values do not fit the model's inputs.
    case invalidInput(String)
    /// A shape depends on a value that is only known while the program runs.
    case dependsOnValue(String)
    /// A call of a library failed. The message has the library's status.
    case failed(String)

    package var description: String {
        switch self {
        case .invalidModel(let reason), .unsupported(let reason), .invalidInput(let reason), .failed(let reason): reason
        case .dependsOnValue(let argument): "the shape depends on the value of \(argument)"
        }
    }
}
