import CFFmpeg
import CoreMedia
import Foundation
import Locks

/// A range of frame rates that a camera supports.
open class AVFrameRateRange: NSObject, @unchecked Sendable {
    /// The lowest number of frames per second.
    public let minFrameRate: Double
    /// The highest number of frames per second.
    public let maxFrameRate: Double

    init(_ lowest: Double, _ highest: Double) { (minFrameRate, maxFrameRate) = (lowest, highest) }

    /// The time from one frame to the next at ``maxFrameRate``.
    public var minFrameDuration: CMTime { Self.duration(maxFrameRate) }
    /// The time from one frame to the next at ``minFrameRate``.
    public var maxFrameDuration: CMTime { Self.duration(minFrameRate) }

    private static func duration(_ rate: Double) -> CMTime {
        rate == rate.rounded() && rate >= 1 && rate <= 1e6
            ? CMTime(value: 1, timescale: CMTimeScale(rate)) : CMTime(seconds: 1 / rate, preferredTimescale: 1_000_000)
    }
}

extension AVCaptureDevice {
    /// A size of a camera's frames, with the frame rates for this size.
    open class Format: NSObject, @unchecked Sendable {
        /// The size of the frames. By default, the pixels have two planes in 4:2:0. An output may request another format.
        public let formatDescription: CMFormatDescription
        /// The frame rates; empty if the driver does not give them.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]

        init(_ description: CMFormatDescription, _ rates: [AVFrameRateRange]) {
            (formatDescription, videoSupportedFrameRateRanges) = (description, rates)
        }

        /// The media type: video.
        public var mediaType: AVMediaType { .video }
        /// The greatest zoom: 1.
        public var videoMaxZoomFactor: CGFloat { 1 }
        /// The zoom factor above which pixels are enlarged: 1.
        public var videoZoomFactorUpscaleThreshold: CGFloat { 1 }
        /// The field of view in degrees: 0, because drivers do not report it.
        public var videoFieldOfView: Float { 0 }
        /// Whether several pixels of the sensor are combined into one. Drivers do not report this, so it is `false`.
        public var isVideoBinned: Bool { false }
        /// Whether the camera supports high dynamic range: always `false`.
        public var isVideoHDRSupported: Bool { false }
        /// Whether a stabilization mode is supported: only `off`.
        public func isVideoStabilizationModeSupported(_ videoStabilizationMode: AVCaptureVideoStabilizationMode) -> Bool {
            videoStabilizationMode == .off
        }
        /// The largest size of photos, which is the size of the frames.
        public var highResolutionStillImageDimensions: CMVideoDimensions { formatDescription.dimensions }
        /// The sizes of photos: only the size of the frames.
        public var supportedMaxPhotoDimensions: [CMVideoDimensions] { [formatDescription.dimensions] }
        /// The formats of depth data. Always empty.
        public var supportedDepthDataFormats: [Format] { [] }

        open override var description: String {
            let size = formatDescription.dimensions
            let rates = videoSupportedFrameRateRanges.map { "\($0.minFrameRate) - \($0.maxFrameRate) fps" }
            return "<AVCaptureDeviceFormat 'vide'/'420v' \(size.width) x \(size.height), \(rates.joined(separator: ", "))>"
        }
    }

    /// The frame sizes that the camera's driver lists, or the size of a file that is played. Empty if the driver does not answer.
    public var formats: [Format] { formatState.withLock { known(&$0) } }

    /// The size of the frames. Setting one of ``formats`` replaces the session's preset the next time a session starts. Setting the
    /// session's preset to a value other than `inputPriority` discards the format again.
    public var activeFormat: Format {
        get {
            formatState.withLock { state in
                state.chosen ?? known(&state).first ?? Format(CMFormatDescription(unsized: .video, Self.subType), [])
            }
        }
        set {
            formatState.withLock { state in
                precondition(known(&state).contains { $0 === newValue }, "a format was set that is none of the camera's")
                state.chosen = newValue
            }
        }
    }

    /// The size of the ``activeFormat`` that was set; `nil` if none was set.
    var chosenSize: CMVideoDimensions? { formatState.withLock { $0.chosen?.formatDescription.dimensions } }

    /// Discards the ``activeFormat``, so that the session's preset determines the size again.
    func forgetFormat() { formatState.withLock { $0.chosen = nil } }

    private static var subType: CMFormatDescription.MediaSubType { .init(rawValue: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) }

    struct FormatState {
        var known: [Format]?
        var chosen: Format?
    }

    private func known(_ state: inout FormatState) -> [Format] {
        if let known = state.known { return known }
        let sizes = deviceType == .file ? sizesOfFile : sizesOfCamera
        let formats = sizes.compactMap { size -> Format? in
            let description = try? CMFormatDescription(
                videoCodecType: Self.subType, width: Int(size.width),
                height: Int(size.height))
            let hasRates = size.leastRate > 0 && size.mostRate >= size.leastRate
            return description.map { Format($0, hasRates ? [AVFrameRateRange(size.leastRate, size.mostRate)] : []) }
        }
        // A camera that does not answer now may answer later, so an empty list is not stored.
        if !formats.isEmpty { state.known = formats }
        return formats
    }

    private var sizesOfCamera: [CFFmpegCameraSize] {
        var sizes = [CFFmpegCameraSize](repeating: CFFmpegCameraSize(), count: 64)
        let count = cffmpeg_camera_sizes(uniqueID, &sizes, Int32(sizes.count))
        return Array(sizes.prefix(Int(count)))
    }

    private var sizesOfFile: [CFFmpegCameraSize] {
        guard let url = URL(string: uniqueID), let track = try? AVURLAsset(url: url).info().tracks.first(where: { $0.kind == .video })
        else {
            return []
        }
        return [
            CFFmpegCameraSize(
                width: track.dimensions.width, height: track.dimensions.height, leastRate: track.frameRate, mostRate: track.frameRate)
        ]
    }
}
