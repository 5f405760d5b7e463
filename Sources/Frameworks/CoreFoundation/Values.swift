import Foundation

// MARK: - Bytes

/// Data with a copy of `length` bytes; `nil` if the length is negative.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
    guard length >= 0 else { return nil }
    return NSData(bytes: bytes, length: bytes == nil ? 0 : length)
}

/// Data with a copy of `length` bytes; `nil` if the length is negative. The deallocator is not called, because the data do not refer to the
/// caller's memory.
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex, _ bytesDeallocator: CFAllocator!
) -> CFData! {
    CFDataCreate(allocator, bytes, length)
}

/// A copy of data.
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ theData: CFData!) -> CFData! { theData.map { NSData(data: $0 as Data) } }

/// Empty data that can be modified. The capacity is ignored.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! { NSMutableData() }

/// A copy of data that can be modified. The capacity is ignored.
public func CFDataCreateMutableCopy(_ allocator: CFAllocator!, _ capacity: CFIndex, _ theData: CFData!) -> CFMutableData! {
    theData.map { NSMutableData(data: $0 as Data) }
}

/// The number of bytes.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// The address of the bytes. It is valid as long as the data exist and are not modified.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! { theData?.bytes.assumingMemoryBound(to: UInt8.self) }

/// The address of the bytes. The address is valid while the data exist and their length does not change.
public func CFDataGetMutableBytePtr(_ theData: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
    theData?.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Copies a range of bytes to a buffer, which must be large enough. Bytes outside the data are skipped.
public func CFDataGetBytes(_ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!) {
    guard let theData, let buffer, range.location >= 0, range.location <= theData.length, range.length > 0 else { return }
    theData.getBytes(
        buffer, range: NSRange(location: range.location, length: min(range.length, theData.length - range.location)))
}

/// Appends bytes.
public func CFDataAppendBytes(_ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) {
    guard let bytes, length > 0 else { return }
    theData?.append(bytes, length: length)
}

/// Truncates the data, or extends them with zeros.
public func CFDataSetLength(_ theData: CFMutableData!, _ length: CFIndex) { theData?.length = max(length, 0) }

// MARK: - Other values

/// A number with the value at a pointer; `nil` if the pointer is `nil`.
public func CFNumberCreate(_ allocator: CFAllocator!, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer!) -> CFNumber! {
    guard let valuePtr else { return nil }
    return switch theType {
    case .sInt8Type, .charType: NSNumber(value: valuePtr.loadUnaligned(as: Int8.self))
    case .sInt16Type, .shortType: NSNumber(value: valuePtr.loadUnaligned(as: Int16.self))
    case .sInt32Type, .intType: NSNumber(value: valuePtr.loadUnaligned(as: Int32.self))
    case .sInt64Type, .longLongType: NSNumber(value: valuePtr.loadUnaligned(as: Int64.self))
    case .longType, .cfIndexType, .nsIntegerType: NSNumber(value: valuePtr.loadUnaligned(as: Int.self))
    case .float32Type, .floatType: NSNumber(value: valuePtr.loadUnaligned(as: Float.self))
    case .float64Type, .doubleType: NSNumber(value: valuePtr.loadUnaligned(as: Double.self))
    case .cgFloatType: NSNumber(value: Double(valuePtr.loadUnaligned(as: CGFloat.self)))
    }
}

/// Whether a number was made from a `Float` or a `Double`.
public func CFNumberIsFloatType(_ number: CFNumber!) -> Bool {
    guard let number else { return false }
    return ["f", "d"].contains(String(cString: number.objCType))
}

/// The Boolean; `false` for `nil`.
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean ?? false }

/// The number of UTF-16 code units.
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString?.utf16.count ?? 0 }

/// The number of elements.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

/// The number of entries.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict?.count ?? 0 }

/// A string in which all characters have the same attributes.
public func CFAttributedStringCreate(_ alloc: CFAllocator!, _ str: CFString!, _ attributes: CFDictionary!) -> CFAttributedString! {
    let pairs = (attributes ?? [:]).map { (NSAttributedString.Key(rawValue: $0.key), $0.value) }
    return str.map { NSAttributedString(string: $0, attributes: Dictionary(uniqueKeysWithValues: pairs)) }
}
