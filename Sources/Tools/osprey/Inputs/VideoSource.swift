import AVFoundation
import Foundation
import ImageIO
import Reports
import Vision

/// A frame of a video.
struct VideoFrame: Hashable, Sendable {
    /// The index of the frame, from 0.
    let number: Int
    /// The stored pixels and the time at which they are shown.
    let sample: CMSampleBuffer
    /// The orientation of the stored pixels.
    let orientation: CGImagePropertyOrientation

    var time: CMTime { CMSampleBufferGetPresentationTimeStamp(sample) }

    /// The upright frame's size in pixels.
    var size: CGSize {
        guard let buffer = CMSampleBufferGetImageBuffer(sample) else { return .zero }
        let (width, height) = (CGFloat(CVPixelBufferGetWidth(buffer)), CGFloat(CVPixelBufferGetHeight(buffer)))
        return orientation.rawValue >= 5 ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }

    /// Draws the upright frame over all of a raster.
    func draw(into target: MutableRaster) throws {
        guard let buffer = CMSampleBufferGetImageBuffer(sample) else { throw UnreadableImage(path: "frame \(number)") }
        let raster = try buffer.makeRaster()
        let geometry = RasterGeometry.fill(
            sourceWidth: raster.width, sourceHeight: raster.height, orientation: Int(orientation.rawValue), outputWidth: target.width,
            outputHeight: target.height)
        try resample(raster, geometry, into: target)
    }

    /// An upright copy of the frame.
    func upright() throws -> CGImage {
        let pixels = try MutableRaster(allocating: .rgba8, width: Int(size.width), height: Int(size.height))
        try draw(into: pixels)
        guard let image = CGImage(raster: pixels.raster) else { throw UnreadableImage(path: "frame \(number)") }
        return image
    }
}

/// The frames of a video file, of a folder of numbered pictures or of a camera, in order. They are decoded ahead on a thread of their own. The
/// frames' pixels are read-only.
final class VideoSource {
    /// The extensions of video files that may be among photos.
    static let extensions: Set<String> = [
        "mp4", "mov", "m4v", "mkv", "avi", "mpg", "mpeg", "webm", "ts", "mts", "m2ts", "wmv", "flv", "3gp", "ogv", "mjpeg", "y4m",
    ]

    /// The sentence that explains VIDEO in a verb's help.
    static let help = "VIDEO is a video file, a folder of numbered pictures, or a camera (/dev/video0)."
    static let options: [Command.Option] = [
        .value("--fps", "N", "frames a second of a folder of pictures (30 where not given)")
    ]

    /// The name on the command line.
    let name: String
    /// The number of frames to expect; `nil` if it is unknown.
    let expectedFrameCount: Int?
    private let nextSample: () throws -> (CMSampleBuffer, CGImagePropertyOrientation)?
    private var count = 0

    /// Opens the video file, folder of pictures or camera `name`.
    ///
    /// - Throws: an error that names the source if it cannot be read.
    convenience init(_ name: String, _ arguments: Arguments) throws {
        try self.init(name, frameRate: arguments.number("--fps", in: 0.001...100_000))
    }

    /// - Parameter frameRate: the frame rate of a folder of pictures, in frames per second.
    init(_ name: String, frameRate: Double? = nil) throws {
        self.name = name
        var status = stat()
        if stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            let pictures = try NumberedPictures(inFolder: name, frameRate: frameRate ?? 30)
            expectedFrameCount = pictures.count
            nextSample = { try pictures.next() }
        } else if let device = AVCaptureDevice(uniqueID: name) {
            let camera = try CameraFrames(device)
            expectedFrameCount = nil
            nextSample = { try camera.next() }
        } else {
            guard frameRate == nil else { throw UsageError("--fps is for a folder of pictures; '\(name)' is none") }
            let file = try VideoFile(name)
            expectedFrameCount = file.expectedFrameCount
            nextSample = { try file.next() }
        }
    }

    /// The next frame; `nil` after the last one.
    ///
    /// - Throws: the video's error, after its valid frames.
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
