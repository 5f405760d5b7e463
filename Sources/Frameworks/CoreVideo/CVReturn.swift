import CoreGraphics

/// Option bits.
public typealias CVOptionFlags = UInt64
/// The result of a Core Video function: ``kCVReturnSuccess`` or one of the negative codes.
public typealias CVReturn = Int32

/// The function succeeded.
public var kCVReturnSuccess: CVReturn { 0 }
/// The first number of Core Video's errors.
public var kCVReturnFirst: CVReturn { -6660 }
/// An error that has no code of its own.
public var kCVReturnError: CVReturn { -6660 }
/// An argument is out of range.
public var kCVReturnInvalidArgument: CVReturn { -6661 }
/// There is not enough memory.
public var kCVReturnAllocationFailed: CVReturn { -6662 }
/// Osprey does not support the operation.
public var kCVReturnUnsupported: CVReturn { -6663 }
/// The display does not exist.
public var kCVReturnInvalidDisplay: CVReturn { -6670 }
/// The display link is already running.
public var kCVReturnDisplayLinkAlreadyRunning: CVReturn { -6671 }
/// The display link is not running.
public var kCVReturnDisplayLinkNotRunning: CVReturn { -6672 }
/// The display link has no callback.
public var kCVReturnDisplayLinkCallbacksNotSet: CVReturn { -6673 }
/// Buffers cannot have this pixel format.
public var kCVReturnInvalidPixelFormat: CVReturn { -6680 }
/// Buffers cannot have this size.
public var kCVReturnInvalidSize: CVReturn { -6681 }
/// The attributes contradict each other, or lack the format or the size.
public var kCVReturnInvalidPixelBufferAttributes: CVReturn { -6682 }
/// Metal cannot read the buffer.
public var kCVReturnPixelBufferNotMetalCompatible: CVReturn { -6684 }
/// The number of the pool's buffers in use has reached the caller's limit.
public var kCVReturnWouldExceedAllocationThreshold: CVReturn { -6689 }
/// There is not enough memory for a pool.
public var kCVReturnPoolAllocationFailed: CVReturn { -6690 }
/// The attributes of the pool are invalid.
public var kCVReturnInvalidPoolAttributes: CVReturn { -6691 }
/// The operation may succeed later.
public var kCVReturnRetry: CVReturn { -6692 }
/// The last number of Core Video's errors.
public var kCVReturnLast: CVReturn { -6699 }

/// A time in Core Video: `timeValue / timeScale` seconds.
public struct CVTime: Hashable, Sendable {
    /// The number of units. The time is `timeValue / timeScale` seconds.
    public var timeValue: Int64
    /// The number of units in a second.
    public var timeScale: Int32
    /// The flags of the time. Bit 0 is set if the time is unknown.
    public var flags: Int32

    /// The time `timeValue / timeScale` seconds.
    public init(timeValue: Int64 = 0, timeScale: Int32 = 0, flags: Int32 = 0) {
        self.timeValue = timeValue
        self.timeScale = timeScale
        self.flags = flags
    }
}
