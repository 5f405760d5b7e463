import CoreMedia
import Foundation

/// A track of a file, as the file's header describes it.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The asset of the track. `nil` after the asset has been released.
    public private(set) weak var asset: AVAsset?
    let info: TrackInfo

    init(_ info: TrackInfo, of asset: AVAsset) {
        self.info = info
        self.asset = asset
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the properties are loaded: always `true`, because a track is created only after its file has been opened.
    var isLoaded: Bool { true }

    /// The track's number in its file, from 1.
    public var trackID: CMPersistentTrackID { info.identifier }

    /// The media type: video, audio, or `metadata` for anything else.
    public var mediaType: AVMediaType {
        switch info.kind {
        case .video: .video
        case .audio: .audio
        case .other: .metadata
        }
    }

    /// The only format description. For video it contains the codec and the size of the stored frames.
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

    /// Whether the track has a characteristic. Video is visual and frame-based, audio is audible.
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
    /// Whether the track should be played. It always is.
    public var isEnabled: Bool { true }
    /// Whether the track's samples are in this file. They always are.
    public var isSelfContained: Bool { true }

    /// The time of the first frame, and the duration of the track. The duration is indefinite if the header does not give it.
    public var timeRange: CMTimeRange { info.timeRange }
    /// The number of units per second of the track's own times.
    public var naturalTimeScale: CMTimeScale { info.timescale }
    /// The bits per second; 0 if the header does not give them.
    public var estimatedDataRate: Float { Float(info.bitRate) }

    /// The size of a stored frame before ``preferredTransform``, in square pixels.
    public var naturalSize: CGSize {
        CGSize(width: CGFloat(info.dimensions.width) * info.pixelAspect, height: CGFloat(info.dimensions.height))
    }

    /// The transform from a stored frame to the displayed frame, with the origin at the top left.
    public var preferredTransform: CGAffineTransform { info.transform }
    /// The playback volume: always 1.
    public var preferredVolume: Float { 1 }

    /// The EXIF orientation of the stored frames, 1 to 8, that corresponds to ``preferredTransform``.
    package var orientation: Int { info.orientation }

    /// The average number of frames per second; 0 if it is unknown.
    public var nominalFrameRate: Float { Float(info.frameRate) }
    /// The number of frames, from the header or, if the header lacks it, from the duration and the frame rate; `nil` if it is unknown.
    package var estimatedFrameCount: Int? {
        if info.frameCount > 0 { return info.frameCount }
        let seconds = info.timeRange.duration.seconds
        return info.frameRate > 0 && seconds.isFinite && seconds < 1e9 ? Int(seconds * info.frameRate + 0.5) : nil
    }

    /// The duration of a frame at the nominal frame rate; invalid if it is unknown.
    public var minFrameDuration: CMTime { info.nominalFrameDuration }
    /// Whether the decoding order of frames differs from their presentation order.
    public var requiresFrameReordering: Bool { info.reordersFrames }
}
