import Foundation

// Core Foundation's names for what Swift's Foundation already has, so that `url as CFURL` or `options as CFDictionary` compiles as it does
// where both are bridged. They are plain aliases: a `CFString` is a `String`.

public typealias CFString = String
public typealias CFMutableString = NSMutableString
public typealias CFURL = URL
public typealias CFData = Data
public typealias CFMutableData = NSMutableData
public typealias CFDictionary = [String: Any]
public typealias CFMutableDictionary = NSMutableDictionary
public typealias CFArray = [Any]
public typealias CFNumber = NSNumber
public typealias CFBoolean = Bool
public typealias CFNull = NSNull
public typealias CFDate = Date
public typealias CFUUID = UUID
public typealias CFError = NSError
public typealias CFTypeRef = Any
public typealias CFPropertyList = Any
public typealias CFTypeID = UInt
public typealias CFIndex = Int
public typealias CFHashCode = UInt
public typealias CFTimeInterval = Double
public typealias CFAbsoluteTime = Double
public typealias CFAllocator = OpaqueAllocator

/// Memory always comes from the one allocator of the process; the type exists so that functions that take an allocator can be called.
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
public let kCFBooleanTrue: CFBoolean! = true
public let kCFBooleanFalse: CFBoolean! = false
public let kCFNull: CFNull! = NSNull()

/// A range of positions, as Core Foundation counts them.
public struct CFRange: Hashable, Sendable {
    public var location: CFIndex
    public var length: CFIndex

    public init(location: CFIndex = 0, length: CFIndex = 0) {
        self.location = location
        self.length = length
    }
}

/// Seconds since the reference date, 1 January 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
    Date.timeIntervalSinceReferenceDate
}
