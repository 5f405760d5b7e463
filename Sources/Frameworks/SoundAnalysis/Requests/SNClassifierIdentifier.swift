/// The name of a built-in classifier of sounds. Osprey has none.
public struct SNClassifierIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first version of Apple's built-in classifier, which is not part of Osprey.
    public static let version1 = SNClassifierIdentifier(rawValue: "SNClassifierIdentifierVersion1")
}
