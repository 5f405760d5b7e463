import CFFmpeg
import CoreMedia
import Foundation

// The keys of an output's settings.

/// The codec, as an ``AVVideoCodecType`` or its code. If it is missing, the codec is H.264.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The width in pixels, 1 to 16384. If it is missing, the first frame determines it.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The height in pixels, 1 to 16384. If it is missing, the first frame determines it.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The scaling mode for frames of another size. It has no effect: frames are always stretched to the video's size.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// The encoder's settings: a dictionary with the keys below.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The average number of bits per second. If it is missing, the encoder selects it.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The quality, from 0 to 1. If it is missing, the encoder selects it.
public let AVVideoQualityKey = "Quality"
/// The maximum number of frames from one key frame to the next.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The expected number of frames per second. If it is missing, it is 30. Encoders compute the bits per frame with it.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"

/// The settings of a video output.
struct VideoSettings: Sendable {
    let codec: Int32
    /// The width in pixels; `nil` if the first frame determines it.
    let width: Int?
    let height: Int?
    let bitRate: Int64
    let quality: Double?
    let keyFrameInterval: Int32
    let frameRate: Double

    /// - Throws: ``AVError`` if no encoder of this machine supports the settings.
    init(_ settings: [String: Any]?) throws {
        let settings = settings ?? [:]
        let compression = settings[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:]
        codec = try Self.codec(settings[AVVideoCodecKey])
        width = Self.number(settings[AVVideoWidthKey]).map { Int($0) }
        height = Self.number(settings[AVVideoHeightKey]).map { Int($0) }
        bitRate = Int64(Self.number(compression[AVVideoAverageBitRateKey]) ?? 0)
        quality = Self.number(compression[AVVideoQualityKey])
        keyFrameInterval = Int32(Self.number(compression[AVVideoMaxKeyFrameIntervalKey]) ?? 0)
        frameRate = Self.number(compression[AVVideoExpectedSourceFrameRateKey]) ?? 30
        guard [width, height].allSatisfy({ $0.map { (1...16384).contains($0) } ?? true }) else {
            throw AVError(.exportFailed, "a video of \(width ?? 0) × \(height ?? 0) pixels cannot be written")
        }
    }

    private static func codec(_ value: Any?) throws -> Int32 {
        let name = (value as? AVVideoCodecType)?.rawValue ?? value as? String ?? AVVideoCodecType.h264.rawValue
        let codecs: [String: Int] = [
            AVVideoCodecType.h264.rawValue: CFFmpegCodecH264, AVVideoCodecType.hevc.rawValue: CFFmpegCodecHEVC,
            AVVideoCodecType.jpeg.rawValue: CFFmpegCodecJPEG,
        ]
        guard let codec = codecs[name], cffmpeg_can_encode(Int32(codec)) != 0 else {
            throw AVError(.encoderNotFound, "there is no encoder for '\(name)'; FFmpeg on this machine decides what there is")
        }
        return Int32(codec)
    }

    /// A number from 0 to 1e9, of any numeric type; `nil` if the value is anything else.
    private static func number(_ value: Any?) -> Double? {
        let number: Double? =
            if let value = value as? any BinaryInteger { Double(value) } else if let value = value as? any BinaryFloatingPoint {
                Double(value)
            } else { (value as? NSNumber)?.doubleValue }
        return number.flatMap { $0.isFinite && $0 >= 0 && $0 < 1e9 ? $0 : nil }
    }
}

extension AVVideoCodecType {
    /// Whether this machine's FFmpeg has an encoder for the codec.
    package var isAvailable: Bool { (try? VideoSettings([AVVideoCodecKey: self])) != nil }
}
