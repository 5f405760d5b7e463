import CoreVideo

// The C functions on sample buffers.

/// Makes a buffer of samples. The number of timings and of sizes (in bytes) must be 0, 1 for all samples, or the number of samples. Returns
/// 0, or `kCMSampleBufferError_InvalidEntryCount` for other counts.
@discardableResult
public func CMSampleBufferCreate(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool, makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) {
        try CMSampleBuffer(
            imageBuffer: nil, dataBuffer: dataBuffer, isReady: dataReady, formatDescription: formatDescription, numSamples: numSamples,
            timings: entries(sampleTimingArray, numSampleTimingEntries), sizes: entries(sampleSizeArray, numSampleSizeEntries),
            makeReady: handler(makeDataReadyCallback, makeDataReadyRefcon))
    }
}

/// Makes a buffer of samples whose data is ready. The number of timings and of sizes (in bytes) must be 0, 1 for all samples, or the number
/// of samples. Returns 0, or `kCMSampleBufferError_InvalidEntryCount` for other counts.
@discardableResult
public func CMSampleBufferCreateReady(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreate(
        allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: formatDescription, sampleCount: numSamples, sampleTimingEntryCount: numSampleTimingEntries,
        sampleTimingArray: sampleTimingArray, sampleSizeEntryCount: numSampleSizeEntries, sampleSizeArray: sampleSizeArray,
        sampleBufferOut: sampleBufferOut)
}

/// Makes a buffer of one frame. Returns `kCMSampleBufferError_InvalidMediaFormat` if the format description does not match the pixels.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool, makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) {
        try CMSampleBuffer(
            imageBuffer: imageBuffer, isReady: dataReady, formatDescription, sampleTiming.pointee,
            handler(makeDataReadyCallback, makeDataReadyRefcon))
    }
}

/// Makes a buffer of one frame whose pixels are ready.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateForImageBuffer(
        allocator: allocator, imageBuffer: imageBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: formatDescription, sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}

/// Makes a buffer that shares the samples' data. Returns 0, or a `kCMSampleBufferError_…`.
@discardableResult
public func CMSampleBufferCreateCopy(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) { try CMSampleBuffer(copying: sbuf) }
}

/// Makes a buffer of the same samples at other times. The number of timings must be 0, 1 for all samples, or the number of samples. Returns
/// 0, or `kCMSampleBufferError_InvalidEntryCount` for other counts.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) {
        try CMSampleBuffer(copying: originalSBuf, withNewTiming: entries(sampleTimingArray, numSampleTimingEntries))
    }
}

/// The type identifier of sample buffers.
public func CMSampleBufferGetTypeID() -> CFTypeID { 0x434D_5342 }
/// Makes a buffer of a range of the samples.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) {
        let (end, overflow) = sampleRange.location.addingReportingOverflow(sampleRange.length)
        guard !overflow, sampleRange.length > 0 else { throw mediaError(kCMSampleBufferError_SampleIndexOutOfRange) }
        return try CMSampleBuffer(copying: sbuf, forRange: sampleRange.location..<end)
    }
}

