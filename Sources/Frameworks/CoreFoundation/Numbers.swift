import Foundation

/// A number of elements, or an index.
public typealias CFIndex = Int
/// The identifier of a type.
public typealias CFTypeID = UInt
/// A hash value.
public typealias CFHashCode = UInt
/// Option flags.
public typealias CFOptionFlags = UInt
/// A duration, in seconds.
public typealias CFTimeInterval = Double
/// A point in time, in seconds since 1 January 2001, GMT.
public typealias CFAbsoluteTime = Double
/// The byte order of numbers: 1 for little-endian, 2 for big-endian.
public typealias CFByteOrder = Int
/// The number of a text encoding.
public typealias CFStringEncoding = UInt32
/// A four-character code, for example of a pixel format.
public typealias OSType = UInt32
/// A four-character code.
public typealias FourCharCode = UInt32
/// The result of a media function: 0 for success.
public typealias OSStatus = Int32
/// The result of a function that has succeeded.
public var noErr: OSStatus { 0 }

/// The current time, in seconds since the reference date, 1 January 2001, GMT.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// The number of seconds from 1 January 1970 to 1 January 2001.
public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = 978_307_200
/// The number of seconds from 1 January 1904 to 1 January 2001.
public let kCFAbsoluteTimeIntervalSince1904: CFTimeInterval = 3_061_152_000

/// A range of indices, given by its start and length.
public struct CFRange: Hashable, Sendable {
    /// The index of the first element, from 0.
    public var location: CFIndex
    /// The number of elements.
    public var length: CFIndex

    /// The range of `length` elements that starts at `location`.
    public init(location: CFIndex = 0, length: CFIndex = 0) {
        self.location = location
        self.length = length
    }
}

/// The range of `len` elements that starts at `loc`.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }

/// The order of two values.
public enum CFComparisonResult: CFIndex, Sendable {
    /// The first value is less than the second value.
    case compareLessThan = -1
    /// The values are equal.
    case compareEqualTo = 0
    /// The first value is greater.
    case compareGreaterThan = 1
}

/// The type of the number at a pointer.
public enum CFNumberType: CFIndex, Sendable {
    /// An `Int8`.
    case sInt8Type = 1
    /// An `Int16`.
    case sInt16Type = 2
    /// An `Int32`.
    case sInt32Type = 3
    /// An `Int64`.
    case sInt64Type = 4
    /// A `Float`.
    case float32Type = 5
    /// A `Double`.
    case float64Type = 6
    /// An `Int8`.
    case charType = 7
    /// An `Int16`.
    case shortType = 8
    /// An `Int32`.
    case intType = 9
    /// An `Int`.
    case longType = 10
    /// An `Int64`.
    case longLongType = 11
    /// A `Float`.
    case floatType = 12
    /// A `Double`.
    case doubleType = 13
    /// An `Int`.
    case cfIndexType = 14
    /// An `Int`.
    case nsIntegerType = 15
    /// A `CGFloat`.
    case cgFloatType = 16
}

// MARK: - Byte order

/// The byte order of this machine: 1 for little-endian, 2 for big-endian.
public func CFByteOrderGetCurrent() -> CFByteOrder { 1.littleEndian == 1 ? 1 : 2 }

/// A number with its bytes reversed.
public func CFSwapInt16(_ arg: UInt16) -> UInt16 { arg.byteSwapped }
/// A number with its bytes reversed.
public func CFSwapInt32(_ arg: UInt32) -> UInt32 { arg.byteSwapped }
/// A number with its bytes reversed.
public func CFSwapInt64(_ arg: UInt64) -> UInt64 { arg.byteSwapped }
/// Converts a big-endian number to the machine's byte order.
public func CFSwapInt16BigToHost(_ arg: UInt16) -> UInt16 { UInt16(bigEndian: arg) }
/// Converts a big-endian number to the machine's byte order.
public func CFSwapInt32BigToHost(_ arg: UInt32) -> UInt32 { UInt32(bigEndian: arg) }
/// Converts a big-endian number to the machine's byte order.
public func CFSwapInt64BigToHost(_ arg: UInt64) -> UInt64 { UInt64(bigEndian: arg) }
/// Converts a number in the machine's byte order to big-endian.
public func CFSwapInt16HostToBig(_ arg: UInt16) -> UInt16 { arg.bigEndian }
/// Converts a number in the machine's byte order to big-endian.
public func CFSwapInt32HostToBig(_ arg: UInt32) -> UInt32 { arg.bigEndian }
/// Converts a number in the machine's byte order to big-endian.
public func CFSwapInt64HostToBig(_ arg: UInt64) -> UInt64 { arg.bigEndian }
/// Converts a little-endian number to the machine's byte order.
public func CFSwapInt16LittleToHost(_ arg: UInt16) -> UInt16 { UInt16(littleEndian: arg) }
/// Converts a little-endian number to the machine's byte order.
public func CFSwapInt32LittleToHost(_ arg: UInt32) -> UInt32 { UInt32(littleEndian: arg) }
/// Converts a little-endian number to the machine's byte order.
public func CFSwapInt64LittleToHost(_ arg: UInt64) -> UInt64 { UInt64(littleEndian: arg) }
/// Converts a number in the machine's byte order to little-endian.
public func CFSwapInt16HostToLittle(_ arg: UInt16) -> UInt16 { arg.littleEndian }
/// Converts a number in the machine's byte order to little-endian.
public func CFSwapInt32HostToLittle(_ arg: UInt32) -> UInt32 { arg.littleEndian }
/// Converts a number in the machine's byte order to little-endian.
public func CFSwapInt64HostToLittle(_ arg: UInt64) -> UInt64 { arg.littleEndian }
