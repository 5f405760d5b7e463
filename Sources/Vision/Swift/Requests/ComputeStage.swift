/// A part of a request's work that may run on a device of its own.
public enum ComputeStage: Codable, Equatable, Hashable, Sendable {
    /// The request's main work.
    case main
    /// What turns the result of the main work into observations.
    case postProcessing
}
