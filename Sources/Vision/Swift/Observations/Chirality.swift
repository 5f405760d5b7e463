/// Which of two hands.
public enum Chirality: Codable, Equatable, Hashable, Sendable {
    case left
    case right
}
