import AVFoundation
import ImageIO
import VisionRuntime

/// The frames of a video file, rotated upright. A separate thread decodes them in advance.
final class VideoFrames {
    private let reader: AVAssetReader
    private let output: AVAssetReaderTrackOutput
    private let orientation: CGImagePropertyOrientation?
    private let path: String
    /// The range of the file that is read.
    let timeRange: CMTimeRange

    /// Opens a video file.
    ///
    /// - Parameter timeRange: the range of times in which the frames to read begin; `nil` for all frames.
    /// - Throws: `VisionFailure`.
    init(_ url: URL, _ timeRange: CMTimeRange?) throws {
        path = url.path
        let asset = AVURLAsset(url: url)
        do {
            reader = try AVAssetReader(asset: asset)
        } catch {
            throw VisionFailure(.ioError, reason(of: error), underlying: error)
        }
        guard let track = asset.tracks(withMediaType: .video).first else {
            throw VisionFailure(.invalidImage, "\(url.path): there is no video in it")
        }
        let whole = CMTimeRange(start: track.timeRange.start, end: asset.duration.isNumeric ? asset.duration : .positiveInfinity)
        if let timeRange {
            guard timeRange.start.isNumeric, timeRange.duration > .zero else {
                throw VisionFailure(.invalidArgument, "\(url.path): the time range \(timeRange) holds nothing")
            }
            reader.timeRange = timeRange
            self.timeRange = whole.intersection(timeRange)
        } else {
            self.timeRange = whole
        }
        output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        orientation = CGImagePropertyOrientation(rawValue: UInt32(track.orientation))
        reader.add(output)
        guard reader.startReading() else { throw failure }
    }

    /// The next frame and its time; `nil` at the end.
    ///
    /// - Throws: `VisionFailure`. In a damaged file, it is thrown after the last intact frame.
    func next() throws -> (frame: Frame, time: CMTime)? {
        guard let sample = output.copyNextSampleBuffer() else {
            if reader.status == .failed { throw failure }
            return nil
        }
        return (try Frame(.sampleBuffer(sample), orientation: orientation), sample.presentationTimeStamp)
    }

    /// The fraction of the range that has been read at a frame's time, 0 to 1. It is 0 if the duration is not known.
    func progress(at time: CMTime) -> Double {
        let (done, all) = ((time - timeRange.start).seconds, timeRange.duration.seconds)
        return all.isFinite && all > 0 ? min(max(done / all, 0), 1) : 0
    }

    private var failure: VisionFailure {
        VisionFailure(.ioError, reader.error.map { reason(of: $0) } ?? "\(path): cannot be read", underlying: reader.error)
    }
}
