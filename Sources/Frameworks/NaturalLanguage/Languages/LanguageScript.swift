/// The scripts of languages.
enum LanguageScript: Int {
    case latin, cyrillic, greek, hebrew, arabic, armenian, georgian, ethiopic, cherokee, devanagari, bengali, gurmukhi, gujarati, oriya,
        tamil
    case telugu, kannada, malayalam, sinhala, thai, lao, tibetan, burmese, khmer, mongolian, hangul, kana, ideographs

    private static let ranges: [(ClosedRange<UInt32>, LanguageScript)] = [
        (0x41...0x5A, .latin), (0x61...0x7A, .latin), (0xC0...0x24F, .latin), (0x1E00...0x1EFF, .latin), (0x370...0x3FF, .greek),
        (0x1F00...0x1FFF, .greek), (0x400...0x52F, .cyrillic), (0x531...0x58F, .armenian), (0x590...0x5FF, .hebrew),
        (0x600...0x77F, .arabic),
        (0x900...0x97F, .devanagari), (0x980...0x9FF, .bengali), (0xA00...0xA7F, .gurmukhi), (0xA80...0xAFF, .gujarati),
        (0xB00...0xB7F, .oriya), (0xB80...0xBFF, .tamil), (0xC00...0xC7F, .telugu), (0xC80...0xCFF, .kannada), (0xD00...0xD7F, .malayalam),
        (0xD80...0xDFF, .sinhala), (0xE00...0xE7F, .thai), (0xE80...0xEFF, .lao), (0xF00...0xFFF, .tibetan), (0x1000...0x109F, .burmese),
        (0x10A0...0x10FF, .georgian), (0x1100...0x11FF, .hangul), (0x1200...0x139F, .ethiopic), (0x13A0...0x13FF, .cherokee),
        (0x1780...0x17FF, .khmer), (0x1800...0x18AF, .mongolian), (0x3040...0x30FF, .kana), (0x3400...0x9FFF, .ideographs),
        (0xAC00...0xD7AF, .hangul), (0xFF66...0xFF9F, .kana), (0x20000...0x3FFFF, .ideographs),
    ]

    /// The script of a letter.
    ///
    /// - Returns: `nil` if the scalar is not a letter of one of the scripts.
    init?(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x41 || value == 0xD7 || value == 0xF7 { return nil }
        guard let script = Self.ranges.first(where: { $0.0.contains(value) })?.1 else { return nil }
        self = script
    }

    /// The script of most letters of a text; `nil` if there are no letters.
    static func main(of text: String) -> LanguageScript? {
        var counts: [LanguageScript: Int] = [:]
        for scalar in text.unicodeScalars { if let script = LanguageScript(scalar) { counts[script, default: 0] += 1 } }
        return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    }

    /// The code of the script in ISO 15924. Kana and ideographs have the code of the writing system that they belong to.
    var code: String {
        switch self {
        case .latin: "Latn"
        case .cyrillic: "Cyrl"
        case .greek: "Grek"
        case .hebrew: "Hebr"
        case .arabic: "Arab"
        case .armenian: "Armn"
        case .georgian: "Geor"
        case .ethiopic: "Ethi"
        case .cherokee: "Cher"
        case .devanagari: "Deva"
        case .bengali: "Beng"
        case .gurmukhi: "Guru"
        case .gujarati: "Gujr"
        case .oriya: "Orya"
        case .tamil: "Taml"
        case .telugu: "Telu"
        case .kannada: "Knda"
        case .malayalam: "Mlym"
        case .sinhala: "Sinh"
        case .thai: "Thai"
        case .lao: "Laoo"
        case .tibetan: "Tibt"
        case .burmese: "Mymr"
        case .khmer: "Khmr"
        case .mongolian: "Mong"
        case .hangul: "Kore"
        case .kana: "Jpan"
        case .ideographs: "Hani"
        }
    }

    /// The languages that are written in the script.
    var languages: [NLLanguage] {
        switch self {
        case .latin: LanguageSigns.latin
        case .cyrillic: [.russian, .ukrainian, .bulgarian, .kazakh, .mongolian]
        case .arabic: [.arabic, .persian, .urdu]
        case .devanagari: [.hindi, .marathi]
        case .ideographs: [.simplifiedChinese, .traditionalChinese]
        case .greek: [.greek]
        case .hebrew: [.hebrew]
        case .armenian: [.armenian]
        case .georgian: [.georgian]
        case .ethiopic: [.amharic]
        case .cherokee: [.cherokee]
        case .bengali: [.bengali]
        case .gurmukhi: [.punjabi]
        case .gujarati: [.gujarati]
        case .oriya: [.oriya]
        case .tamil: [.tamil]
        case .telugu: [.telugu]
        case .kannada: [.kannada]
        case .malayalam: [.malayalam]
        case .sinhala: [.sinhalese]
        case .thai: [.thai]
        case .lao: [.lao]
        case .tibetan: [.tibetan]
        case .burmese: [.burmese]
        case .khmer: [.khmer]
        case .mongolian: [.mongolian]
        case .hangul: [.korean]
        case .kana: [.japanese]
        }
    }

    /// The most common language of the script, for a text without other evidence; `nil` if no language is assumed.
    var usual: NLLanguage? {
        switch self {
        case .cyrillic: .russian
        case .arabic: .arabic
        case .devanagari: .hindi
        case .ideographs: .simplifiedChinese
        default: nil
        }
    }
}
