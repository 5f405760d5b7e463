import Foundation

// Core Foundation's names for types of Foundation, so that `url as CFURL` or `data as CFData` compiles as it does on Apple's platforms.

/// Text. It is the same type as `String`.
public typealias CFString = String
/// Text that can be changed in place.
public typealias CFMutableString = NSMutableString
/// An address.
public typealias CFURL = URL
/// Bytes. `data as CFData` and `bytes as Data` convert without a copy, and an `NSData` is one.
public typealias CFData = NSData
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
/// The type of the null object, which stands for a missing value.
public typealias CFNull = NSNull
/// A moment.
public typealias CFDate = Date
/// A universally unique identifier.
public typealias CFUUID = UUID
/// An error with a domain, a code and a description.
public typealias CFError = NSError
/// Text with attributes.
public typealias CFAttributedString = NSAttributedString
/// Text with attributes that can be changed in place.
public typealias CFMutableAttributedString = NSMutableAttributedString
/// Any object. Where Apple's functions take one, Osprey's take any value, because a `CFString` is not an object here.
public typealias CFTypeRef = AnyObject
/// A property list's value: text, bytes, numbers, dates, or arrays and dictionaries of them.
public typealias CFPropertyList = AnyObject
