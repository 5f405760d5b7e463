import CoreMedia
import Foundation

/// A property whose value has to be loaded, whatever it is of.
open class AVAnyAsyncProperty: CustomStringConvertible, @unchecked Sendable {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A property of a class whose value has to be loaded.
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A property whose value has to be loaded.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let value: @Sendable (Root) throws -> Value

    init(_ name: String, _ value: @escaping @Sendable (Root) throws -> Value) {
        self.value = value
        super.init(name)
    }

    /// How far loading is.
    @frozen public enum Status: CustomStringConvertible {
        case notYetLoaded
        case loading
        case loaded(Value)
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
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty("duration") { try $0.info().duration } }

    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> {
        AVAsyncProperty("tracks") { asset in try asset.info().tracks.map { AVAssetTrack($0, of: asset) } }
    }

    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty("preferredTransform") { asset in
            _ = try asset.info()
            return asset.preferredTransform
        }
    }

    public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty("preferredRate") { $0.preferredRate } }

    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
    }

    public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty("overallDurationHint") { try $0.info().duration }
    }

    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> { AVAsyncProperty("hasProtectedContent") { $0.hasProtectedContent } }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isPlayable") { $0.isPlayable } }
    public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isExportable") { $0.isExportable } }
    public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isReadable") { $0.isReadable } }
    public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isComposable") { $0.isComposable } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        AVAsyncProperty("formatDescriptions") { $0.typedFormatDescriptions }
    }

    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isPlayable") { $0.isPlayable } }
    public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isDecodable") { $0.isDecodable } }
    public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isEnabled") { $0.isEnabled } }
    public static var isSelfContained: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isSelfContained") { $0.isSelfContained } }

    public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
        AVAsyncProperty("mediaCharacteristics") { $0.mediaCharacteristics }
    }

    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty("timeRange") { $0.timeRange } }
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty("naturalTimeScale") { $0.naturalTimeScale } }
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { AVAsyncProperty("estimatedDataRate") { $0.estimatedDataRate } }
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize") { $0.naturalSize } }

    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty("preferredTransform") { $0.preferredTransform }
    }

    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty("nominalFrameRate") { $0.nominalFrameRate } }
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty("minFrameDuration") { $0.minFrameDuration } }

    public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("requiresFrameReordering") { $0.requiresFrameReordering }
    }
}
