import JSON

extension JSON {
    /// A member of a request; `nil` if it is missing or `null`.
    ///
    /// - Parameter kind: the type that the value must have, for the error's text.
    /// - Throws: `ModelSession.RequestError` if the value has another type.
    func member<Value>(_ name: String, _ kind: String, _ path: KeyPath<JSON, Value?>) throws -> Value? {
        guard let member = self[name] else { return nil }
        if case .null = member { return nil }
        guard let value = member[keyPath: path] else { throw ModelSession.RequestError(description: "'\(name)' is \(kind)") }
        return value
    }
}
