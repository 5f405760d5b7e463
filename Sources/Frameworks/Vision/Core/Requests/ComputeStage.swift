/// A part of a request's work that can be assigned to a device.
public enum ComputeStage: Codable, Equatable, Hashable, Sendable {
    /// The request's main work.
    case main
    /// What turns the result of the main work into observations.
    case postProcessing
}
