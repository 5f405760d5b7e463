import CoreMedia
import Foundation

/// A track of a file, as the file's header describes it.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The file that the track is of, while somebody holds it.
    public private(set) weak var asset: AVAsset?
    let info: TrackInfo

    init(_ info: TrackInfo, of asset: AVAsset) {
        self.info = info
        self.asset = asset
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// What loading a property waits for; a track is there once its file has been opened.
    var isLoaded: Bool { true }

    /// The track's number in its file, from 1.
    public var trackID: CMPersistentTrackID { info.identifier }

    /// What the track is: video, audio, or `metadata` for anything else.
    public var mediaType: AVMediaType {
        switch info.kind {
        case .video: .video
        case .audio: .audio
        case .other: .metadata
        }
    }

    /// One description: for video, the codec and the size of the stored frames.
    public var formatDescriptions: [Any] { typedFormatDescriptions }

    var typedFormatDescriptions: [CMFormatDescription] {
        let subtype = CMFormatDescription.MediaSubType(rawValue: info.codec)
        let description: CMFormatDescription? =
            switch info.kind {
            case .video:
                try? CMFormatDescription(
                    videoCodecType: subtype, width: Int(info.dimensions.width), height: Int(info.dimensions.height))
            case .audio: try? CMFormatDescription(mediaType: .audio, mediaSubType: subtype)
            case .other: try? CMFormatDescription(mediaType: .metadata, mediaSubType: subtype)
            }
        return description.map { [$0] } ?? []
    }

    /// Whether the track has a characteristic: video is visual and frame-based, audio is audible.
    public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        mediaCharacteristics.contains(mediaCharacteristic)
    }

    var mediaCharacteristics: [AVMediaCharacteristic] {
        switch info.kind {
        case .video: [.visual, .frameBased]
        case .audio: [.audible]
        case .other: []
        }
    }

    /// Whether there is a decoder for the track.
    public var isPlayable: Bool { isDecodable }
    /// Whether there is a decoder for the track.
    public var isDecodable: Bool { info.isDecodable }
    /// Whether the track is to be played. It always is.
    public var isEnabled: Bool { true }
    /// Whether the track's samples are in this file. They always are.
    public var isSelfContained: Bool { true }

    /// When the first frame is shown, and how long the track is; the duration is indefinite where the header does not say.
    public var timeRange: CMTimeRange { info.timeRange }
    /// How many units a second of the track's own times has.
    public var naturalTimeScale: CMTimeScale { info.timescale }
    /// Bits a second; 0 where the header does not say.
    public var estimatedDataRate: Float { Float(info.bitRate) }

    /// The size of a frame that is shown without being turned, in pixels as wide as high.
    public var naturalSize: CGSize {
        CGSize(width: CGFloat(info.dimensions.width) * info.pixelAspect, height: CGFloat(info.dimensions.height))
    }

    /// How a stored frame is turned to be shown, origin at the top left.
    public var preferredTransform: CGAffineTransform { info.transform }
    /// The loudness to play at: always 1.
    public var preferredVolume: Float { 1 }

    /// The EXIF orientation of the stored frames, 1 to 8, as ``preferredTransform`` says it.
    package var orientation: Int { info.orientation }

    /// Frames a second on average; 0 where nobody knows.
    public var nominalFrameRate: Float { Float(info.frameRate) }
    /// How many frames there are, as the header says or as duration and frame rate suggest; `nil` where nobody knows.
    package var estimatedFrameCount: Int? {
        if info.frameCount > 0 { return info.frameCount }
        let seconds = info.timeRange.duration.seconds
        return info.frameRate > 0 && seconds.isFinite && seconds < 1e9 ? Int(seconds * info.frameRate + 0.5) : nil
    }

    /// How long a frame lasts at that rate; invalid where nobody knows.
    public var minFrameDuration: CMTime { info.nominalFrameDuration }
    /// Whether frames are decoded in another order than they are shown in.
    public var requiresFrameReordering: Bool { info.reordersFrames }
}