/// Sets the data of a buffer. Returns 0, or `kCMSampleBufferError_AlreadyHasDataBuffer` if it already has data or pixels.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
    status { try sbuf.setDataBuffer(dataBuffer) }
}
/// The samples' bytes; `nil` if there are none, or if the buffer has been invalidated.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }
/// The pixels of a frame; `nil` if there are none, or if the buffer has been invalidated.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }
/// Marks the data as ready. Returns 0.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus { status { try sbuf.setDataReadiness(.ready) } }
/// Whether the data is ready.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.dataReadiness == .ready }
/// Records the error with which making the data ready has failed. Returns 0.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status failure: OSStatus) -> OSStatus {
    status { try sbuf.setDataReadiness(.failed(failure)) }
}
/// Whether making the data ready has failed. If it has, `statusOut` gets the reason.
public func CMSampleBufferHasDataFailed(_ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool {
    guard case .failed(let failure) = sbuf.dataReadiness else { return false }
    statusOut?.pointee = failure
    return true
}
/// Makes the data ready by calling the buffer's handler, if it is not ready yet. Returns 0, or the handler's error.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus { status { try sbuf.makeDataReady() } }
/// Makes the buffer report the readiness of another buffer from now on. Returns 0, or a `kCMSampleBufferError_…`.
@discardableResult
public func CMSampleBufferTrackDataReadiness(_ sbuf: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer) -> OSStatus {
    status { try sbuf.trackDataReadiness(sampleBufferToTrack) }
}
/// Releases the samples' data and calls the invalidation callback. Returns 0.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus { status { try sbuf.invalidate() } }
/// Whether the buffer is still valid: it has not been invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// The number of samples; 1 for a frame.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }
/// The total duration of the samples; invalid without timing.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
/// The earliest presentation time of the samples; invalid without timing.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
/// The decoding time of the first sample; invalid if it is equal to the presentation time.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }
/// The duration of the samples at the attached playback speed.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }
/// The output presentation time: the time at which the buffer is shown in the edited movie. If no time was set, it is the presentation time of the
/// samples.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputPresentationTimeStamp }
/// Sets the output presentation time: the time at which the buffer is shown in the edited movie. The samples' own times do not change.
/// Returns 0.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus { status { try sbuf.setOutputPresentationTimeStamp(outputPresentationTimeStamp) } }
/// The output decoding time. It is the samples' decoding time, shifted by the same amount as the presentation time.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }
/// The format of the samples; `nil` if it is unknown.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? { sbuf.formatDescription }
/// The number of bytes in one sample; 0 if it is unknown.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int { sbuf.sampleSize(at: sampleIndex) }
/// The number of bytes in all samples; 0 if it is unknown.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// The times of one sample. Returns 0, or `kCMSampleBufferError_SampleIndexOutOfRange`, or `…BufferHasNoSampleTimingInfo`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    status { timingInfoOut.pointee = try sbuf.sampleTimingInfo(at: sampleIndex) }
}

/// Writes the timings of the samples to an array. Evenly spaced samples share one timing. If the spacing varies, each sample has a timing. Returns
/// 0, or `kCMSampleBufferError_ArrayTooSmall`, or `…BufferHasNoSampleTimingInfo`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    status { try fill(timingArrayOut, numSampleTimingEntries, timingArrayEntriesNeededOut, with: sbuf.sampleTimingInfos()) }
}

/// Writes the timings of the samples to an array, shifted to the output presentation time. Returns 0, or
/// `kCMSampleBufferError_ArrayTooSmall`, or `…BufferHasNoSampleTimingInfo`.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    status { try fill(timingArrayOut, timingArrayEntries, timingArrayEntriesNeededOut, with: sbuf.outputSampleTimingInfos()) }
}

/// Writes the sizes of the samples in bytes to an array. If all sizes are equal, there is one number. If not, each sample has a number. Returns 0,
/// or `kCMSampleBufferError_ArrayTooSmall`, or `…BufferHasNoSampleSizes`.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
    _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount, arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
    entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    status { try fill(sizeArrayOut, sizeArrayEntries, sizeArrayEntriesNeededOut, with: sbuf.sampleSizes()) }
}

/// The attachments of each sample, as dictionaries. To change them, use ``CMSampleBuffer/sampleAttachments``.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
    let attachments = sbuf.sampleAttachments
    return createIfNecessary || attachments.contains { !$0.isEmpty } ? attachments : nil
}

/// The error of a throwing call as a status code; 0 if there is none.
private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch {
        return OSStatus(truncatingIfNeeded: (error as NSError).code)
    }
}

private func entries<Entry>(_ array: UnsafePointer<Entry>?, _ count: Int) -> [Entry] {
    array.map { Array(UnsafeBufferPointer(start: $0, count: max(0, count))) } ?? []
}

private func fill<Entry>(
    _ array: UnsafeMutablePointer<Entry>?, _ count: Int, _ needed: UnsafeMutablePointer<Int>?, with entries: [Entry]
) throws {
    needed?.pointee = entries.count
    guard let array else { return }
    guard count >= entries.count else { throw mediaError(kCMSampleBufferError_ArrayTooSmall) }
    array.update(from: entries, count: entries.count)
}

private func handler(
    _ callback: CMSampleBufferMakeDataReadyCallback?, _ refcon: UnsafeMutableRawPointer?
) -> CMSampleBufferMakeDataReadyHandler? {
    callback.map { callback in { callback($0, refcon) } }
}
