/// A script that the network `textReader` reads.
enum TextScript: Hashable, Sendable {
    case latin, greek, cyrillic

    /// The script of a letter; `nil` for digits, marks and letters of other scripts.
    init?(of character: Character) {
        guard let scalar = character.unicodeScalars.first, character.isLetter else { return nil }
        switch scalar.value {
        case 0x41...0x24F, 0x1E00...0x1EFF: self = .latin
        case 0x370...0x3FF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        default: return nil
        }
    }
}
