import CoreMedia
import Foundation

/// A property whose value has to be loaded. The types of the object and of the value are not known.
open class AVAnyAsyncProperty: CustomStringConvertible, @unchecked Sendable {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A property of an object of type `Root`. Its value has to be loaded, and the type of the value is not known.
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A property of an object of type `Root`, with a value of type `Value` that has to be loaded.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let value: @Sendable (Root) throws -> Value

    init(_ name: String, _ value: @escaping @Sendable (Root) throws -> Value) {
        self.value = value
        super.init(name)
    }

    /// The state of loading.
    @frozen public enum Status: CustomStringConvertible {
        /// Not requested yet.
        case notYetLoaded
        /// The value is being read.
        case loading
        /// The value has been read.
        case loaded(Value)
        /// The value could not be read, for this reason.
        case failed(NSError)

        public var description: String {
            switch self {
            case .notYetLoaded: "not yet loaded"
            case .loading: "loading"
            case .loaded(let value): "loaded: \(value)"
            case .failed(let error): "failed: \(error.localizedDescription)"
            }
        }
    }
}

extension AVAsyncProperty.Status: Equatable where Value: Equatable {}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The time until the last track ends.
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty("duration") { try $0.info().duration } }

    /// The tracks, in the order of the file.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> {
        AVAsyncProperty("tracks") { asset in try asset.info().tracks.map { AVAssetTrack($0, of: asset) } }
    }

    /// The transform of the first video track, which rotates or flips its frames upright.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty("preferredTransform") { asset in
            _ = try asset.info()
            return asset.preferredTransform
        }
    }

    /// The playback speed: always 1.
    public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty("preferredRate") { $0.preferredRate } }

    /// Whether times are exact. They always are.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
    }

    /// The known part of the duration.
    public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty("overallDurationHint") { try $0.info().duration }
    }

    /// Whether the file is encrypted: always `false`, because encrypted files cannot be read.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> { AVAsyncProperty("hasProtectedContent") { $0.hasProtectedContent } }
    /// Whether there is a video track with a decoder.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isPlayable") { $0.isPlayable } }
    /// Whether there is a video track with a decoder.
    public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isExportable") { $0.isExportable } }
    /// Whether there is a video track with a decoder.
    public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isReadable") { $0.isReadable } }
    /// Whether there is a video track with a decoder.
    public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isComposable") { $0.isComposable } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// The only format description. For video it contains the codec and the size of the stored frames.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        AVAsyncProperty("formatDescriptions") { $0.typedFormatDescriptions }
    }

    /// Whether there is a decoder for the track.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isPlayable") { $0.isPlayable } }
    /// Whether there is a decoder for the track.
    public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isDecodable") { $0.isDecodable } }
    /// Whether the track should be played. It always is.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isEnabled") { $0.isEnabled } }
    /// Whether the track's samples are in this file. They always are.
    public static var isSelfContained: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isSelfContained") { $0.isSelfContained } }

    /// The characteristics of the media. Video is visual and frame-based, audio is audible.
    public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
        AVAsyncProperty("mediaCharacteristics") { $0.mediaCharacteristics }
    }

    /// The time of the first frame, and the duration of the track.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty("timeRange") { $0.timeRange } }
    /// The number of units per second of the track's own times.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty("naturalTimeScale") { $0.naturalTimeScale } }
    /// The bits per second; 0 if the header does not give them.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { AVAsyncProperty("estimatedDataRate") { $0.estimatedDataRate } }
    /// The size of a stored frame before ``preferredTransform``, in square pixels.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize") { $0.naturalSize } }

    /// The transform from a stored frame to the displayed frame, with the origin at the top left.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty("preferredTransform") { $0.preferredTransform }
    }

    /// The average number of frames per second; 0 if it is unknown.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty("nominalFrameRate") { $0.nominalFrameRate } }
    /// The duration of a frame at the nominal frame rate; invalid if it is unknown.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty("minFrameDuration") { $0.minFrameDuration } }

    /// Whether the decoding order of frames differs from their presentation order.
    public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("requiresFrameReordering") { $0.requiresFrameReordering }
    }
}
