import AVFoundation
import Foundation
import ImageIO
import Reports

/// A copy of a video with results drawn into it. Frames are upright, at most 1,920 pixels on the longer side, and at the times of the original.
final class AnnotatedVideo {
    /// The extensions that written videos may have.
    static let extensions = ["mp4", "mov", "m4v"]

    private static let maximumSide: CGFloat = 1920
    private let url: URL
    private let writer: AVAssetWriter
    private var input: AVAssetWriterInput?
    private var adaptor: AVAssetWriterInputPixelBufferAdaptor?
    private var lastTime = CMTime.invalid

    /// - Parameters:
    ///   - inputs: the files that the verb reads.
    ///   - isLive: whether the copy, except for its last second, can be played after the program is killed.
    /// - Throws: `UsageError` if the path has the wrong extension, or is a folder or an input; `OutputError` if an existing file cannot be removed;
    ///   `AVError` if something other than a regular file exists at the path.
    init(_ path: String, inputs: [String], isLive: Bool = false) throws {
        try OutputFile.check(path, "--annotate", extensions: Self.extensions, inputs: inputs)
        url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        var status = stat()
        // A regular file is replaced. Anything else at the path is left there, and is an error.
        if lstat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, unlink(url.path) != 0 {
            throw OutputError(systemRefused: url)
        }
        writer = try AVAssetWriter(outputURL: url, fileType: url.pathExtension.lowercased() == "mov" ? .mov : .mp4)
        if isLive { writer.movieFragmentInterval = CMTime(value: 1, timescale: 1) }
    }

    /// Draws on an upright copy of the frame and encodes it.
    func write(_ frame: VideoFrame, _ draw: (inout Canvas) -> Void) throws {
        let adaptor = try adaptor ?? begin(frame)
        var buffer: CVPixelBuffer?
        if let pool = adaptor.pixelBufferPool { CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) }
        guard let buffer else { throw failure }
        var canvas = try Canvas(frame, into: buffer)
        draw(&canvas)
        // The times of a file may repeat or decrease. The times of the copy always increase.
        let step = CMTime(value: 1, timescale: 30)
        let time = lastTime.isValid && frame.time <= lastTime ? lastTime + step : frame.time
        lastTime = time
        guard adaptor.append(buffer, withPresentationTime: time) else { throw failure }
    }

    /// Completes the file. If the video has no frames, no file is written.
    func finish() throws {
        guard let input else { return }
        self.input = nil
        input.markAsFinished()
        try writer.complete()
    }

    private func begin(_ frame: VideoFrame) throws -> AVAssetWriterInputPixelBufferAdaptor {
        let size = frame.size
        let scale = min(1, Self.maximumSide / max(size.width, size.height))
        // Encoders require even sizes.
        let (width, height) = (max(Int(size.width * scale) & ~1, 2), max(Int(size.height * scale) & ~1, 2))
        let codec: AVVideoCodecType = AVVideoCodecType.h264.isAvailable ? .h264 : .jpeg
        let input = AVAssetWriterInput(
            mediaType: .video, outputSettings: [AVVideoCodecKey: codec, AVVideoWidthKey: width, AVVideoHeightKey: height])
        // The original's timescale is used, so that no time is rounded. Only the timescale of a camera's clock is replaced, because it is too fine.
        input.mediaTimeScale = frame.time.timescale > 1_000_000 ? 90_000 : frame.time.timescale
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: input, sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32RGBA])
        writer.add(input)
        guard writer.startWriting() else { throw failure }
        writer.startSession(atSourceTime: frame.time)
        self.input = input
        self.adaptor = adaptor
        return adaptor
    }

    private var failure: any Error { writer.error ?? OutputError(path: url.path, reason: "no frame can be written") }
}
