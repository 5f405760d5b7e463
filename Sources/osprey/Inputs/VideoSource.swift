import AVFoundation
import Foundation
import ImageIO
import Vision

/// A frame of a video.
struct VideoFrame: Sendable {
    /// The frame's place, from 0.
    let number: Int
    /// The stored pixels and the time at which they are shown.
    let sample: CMSampleBuffer
    /// How the stored pixels are turned to stand upright.
    let orientation: CGImagePropertyOrientation

    var time: CMTime { CMSampleBufferGetPresentationTimeStamp(sample) }

    /// The upright frame's size in pixels.
    var size: CGSize {
        guard let buffer = CMSampleBufferGetImageBuffer(sample) else { return .zero }
        let (width, height) = (CGFloat(CVPixelBufferGetWidth(buffer)), CGFloat(CVPixelBufferGetHeight(buffer)))
        return orientation.rawValue >= 5 ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }
}

/// The frames of a video file or of a folder of numbered pictures, one after the other. They are decoded ahead on a thread of their own; the
/// pixels are only to be read.
final class VideoSource {
    /// What a verb's help says of VIDEO.
    static let help = "VIDEO is a video file, or a folder of numbered pictures."
    static let options: [Command.Option] = [
        .value("--fps", "N", "frames a second of a folder of pictures (30 where not given)")
    ]

    /// As the command line names it.
    let name: String
    /// How many frames to expect; nil where nobody knows.
    let expectedFrameCount: Int?
    private let nextSample: () throws -> (CMSampleBuffer, CGImagePropertyOrientation)?
    private var count = 0

    /// Opens the video that `name` is.
    ///
    /// - Throws: an error that names what cannot be read.
    init(_ name: String, _ arguments: Arguments) throws {
        self.name = name
        let frameRate = try arguments.number("--fps", in: 0.001...100_000)
        var status = stat()
        if stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            let pictures = try NumberedPictures(inFolder: name, frameRate: frameRate ?? 30)
            expectedFrameCount = pictures.count
            nextSample = { try pictures.next() }
        } else {
            guard frameRate == nil else { throw UsageError("--fps is for a folder of pictures; '\(name)' is none") }
            let file = try VideoFile(name)
            expectedFrameCount = file.expectedFrameCount
            nextSample = { try file.next() }
        }
    }

    /// The next frame; nil after the last one.
    ///
    /// - Throws: what is wrong with the video, after its good frames.
    func next() throws -> VideoFrame? {
        guard let (sample, orientation) = try nextSample() else { return nil }
        defer { count += 1 }
        return VideoFrame(number: count, sample: sample, orientation: orientation)
    }
}

/// The first video track of a file.
private final class VideoFile {
    let expectedFrameCount: Int?
    private let reader: AVAssetReader
    private let output: AVAssetReaderTrackOutput
    private let orientation: CGImagePropertyOrientation

    init(_ path: String) throws {
        let asset = AVURLAsset(url: URL(fileURLWithPath: path))
        reader = try AVAssetReader(asset: asset)
        guard let track = asset.tracks(withMediaType: .video).first else {
            throw InputError(description: "\(path): there is no video in it")
        }
        output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        orientation = CGImagePropertyOrientation(rawValue: UInt32(track.orientation)) ?? .up
        expectedFrameCount = track.estimatedFrameCount
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? InputError(description: "\(path): cannot be read") }
    }

    func next() throws -> (CMSampleBuffer, CGImagePropertyOrientation)? {
        if let sample = output.copyNextSampleBuffer() { return (sample, orientation) }
        if let error = reader.error { throw error }
        return nil
    }
}
