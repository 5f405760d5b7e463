/// The side of a hand: left or right.
public enum Chirality: Codable, Equatable, Hashable, Sendable {
    /// A left hand.
    case left
    /// A right hand.
    case right
}
