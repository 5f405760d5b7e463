extension VisionResult: Equatable {
    /// Results are equal if their requests and observations are equal. Failures are equal if the requests are equal and the errors have the
    /// same message.
    public static func == (left: VisionResult, right: VisionResult) -> Bool {
        guard AnyHashable(left.request) == AnyHashable(right.request) else { return false }
        if case .error(_, let first) = left, case .error(_, let second) = right {
            return "\(first)" == "\(second)"
        }
        guard let first = left.observations, let second = right.observations else { return false }
        return first.map { AnyHashable($0) } == second.map { AnyHashable($0) }
    }
}

extension VisionResult: CustomStringConvertible {
    public var description: String {
        if case .error(let request, let error) = self { return "\(request): \(error)" }
        return "\(request): \((observations ?? []).map(\.description))"
    }
}
