import Foundation

// MARK: - Bytes

/// A copy of `length` bytes; `nil` if the length is negative.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
    guard length >= 0 else { return nil }
    return NSData(bytes: bytes, length: bytes == nil ? 0 : length)
}

/// `length` bytes, which are copied; `nil` if the length is negative. The deallocator is not used, as nothing refers to the caller's
/// memory.
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex, _ bytesDeallocator: CFAllocator!
) -> CFData! {
    CFDataCreate(allocator, bytes, length)
}

/// A copy of the bytes.
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ theData: CFData!) -> CFData! { theData.map { NSData(data: $0 as Data) } }

/// Empty data that can be extended. The capacity is a hint that is not needed.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! { NSMutableData() }

/// A copy of the bytes that can be changed. The capacity is a hint that is not needed.
public func CFDataCreateMutableCopy(_ allocator: CFAllocator!, _ capacity: CFIndex, _ theData: CFData!) -> CFMutableData! {
    theData.map { NSMutableData(data: $0 as Data) }
}

/// The number of bytes.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// The bytes. Their address is constant while the data exist and do not change.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! { theData?.bytes.assumingMemoryBound(to: UInt8.self) }

/// The bytes. Their address is constant while the data exist and their number does not change.
public func CFDataGetMutableBytePtr(_ theData: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
    theData?.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Copies bytes to a buffer, which must be large enough. Bytes outside the data are left out.
public func CFDataGetBytes(_ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!) {
    guard let theData, let buffer, range.location >= 0, range.location <= theData.length, range.length > 0 else { return }
    theData.getBytes(
        buffer, range: NSRange(location: range.location, length: min(range.length, theData.length - range.location)))
}

/// Adds bytes at the end.
public func CFDataAppendBytes(_ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) {
    guard let bytes, length > 0 else { return }
    theData?.append(bytes, length: length)
}

/// Truncates the data, or extends them with zeros.
public func CFDataSetLength(_ theData: CFMutableData!, _ length: CFIndex) { theData?.length = max(length, 0) }

// MARK: - Other values

/// The number at a pointer; `nil` if the pointer is `nil`.
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

/// Whether a number was made of a `Float` or a `Double`.
public func CFNumberIsFloatType(_ number: CFNumber!) -> Bool {
    guard let number else { return false }
    return ["f", "d"].contains(String(cString: number.objCType))
}

/// Whether a value is true.
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean ?? false }

/// The number of UTF-16 units.
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString?.utf16.count ?? 0 }

/// The number of elements.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

/// The number of pairs of keys and values.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict?.count ?? 0 }

/// Text in which every character has the same attributes.
public func CFAttributedStringCreate(_ alloc: CFAllocator!, _ str: CFString!, _ attributes: CFDictionary!) -> CFAttributedString! {
    let pairs = (attributes ?? [:]).map { (NSAttributedString.Key(rawValue: $0.key), $0.value) }
    return str.map { NSAttributedString(string: $0, attributes: Dictionary(uniqueKeysWithValues: pairs)) }
}
