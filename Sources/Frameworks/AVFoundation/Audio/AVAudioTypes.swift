import CoreMedia
import Foundation

/// A number of frames. A frame has one sample of each channel.
public typealias AVAudioFrameCount = UInt32
/// The index of a frame in a file.
public typealias AVAudioFramePosition = Int64
/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// A number of packets. For uncompressed samples a packet is a frame.
public typealias AVAudioPacketCount = UInt32

/// The types of sound samples.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// Another type of samples.
    case otherFormat = 0
    /// Floating-point numbers of 32 bits, from -1 to 1.
    case pcmFormatFloat32 = 1
    /// Floating-point numbers of 64 bits, from -1 to 1.
    case pcmFormatFloat64 = 2
    /// Integers of 16 bits.
    case pcmFormatInt16 = 3
    /// Integers of 32 bits.
    case pcmFormatInt32 = 4

    var bits: Int {
        switch self {
        case .otherFormat: 0
        case .pcmFormatInt16: 16
        case .pcmFormatFloat32, .pcmFormatInt32: 32
        case .pcmFormatFloat64: 64
        }
    }
}

/// The quality of a conversion or a codec.
public enum AVAudioQuality: Int, Sendable {
    /// The lowest quality.
    case min = 0
    /// Low quality.
    case low = 0x20
    /// Medium quality.
    case medium = 0x40
    /// High quality.
    case high = 0x60
    /// The highest quality.
    case max = 0x7F
}

// Keys of settings.

/// The codec: a number such as `kAudioFormatLinearPCM`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The number of samples per second in a channel.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The number of bits in a sample: 16, 24 or 32, or 64 for floating-point numbers.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Whether the most significant byte of a sample comes first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether samples are floating-point numbers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether each channel has a buffer of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleavedKey"
/// The bit rate of a lossy codec. It has no effect, because Osprey writes no lossy codec.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The quality of a lossy codec: the raw value of an ``AVAudioQuality``. It has no effect, because Osprey writes no lossy codec.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The quality of sample rate conversion: the raw value of an ``AVAudioQuality``. It has no effect: the best quality is always used.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"

/// The usual algorithm for sample rate conversion.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best algorithm for sample rate conversion.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// An algorithm for sample rate conversion with a shorter delay.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"
