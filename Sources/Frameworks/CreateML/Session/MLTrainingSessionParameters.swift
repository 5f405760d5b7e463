import Foundation

/// The parameters of a session: the folder, and the intervals of reports and checkpoints.
public struct MLTrainingSessionParameters: Sendable {
    /// The session folder. It stores the session's data and parameters, the features of images, and checkpoints. An interrupted training, whatever
    /// the cause, resumes from the last checkpoint and ends with the same model. If the folder is `nil`, nothing is stored.
    public let sessionDirectory: URL?
    /// The number of iterations from one progress report to the next.
    public var reportInterval: Int
    /// The number of iterations from one checkpoint to the next. There is another checkpoint at the end.
    public var checkpointInterval: Int
    /// The maximum number of iterations of a session.
    public var iterations: Int

    /// Makes the parameters of a session.
    ///
    /// - Parameters:
    ///   - sessionDirectory: the folder that stores the session, so that it can be resumed after an interruption; `nil` to store nothing.
    ///   - reportInterval: the number of iterations from one progress report to the next.
    ///   - checkpointInterval: the number of iterations from one checkpoint to the next.
    ///   - iterations: the maximum number of iterations of a session.
    public init(sessionDirectory: URL? = nil, reportInterval: Int = 5, checkpointInterval: Int = 10, iterations: Int = 1000) {
        self.sessionDirectory = sessionDirectory
        self.reportInterval = reportInterval
        self.checkpointInterval = checkpointInterval
        self.iterations = iterations
    }
}
