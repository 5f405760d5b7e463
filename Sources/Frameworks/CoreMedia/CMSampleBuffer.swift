import CoreVideo
import Locks

/// A number of samples.
public typealias CMItemCount = CFIndex
/// The index of a sample, from 0.
public typealias CMItemIndex = CFIndex

/// The times at which a sample is decoded and shown, and its duration.
public struct CMSampleTimingInfo: Hashable, Sendable {
    /// The duration of a sample; invalid if it is unknown.
    public var duration: CMTime
    /// The time at which the sample is shown.
    public var presentationTimeStamp: CMTime
    /// The decoding time; invalid if it is equal to the presentation time.
    public var decodeTimeStamp: CMTime

    /// Three invalid times.
    public init() { self = .invalid }
    /// The times of a sample. A time that is unknown is invalid.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Three invalid times.
    public static let invalid = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
}

/// Three invalid times.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid

/// A handler that is called when the data of a buffer without data is needed. It sets the data and returns 0, or returns an error.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus
/// A function like ``CMSampleBufferMakeDataReadyHandler`` that also gets a context of the caller.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus

/// A frame of video, or samples of other media, with its times and attachments.
public final class CMSampleBuffer: Hashable, CMAttachmentBearerProtocol, @unchecked Sendable {
    /// Whether a buffer's data is ready.
    public enum DataReadiness: Hashable, Sendable {
        /// The data has not been provided yet.
        case notReady
        /// The data can be read.
        case ready
        /// Providing the data has failed, with this status code.
        case failed(OSStatus)
    }

    /// The properties that change after the creation of the buffer.
    struct State {
        var attachments = CMAttachmentBearerAttachments()
        var readiness = DataReadiness.ready
        var isValid = true
        var dataBuffer: CMBlockBuffer?
        var outputPresentationTimeStamp: CMTime?
        var sampleAttachments: [[String: Any]] = []
        var tracked: CMSampleBuffer?
    }

    let storedImageBuffer: CVImageBuffer?
    /// The format of the samples; `nil` if it is unknown.
    public let formatDescription: CMFormatDescription?
    /// The number of samples; 1 for a frame.
    public let numSamples: Int
    let timings: [CMSampleTimingInfo]
    let sizes: [Int]
    private let makeReady: CMSampleBufferMakeDataReadyHandler?
    private let lock = Lock()
    private var state: State

