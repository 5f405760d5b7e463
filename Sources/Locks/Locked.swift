/// A value that one thread at a time may touch.
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let exclusion = Lock()
    @usableFromInline var value: Value

    @inlinable package init(_ value: Value) { self.value = value }

    /// Calls `body` with the value while no other thread has it. What is no `Sendable` must not leave `body`, unless nobody else has it.
    @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        exclusion.lock()
        defer { exclusion.unlock() }
        return try body(&value)
    }
}
