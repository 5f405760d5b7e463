import CoreMedia
import Foundation

/// The format of sound samples.
open class AVAudioFormat: NSObject, NSCopying, @unchecked Sendable {
    /// The type of the samples.
    public let commonFormat: AVAudioCommonFormat
    /// The number of samples per second in a channel.
    public let sampleRate: Double
    /// The number of channels.
    public let channelCount: AVAudioChannelCount
    /// Whether the channels are interleaved in one buffer. If not, each channel has its own buffer.
    public let isInterleaved: Bool
    private let basic: UnsafeMutablePointer<AudioStreamBasicDescription>

    /// - Parameter description: the description of the samples, for samples of a type that is not common.
    init(
        _ kind: AVAudioCommonFormat, _ rate: Double, _ channels: AVAudioChannelCount, isInterleaved: Bool,
        description: AudioStreamBasicDescription? = nil
    ) {
        (commonFormat, sampleRate, channelCount, self.isInterleaved) = (kind, rate, channels, isInterleaved)
        basic = .allocate(capacity: 1)
        basic.initialize(to: description ?? Self.basics(kind, rate, channels, isInterleaved))
    }

    deinit { basic.deallocate() }

    private static func basics(
        _ kind: AVAudioCommonFormat, _ rate: Double, _ channels: AVAudioChannelCount, _ isInterleaved: Bool
    ) -> AudioStreamBasicDescription {
        let isFloat = kind == .pcmFormatFloat32 || kind == .pcmFormatFloat64
        let bytes = UInt32(kind.bits / 8) * (isInterleaved ? channels : 1)
        let numbers = isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        return AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: numbers | kAudioFormatFlagIsPacked | (isInterleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
            mBytesPerPacket: bytes,
            mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: channels, mBitsPerChannel: UInt32(kind.bits), mReserved: 0)
    }

    /// The format of 32-bit floating-point numbers, in a separate buffer for each channel. `nil` if the number of channels is not 1 or 2,
    /// or if the sample rate is not positive.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
    }

    /// A format of samples of a common type. `nil` if the sample rate is not positive, the type is not a common one, or the channel count is not 1
    /// or 2.
    public convenience init?(commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool)
    {
        guard format != .otherFormat, channels == 1 || channels == 2, sampleRate > 0, sampleRate.isFinite else { return nil }
        self.init(format, sampleRate, channels, isInterleaved: interleaved)
    }

    /// The format of uncompressed samples that a dictionary of settings describes. `nil` if the codec is another one, or if settings
    /// contradict each other.
    public convenience init?(settings: [String: Any]) {
        func number(_ key: String) -> Double? { (settings[key] as? NSNumber)?.doubleValue }
        let codec = number(AVFormatIDKey) ?? Double(kAudioFormatLinearPCM)
        guard codec == Double(kAudioFormatLinearPCM), let rate = number(AVSampleRateKey), rate > 0, rate.isFinite,
            let channels = number(AVNumberOfChannelsKey), channels >= 1, channels <= 64
        else { return nil }
        let isFloat = number(AVLinearPCMIsFloatKey) == 1
        let bits = number(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
        let kinds: [Double: AVAudioCommonFormat] =
            isFloat ? [32: .pcmFormatFloat32, 64: .pcmFormatFloat64] : [16: .pcmFormatInt16, 32: .pcmFormatInt32]
        let isInterleaved = number(AVLinearPCMIsNonInterleaved) != 1
        self.init(kinds[bits] ?? .otherFormat, rate, AVAudioChannelCount(channels), isInterleaved: isInterleaved)
    }

    /// Makes a format from a description. Returns `nil` if the description has no channels or no sample rate.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        let given = asbd.pointee
        guard given.mSampleRate > 0, given.mSampleRate.isFinite, given.mChannelsPerFrame > 0, given.mChannelsPerFrame <= 64 else {
            return nil
        }
        let flags = given.mFormatFlags
        let isInterleaved = flags & kAudioFormatFlagIsNonInterleaved == 0
        var kind = AVAudioCommonFormat.otherFormat
        if given.mFormatID == kAudioFormatLinearPCM, flags & kAudioFormatFlagIsBigEndian == 0 {
            switch (flags & kAudioFormatFlagIsFloat != 0, given.mBitsPerChannel) {
            case (true, 32): kind = .pcmFormatFloat32
            case (true, 64): kind = .pcmFormatFloat64
            case (false, 16): kind = .pcmFormatInt16
            case (false, 32): kind = .pcmFormatInt32
            default: break
            }
        }
        self.init(
            kind, given.mSampleRate, given.mChannelsPerFrame, isInterleaved: isInterleaved, description: kind == .otherFormat ? given : nil)
    }

    /// Whether samples are 32-bit floating-point numbers, in a separate buffer for each channel.
    public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    /// The description of the format for Core Audio. The address is valid as long as the object exists.
    public var streamDescription: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(basic) }

    /// The format as a dictionary of settings.
    public var settings: [String: Any] {
        let given = basic.pointee
        return [
            AVFormatIDKey: given.mFormatID, AVSampleRateKey: sampleRate, AVNumberOfChannelsKey: channelCount,
            AVLinearPCMBitDepthKey: given.mBitsPerChannel, AVLinearPCMIsFloatKey: given.mFormatFlags & kAudioFormatFlagIsFloat != 0,
            AVLinearPCMIsBigEndianKey: given.mFormatFlags & kAudioFormatFlagIsBigEndian != 0, AVLinearPCMIsNonInterleaved: !isInterleaved,
        ]
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioFormat)?.basic.pointee == basic.pointee }
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(commonFormat)
        hasher.combine(sampleRate)
        hasher.combine(channelCount)
        hasher.combine(isInterleaved)
        return hasher.finalize()
    }
    open override var description: String {
        "<AVAudioFormat: \(channelCount) ch, \(sampleRate) Hz, \(commonFormat)\(isInterleaved ? ", interleaved" : "")>"
    }
}
