import CoreMedia
import Foundation
import Locks

/// Passes frames to a writer. A frame is encoded when it is appended. The encoders use several threads.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    /// The media type. A writer accepts only video.
    public let mediaType: AVMediaType
    /// The settings of the encoding, as passed to the initialiser.
    public let outputSettings: [String: Any]?
    /// The format of the frames that follow. It has no effect, because the first frame determines the format.
    public let sourceFormatHint: CMFormatDescription?
    private let state = Locked(State())

    private struct State {
        weak var writer: AVAssetWriter?
        var isFinished = false
        var expectsMediaDataInRealTime = false
        var transform = CGAffineTransform.identity
        var mediaTimeScale: CMTimeScale = 0
    }

    /// - Parameters:
    ///   - outputSettings: `AVVideoCodecKey`, by default H.264; `AVVideoWidthKey` and `AVVideoHeightKey`, by default the first frame's size; and
    ///     `AVVideoCompressionPropertiesKey`. Frames of another size are scaled. H.264 and HEVC need even sizes.
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
        self.mediaType = mediaType
        self.outputSettings = outputSettings
        self.sourceFormatHint = sourceFormatHint
        super.init()
    }

    /// An input without a hint about the format of the frames.
    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
    }

    /// Whether frames arrive in real time. The value is stored, but has no effect, because each frame is encoded when it is appended.
    public var expectsMediaDataInRealTime: Bool {
        get { state.withLock { $0.expectsMediaDataInRealTime } }
        set { state.withLock { $0.expectsMediaDataInRealTime = newValue } }
    }

    /// The transform that players apply to the frames.
    public var transform: CGAffineTransform {
        get { state.withLock { $0.transform } }
        set { state.withLock { $0.transform = newValue } }
    }

    /// The file's number of time units per second. The default, 0, means the timescale of the first frame's time, but at least 600.
    public var mediaTimeScale: CMTimeScale {
        get { state.withLock { $0.mediaTimeScale } }
        set { state.withLock { $0.mediaTimeScale = newValue } }
    }

    func attach(to writer: AVAssetWriter) { state.withLock { $0.writer = writer } }

    var writer: AVAssetWriter? { state.withLock { $0.writer } }

    /// Whether frames can be appended: `true` while the writer is writing, until the input is finished.
    public var isReadyForMoreMediaData: Bool {
        let (writer, isFinished) = state.withLock { ($0.writer, $0.isFinished) }
        return !isFinished && writer?.status == .writing
    }

    /// Calls `block` on a queue. The block must append frames as long as ``isReadyForMoreMediaData`` is `true` and it has frames.
    public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {
        nonisolated(unsafe) let block = block
        queue.async { block() }
    }

    /// Encodes a frame at its presentation time.
    ///
    /// - Returns: whether the frame was encoded. If it was not, the writer's `error` is the reason.
    public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return false }
        return append(buffer, at: CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
    }

    func append(_ buffer: CVPixelBuffer, at time: CMTime) -> Bool {
        guard isReadyForMoreMediaData else { return false }
        return writer?.append(buffer, at: time, from: self) ?? false
    }

    /// Marks the end of the input. No more frames follow.
    public func markAsFinished() { state.withLock { $0.isFinished = true } }
}

/// Appends pixel buffers to an input, and provides a pool of buffers to draw into.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
    /// The input to which frames are appended.
    public let assetWriterInput: AVAssetWriterInput
    /// The attributes of the pool's buffers, as passed to the initialiser.
    public let sourcePixelBufferAttributes: [String: Any]?
    private let pool: CVPixelBufferPool?

    /// - Parameter sourcePixelBufferAttributes: the format and size of the buffers of ``pixelBufferPool``.
    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
        assetWriterInput = input
        self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
        var attributes = sourcePixelBufferAttributes ?? [:]
        for (key, setting) in [(kCVPixelBufferWidthKey, AVVideoWidthKey), (kCVPixelBufferHeightKey, AVVideoHeightKey)]
        where attributes[key] == nil {
            attributes[key] = input.outputSettings?[setting]
        }
        if attributes[kCVPixelBufferPixelFormatTypeKey] == nil { attributes[kCVPixelBufferPixelFormatTypeKey] = kCVPixelFormatType_32BGRA }
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
        self.pool = pool
        super.init()
    }

    /// A pool of buffers of the input's size; `nil` before writing has started, or if the size is not known.
    public var pixelBufferPool: CVPixelBufferPool? { assetWriterInput.writer?.status == .writing ? pool : nil }

    /// Encodes a picture at a time, which must be after the time of the previous picture.
    ///
    /// - Returns: whether the picture was encoded. If it was not, the writer's `error` is the reason.
    public func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
        assetWriterInput.append(pixelBuffer, at: presentationTime)
    }
}
