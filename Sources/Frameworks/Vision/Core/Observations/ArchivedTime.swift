import CoreMedia

/// The archived form of a `CMTime`.
struct ArchivedTime: Codable {
    let value: Int64
    let timescale: Int32
    let flags: UInt32
    let epoch: Int64

    init(_ time: CMTime) {
        (value, timescale, flags, epoch) = (time.value, time.timescale, time.flags.rawValue, time.epoch)
    }

    var time: CMTime { CMTime(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch) }
}

/// The archived form of a `CMTimeRange`.
struct ArchivedTimeRange: Codable {
    let start: ArchivedTime
    let duration: ArchivedTime

    init(_ range: CMTimeRange) {
        start = ArchivedTime(range.start)
        duration = ArchivedTime(range.duration)
    }

    var range: CMTimeRange { CMTimeRange(start: start.time, duration: duration.time) }
}
