import CoreMedia
import Foundation
import Testing

@Suite("Core Media: sample buffers")
struct CMSampleBufferTests {
    private let pixels: CVPixelBuffer
    private let timing = CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: 7, timescale: 30), decodeTimeStamp: .invalid)

    init() throws {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess)
        pixels = try #require(buffer)
    }

    @Test("A frame made as a camera makes it gives back its pixels, format and times")
    func frame() throws {
        var format: CMVideoFormatDescription?
        #expect(CMVideoFormatDescriptionCreateForImageBuffer(allocator: nil, imageBuffer: pixels, formatDescriptionOut: &format) == 0)
        var timing = timing
        var sample: CMSampleBuffer?
        let result = CMSampleBufferCreateReadyWithImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: pixels, formatDescription: try #require(format), sampleTiming: &timing,
            sampleBufferOut: &sample)
        #expect(result == 0)
        let made = try #require(sample)
        #expect(CMSampleBufferGetImageBuffer(made) === pixels && CMSampleBufferDataIsReady(made))
        #expect(CMSampleBufferGetPresentationTimeStamp(made) == CMTime(value: 7, timescale: 30))
        #expect(CMSampleBufferGetDuration(made).seconds == 1.0 / 30 && CMSampleBufferGetNumSamples(made) == 1)
        let description = try #require(CMSampleBufferGetFormatDescription(made))
        #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Video)
        #expect(CMFormatDescriptionGetMediaSubType(description) == kCVPixelFormatType_32BGRA)
        #expect(CMVideoFormatDescriptionGetDimensions(description) == CMVideoDimensions(width: 64, height: 48))
        #expect(try made.sampleTimingInfo(at: 0) == timing)
        #expect(throws: NSError.self) { try made.sampleTimingInfo(at: 1) }
    }

    @Test("A format of another size or pixel format is refused")
    func wrongFormat() throws {
        let other = try CMFormatDescription(videoCodecType: .pixelFormat_32BGRA, width: 48, height: 64)
        #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
            try CMSampleBuffer(imageBuffer: pixels, formatDescription: other, sampleTiming: timing)
        }
        #expect(throws: NSError.self) { try CMFormatDescription(videoCodecType: .h264, width: 0, height: 64) }
        #expect(throws: NSError.self) { try CMFormatDescription(videoCodecType: .h264, width: .max, height: 64) }
    }

    @Test("Data is made ready once, when it is wanted, and a failure stays")
    func readiness() throws {
        let format = try CMFormatDescription(imageBuffer: pixels)
        nonisolated(unsafe) var calls = 0
        let lazy = try CMSampleBuffer(imageBuffer: pixels, formatDescription: format, sampleTiming: timing) { _ in
            calls += 1
            return 0
        }
        #expect(lazy.dataReadiness == .notReady)
        try lazy.makeDataReady()
        try lazy.makeDataReady()
        #expect(calls == 1 && lazy.dataReadiness == .ready)
        let failing = try CMSampleBuffer(imageBuffer: pixels, formatDescription: format, sampleTiming: timing) { _ in -5 }
        #expect(CMSampleBufferMakeDataReady(failing) == -5)
        var status: OSStatus = 0
        #expect(CMSampleBufferHasDataFailed(failing, statusOut: &status) && status == -5)
    }

    @Test("Attachments go with a copy, and only those that should go on to the pixels")
    func attachments() throws {
        let sample = try CMSampleBuffer(
            imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels), sampleTiming: timing)
        CMSetAttachment(
            sample, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, value: kCMSampleBufferDroppedFrameReason_FrameWasLate,
            attachmentMode: kCMAttachmentMode_ShouldPropagate)
        sample.attachments["own"] = .shouldNotPropagate(3)
        let copy = try CMSampleBuffer(copying: sample)
        #expect(copy.attachments[.droppedFrameReason]?.value as? String == "FrameWasLate")
        #expect(copy.attachments.nonPropagated["own"] as? Int == 3 && copy.imageBuffer === pixels)
        CMPropagateAttachments(sample, destination: pixels)
        #expect(CVBufferHasAttachment(pixels, kCMSampleBufferAttachmentKey_DroppedFrameReason) && !CVBufferHasAttachment(pixels, "own"))
        try sample.invalidate()
        #expect(!sample.isValid && sample.imageBuffer == nil && copy.imageBuffer != nil)
        #expect(throws: CMSampleBuffer.Error.invalidated) { try CMSampleBuffer(copying: sample) }
    }

    @Test("Evenly spaced samples share one timing, and counts that do not fit are refused")
    func timings() throws {
        let data = try CMBlockBuffer(data: Data([1, 2, 3, 4, 5, 6]))
        let sample = try CMSampleBuffer(
            dataBuffer: data, formatDescription: nil, numSamples: 3, sampleTimings: [timing], sampleSizes: [2])
        #expect(sample.duration == CMTime(value: 3, timescale: 30) && sample.totalSampleSize == 6)
        #expect(try sample.sampleTimingInfo(at: 2).presentationTimeStamp == CMTime(value: 9, timescale: 30))
        #expect(try data.dataBytes() == Data([1, 2, 3, 4, 5, 6]))
        let last = try CMSampleBuffer(copying: sample, forRange: 1..<3)
        #expect(try last.dataBuffer?.dataBytes() == Data([3, 4, 5, 6]) && last.presentationTimeStamp == CMTime(value: 8, timescale: 30))
        #expect(try sample.singleSampleBuffers().map { try $0.dataBuffer?.dataBytes() } == [Data([1, 2]), Data([3, 4]), Data([5, 6])])
        #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try CMSampleBuffer(copying: sample, forRange: 2..<4) }
        var bytes: [UInt8] = [0, 0]
        #expect(CMBlockBufferCopyDataBytes(data, atOffset: 4, dataLength: 2, destination: &bytes) == 0 && bytes == [5, 6])
        #expect(CMBlockBufferCopyDataBytes(data, atOffset: 5, dataLength: 2, destination: &bytes) != 0)
        #expect(CMBlockBufferCopyDataBytes(data, atOffset: .max, dataLength: 2, destination: &bytes) != 0)
        #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
            try CMSampleBuffer(dataBuffer: data, formatDescription: nil, numSamples: 3, sampleTimings: [timing, timing], sampleSizes: [])
        }
        #expect(throws: NSError.self) { try CMBlockBuffer(length: -1) }
    }
}
