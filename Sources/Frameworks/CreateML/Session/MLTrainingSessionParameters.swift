import Foundation

/// The parameters of a session: its folder, and the intervals of its reports and checkpoints.
public struct MLTrainingSessionParameters: Sendable {
    /// The session folder, which keeps the session's data and parameters, the features of images, and checkpoints. An interrupted training, whatever
    /// the cause, resumes from the last checkpoint and ends with the same model. If it is `nil`, nothing is kept.
    public let sessionDirectory: URL?
    /// The number of iterations between two reports of progress.
    public var reportInterval: Int
    /// The number of iterations from one checkpoint to the next. There is also a checkpoint at the end.
    public var checkpointInterval: Int
    /// The maximum number of iterations of a session.
    public var iterations: Int

    /// Makes the parameters of a session.
    ///
    /// - Parameters:
    ///   - sessionDirectory: the folder that keeps the session, so that it can be resumed after an interruption; `nil` to keep nothing.
    ///   - reportInterval: the number of iterations from one report of progress to the next.
    ///   - checkpointInterval: the number of iterations from one checkpoint to the next.
    ///   - iterations: the maximum number of iterations of a session.
    public init(sessionDirectory: URL? = nil, reportInterval: Int = 5, checkpointInterval: Int = 10, iterations: Int = 1000) {
        self.sessionDirectory = sessionDirectory
        self.reportInterval = reportInterval
        self.checkpointInterval = checkpointInterval
        self.iterations = iterations
    }
}
