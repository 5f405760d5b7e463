import CFFmpeg
import CoreMedia
import Foundation

/// The information in a file's header.
struct MediaInfo: Sendable {
    let tracks: [TrackInfo]
    let containerDuration: CMTime

    /// The time until the last track ends.
    var duration: CMTime {
        let ends = tracks.filter { $0.kind != .other }.map(\.timeRange).filter(\.duration.isNumeric).map(\.end)
        return ends.max() ?? containerDuration
    }
}

/// A track, as the file's header describes it.
struct TrackInfo: Sendable {
    enum Kind: Sendable { case video, audio, other }

    let kind: Kind
    /// The index of the track in the file.
    let stream: Int32
    let identifier: CMPersistentTrackID
    let codec: FourCharCode
    let codecName: String
    let dimensions: CMVideoDimensions
    /// The length of a tick of the track's clock is `ticksPerUnit / timescale` seconds.
    let timescale: CMTimeScale
    let ticksPerUnit: Int64
    let timeRange: CMTimeRange
    /// The average number of frames per second; 0 if it is unknown.
    let frameRate: Double
    /// The number of frames according to the header; 0 if the header does not contain it.
    let frameCount: Int
    let bitRate: Int64
    let reordersFrames: Bool
    let isDecodable: Bool
    let pixelAspect: CGFloat
    let transform: CGAffineTransform

    init(_ info: CFFmpegStreamInfo, stream: Int32) {
        self.stream = stream
        kind = info.kind == CFFmpegKindVideo ? .video : info.kind == CFFmpegKindAudio ? .audio : .other
        identifier = info.identifier
        codec = info.codec
        codecName = withUnsafeBytes(of: info.codecName) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        dimensions = CMVideoDimensions(width: info.width, height: info.height)
        timescale = max(info.timeBase.denominator, 1)
        ticksPerUnit = Int64(max(info.timeBase.numerator, 1))
        frameRate = info.averageFrameRate.quotient ?? 0
        frameCount = Int(clamping: info.frameCount)
        bitRate = info.bitRate
        reordersFrames = info.reordersFrames != 0
        isDecodable = info.isDecodable != 0
        pixelAspect = CGFloat(info.pixelAspect.quotient ?? 1)
        let (scale, ticks) = (timescale, ticksPerUnit)
        func time(_ value: Int64) -> CMTime? {
            value == CFFMPEG_NO_TIME ? nil : CMTime(value: value.multipliedReportingOverflow(by: ticks).partialValue, timescale: scale)
        }
        timeRange = CMTimeRange(start: time(info.startTime) ?? .zero, duration: time(info.duration) ?? .indefinite)
        transform = Self.transform(info.transform, dimensions)
    }

    /// The transform from the stored picture to the displayed picture, with the origin at the upper left.
    private static func transform(_ m: (Double, Double, Double, Double), _ size: CMVideoDimensions) -> CGAffineTransform {
        var result = CGAffineTransform(a: CGFloat(m.0), b: CGFloat(m.1), c: CGFloat(m.2), d: CGFloat(m.3), tx: 0, ty: 0)
        let box = CGRect(x: 0, y: 0, width: CGFloat(size.width), height: CGFloat(size.height)).applying(result)
        (result.tx, result.ty) = (-box.minX, -box.minY)
        return result
    }

    /// The EXIF orientation of the stored frames, 1 to 8. The transform is a rotation by a multiple of 90°, with or without a reflection.
    var orientation: Int {
        switch (transform.a.rounded(), transform.b.rounded(), transform.c.rounded(), transform.d.rounded()) {
        case (-1, 0, 0, 1): 2
        case (-1, 0, 0, -1): 3
        case (1, 0, 0, -1): 4
        case (0, 1, 1, 0): 5
        case (0, 1, -1, 0): 6
        case (0, -1, -1, 0): 7
        case (0, -1, 1, 0): 8
        default: 1
        }
    }

    func time(_ ticks: Int64) -> CMTime {
        CMTime(value: ticks.multipliedReportingOverflow(by: ticksPerUnit).partialValue, timescale: timescale)
    }

    /// The duration of a frame at the average frame rate; invalid if the rate is unknown.
    var nominalFrameDuration: CMTime {
        guard frameRate > 0 else { return .invalid }
        return CMTime(value: max(Int64((Double(timescale) / frameRate).rounded()), 1), timescale: timescale)
    }
}

extension CFFmpegRational {
    /// The quotient of the fraction; `nil` if it is not positive.
    var quotient: Double? { numerator > 0 && denominator > 0 ? Double(numerator) / Double(denominator) : nil }
}
