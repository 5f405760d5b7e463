import CoreMedia
import Foundation
import Locks

/// Writes frames into a video file.
///
/// If the disk is full, or the file cannot be written for another reason, appending fails. ``status`` is then `failed`, and ``error`` is
/// the reason. Finishing still completes the file with the frames that have been written, so that the file can be played.
open class AVAssetWriter: NSObject, @unchecked Sendable {
    /// The state of writing.
    public enum Status: Int, Sendable {
        /// Writing has not started.
        case unknown = 0
        /// Frames can be appended.
        case writing = 1
        /// The file is complete.
        case completed = 2
        /// A frame could not be written. ``AVAssetWriter/error`` is the reason.
        case failed = 3
        /// Writing was cancelled, and the file has been removed.
        case cancelled = 4
    }

    /// The URL of the file.
    public let outputURL: URL
    /// The type of the file.
    public let outputFileType: AVFileType
    private let state = Locked(State())

    private struct State {
        var status = Status.unknown
        var error: (any Error)?
        var inputs: [AVAssetWriterInput] = []
        var sessionStart: CMTime?
        var encoder: VideoEncoder?
        var isFinished = false
        var fragmentInterval = CMTime.invalid
    }

    /// - Throws: ``AVError`` if the file already exists, or if files of the type cannot be written. `.mov`, `.mp4` and `.m4v` can be written.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard outputURL.isFileURL else { throw AVError(.exportFailed, "\(outputURL.absoluteString): only files can be written") }
        guard [.mov, .mp4, .m4v].contains(outputFileType) else {
            throw AVError(.exportFailed, "\(outputURL.path): files of type \(outputFileType.rawValue) cannot be written")
        }
        guard !FileManager.default.fileExists(atPath: outputURL.path) else {
            throw AVError(.fileAlreadyExists, "\(outputURL.path): there is a file already")
        }
        self.outputURL = outputURL
        self.outputFileType = outputFileType
        super.init()
    }

    /// A writer of a file. Throws an ``AVError`` if the file already exists, or if files of the type cannot be written.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    /// The duration of the fragments in which video is written. If the program ends before the file is complete, the file can be played up
    /// to the end of the last complete fragment. The initial value is invalid: the file is then written without fragments, and can be
    /// played only if it is complete. The duration must be set before writing starts.
    public var movieFragmentInterval: CMTime {
        get { state.withLock { $0.fragmentInterval } }
        set { state.withLock { $0.fragmentInterval = newValue } }
    }

    /// The state of writing.
    public var status: Status { state.withLock { $0.status } }
    /// The reason why writing failed; `nil` if it has not failed.
    public var error: (any Error)? { state.withLock { $0.error } }
    /// The writer's inputs: one input, if it has been added.
    public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }
    /// The media types that can be written: only video.
    public var availableMediaTypes: [AVMediaType] { [.video] }

    /// Whether the writer supports an input with these settings.
    public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        mediaType == .video && (try? VideoSettings(outputSettings)) != nil
    }

    /// Whether an input can be added. It must be a video input, and the only input of the writer.
    public func canAdd(_ input: AVAssetWriterInput) -> Bool {
        state.withLock { $0.status == .unknown && $0.inputs.isEmpty }
            && canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
    }

    /// Adds an input. If ``canAdd(_:)`` returns `false` for it, the program stops.
    public func add(_ input: AVAssetWriterInput) {
        precondition(canAdd(input), "an input was added that cannot be added to this writer")
        state.withLock { $0.inputs.append(input) }
        input.attach(to: self)
    }

    /// Prepares the writer. The file itself is created with the first frame, because the size of the video may depend on that frame.
    @discardableResult
    public func startWriting() -> Bool {
        state.withLock { state in
            guard state.status == .unknown else { return false }
            guard !state.inputs.isEmpty else {
                state.status = .failed
                state.error = AVError(.operationNotAllowed, "\(outputURL.path): the writer has no input")
                return false
            }
            state.status = .writing
            return true
        }
    }

    /// Sets the frame time at which the file begins. Frames before this time are not written.
    public func startSession(atSourceTime startTime: CMTime) { state.withLock { $0.sessionStart = startTime } }

    /// Marks the time of the last frame. It has no effect.
    public func endSession(atSourceTime endTime: CMTime) {}

    /// Stops writing and removes the file.
    public func cancelWriting() {
        state.withLock { state in
            guard state.status == .writing else { return }
            state.status = .cancelled
            guard let encoder = state.encoder else { return }
            encoder.cancel()
            state.encoder = nil
            try? FileManager.default.removeItem(at: outputURL)
        }
    }

    /// Completes the file. Afterwards ``status`` tells whether it is complete.
    public func finishWriting() async {
        await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
    }

    /// Completes the file on another thread, and calls `handler` there.
    public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async {
            try? self.complete()
            handler()
        }
    }

    /// Completes the file.
    ///
    /// - Throws: the writer's ``error``.
    package func complete() throws {
        state.withLock { state in
            guard !state.isFinished, state.status == .writing || state.status == .failed else { return }
            state.isFinished = true
            do {
                try state.encoder?.finish()
                if state.status == .writing, state.encoder == nil {
                    throw AVError(.noDataCaptured, "\(outputURL.path): no frame was written")
                }
                if state.status == .writing { state.status = .completed }
            } catch {
                if state.status == .writing { (state.status, state.error) = (.failed, error) }
            }
            state.encoder = nil
        }
        if let error { throw error }
    }

    /// Writes a frame of the input.
    func append(_ buffer: CVPixelBuffer, at time: CMTime, from input: AVAssetWriterInput) -> Bool {
        state.withLock { state in
            guard state.status == .writing else { return false }
            do {
                guard time.isNumeric else { throw AVError(.exportFailed, "\(outputURL.path): a frame has no time") }
                let start = state.sessionStart ?? time
                if state.sessionStart == nil { state.sessionStart = start }
                guard time >= start else { return true }
                let encoder = try state.encoder ?? makeEncoder(for: input, first: buffer, at: time, state.fragmentInterval)
                state.encoder = encoder
                let ticks = CMTimeConvertScale(time - start, timescale: encoder.timescale, method: .roundHalfAwayFromZero)
                try encoder.append(buffer, at: ticks.value)
                return true
            } catch {
                (state.status, state.error) = (.failed, error)
                return false
            }
        }
    }

    private func makeEncoder(
        for input: AVAssetWriterInput, first buffer: CVPixelBuffer, at time: CMTime, _ fragmentInterval: CMTime
    ) throws -> VideoEncoder {
        let settings = try VideoSettings(input.outputSettings)
        let timescale = input.mediaTimeScale > 0 ? input.mediaTimeScale : max(time.timescale, 600)
        return try VideoEncoder(
            outputURL, outputFileType, settings, width: settings.width ?? CVPixelBufferGetWidth(buffer),
            height: settings.height ?? CVPixelBufferGetHeight(buffer), timescale: timescale, transform: input.transform,
            fragmentInterval: fragmentInterval)
    }
}
