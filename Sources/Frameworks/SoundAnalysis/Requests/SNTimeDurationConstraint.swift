import CoreMedia

/// The durations of a window that a request accepts.
public enum SNTimeDurationConstraint: Hashable, Sendable {
    /// One of several durations.
    case enumeratedDurations([CMTime])
    /// Any duration in a range.
    case durationRange(CMTimeRange)
}
