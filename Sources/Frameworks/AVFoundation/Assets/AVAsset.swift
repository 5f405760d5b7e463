import CoreMedia
import Foundation
import Locks

/// The key of the option for exact durations and times. It has no effect: they are always exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// The key for restrictions on references to other files. It has no effect: an asset never refers to other files.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"

/// A video file with its tracks and their durations.
///
/// The file is opened when a property is first read. If the file cannot be read, there are no tracks and the duration is indefinite. `load`
/// and ``AVAssetReader/init(asset:)`` then throw an ``AVError`` that names the file and the reason.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    let location: URL
    private let opened = Locked<Result<OpenedAsset, any Error>?>(nil)

    private struct OpenedAsset {
        let info: MediaInfo
        /// The reader that found the tracks. It is passed to the first code that reads frames, so the file is not opened twice.
        var reader: MediaReader?
    }

    /// An asset of the file at a URL. The file is opened when a property is first read. A missing file is reported then.
    public init(url URL: URL) { location = URL }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the file has been opened.
    var isLoaded: Bool { opened.withLock { $0 != nil } }

    /// The information in the file's header.
    ///
    /// - Throws: ``AVError``.
    func info() throws -> MediaInfo { try withOpened { $0.info } }

    /// The opened file, for reading its frames. Throws an ``AVError`` if the file cannot be read.
    func takeReader() throws -> MediaReader {
        let reader = try withOpened { opened in
            defer { opened.reader = nil }
            return opened.reader
        }
        return try reader ?? MediaReader(file: location)
    }

    private func withOpened<Value>(_ body: (inout OpenedAsset) throws -> Value) throws -> Value {
        try opened.withLock { state in
            var asset = try (state ?? Result { try open() }).get()
            defer { state = .success(asset) }
            return try body(&asset)
        }
    }

    private func open() throws -> OpenedAsset {
        let reader = try MediaReader(file: location)
        let info = reader.info()
        guard !info.tracks.isEmpty else { throw AVError(.fileFormatNotRecognized, "\(location.path): there is no video in it") }
        return OpenedAsset(info: info, reader: reader)
    }

    // MARK: The content of the file

    /// The tracks, in the order of the file; empty if the file cannot be read.
    public var tracks: [AVAssetTrack] { ((try? info())?.tracks ?? []).map { AVAssetTrack($0, of: self) } }

    /// The tracks of a media type; empty if the file cannot be read.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] { tracks.filter { $0.mediaType == mediaType } }

    /// The tracks with a characteristic; empty if the file cannot be read.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The track with a number; `nil` if there is none.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }

    /// The time until the last track ends; indefinite if it is unknown.
    public var duration: CMTime { (try? info())?.duration ?? .indefinite }

    /// The transform of the first video track, which rotates or flips its frames upright.
    public var preferredTransform: CGAffineTransform { tracks(withMediaType: .video).first?.preferredTransform ?? .identity }
    /// The playback speed: always 1.
    public var preferredRate: Float { 1 }
    /// The playback volume: always 1.
    public var preferredVolume: Float { 1 }
    /// The minimum distance from the live edge of a live stream. It is invalid, because files are not live.
    public var minimumTimeOffsetFromLive: CMTime { .invalid }
    /// The known part of the duration: `duration`.
    public var overallDurationHint: CMTime { duration }
    /// Whether times are exact. They always are.
    public var providesPreciseDurationAndTiming: Bool { true }
    /// Whether the file is encrypted: always `false`, because encrypted files cannot be read.
    public var hasProtectedContent: Bool { false }
    /// Whether there is a video track with a decoder.
    public var isPlayable: Bool { isReadable }
    /// Whether there is a video track with a decoder.
    public var isExportable: Bool { isReadable }
    /// Whether there is a video track with a decoder.
    public var isComposable: Bool { isReadable }
    /// Whether there is a video track with a decoder.
    public var isReadable: Bool { tracks(withMediaType: .video).contains(where: \.isDecodable) }

    /// Does nothing, because loading is quick.
    public func cancelLoading() {}

    // MARK: Loading

    /// The tracks of a media type. Throws an ``AVError`` if the file cannot be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// The tracks with a characteristic. Throws an ``AVError`` if the file cannot be read.
    public func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The track with an ID; `nil` if there is none. Throws an ``AVError`` if the file cannot be read.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await load(.tracks).first { $0.trackID == trackID }
    }

    /// Calls the handler with the tracks of a media type, or with an ``AVError`` if the file cannot be read.
    public func loadTracks(
        withMediaType mediaType: AVMediaType, completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        Task {
            do {
                completionHandler(try await loadTracks(withMediaType: mediaType), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Calls the handler with the track that has an ID, or with `nil` if there is none. If the file cannot be read, the handler gets an
    /// ``AVError``.
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID, completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
    ) {
        Task {
            do {
                completionHandler(try await loadTrack(withTrackID: trackID), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }
}

/// An asset of the video file at a URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The URL of the file.
    public let url: URL

    /// - Parameter options: ignored. Times are always precise, and files never refer to other files.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(url: URL)
    }

    /// The types of file that are commonly read. FFmpeg reads more types.
    public class func audiovisualTypes() -> [AVFileType] { [.mov, .mp4, .m4v] }
}
