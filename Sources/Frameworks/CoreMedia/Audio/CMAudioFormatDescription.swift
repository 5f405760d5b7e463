import CoreVideo

/// The format of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

extension CMFormatDescription {
    /// The audio format; `nil` for other media types.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { sound?.pointee }
}

/// The audio format; `nil` for other media types. The pointer is valid as long as the description exists.
public func CMAudioFormatDescriptionGetStreamBasicDescription(_ desc: CMAudioFormatDescription) -> UnsafePointer<
    AudioStreamBasicDescription
>? {
    desc.sound.map { UnsafePointer($0) }
}

/// Makes an audio format. Returns 0, or `kCMFormatDescriptionError_InvalidParameter` if it has no sample rate or no channels.
///
/// - Parameters:
///   - layout: ignored, like `layoutSize`.
///   - magicCookie: ignored, like `magicCookieSize`, because Osprey's decoders do not need it.
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int, layout: UnsafeRawPointer?,
    magicCookieSize: Int, magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    guard let made = try? CMFormatDescription(audioStreamBasicDescription: asbd.pointee, extensions: extensions) else {
        return kCMFormatDescriptionError_InvalidParameter
    }
    formatDescriptionOut.pointee = made
    return 0
}

/// Copies uncompressed samples into buffers. The buffers must have the format's layout and enough memory. Returns 0,
/// `kCMSampleBufferError_InvalidMediaFormat` for other media, or `kCMSampleBufferError_SampleIndexOutOfRange`.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32, into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let format = sbuf.formatDescription?.audioStreamBasicDescription, format.mFormatID == kAudioFormatLinearPCM,
        let data = sbuf.dataBuffer,
        format.mBytesPerFrame > 0
    else { return kCMSampleBufferError_InvalidMediaFormat }
    let (start, count, all) = (Int(frameOffset), Int(numFrames), sbuf.numSamples)
    let buffers = UnsafeMutableAudioBufferListPointer(bufferList)
    let isInterleaved = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
    guard buffers.count == (isInterleaved ? 1 : Int(format.mChannelsPerFrame)) else { return kCMSampleBufferError_InvalidMediaFormat }
    guard start >= 0, count >= 0, start <= all - count else { return kCMSampleBufferError_SampleIndexOutOfRange }
    let bytes = Int(format.mBytesPerFrame)
    for index in buffers.indices {
        guard let target = buffers[index].mData else { return kCMSampleBufferError_InvalidMediaFormat }
        // The channels are stored one after the other.
        let status = CMBlockBufferCopyDataBytes(
            data, atOffset: (index * all + start) * bytes, dataLength: count * bytes, destination: target)
        guard status == 0 else { return status }
        buffers[index].mDataByteSize = UInt32(clamping: count * bytes)
    }
    return 0
}
