/// A value that only one thread at a time may access.
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let exclusion = Lock()
    @usableFromInline var value: Value

    @inlinable package init(_ value: Value) { self.value = value }

    /// Calls `body` with the value while no other thread has access. Non-`Sendable` parts of the value may leave `body` only if nothing
    /// else refers to them.
    @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        exclusion.lock()
        defer { exclusion.unlock() }
        return try body(&value)
    }
}
