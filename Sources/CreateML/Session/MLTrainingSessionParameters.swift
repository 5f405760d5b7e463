import Foundation

/// How a training reports and what it keeps.
public struct MLTrainingSessionParameters: Sendable {
    /// A folder that keeps the session: what it was begun with, the features of images, and checkpoints. A training that was interrupted,
    /// in whatever way, goes on from there and ends with the same model. `nil`: nothing is kept.
    public let sessionDirectory: URL?
    /// Progress is reported after so many iterations.
    public var reportInterval: Int
    /// A checkpoint is kept after so many iterations, and at the end.
    public var checkpointInterval: Int
    /// The most iterations of a session.
    public var iterations: Int

    /// A session.
    ///
    /// - Parameters:
    ///   - sessionDirectory: where it is kept, to go on from after an interruption; `nil` for nowhere.
    ///   - reportInterval: iterations from one report of progress to the next.
    ///   - checkpointInterval: iterations from one checkpoint to the next.
    ///   - iterations: the most of a session.
    public init(sessionDirectory: URL? = nil, reportInterval: Int = 5, checkpointInterval: Int = 10, iterations: Int = 1000) {
        self.sessionDirectory = sessionDirectory
        self.reportInterval = reportInterval
        self.checkpointInterval = checkpointInterval
        self.iterations = iterations
    }
}
