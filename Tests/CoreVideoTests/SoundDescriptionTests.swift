import CoreMedia
import Foundation
import Testing

@Suite("Sound in sample buffers")
struct SoundDescriptionTests {
    private func description(interleaved: Bool) -> AudioStreamBasicDescription {
        let bytes: UInt32 = interleaved ? 4 : 2
        return AudioStreamBasicDescription(
            mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
            mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
    }

    private func buffer(_ samples: [Int16], frames: Int, _ format: AudioStreamBasicDescription) throws -> CMSampleBuffer {
        let bytes = samples.withUnsafeBytes { Data($0) }
        return try CMSampleBuffer(
            dataBuffer: CMBlockBuffer(data: bytes), formatDescription: CMFormatDescription(audioStreamBasicDescription: format),
            numSamples: frames, sampleTimings: [], sampleSizes: [])
    }

    @Test("A format description has the sound format that it was made with; video and invalid formats have none")
    func formats() throws {
        var given = description(interleaved: true)
        var made: CMAudioFormatDescription?
        #expect(
            CMAudioFormatDescriptionCreate(
                allocator: nil, asbd: &given, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil, extensions: nil,
                formatDescriptionOut: &made) == 0)
        let format = try #require(made)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee == given && format.mediaType == .audio)
        #expect(try format == CMFormatDescription(audioStreamBasicDescription: given))
        #expect(try format != CMFormatDescription(audioStreamBasicDescription: description(interleaved: false)))
        let video = try CMFormatDescription(videoCodecType: .h264, width: 2, height: 2)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(video) == nil && video.audioStreamBasicDescription == nil)
        given.mSampleRate = 0
        #expect(throws: NSError.self) { try CMFormatDescription(audioStreamBasicDescription: given) }
    }

    @Test("Samples are copied from a frame on, in turn or channel by channel, and never beyond the last one")
    func copying() throws {
        let turns = try buffer([1, -1, 2, -2, 3, -3], frames: 3, description(interleaved: true))
        var target = [Int16](repeating: 0, count: 4)
        let status = target.withUnsafeMutableBytes { bytes -> OSStatus in
            var list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 8, mData: bytes.baseAddress))
            return CMSampleBufferCopyPCMDataIntoAudioBufferList(turns, at: 1, frameCount: 2, into: &list)
        }
        #expect(status == 0 && target == [2, -2, 3, -3])
        let planes = try buffer([1, 2, 3, -1, -2, -3], frames: 3, description(interleaved: false))
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: UnsafeMutableAudioBufferListPointer.sizeInBytes(maximumBuffers: 2), alignment: 8)
        defer { memory.deallocate() }
        let list = UnsafeMutableAudioBufferListPointer(memory.bindMemory(to: AudioBufferList.self, capacity: 1))
        list.count = 2
        let samples = UnsafeMutablePointer<Int16>.allocate(capacity: 4)
        defer { samples.deallocate() }
        for index in 0..<2 { list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 4, mData: samples + 2 * index) }
        let pointer = list.unsafeMutablePointer
        #expect(CMSampleBufferCopyPCMDataIntoAudioBufferList(planes, at: 0, frameCount: 2, into: pointer) == 0)
        #expect((0..<4).map { samples[$0] } == [1, 2, -1, -2])
        #expect(
            CMSampleBufferCopyPCMDataIntoAudioBufferList(planes, at: 2, frameCount: 2, into: pointer)
                == kCMSampleBufferError_SampleIndexOutOfRange)
        #expect(
            CMSampleBufferCopyPCMDataIntoAudioBufferList(turns, at: 0, frameCount: 1, into: pointer)
                == kCMSampleBufferError_InvalidMediaFormat)
    }
}
