import Foundation

/// How a training reports and what it keeps.
public struct MLTrainingSessionParameters: Sendable {
    /// A folder that keeps the features of images, so that a training that was interrupted goes on where it was, and one on the same images
    /// starts at once. Nil: nothing is kept.
    public let sessionDirectory: URL?
    public var reportInterval: Int
    public var checkpointInterval: Int
    public var iterations: Int

    public init(sessionDirectory: URL? = nil, reportInterval: Int = 5, checkpointInterval: Int = 10, iterations: Int = 1000) {
        self.sessionDirectory = sessionDirectory
        self.reportInterval = reportInterval
        self.checkpointInterval = checkpointInterval
        self.iterations = iterations
    }
}
