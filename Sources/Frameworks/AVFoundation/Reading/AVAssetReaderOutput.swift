import CoreMedia
import Foundation
import Locks

/// An output of a reader, which returns the reader's frames.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    private let state = Locked(State())

    fileprivate struct State {
        var alwaysCopiesSampleData = false
        var stream: SampleStream?
        var hasEnded = false
        weak var reader: AVAssetReader?
    }

    /// The media type that is read: video.
    public var mediaType: AVMediaType { .video }

    /// Whether a program may modify the pixels. The default is `false`: frames may then share the decoder's memory, and are read-only.
    public var alwaysCopiesSampleData: Bool {
        get { state.withLock { $0.alwaysCopiesSampleData } }
        set { state.withLock { $0.alwaysCopiesSampleData = newValue } }
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Waits for the next frame in presentation order, with its exact time. Returns `nil` after the last frame.
    public func copyNextSampleBuffer() -> CMSampleBuffer? {
        let (stream, reader) = state.withLock { ($0.hasEnded ? nil : $0.stream, $0.reader) }
        guard let stream else { return nil }
        do {
            if let sample = try stream.next() { return sample }
            end(reader, nil)
        } catch {
            end(reader, error)
        }
        return nil
    }

    private func end(_ reader: AVAssetReader?, _ error: (any Error)?) {
        state.withLock { state in
            state.hasEnded = true
            state.stream = nil
        }
        reader?.outputDidEnd(error)
    }

    func start(_ reader: AVAssetReader, _ range: CMTimeRange) throws {
        let stream = try makeStream(range)
        state.withLock { state in
            state.stream = stream
            state.reader = reader
        }
    }

    func makeStream(_ range: CMTimeRange) throws -> SampleStream {
        throw AVError(.operationNotAllowed, "\(type(of: self)) is not an output that frames can be read through")
    }

    func cancel() { state.withLock { $0.stream }?.cancel() }
}

/// Returns the frames of one track.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The track whose frames are read.
    public let track: AVAssetTrack
    /// The settings of the pixel buffers, as passed to the initialiser.
    public let outputSettings: [String: Any]?
    /// The first format in the settings to which frames can be converted; `nil` if the settings contain none.
    private let format: OSType?
    let isSupported: Bool

    /// - Parameter outputSettings: the pixel format, under `kCVPixelBufferPixelFormatTypeKey`. If it is missing, buffers have two planes in
    ///   4:2:0 (`420v`, or `420f` if the video is full range). `nil` has the same effect: it also gives decoded frames.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.track = track
        self.outputSettings = outputSettings
        format = PixelFormatSetting.formats(in: outputSettings).first(where: PixelBufferMaker.supports)
        isSupported = format != nil || outputSettings?[kCVPixelBufferPixelFormatTypeKey] == nil
    }

    /// The media type of the track.
    open override var mediaType: AVMediaType { track.mediaType }

    override func makeStream(_ range: CMTimeRange) throws -> SampleStream {
        guard let asset = track.asset else { throw AVError(.operationNotAllowed, "the asset of the track is gone") }
        let isWhole = range.start <= .zero && range.duration.isPositiveInfinity
        return try SampleStream(
            asset.takeReader(), track.info, range: isWhole ? nil : range,
            buffers: PixelBufferMaker(format: format, copies: alwaysCopiesSampleData))
    }
}
