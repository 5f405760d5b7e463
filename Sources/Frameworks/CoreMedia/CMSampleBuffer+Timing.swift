import CoreVideo

extension CMSampleBuffer {
    /// The earliest presentation time of the samples; invalid without timing.
    public var presentationTimeStamp: CMTime {
        timings.map(\.presentationTimeStamp).filter(\.isValid).min() ?? .invalid
    }

    /// The decoding time of the first sample; invalid if it is equal to the presentation time.
    public var decodeTimeStamp: CMTime { timings.first?.decodeTimeStamp ?? .invalid }

    /// The total duration of the samples; invalid without timing.
    public var duration: CMTime {
        guard let first = timings.first else { return .invalid }
        if timings.count == 1 {
            return numSamples == 1 ? first.duration : CMTimeMultiply(first.duration, multiplier: Int32(clamping: numSamples))
        }
        return timings.reduce(CMTime.zero) { $0 + $1.duration }
    }

    /// The duration of the samples at the attached playback speed.
    public var outputDuration: CMTime {
        let speed = attachments[.speedMultiplier]?.value as? NSNumber
        guard let speed, speed.doubleValue > 0 else { return duration }
        return CMTimeMultiplyByFloat64(duration, multiplier: 1 / speed.doubleValue)
    }

    /// The output presentation time: the time at which the buffer is shown in the edited movie. If no time was set, it is the presentation time of
    /// the samples.
    public var outputPresentationTimeStamp: CMTime { withState { $0.outputPresentationTimeStamp } ?? presentationTimeStamp }
    /// Sets the output presentation time: the time at which the buffer is shown in the edited movie. The samples' own times do not change.
    /// The method never throws.
    public func setOutputPresentationTimeStamp(_ pts: CMTime) throws { withState { $0.outputPresentationTimeStamp = pts } }

    /// The output decoding time. It is the samples' decoding time, shifted by the same amount as the presentation time.
    public var outputDecodeTimeStamp: CMTime {
        let decode = decodeTimeStamp
        return decode.isValid ? decode + (outputPresentationTimeStamp - presentationTimeStamp) : decode
    }

    /// The timings of the samples. Evenly spaced samples share one timing. If the spacing varies, each sample has a timing.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
        guard !timings.isEmpty else { throw mediaError(kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
        return timings
    }

    /// The timings of the samples, shifted to the output presentation time. Throws `bufferHasNoSampleTimingInfo` if there are no timings.
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

    /// The sizes of the samples in bytes. If all sizes are equal, there is one number. If not, each sample has a number.
    public func sampleSizes() throws -> [Int] {
        guard !sizes.isEmpty else { throw mediaError(kCMSampleBufferError_BufferHasNoSampleSizes) }
        return sizes
    }

    /// The number of bytes in one sample; 0 if it is unknown.
    public func sampleSize(at sampleIndex: Int) -> Int {
        guard (0..<numSamples).contains(sampleIndex), let first = sizes.first else { return 0 }
        return sizes.count == 1 ? first : sizes[sampleIndex]
    }

    /// The number of bytes in all samples; 0 if it is unknown.
    public var totalSampleSize: Int {
        guard sizes.count == 1 else { return sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue } }
        return sizes[0].multipliedReportingOverflow(by: numSamples).partialValue
    }
}

extension CMSampleBuffer {
    /// The key of an attachment.
    public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString
        public init(rawValue: CFString) { self.rawValue = rawValue }

        /// Whether the decoder is reset before these samples.
        public static let resetDecoderBeforeDecoding = AttachmentKey(rawValue: "ResetDecoderBeforeDecoding")
        /// Whether the decoder outputs all buffered frames after these samples.
        public static let drainAfterDecoding = AttachmentKey(rawValue: "DrainAfterDecoding")
        /// The notification to post when these samples have been used.
        public static let postNotificationWhenConsumed = AttachmentKey(rawValue: "PostNotificationWhenConsumed")
        /// Whether output resumes with these samples.
        public static let resumeOutput = AttachmentKey(rawValue: "ResumeOutput")
        /// The number that identifies the change of format that begins with these samples.
        public static let transitionID = AttachmentKey(rawValue: "TransitionID")
        /// The duration to skip at the beginning, as the dictionary of a `CMTime`.
        public static let trimDurationAtStart = AttachmentKey(rawValue: "TrimDurationAtStart")
        /// The duration to skip at the end, as the dictionary of a `CMTime`.
        public static let trimDurationAtEnd = AttachmentKey(rawValue: "TrimDurationAtEnd")
        /// The playback speed as a positive factor. `outputDuration` takes it into account.
        public static let speedMultiplier = AttachmentKey(rawValue: "SpeedMultiplier")
        /// Whether to play from the end to the beginning.
        public static let reverse = AttachmentKey(rawValue: "Reverse")
        /// Whether gaps in sound are filled with silence.
        public static let fillDiscontinuitiesWithSilence = AttachmentKey(rawValue: "FillDiscontinuitiesWithSilence")
        /// Whether the samples represent a time range without media.
        public static let emptyMedia = AttachmentKey(rawValue: "EmptyMedia")
        /// Whether the previous sample lasts until the time of these samples.
        public static let endsPreviousSampleDuration = AttachmentKey(rawValue: "EndsPreviousSampleDuration")
        /// The URL of the file that contains the samples' bytes.
        public static let sampleReferenceURL = AttachmentKey(rawValue: "SampleReferenceURL")
        /// The offset of the samples' bytes in the file at `sampleReferenceURL`.
        public static let sampleReferenceByteOffset = AttachmentKey(rawValue: "SampleReferenceByteOffset")
        /// The number of frames that a decoder needs before its pictures are complete.
        public static let gradualDecoderRefresh = AttachmentKey(rawValue: "GradualDecoderRefresh")
        /// The reason why a frame was dropped: a `kCMSampleBufferDroppedFrameReason_…`.
        public static let droppedFrameReason = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
        /// Further information about the reason why a frame was dropped.
        public static let droppedFrameReasonInfo = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
        /// The camera's intrinsic matrix for this frame: nine `float` in column order, with focal lengths and principal point in pixels.
        public static let cameraIntrinsicMatrix = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
        /// Whether an encoder must encode this frame as a key frame.
        public static let forceKeyFrame = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
    }
}

/// The key for whether a sample is not a key frame, so that its decoding needs other samples.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// The key for whether a sample is a partial key frame. Decoding may begin at a partial key frame. Some samples before it, in display order, cannot
/// be decoded then.
public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// The key for whether a sample is coded more than once.
public let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
/// The key for whether the decoding of other samples needs this one.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// The key for whether the decoding of a sample needs other samples.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// The key for whether samples that come later may be shown before this one.
public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString = "EarlierDisplayTimesAllowed"
/// The key for whether to show a sample immediately, regardless of its time.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// The key for whether to decode a sample without showing it.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// The key of the reason why a frame was dropped: a `kCMSampleBufferDroppedFrameReason_…`.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// The receiver was busy, and late frames are dropped.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// The receiver retains too many frames, so there is no memory for another frame.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// An unknown number of frames was lost.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// The key of further information about the reason why a frame was dropped.
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// The camera changed its mode.
public let kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString = "CameraModeSwitch"
/// The key of the camera's intrinsic matrix for this frame: nine `float` in column order, with focal lengths and principal point in pixels.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// The key for whether an encoder must encode this frame as a key frame.
public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"
