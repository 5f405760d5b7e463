/// An optional message behind a reference. The reference allows messages to contain each other, and keeps them small.
@propertyWrapper
package struct Indirect<Value: Sendable>: Sendable {
    private indirect enum Storage: Sendable {
        case none
        case some(Value)
    }

    private var storage = Storage.none

    package init(wrappedValue: Value? = nil) {
        self.wrappedValue = wrappedValue
    }

    package var wrappedValue: Value? {
        get {
            switch storage {
            case .none: nil
            case .some(let value): value
            }
        }
        set {
            storage = newValue.map(Storage.some) ?? .none
        }
    }

    /// Moves the value out, so that its storage has a single owner and can grow in place.
    mutating func take() -> Value? {
        let value = wrappedValue
        storage = .none
        return value
    }
}
