import CoreVideo

public var kCMSampleBufferError_AllocationFailed: OSStatus { -12730 }
public var kCMSampleBufferError_RequiredParameterMissing: OSStatus { -12731 }
public var kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus { -12732 }
public var kCMSampleBufferError_BufferNotReady: OSStatus { -12733 }
public var kCMSampleBufferError_SampleIndexOutOfRange: OSStatus { -12734 }
public var kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus { -12735 }
public var kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus { -12736 }
public var kCMSampleBufferError_ArrayTooSmall: OSStatus { -12737 }
public var kCMSampleBufferError_InvalidEntryCount: OSStatus { -12738 }
public var kCMSampleBufferError_CannotSubdivide: OSStatus { -12739 }
public var kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus { -12740 }
public var kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus { -12741 }
public var kCMSampleBufferError_InvalidSampleData: OSStatus { -12742 }
public var kCMSampleBufferError_InvalidMediaFormat: OSStatus { -12743 }
public var kCMSampleBufferError_Invalidated: OSStatus { -12744 }
public var kCMSampleBufferError_DataFailed: OSStatus { -16750 }
public var kCMSampleBufferError_DataCanceled: OSStatus { -16751 }

extension CMSampleBuffer {
    /// The errors of sample buffers.
    public enum Error {
        public static var allocationFailed: NSError { mediaError(kCMSampleBufferError_AllocationFailed) }
        public static var requiredParameterMissing: NSError { mediaError(kCMSampleBufferError_RequiredParameterMissing) }
        public static var alreadyHasDataBuffer: NSError { mediaError(kCMSampleBufferError_AlreadyHasDataBuffer) }
        public static var bufferNotReady: NSError { mediaError(kCMSampleBufferError_BufferNotReady) }
        public static var sampleIndexOutOfRange: NSError { mediaError(kCMSampleBufferError_SampleIndexOutOfRange) }
        public static var bufferHasNoSampleSizes: NSError { mediaError(kCMSampleBufferError_BufferHasNoSampleSizes) }
        public static var bufferHasNoSampleTimingInfo: NSError { mediaError(kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
        public static var arrayTooSmall: NSError { mediaError(kCMSampleBufferError_ArrayTooSmall) }
        public static var invalidEntryCount: NSError { mediaError(kCMSampleBufferError_InvalidEntryCount) }
        public static var cannotSubdivide: NSError { mediaError(kCMSampleBufferError_CannotSubdivide) }
        public static var sampleTimingInfoInvalid: NSError { mediaError(kCMSampleBufferError_SampleTimingInfoInvalid) }
        public static var invalidMediaTypeForOperation: NSError { mediaError(kCMSampleBufferError_InvalidMediaTypeForOperation) }
        public static var invalidSampleData: NSError { mediaError(kCMSampleBufferError_InvalidSampleData) }
        public static var invalidMediaFormat: NSError { mediaError(kCMSampleBufferError_InvalidMediaFormat) }
        public static var invalidated: NSError { mediaError(kCMSampleBufferError_Invalidated) }
        public static var dataFailed: NSError { mediaError(kCMSampleBufferError_DataFailed) }
        public static var dataCanceled: NSError { mediaError(kCMSampleBufferError_DataCanceled) }
    }
}
