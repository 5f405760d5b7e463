/// The type of the elements of a vector of features.
public enum ElementType: Codable, Equatable, Hashable, Sendable {
    /// Float32, four bytes each.
    case float
    /// Float64, eight bytes each.
    case double
}
