/// A buffer of contiguous elements that functions of `vDSP` and `vForce` read.
public protocol AccelerateBuffer {
    /// The type of the elements.
    associatedtype Element

    /// The number of elements.
    var count: Int { get }

    /// Calls the closure with the memory, which is valid during the call only.
    func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R
}

/// A buffer of contiguous elements that functions of `vDSP` and `vForce` write.
public protocol AccelerateMutableBuffer: AccelerateBuffer {
    /// Calls the closure with the memory, which is valid during the call only.
    mutating func withUnsafeMutableBufferPointer<R>(_ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R) rethrows -> R
}

extension Array: AccelerateMutableBuffer {}
extension ContiguousArray: AccelerateMutableBuffer {}
extension ArraySlice: AccelerateMutableBuffer {}

extension UnsafeBufferPointer: AccelerateBuffer {
    /// Calls the closure with this buffer.
    public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R { try body(self) }
}

extension UnsafeMutableBufferPointer: AccelerateMutableBuffer {
    /// Calls the closure with this buffer.
    public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R {
        try body(UnsafeBufferPointer(self))
    }

    /// Calls the closure with this buffer.
    public mutating func withUnsafeMutableBufferPointer<R>(_ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R) rethrows -> R {
        try body(&self)
    }
}

extension Slice: AccelerateBuffer where Base: AccelerateBuffer, Base.Index == Int {
    /// Calls the closure with the slice's part of the buffer.
    public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Base.Element>) throws -> R) rethrows -> R {
        let start = base.distance(from: base.startIndex, to: startIndex), end = start + count
        return try base.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
    }
}

extension Slice: AccelerateMutableBuffer where Base: AccelerateMutableBuffer & MutableCollection, Base.Index == Int {
    /// Calls the closure with the slice's part of the buffer.
    public mutating func withUnsafeMutableBufferPointer<R>(
        _ body: (inout UnsafeMutableBufferPointer<Base.Element>) throws -> R
    ) rethrows -> R {
        let start = base.distance(from: base.startIndex, to: startIndex), end = start + count
        var base = base
        return try base.withUnsafeMutableBufferPointer { buffer in
            var part = UnsafeMutableBufferPointer(rebasing: buffer[start..<end])
            return try body(&part)
        }
    }
}
