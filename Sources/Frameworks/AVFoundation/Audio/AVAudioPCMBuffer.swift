import CoreMedia
import Foundation

/// Sound in memory.
open class AVAudioBuffer: NSObject, @unchecked Sendable {
    /// The format of the samples.
    public let format: AVAudioFormat
    let list: UnsafeMutableAudioBufferListPointer

    init(_ format: AVAudioFormat, _ list: UnsafeMutableAudioBufferListPointer) { (self.format, self.list) = (format, list) }

    /// The memory of the samples. It is valid as long as the object exists.
    public var audioBufferList: UnsafePointer<AudioBufferList> { UnsafePointer(list.unsafeMutablePointer) }
    /// The memory of the samples. It is valid as long as the object exists.
    public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { list.unsafeMutablePointer }
}

/// A buffer of uncompressed samples that owns its memory.
open class AVAudioPCMBuffer: AVAudioBuffer, @unchecked Sendable {
    /// The maximum number of frames in the buffer.
    public let frameCapacity: AVAudioFrameCount
    private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private var length: AVAudioFrameCount = 0

    /// Creates a buffer of zeros. Returns `nil` if the samples are not of a common type, or if there is not enough memory.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        guard format.commonFormat != .otherFormat else { return nil }
        let count = format.isInterleaved ? 1 : Int(format.channelCount)
        let bytes = Int(frameCapacity) * Int(format.streamDescription.pointee.mBytesPerFrame)
        let size = UnsafeMutableAudioBufferListPointer.sizeInBytes(maximumBuffers: count)
        guard let memory = calloc(1, size) else { return nil }
        guard let samples = calloc(count, max(bytes, 16)) else {
            free(memory)
            return nil
        }
        let list = UnsafeMutableAudioBufferListPointer(memory.bindMemory(to: AudioBufferList.self, capacity: 1))
        list.count = count
        for index in 0..<count {
            list[index] = AudioBuffer(
                mNumberChannels: format.isInterleaved ? format.channelCount : 1, mDataByteSize: 0, mData: samples + index * max(bytes, 16))
        }
        channels = .allocate(capacity: Int(format.channelCount))
        for channel in 0..<Int(format.channelCount) {
            let place = format.isInterleaved ? channel * format.commonFormat.bits / 8 : channel * max(bytes, 16)
            (channels + channel).initialize(to: samples + place)
        }
        self.frameCapacity = frameCapacity
        self.samples = samples
        super.init(format, list)
    }

    private let samples: UnsafeMutableRawPointer

    deinit {
        free(samples)
        channels.deallocate()
        free(list.unsafeMutablePointer)
    }

    /// The number of frames in use, 0 at first. Setting more than ``frameCapacity`` stops the program.
    open var frameLength: AVAudioFrameCount {
        get { length }
        set {
            precondition(newValue <= frameCapacity, "a buffer with room for \(frameCapacity) frames was to have \(newValue)")
            length = newValue
            for index in list.indices { list[index].mDataByteSize = newValue * format.streamDescription.pointee.mBytesPerFrame }
        }
    }

    /// The distance from one sample of a channel to the next, in samples. For interleaved channels, the stride is the number of channels. For
    /// separate channels, the stride is 1.
    open var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

    /// A pointer to the first sample of each channel; `nil` if the samples are not 32-bit floating-point numbers.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { pointers(.pcmFormatFloat32) }
    /// A pointer to the first sample of each channel; `nil` if the samples are not 16-bit integers.
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { pointers(.pcmFormatInt16) }
    /// A pointer to the first sample of each channel; `nil` if the samples are not 32-bit integers.
    open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { pointers(.pcmFormatInt32) }

    private func pointers<Sample>(_ kind: AVAudioCommonFormat) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
        guard format.commonFormat == kind else { return nil }
        return UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }

    // MARK: Conversion

    /// The samples of a channel as floats, from -1 to 1.
    func floats(_ channel: Int) -> [Float] {
        let (base, step, count) = (channels[channel], stride, Int(frameLength))
        func read<Sample>(_ type: Sample.Type, _ value: (Sample) -> Float) -> [Float] {
            let samples = base.assumingMemoryBound(to: type)
            return (0..<count).map { value(samples[$0 * step]) }
        }
        switch format.commonFormat {
        case .pcmFormatFloat64: return read(Double.self) { Float($0) }
        case .pcmFormatInt16: return read(Int16.self) { Float($0) / 32768 }
        case .pcmFormatInt32: return read(Int32.self) { Float(Double($0) / 2_147_483_648) }
        default: return read(Float.self) { $0 }
        }
    }

    /// Writes floats into a channel, starting at the given frame. For integer samples the values are rounded and clamped to the type's
    /// range.
    func write(_ values: ArraySlice<Float>, _ channel: Int, at start: Int) {
        let (base, step) = (channels[channel], stride)
        func put<Sample>(_ type: Sample.Type, _ sample: (Float) -> Sample) {
            let samples = base.assumingMemoryBound(to: type)
            for (place, value) in values.enumerated() { samples[(start + place) * step] = sample(value) }
        }
        switch format.commonFormat {
        case .pcmFormatFloat64: put(Double.self) { Double($0) }
        case .pcmFormatInt16: put(Int16.self) { $0.isNaN ? 0 : Int16(Swift.min(Swift.max(($0 * 32768).rounded(), -32768), 32767)) }
        case .pcmFormatInt32:
            put(Int32.self) {
                $0.isNaN ? 0 : Int32(Swift.min(Swift.max((Double($0) * 2_147_483_648).rounded(), -2_147_483_648), 2_147_483_647))
            }
        default: put(Float.self) { $0 }
        }
    }
}
