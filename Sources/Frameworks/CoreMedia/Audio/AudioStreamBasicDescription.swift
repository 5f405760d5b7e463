import CoreFoundation

/// The four-character code of an audio format.
public typealias AudioFormatID = UInt32
/// Flags that describe an audio format.
public typealias AudioFormatFlags = UInt32

/// Uncompressed samples.
public var kAudioFormatLinearPCM: AudioFormatID { 0x6C70_636D }  // 'lpcm'
/// AAC, the codec of MPEG-4.
public var kAudioFormatMPEG4AAC: AudioFormatID { 0x6161_6320 }  // 'aac '
/// MP3.
public var kAudioFormatMPEGLayer3: AudioFormatID { 0x2E6D_7033 }  // '.mp3'
/// Apple's lossless codec.
public var kAudioFormatAppleLossless: AudioFormatID { 0x616C_6163 }  // 'alac'
/// FLAC, a lossless codec.
public var kAudioFormatFLAC: AudioFormatID { 0x666C_6163 }  // 'flac'
/// Opus, a lossy codec.
public var kAudioFormatOpus: AudioFormatID { 0x6F70_7573 }  // 'opus'

/// The flag for samples that are floating-point numbers.
public var kAudioFormatFlagIsFloat: AudioFormatFlags { 1 << 0 }
/// The flag for samples whose most significant byte comes first.
public var kAudioFormatFlagIsBigEndian: AudioFormatFlags { 1 << 1 }
/// The flag for samples that are signed integers.
public var kAudioFormatFlagIsSignedInteger: AudioFormatFlags { 1 << 2 }
/// The flag for samples that use all their bits.
public var kAudioFormatFlagIsPacked: AudioFormatFlags { 1 << 3 }
/// The flag for a separate buffer for each channel.
public var kAudioFormatFlagIsNonInterleaved: AudioFormatFlags { 1 << 5 }
/// The flags for floating-point numbers in the byte order of this machine.
public var kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags { kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked }

/// A format of sound.
public struct AudioStreamBasicDescription: Equatable, Sendable {
    /// The number of samples per second in a channel.
    public var mSampleRate: Double
    /// The codec, such as `kAudioFormatLinearPCM`.
    public var mFormatID: AudioFormatID
    /// Flags that describe the type of the samples.
    public var mFormatFlags: AudioFormatFlags
    /// The number of bytes in a packet; 0 if the number varies.
    public var mBytesPerPacket: UInt32
    /// The number of frames in a packet: 1 for uncompressed samples.
    public var mFramesPerPacket: UInt32
    /// The number of bytes of a frame in one buffer.
    public var mBytesPerFrame: UInt32
    /// The number of channels.
    public var mChannelsPerFrame: UInt32
    /// The number of bits in a sample.
    public var mBitsPerChannel: UInt32
    /// Always 0.
    public var mReserved: UInt32

    /// An empty description.
    public init() {
        self.init(
            mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
            mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
    }

    /// A description with these values.
    public init(
        mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32, mFramesPerPacket: UInt32,
        mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32, mReserved: UInt32
    ) {
        (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
        (self.mBytesPerPacket, self.mFramesPerPacket, self.mBytesPerFrame) = (mBytesPerPacket, mFramesPerPacket, mBytesPerFrame)
        (self.mChannelsPerFrame, self.mBitsPerChannel, self.mReserved) = (mChannelsPerFrame, mBitsPerChannel, mReserved)
    }
}

/// The memory of one channel's samples, or of the interleaved samples of all channels.
public struct AudioBuffer {
    /// The number of interleaved channels.
    public var mNumberChannels: UInt32
    /// The number of valid bytes.
    public var mDataByteSize: UInt32
    /// A pointer to the samples.
    public var mData: UnsafeMutableRawPointer?

    /// A buffer without samples.
    public init() { self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil) }

    /// A buffer that uses the caller's samples.
    public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
        (self.mNumberChannels, self.mDataByteSize, self.mData) = (mNumberChannels, mDataByteSize, mData)
    }
}

/// A list of buffers that follow each other in memory. The type itself has memory only for the first one.
public struct AudioBufferList {
    /// The number of buffers.
    public var mNumberBuffers: UInt32
    /// The first buffer. The other buffers follow in memory.
    public var mBuffers: AudioBuffer

    /// A list without buffers.
    public init() { self.init(mNumberBuffers: 0, mBuffers: AudioBuffer()) }

    /// A list of buffers. It has memory only for the first one.
    public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) { (self.mNumberBuffers, self.mBuffers) = (mNumberBuffers, mBuffers) }
}

/// A collection of the buffers in a list.
public struct UnsafeMutableAudioBufferListPointer: RandomAccessCollection, MutableCollection {
    /// A pointer to the list.
    public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// A collection of the buffers in a list.
    public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

    /// The number of buffers.
    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    private var first: UnsafeMutablePointer<AudioBuffer> {
        (UnsafeMutableRawPointer(unsafeMutablePointer) + 8).assumingMemoryBound(to: AudioBuffer.self)
    }

    public subscript(index: Int) -> AudioBuffer {
        get { first[index] }
        nonmutating set { first[index] = newValue }
    }

    /// The size in bytes of a list with the given number of buffers.
    public static func sizeInBytes(maximumBuffers: Int) -> Int { 8 + Swift.max(maximumBuffers, 1) * MemoryLayout<AudioBuffer>.stride }
}