    init(
        imageBuffer: CVImageBuffer?, dataBuffer: CMBlockBuffer?, isReady: Bool, formatDescription: CMFormatDescription?, numSamples: Int,
        timings: [CMSampleTimingInfo], sizes: [Int], makeReady: CMSampleBufferMakeDataReadyHandler?
    ) throws {
        guard numSamples >= 0, timings.count <= 1 || timings.count == numSamples, sizes.count <= 1 || sizes.count == numSamples,
            sizes.allSatisfy({ $0 >= 0 })
        else { throw mediaError(kCMSampleBufferError_InvalidEntryCount) }
        storedImageBuffer = imageBuffer
        self.formatDescription = formatDescription
        self.numSamples = numSamples
        self.timings = timings
        self.sizes = sizes
        self.makeReady = makeReady
        state = State()
        state.dataBuffer = dataBuffer
        state.readiness = isReady ? .ready : .notReady
    }

    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }

    /// The pixels; `nil` if there are none, or if the buffer has been invalidated.
    public var imageBuffer: CVImageBuffer? { isValid ? storedImageBuffer : nil }
    /// The samples' bytes; `nil` if there are none, or if the buffer has been invalidated.
    public var dataBuffer: CMBlockBuffer? { withState { $0.isValid ? $0.dataBuffer : nil } }
    /// Whether the buffer is still valid: it has not been invalidated.
    public var isValid: Bool { withState { $0.isValid } }

    public var attachments: CMAttachmentBearerAttachments {
        get { withState { $0.attachments } }
        set { withState { $0.attachments = newValue } }
    }

    /// The attachments of each sample, by key.
    public var sampleAttachments: [[String: Any]] {
        get { withState { $0.sampleAttachments.isEmpty ? Array(repeating: [:], count: numSamples) : $0.sampleAttachments } }
        set { withState { $0.sampleAttachments = newValue } }
    }

    /// Sets the buffer's data. Throws `alreadyHasDataBuffer` if the buffer already has data or pixels.
    public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
        try withState { state in
            guard state.dataBuffer == nil, storedImageBuffer == nil else { throw mediaError(kCMSampleBufferError_AlreadyHasDataBuffer) }
            state.dataBuffer = dataBuffer
        }
    }

    /// Whether the data is ready. If this buffer tracks another buffer, it is the readiness of the other buffer.
    public var dataReadiness: DataReadiness {
        let (own, tracked) = withState { ($0.readiness, $0.tracked) }
        return tracked?.dataReadiness ?? own
    }

    /// Sets the readiness of the data. The method never throws.
    public func setDataReadiness(_ newValue: DataReadiness) throws { withState { $0.readiness = newValue } }

    /// Calls the handler that provides the data of a buffer without data.
    public func makeDataReady() throws {
        switch dataReadiness {
        case .ready: return
        case .failed(let status): throw mediaError(status)
        case .notReady: break
        }
        guard isValid else { throw mediaError(kCMSampleBufferError_Invalidated) }
        guard let makeReady else { throw mediaError(kCMSampleBufferError_BufferNotReady) }
        let status = makeReady(self)
        try setDataReadiness(status == 0 ? .ready : .failed(status))
        if status != 0 { throw mediaError(status) }
    }

    /// Makes the buffer report the readiness of another buffer from now on.
    public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
        guard sampleBufferToTrack !== self else { throw mediaError(kCMSampleBufferError_RequiredParameterMissing) }
        withState { $0.tracked = sampleBufferToTrack }
    }

    /// Releases the data. Afterwards the buffer behaves like a buffer without data.
    public func invalidate() throws {
        withState { state in
            state.isValid = false
            state.dataBuffer = nil
        }
    }

    public static func == (lhs: CMSampleBuffer, rhs: CMSampleBuffer) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMSampleBuffer {
    /// A buffer with a frame of video.
    ///
    /// - Throws: `kCMSampleBufferError_InvalidMediaFormat` if the format does not match the pixels.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        try self.init(imageBuffer: imageBuffer, isReady: true, formatDescription, sampleTiming, nil)
    }

    /// A buffer with a frame of video. If the pixels are not ready, `makeDataReadyHandler` fills them on demand.
    public convenience init(
        imageBuffer: CVImageBuffer, dataReady: Bool = false, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo,
        makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
    ) throws {
        try self.init(imageBuffer: imageBuffer, isReady: dataReady, formatDescription, sampleTiming, makeDataReadyHandler)
    }

    convenience init(
        imageBuffer: CVImageBuffer, isReady: Bool, _ format: CMVideoFormatDescription, _ timing: CMSampleTimingInfo,
        _ makeReady: CMSampleBufferMakeDataReadyHandler?
    ) throws {
        guard CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: imageBuffer) else {
            throw mediaError(kCMSampleBufferError_InvalidMediaFormat)
        }
        try self.init(
            imageBuffer: imageBuffer, dataBuffer: nil, isReady: isReady, formatDescription: format, numSamples: 1, timings: [timing],
            sizes: [], makeReady: makeReady)
    }

    /// A buffer with samples of encoded media.
    public convenience init(
        dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo],
        sampleSizes: [Int]
    ) throws {
        try self.init(
            imageBuffer: nil, dataBuffer: dataBuffer, isReady: true, formatDescription: formatDescription, numSamples: numSamples,
            timings: sampleTimings, sizes: sampleSizes, makeReady: nil)
    }

    /// A buffer with samples. If the data is not ready, `makeDataReadyHandler` sets it on demand.
    public convenience init(
        dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int], makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
    ) throws {
        try self.init(
            imageBuffer: nil, dataBuffer: dataBuffer, isReady: dataReady, formatDescription: formatDescription, numSamples: numSamples,
            timings: sampleTimings, sizes: sampleSizes, makeReady: makeDataReadyHandler)
    }

    /// A copy of a buffer that shares its pixels or bytes.
    public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
        try self.init(copying: sampleBuffer, withNewTiming: sampleBuffer.timings)
    }

    /// A copy of a buffer that shares its pixels or bytes, with other times.
    public convenience init(copying sampleBuffer: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo]) throws {
        guard sampleBuffer.isValid else { throw mediaError(kCMSampleBufferError_Invalidated) }
        try self.init(
            imageBuffer: sampleBuffer.storedImageBuffer, dataBuffer: sampleBuffer.dataBuffer,
            isReady: sampleBuffer.dataReadiness == .ready, formatDescription: sampleBuffer.formatDescription,
            numSamples: sampleBuffer.numSamples, timings: sampleTimings, sizes: sampleBuffer.sizes, makeReady: nil)
        attachments = sampleBuffer.attachments
        sampleAttachments = sampleBuffer.sampleAttachments
    }

    /// A buffer with a range of the samples, and a copy of their bytes.
    ///
    /// - Throws: `kCMSampleBufferError_SampleIndexOutOfRange` if the range exceeds the samples, `kCMSampleBufferError_CannotSubdivide` if
    ///   the sizes of the samples are not known.
    public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
        guard sampleBuffer.isValid else { throw mediaError(kCMSampleBufferError_Invalidated) }
        guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= sampleBuffer.numSamples else {
            throw mediaError(kCMSampleBufferError_SampleIndexOutOfRange)
        }
        var data: CMBlockBuffer?
        if let whole = sampleBuffer.dataBuffer {
            guard !sampleBuffer.sizes.isEmpty else { throw mediaError(kCMSampleBufferError_CannotSubdivide) }
            let start = (0..<range.lowerBound).reduce(0) { $0 + sampleBuffer.sampleSize(at: $1) }
            let length = range.reduce(0) { $0 + sampleBuffer.sampleSize(at: $1) }
            guard start <= whole.dataLength, length <= whole.dataLength - start else {
                throw mediaError(kCMSampleBufferError_InvalidSampleData)
            }
            data = try whole.withContiguousStorage { try CMBlockBuffer(data: Data($0[start..<start + length])) }
        }
        try self.init(
            imageBuffer: sampleBuffer.storedImageBuffer, dataBuffer: data, isReady: sampleBuffer.dataReadiness == .ready,
            formatDescription: sampleBuffer.formatDescription, numSamples: range.count,
            timings: sampleBuffer.timings.isEmpty ? [] : range.map { try sampleBuffer.sampleTimingInfo(at: $0) },
            sizes: sampleBuffer.sizes.count > 1 ? Array(sampleBuffer.sizes[range]) : sampleBuffer.sizes, makeReady: nil)
        attachments = sampleBuffer.attachments
        sampleAttachments = Array(sampleBuffer.sampleAttachments[range])
    }

    /// Splits the buffer into buffers with one sample each.
    public func singleSampleBuffers() throws -> [CMSampleBuffer] {
        try (0..<numSamples).map { try CMSampleBuffer(copying: self, forRange: $0..<$0 + 1) }
    }
}
