import CoreMedia
import Foundation
import Locks

/// A handler that gets the requested time, the picture, the time at which its frame begins, the result, and an error.
public typealias AVAssetImageGeneratorCompletionHandler = (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

/// Makes pictures of single frames of a video.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    /// The outcome of making a picture.
    public enum Result: Int, Sendable {
        /// The picture was made.
        case succeeded = 0
        /// The picture could not be made. The error is the reason.
        case failed = 1
        /// The request was cancelled before the picture was begun.
        case cancelled = 2
    }

    /// The part of the encoded pixels that is shown.
    public struct ApertureMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The part that is meant to be visible.
        public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
        /// All pixels, in the aspect ratio with which they are displayed.
        public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
        /// All pixels as they are stored.
        public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
    }

    /// The asset whose frames are shown.
    public let asset: AVAsset
    private let settings = Locked(Settings())
    private let generation = Locked(0)

    struct Settings {
        var appliesPreferredTrackTransform = false
        var maximumSize = CGSize.zero
        var apertureMode: ApertureMode?
        var toleranceBefore = CMTime.positiveInfinity
        var toleranceAfter = CMTime.positiveInfinity
    }

    /// A generator of pictures of a video. The video is opened when the first picture is made.
    public init(asset: AVAsset) { self.asset = asset }

    /// Whether the track's preferred transform is applied to pictures, as players apply it to the video.
    public var appliesPreferredTrackTransform: Bool {
        get { settings.withLock { $0.appliesPreferredTrackTransform } }
        set { settings.withLock { $0.appliesPreferredTrackTransform = newValue } }
    }

    /// Pictures are reduced to fit into this size and keep their aspect ratio. A width or height of 0 is no limit.
    public var maximumSize: CGSize {
        get { settings.withLock { $0.maximumSize } }
        set { settings.withLock { $0.maximumSize = newValue } }
    }

    /// The part of the pixels that is shown. The setting has no effect, because pictures show all encoded pixels.
    public var apertureMode: ApertureMode? {
        get { settings.withLock { $0.apertureMode } }
        set { settings.withLock { $0.apertureMode = newValue } }
    }

    /// The maximum amount of time by which a frame may begin before the requested time. By default it is unlimited: the result is then the last key
    /// frame that does not begin after the time. With zero, the result is the frame that is displayed at that time.
    public var requestedTimeToleranceBefore: CMTime {
        get { settings.withLock { $0.toleranceBefore } }
        set { settings.withLock { $0.toleranceBefore = newValue } }
    }

    /// The maximum amount of time by which a frame may begin after the requested time. It applies only if no frame begins at that time or earlier.
    public var requestedTimeToleranceAfter: CMTime {
        get { settings.withLock { $0.toleranceAfter } }
        set { settings.withLock { $0.toleranceAfter = newValue } }
    }

    /// The picture displayed at a time.
    ///
    /// - Throws: ``AVError``; `noImageAtTime` if no frame is within the tolerances.
    public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let (image, time) = try picture(at: requestedTime)
        actualTime?.pointee = time
        return image
    }

    /// The picture displayed at a time, and the time at which its frame begins. Decoding does not block Swift's cooperative thread pool.
    public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result { try self.picture(at: time) }) }
        }
    }

    /// The pictures for several times, one after the other.
    public func images(for times: [CMTime]) -> Images { Images(self, times) }

    /// Makes the picture displayed at a time, on another thread. The handler gets the picture and the time at which its frame begins, or an
    /// ``AVError``.
    public func generateCGImageAsynchronously(
        for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        let started = generation.withLock { $0 }
        DispatchQueue.global().async {
            do {
                guard self.generation.withLock({ $0 }) == started else { throw AVError(.operationInterrupted, "cancelled") }
                let (image, time) = try self.picture(at: requestedTime)
                handler(image, time, nil)
            } catch {
                handler(nil, .invalid, error)
            }
        }
    }

    /// Makes the pictures for several times, one after the other, on another thread. For each picture, the handler gets the requested time,
    /// and the picture or an error.
    ///
    /// - Parameter requestedTimes: times in `NSValue`s.
    public func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler: @escaping @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
    ) {
        let started = generation.withLock { $0 }
        let times = requestedTimes.map { ($0 as? CMTime) ?? .invalid }
        DispatchQueue.global().async {
            for time in times {
                guard self.generation.withLock({ $0 }) == started else {
                    handler(time, nil, .invalid, .cancelled, AVError(.operationInterrupted, "cancelled"))
                    continue
                }
                do {
                    let (image, actual) = try self.picture(at: time)
                    handler(time, image, actual, .succeeded, nil)
                } catch {
                    handler(time, nil, .invalid, .failed, error)
                }
            }
        }
    }

    /// Cancels all requested pictures that have not been begun.
    public func cancelAllCGImageGeneration() { generation.withLock { $0 += 1 } }

    private func picture(at time: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
        let settings = settings.withLock { $0 }
        guard let track = try asset.info().tracks.first(where: { $0.kind == .video }) else {
            throw AVError(.noImageAtTime, "\(asset.location.path): there is no video in it")
        }
        guard time.isNumeric, let sample = try frame(of: track, at: time, settings), let buffer = sample.imageBuffer else {
            throw AVError(.noImageAtTime, "\(asset.location.path): there is no frame at \(time.seconds) s")
        }
        return (try image(of: buffer, track, settings), sample.presentationTimeStamp)
    }

    private func frame(of track: TrackInfo, at time: CMTime, _ settings: Settings) throws -> CMSampleBuffer? {
        let reader = try MediaReader(file: asset.location)
        var decoder = try SampleDecoder(
            reader, track, range: nil, buffers: PixelBufferMaker(format: kCVPixelFormatType_32BGRA))
        if time > track.timeRange.start { reader.seek(to: time, of: track) }
        var best: CMSampleBuffer?
        while let sample = try decoder.next() {
            let start = sample.presentationTimeStamp
            if start > time {
                if best == nil, start - time <= settings.toleranceAfter { best = sample }
                break
            }
            best = sample
            // Any frame within the tolerance is accepted, even if a later frame is nearer to the time.
            if settings.toleranceBefore > .zero, time - start <= settings.toleranceBefore { break }
        }
        guard let best else { return nil }
        let start = best.presentationTimeStamp
        let isShown = best.duration.isNumeric && start <= time && time < start + best.duration
        return isShown || start > time || time - start <= settings.toleranceBefore ? best : nil
    }

    private func image(of buffer: CVPixelBuffer, _ track: TrackInfo, _ settings: Settings) throws -> CGImage {
        let raster = try buffer.makeRaster()
        let orientation = settings.appliesPreferredTrackTransform ? track.orientation : 1
        let upright = RasterGeometry.uprightSize(width: raster.width, height: raster.height, orientation: orientation)
        let limit = settings.maximumSize
        let scale = min(
            1, limit.width > 0 ? limit.width / CGFloat(upright.width) : 1, limit.height > 0 ? limit.height / CGFloat(upright.height) : 1)
        let (width, height) = (max(Int(CGFloat(upright.width) * scale), 1), max(Int(CGFloat(upright.height) * scale), 1))
        let target = try MutableRaster(allocating: .rgba8, width: width, height: height)
        try resample(
            raster,
            .fill(
                sourceWidth: raster.width, sourceHeight: raster.height, orientation: orientation, outputWidth: width, outputHeight: height),
            into: target)
        guard let image = CGImage(raster: target.raster) else { throw AVError(.outOfMemory, "no memory for a picture") }
        return image
    }
}

extension AVAssetImageGenerator {
    /// The pictures for several times. Each picture is created on demand.
    public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
        private let generator: AVAssetImageGenerator
        private var times: ArraySlice<CMTime>

        init(_ generator: AVAssetImageGenerator, _ times: [CMTime]) {
            self.generator = generator
            self.times = times[...]
        }

        public func makeAsyncIterator() -> Images { self }

        public mutating func next() async -> Element? {
            guard let time = times.popFirst(), !Task.isCancelled else { return nil }
            do {
                let (image, actualTime) = try await generator.image(at: time)
                return .success(requestedTime: time, image: image, actualTime: actualTime)
            } catch {
                return .failure(requestedTime: time, error: error)
            }
        }

        @frozen public enum Element: Sendable {
            /// A picture, the requested time, and the time at which the picture's frame begins.
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            /// The reason why there is no picture for a time.
            case failure(requestedTime: CMTime, error: any Error)

            /// The requested time.
            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }

            /// The picture. Throws the error if there is none.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): return image
                    case .failure(_, let error): throw error
                    }
                }
            }

            /// The time at which the picture's frame begins. Throws the error if there is no picture.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): return time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }
    }
}
