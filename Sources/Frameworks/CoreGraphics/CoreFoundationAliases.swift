import Foundation

// Core Foundation's names for types of Swift's Foundation, so that `url as CFURL` or `options as CFDictionary` compiles as it does on
// Apple's platforms. They are plain aliases: a `CFString` is a `String`.

/// Text. A `String` is bridged by being one.
public typealias CFString = String
/// Text that can be changed in place.
public typealias CFMutableString = NSMutableString
/// An address.
public typealias CFURL = URL
/// Bytes.
public typealias CFData = Data
/// Mutable bytes, such as the destination of a `CGImageDestination`.
public typealias CFMutableData = NSMutableData
/// Values by name, as options and image properties are passed.
public typealias CFDictionary = [String: Any]
/// Values by name that can be changed in place.
public typealias CFMutableDictionary = NSMutableDictionary
/// Values in order.
public typealias CFArray = [Any]
/// A number of any type.
public typealias CFNumber = NSNumber
/// True or false.
public typealias CFBoolean = Bool
/// The value that says that there is none.
public typealias CFNull = NSNull
/// A moment.
public typealias CFDate = Date
/// A universally unique identifier.
public typealias CFUUID = UUID
/// An error with a domain, a code and what describes it.
public typealias CFError = NSError
/// Any value.
public typealias CFTypeRef = Any
/// A property list's value: text, bytes, numbers, dates, or arrays and dictionaries of them.
public typealias CFPropertyList = Any
/// The number of a type.
public typealias CFTypeID = UInt
/// A number of elements, or the place of one.
public typealias CFIndex = Int
/// A hash.
public typealias CFHashCode = UInt
/// A span of time, in seconds.
public typealias CFTimeInterval = Double
/// A moment, in seconds since the beginning of 2001, GMT.
public typealias CFAbsoluteTime = Double
/// An allocator of memory. There is only the default allocator: parameters of this type take `nil` or are ignored.
public typealias CFAllocator = OpaqueAllocator

/// Memory always comes from the process's allocator. The type exists only so that functions with an allocator parameter can be called.
public final class OpaqueAllocator: Hashable, Sendable {
    public static func == (lhs: OpaqueAllocator, rhs: OpaqueAllocator) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The default allocator, `nil` as in Core Foundation.
public let kCFAllocatorDefault: CFAllocator! = nil
/// The allocator of the process.
public let kCFAllocatorSystemDefault: CFAllocator! = OpaqueAllocator()
/// The allocator of the process.
public let kCFAllocatorMalloc: CFAllocator! = OpaqueAllocator()
/// An allocator that frees nothing.
public let kCFAllocatorNull: CFAllocator! = OpaqueAllocator()
/// The true value, as dictionaries of options hold it.
public let kCFBooleanTrue: CFBoolean! = true
/// The false value, as dictionaries of options hold it.
public let kCFBooleanFalse: CFBoolean! = false
/// The value that says that there is none.
public let kCFNull: CFNull! = NSNull()

/// A range of positions, as Core Foundation counts them.
public struct CFRange: Hashable, Sendable {
    /// The place of the first element, from 0.
    public var location: CFIndex
    /// The number of elements.
    public var length: CFIndex

    /// `length` elements from `location`.
    public init(location: CFIndex = 0, length: CFIndex = 0) {
        self.location = location
        self.length = length
    }
}

/// Seconds since the reference date, 1 January 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
    Date.timeIntervalSinceReferenceDate
}
