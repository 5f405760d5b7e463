import CoreVideo

extension CMSampleBuffer {
    /// The time of the sample that is shown first; invalid without timing.
    public var presentationTimeStamp: CMTime {
        timings.map(\.presentationTimeStamp).filter(\.isValid).min() ?? .invalid
    }

    /// The time of the first sample's decoding; invalid where it is decoded when shown.
    public var decodeTimeStamp: CMTime { timings.first?.decodeTimeStamp ?? .invalid }

    /// How long the samples last together; invalid without timing.
    public var duration: CMTime {
        guard let first = timings.first else { return .invalid }
        if timings.count == 1 {
            return numSamples == 1 ? first.duration : CMTimeMultiply(first.duration, multiplier: Int32(clamping: numSamples))
        }
        return timings.reduce(CMTime.zero) { $0 + $1.duration }
    }

    public var outputDuration: CMTime {
        let speed = attachments[.speedMultiplier]?.value as? NSNumber
        guard let speed, speed.doubleValue > 0 else { return duration }
        return CMTimeMultiplyByFloat64(duration, multiplier: 1 / speed.doubleValue)
    }

    /// The time of presentation after any edit: the one that was set, else that of the samples.
    public var outputPresentationTimeStamp: CMTime { withState { $0.outputPresentationTimeStamp } ?? presentationTimeStamp }
    public func setOutputPresentationTimeStamp(_ pts: CMTime) throws { withState { $0.outputPresentationTimeStamp = pts } }

    public var outputDecodeTimeStamp: CMTime {
        let decode = decodeTimeStamp
        return decode.isValid ? decode + (outputPresentationTimeStamp - presentationTimeStamp) : decode
    }

    /// The times of the samples: one for all when they are evenly spaced, else one for each.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
        guard !timings.isEmpty else { throw mediaError(kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
        return timings
    }

    public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
        let shift = outputPresentationTimeStamp - presentationTimeStamp
        return try sampleTimingInfos().map { timing in
            var timing = timing
            timing.presentationTimeStamp = timing.presentationTimeStamp + shift
            if timing.decodeTimeStamp.isValid { timing.decodeTimeStamp = timing.decodeTimeStamp + shift }
            return timing
        }
    }

    /// The times of one sample.
    public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
        guard (0..<numSamples).contains(sampleIndex) else { throw mediaError(kCMSampleBufferError_SampleIndexOutOfRange) }
        let timings = try sampleTimingInfos()
        if timings.count > 1 { return timings[sampleIndex] }
        var timing = timings[0]
        let offset = CMTimeMultiply(timing.duration, multiplier: Int32(clamping: sampleIndex))
        if sampleIndex > 0 { timing.presentationTimeStamp = timing.presentationTimeStamp + offset }
        return timing
    }

    /// The sizes of the samples in bytes: one for all when they are equal, else one for each.
    public func sampleSizes() throws -> [Int] {
        guard !sizes.isEmpty else { throw mediaError(kCMSampleBufferError_BufferHasNoSampleSizes) }
        return sizes
    }

    /// The bytes of one sample; 0 where unknown.
    public func sampleSize(at sampleIndex: Int) -> Int {
        guard (0..<numSamples).contains(sampleIndex), let first = sizes.first else { return 0 }
        return sizes.count == 1 ? first : sizes[sampleIndex]
    }

    /// The bytes of all samples; 0 where unknown.
    public var totalSampleSize: Int {
        guard sizes.count == 1 else { return sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue } }
        return sizes[0].multipliedReportingOverflow(by: numSamples).partialValue
    }
}

extension CMSampleBuffer {
    /// The name of an attachment.
    public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString
        public init(rawValue: CFString) { self.rawValue = rawValue }

        public static let resetDecoderBeforeDecoding = AttachmentKey(rawValue: "ResetDecoderBeforeDecoding")
        public static let drainAfterDecoding = AttachmentKey(rawValue: "DrainAfterDecoding")
        public static let postNotificationWhenConsumed = AttachmentKey(rawValue: "PostNotificationWhenConsumed")
        public static let resumeOutput = AttachmentKey(rawValue: "ResumeOutput")
        public static let transitionID = AttachmentKey(rawValue: "TransitionID")
        public static let trimDurationAtStart = AttachmentKey(rawValue: "TrimDurationAtStart")
        public static let trimDurationAtEnd = AttachmentKey(rawValue: "TrimDurationAtEnd")
        public static let speedMultiplier = AttachmentKey(rawValue: "SpeedMultiplier")
        public static let reverse = AttachmentKey(rawValue: "Reverse")
        public static let fillDiscontinuitiesWithSilence = AttachmentKey(rawValue: "FillDiscontinuitiesWithSilence")
        public static let emptyMedia = AttachmentKey(rawValue: "EmptyMedia")
        public static let endsPreviousSampleDuration = AttachmentKey(rawValue: "EndsPreviousSampleDuration")
        public static let sampleReferenceURL = AttachmentKey(rawValue: "SampleReferenceURL")
        public static let sampleReferenceByteOffset = AttachmentKey(rawValue: "SampleReferenceByteOffset")
        public static let gradualDecoderRefresh = AttachmentKey(rawValue: "GradualDecoderRefresh")
        public static let droppedFrameReason = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
        public static let droppedFrameReasonInfo = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
        public static let cameraIntrinsicMatrix = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
        public static let forceKeyFrame = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
    }
}

public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
public let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString = "EarlierDisplayTimesAllowed"
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
public let kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString = "CameraModeSwitch"
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"
