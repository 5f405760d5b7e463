import CoreVideo

/// There is not enough memory.
public var kCMSampleBufferError_AllocationFailed: OSStatus { -12730 }
/// A required parameter was not given.
public var kCMSampleBufferError_RequiredParameterMissing: OSStatus { -12731 }
/// The buffer has data or pixels already.
public var kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus { -12732 }
/// The data is not ready, and there is no handler that makes it ready.
public var kCMSampleBufferError_BufferNotReady: OSStatus { -12733 }
/// The buffer has no sample with this index.
public var kCMSampleBufferError_SampleIndexOutOfRange: OSStatus { -12734 }
/// The buffer does not have the sizes of its samples.
public var kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus { -12735 }
/// The buffer does not have the times of its samples.
public var kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus { -12736 }
/// The array to fill has too few elements.
public var kCMSampleBufferError_ArrayTooSmall: OSStatus { -12737 }
/// The number of timings or sizes is neither zero nor one nor the number of samples.
public var kCMSampleBufferError_InvalidEntryCount: OSStatus { -12738 }
/// The samples cannot be divided, because their sizes are not known.
public var kCMSampleBufferError_CannotSubdivide: OSStatus { -12739 }
/// A time is invalid.
public var kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus { -12740 }
/// The operation does not apply to the samples' media type.
public var kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus { -12741 }
/// The samples' bytes do not match their format.
public var kCMSampleBufferError_InvalidSampleData: OSStatus { -12742 }
/// The format does not match the pixels.
public var kCMSampleBufferError_InvalidMediaFormat: OSStatus { -12743 }
/// The buffer has been invalidated.
public var kCMSampleBufferError_Invalidated: OSStatus { -12744 }
/// Providing the data has failed.
public var kCMSampleBufferError_DataFailed: OSStatus { -16750 }
/// Providing the data was cancelled.
public var kCMSampleBufferError_DataCanceled: OSStatus { -16751 }

extension CMSampleBuffer {
    /// The errors of sample buffers.
    public enum Error {
        /// There is not enough memory.
        public static var allocationFailed: NSError { mediaError(kCMSampleBufferError_AllocationFailed) }
        /// A required parameter was not given.
        public static var requiredParameterMissing: NSError { mediaError(kCMSampleBufferError_RequiredParameterMissing) }
        /// The buffer has data or pixels already.
        public static var alreadyHasDataBuffer: NSError { mediaError(kCMSampleBufferError_AlreadyHasDataBuffer) }
        /// The data is not ready, and there is no handler that makes it ready.
        public static var bufferNotReady: NSError { mediaError(kCMSampleBufferError_BufferNotReady) }
        /// The buffer has no sample with this index.
        public static var sampleIndexOutOfRange: NSError { mediaError(kCMSampleBufferError_SampleIndexOutOfRange) }
        /// The buffer does not have the sizes of its samples.
        public static var bufferHasNoSampleSizes: NSError { mediaError(kCMSampleBufferError_BufferHasNoSampleSizes) }
        /// The buffer does not have the times of its samples.
        public static var bufferHasNoSampleTimingInfo: NSError { mediaError(kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
        /// The array to fill has too few elements.
        public static var arrayTooSmall: NSError { mediaError(kCMSampleBufferError_ArrayTooSmall) }
        /// The number of timings or sizes is neither zero nor one nor the number of samples.
        public static var invalidEntryCount: NSError { mediaError(kCMSampleBufferError_InvalidEntryCount) }
        /// The samples cannot be divided, because their sizes are not known.
        public static var cannotSubdivide: NSError { mediaError(kCMSampleBufferError_CannotSubdivide) }
        /// A time is invalid.
        public static var sampleTimingInfoInvalid: NSError { mediaError(kCMSampleBufferError_SampleTimingInfoInvalid) }
        /// The operation does not apply to the samples' media type.
        public static var invalidMediaTypeForOperation: NSError { mediaError(kCMSampleBufferError_InvalidMediaTypeForOperation) }
        /// The samples' bytes do not match their format.
        public static var invalidSampleData: NSError { mediaError(kCMSampleBufferError_InvalidSampleData) }
        /// The format does not match the pixels.
        public static var invalidMediaFormat: NSError { mediaError(kCMSampleBufferError_InvalidMediaFormat) }
        /// The buffer has been invalidated.
        public static var invalidated: NSError { mediaError(kCMSampleBufferError_Invalidated) }
        /// Providing the data has failed.
        public static var dataFailed: NSError { mediaError(kCMSampleBufferError_DataFailed) }
        /// Providing the data was cancelled.
        public static var dataCanceled: NSError { mediaError(kCMSampleBufferError_DataCanceled) }
    }
}
