import Glibc

// The functions of C for memory, with optional pointers. On Apple's platforms they accept optional pointers, and programs pass `baseAddress`.

/// Copies bytes between places that do not overlap. Returns the destination. A pointer may be `nil` only if `count` is 0.
@_disfavoredOverload
@discardableResult
public func memcpy(_ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int) -> UnsafeMutableRawPointer? {
    guard let (destination, source) = pair(destination, source, count) else { return destination }
    return Glibc.memcpy(destination, source, count)
}

/// Copies bytes between places that may overlap. Returns the destination. A pointer may be `nil` only if `count` is 0.
@_disfavoredOverload
@discardableResult
public func memmove(_ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int) -> UnsafeMutableRawPointer? {
    guard let (destination, source) = pair(destination, source, count) else { return destination }
    return Glibc.memmove(destination, source, count)
}

/// Sets bytes to the lowest eight bits of a value. Returns the destination, which may be `nil` only if `count` is 0.
@_disfavoredOverload
@discardableResult
public func memset(_ destination: UnsafeMutableRawPointer?, _ value: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
    guard let destination else {
        precondition(count == 0, "bytes were to be set without a place")
        return nil
    }
    return Glibc.memset(destination, value, count)
}

/// Compares bytes. The result is negative, 0 or positive. A pointer may be `nil` only if `count` is 0.
@_disfavoredOverload
public func memcmp(_ a: UnsafeRawPointer?, _ b: UnsafeRawPointer?, _ count: Int) -> Int32 {
    guard let a, let b else {
        precondition(count == 0, "bytes were to be compared without a place")
        return 0
    }
    return Glibc.memcmp(a, b, count)
}

/// Both pointers; `nil` if one is missing, which only a count of 0 permits.
private func pair(
    _ destination: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> (UnsafeMutableRawPointer, UnsafeRawPointer)? {
    guard let destination, let source else {
        precondition(count == 0, "bytes were to be copied without a place")
        return nil
    }
    return (destination, source)
}
