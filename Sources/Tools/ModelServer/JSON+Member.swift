import JSON

extension JSON {
    /// A member of a request; `nil` where it is missing or `null`.
    ///
    /// - Parameter kind: what it has to be.
    /// - Throws: `ModelSession.RequestError` where it is something else.
    func member<Value>(_ name: String, _ kind: String, _ path: KeyPath<JSON, Value?>) throws -> Value? {
        guard let member = self[name] else { return nil }
        if case .null = member { return nil }
        guard let value = member[keyPath: path] else { throw ModelSession.RequestError(description: "'\(name)' is \(kind)") }
        return value
    }
}
