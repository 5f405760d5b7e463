/// The type of the elements of a vector of features.
public enum ElementType: Codable, Equatable, Hashable, Sendable {
    case float
    case double
}
