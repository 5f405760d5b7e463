import Foundation

// Core Foundation's names for types of Foundation. With them, `url as CFURL` and `data as CFData` compile as on Apple's platforms.

/// A string. It is the same type as `String`.
public typealias CFString = String
/// A string that can be modified in place.
public typealias CFMutableString = NSMutableString
/// A URL.
public typealias CFURL = URL
/// Immutable bytes. `data as CFData` and `bytes as Data` convert without a copy.
public typealias CFData = NSData
/// Mutable bytes, such as the destination of a `CGImageDestination`.
public typealias CFMutableData = NSMutableData
/// A dictionary with names as keys, for example of options or image properties.
public typealias CFDictionary = [String: Any]
/// A dictionary that can be modified in place.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array of values of any types.
public typealias CFArray = [Any]
/// A number of any type.
public typealias CFNumber = NSNumber
/// A Boolean.
public typealias CFBoolean = Bool
/// The type of the null object, which represents a missing value.
public typealias CFNull = NSNull
/// A point in time.
public typealias CFDate = Date
/// A universally unique identifier.
public typealias CFUUID = UUID
/// An error with a domain, a code and a description.
public typealias CFError = NSError
/// A string with attributes.
public typealias CFAttributedString = NSAttributedString
/// A string with attributes that can be modified in place.
public typealias CFMutableAttributedString = NSMutableAttributedString
/// Any object. Osprey's functions accept any value where Apple's functions accept a `CFTypeRef`, because on Linux a `CFString` is not an
/// object.
public typealias CFTypeRef = AnyObject
/// A value of a property list: a string, bytes, a number, a date, or an array or dictionary of such values.
public typealias CFPropertyList = AnyObject
