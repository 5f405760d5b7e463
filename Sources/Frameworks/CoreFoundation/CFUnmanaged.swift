/// A substitute for `Unmanaged` for a value of any type. The memory is managed, so both methods are equivalent.
public struct CFUnmanaged<Instance> {
    private let value: Instance

    package init(_ value: Instance) { self.value = value }

    /// The value.
    public func takeUnretainedValue() -> Instance { value }
    /// The value. It need not be released.
    public func takeRetainedValue() -> Instance { value }
}
