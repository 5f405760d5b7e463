import CoreGraphics

/// A code of four characters, for instance of a pixel format.
public typealias OSType = UInt32
/// A code of four characters.
public typealias FourCharCode = UInt32
/// The result of a media function: 0 for success.
public typealias OSStatus = Int32
/// Option bits.
public typealias CVOptionFlags = UInt64
/// The result of a Core Video function: ``kCVReturnSuccess`` or one of the negative codes.
public typealias CVReturn = Int32

public var kCVReturnSuccess: CVReturn { 0 }
public var kCVReturnFirst: CVReturn { -6660 }
public var kCVReturnError: CVReturn { -6660 }
public var kCVReturnInvalidArgument: CVReturn { -6661 }
public var kCVReturnAllocationFailed: CVReturn { -6662 }
public var kCVReturnUnsupported: CVReturn { -6663 }
public var kCVReturnInvalidDisplay: CVReturn { -6670 }
public var kCVReturnDisplayLinkAlreadyRunning: CVReturn { -6671 }
public var kCVReturnDisplayLinkNotRunning: CVReturn { -6672 }
public var kCVReturnDisplayLinkCallbacksNotSet: CVReturn { -6673 }
public var kCVReturnInvalidPixelFormat: CVReturn { -6680 }
public var kCVReturnInvalidSize: CVReturn { -6681 }
public var kCVReturnInvalidPixelBufferAttributes: CVReturn { -6682 }
public var kCVReturnPixelBufferNotMetalCompatible: CVReturn { -6684 }
public var kCVReturnWouldExceedAllocationThreshold: CVReturn { -6689 }
public var kCVReturnPoolAllocationFailed: CVReturn { -6690 }
public var kCVReturnInvalidPoolAttributes: CVReturn { -6691 }
public var kCVReturnRetry: CVReturn { -6692 }
public var kCVReturnLast: CVReturn { -6699 }

/// A time as Core Video counts it: `timeValue / timeScale` seconds.
public struct CVTime: Hashable, Sendable {
    public var timeValue: Int64
    public var timeScale: Int32
    public var flags: Int32

    public init(timeValue: Int64 = 0, timeScale: Int32 = 0, flags: Int32 = 0) {
        self.timeValue = timeValue
        self.timeScale = timeScale
        self.flags = flags
    }
}
