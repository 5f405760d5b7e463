/// A part of a request's work that can be assigned to a device.
public enum ComputeStage: Codable, Equatable, Hashable, Sendable {
    /// The request's main work.
    case main
    /// The conversion of the main work's result to observations.
    case postProcessing
}
