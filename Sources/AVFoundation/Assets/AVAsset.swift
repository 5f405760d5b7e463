import CoreMedia
import Foundation
import Locks

/// The key of whether times must be exact. They always are.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// The key of which other files a file may refer to. It refers to none here.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"

/// A video file: what tracks it has, and how long they are.
///
/// The file is opened when somebody first asks. A file that cannot be read has no tracks and an indefinite duration; `load` throws, as does
/// ``AVAssetReader/init(asset:)``, an ``AVError`` that names the file and the reason.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    let location: URL
    private let opened = Locked<Result<OpenedAsset, any Error>?>(nil)

    private struct OpenedAsset {
        let info: MediaInfo
        /// The reader that told the tracks. The first who reads frames takes it, so that the file is not opened twice.
        var reader: MediaReader?
    }

    /// The file at an address. It is opened when somebody first asks, so that a missing one is told then.
    public init(url URL: URL) { location = URL }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the file has been opened.
    var isLoaded: Bool { opened.withLock { $0 != nil } }

    /// What the file's header says.
    ///
    /// - Throws: ``AVError``.
    func info() throws -> MediaInfo { try withOpened { $0.info } }

    /// The opened file, for one who goes through it.
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

    // MARK: What is in the file

    /// The tracks, in the order of the file; none where it cannot be read.
    public var tracks: [AVAssetTrack] { ((try? info())?.tracks ?? []).map { AVAssetTrack($0, of: self) } }

    /// The tracks of one type; none where the file cannot be read.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] { tracks.filter { $0.mediaType == mediaType } }

    /// The tracks with a characteristic; none where the file cannot be read.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The track of a number; `nil` where there is none.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }

    /// To the end of the track that ends last; indefinite where nobody knows.
    public var duration: CMTime { (try? info())?.duration ?? .indefinite }

    /// The turn of the first video track.
    public var preferredTransform: CGAffineTransform { tracks(withMediaType: .video).first?.preferredTransform ?? .identity }
    /// The speed to play at: always 1.
    public var preferredRate: Float { 1 }
    /// The loudness to play at: always 1.
    public var preferredVolume: Float { 1 }
    /// How far behind a live stream to play: invalid, as files are not live.
    public var minimumTimeOffsetFromLive: CMTime { .invalid }
    /// The duration as far as it is known: `duration`.
    public var overallDurationHint: CMTime { duration }
    /// Whether times are exact. They always are.
    public var providesPreciseDurationAndTiming: Bool { true }
    /// Whether the file is encrypted. Such files are not read, so: never.
    public var hasProtectedContent: Bool { false }
    /// Whether there is a video track with a decoder.
    public var isPlayable: Bool { isReadable }
    /// Whether there is a video track with a decoder.
    public var isExportable: Bool { isReadable }
    /// Whether there is a video track with a decoder.
    public var isComposable: Bool { isReadable }
    /// Whether there is a video track with a decoder.
    public var isReadable: Bool { tracks(withMediaType: .video).contains(where: \.isDecodable) }

    /// Does nothing: loading takes a moment.
    public func cancelLoading() {}

    // MARK: Loading

    /// The tracks of one type. Throws an ``AVError`` where the file cannot be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// The tracks with a characteristic. Throws an ``AVError`` where the file cannot be read.
    public func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The track of a number; `nil` where there is none. Throws an ``AVError`` where the file cannot be read.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await load(.tracks).first { $0.trackID == trackID }
    }

    /// Hands over the tracks of one type, or the ``AVError`` that says why the file cannot be read.
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

    /// Hands over the track of a number (`nil` where there is none), or the ``AVError`` that says why the file cannot be read.
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

/// A video file, by its place.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// Where the file is.
    public let url: URL

    /// - Parameter options: are noted for programs that give them; times are always precise, and a file refers to no other one.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(url: URL)
    }

    /// The kinds of file that are commonly read; FFmpeg reads more.
    public class func audiovisualTypes() -> [AVFileType] { [.mov, .mp4, .m4v] }
}
