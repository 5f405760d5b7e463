import CTesseract
import Foundation

/// A language that text can be read in.
package struct TextLanguage: Hashable, Sendable {
    /// The BCP 47 tag that Vision uses, with a region or a script, such as `en-US` and `zh-Hans`.
    package let identifier: String
    /// The name of Tesseract's network: the ISO 639-2 code, with the script if there are several networks. Examples are `eng` and `chi_sim`.
    let network: String

    /// The script of the language; `nil` if the network `textReader` does not know it.
    let script: TextScript?

    private init(_ identifier: String, _ network: String) {
        (self.identifier, self.network) = (identifier, network)
        script =
            switch String(identifier.prefix(2)) {
            case "ru", "uk", "bg", "sr": .cyrillic
            case "el": .greek
            case "zh", "ko", "ja", "th", "vi", "ar", "he", "hi", "fa": nil
            default: .latin
            }
    }

    init?(network: String) {
        guard let language = Self.known.first(where: { $0.network == network }) else { return nil }
        self = language
    }

    /// The languages that Vision reads, in Vision's order, and further languages of Tesseract.
    private static let known: [TextLanguage] = [
        ("en-US", "eng"), ("fr-FR", "fra"), ("it-IT", "ita"), ("de-DE", "deu"), ("es-ES", "spa"), ("pt-BR", "por"),
        ("zh-Hans", "chi_sim"), ("zh-Hant", "chi_tra"), ("ko-KR", "kor"), ("ja-JP", "jpn"), ("ru-RU", "rus"), ("uk-UA", "ukr"),
        ("th-TH", "tha"), ("vi-VT", "vie"), ("ar-SA", "ara"), ("tr-TR", "tur"), ("id-ID", "ind"), ("cs-CZ", "ces"), ("da-DK", "dan"),
        ("nl-NL", "nld"), ("no-NO", "nor"), ("ms-MY", "msa"), ("pl-PL", "pol"), ("ro-RO", "ron"), ("sv-SE", "swe"), ("el-GR", "ell"),
        ("fi-FI", "fin"), ("hu-HU", "hun"), ("he-IL", "heb"), ("hi-IN", "hin"), ("bg-BG", "bul"), ("hr-HR", "hrv"), ("sk-SK", "slk"),
        ("sl-SI", "slv"), ("sr-RS", "srp"), ("lt-LT", "lit"), ("lv-LV", "lav"), ("et-EE", "est"), ("ca-ES", "cat"), ("fa-IR", "fas"),
    ].map { TextLanguage($0.0, $0.1) }

    /// The languages whose networks are installed.
    private static var installed: [TextLanguage] {
        guard let list = ctesseract_languages() else { return [] }
        defer { free(list) }
        let names = Set(String(cString: list).split(separator: "\n").map(String.init))
        return known.filter { names.contains($0.network) }
    }

    /// The languages that the network `textReader` reads.
    static let ofNetwork = known.filter { $0.script != nil }

    /// The languages that can be read: those of the network `textReader`, and those whose networks are installed.
    package static var readable: [TextLanguage] {
        let own = Set(ofNetwork).union(installed)
        return known.filter(own.contains)
    }

    /// The languages for a list of identifiers, each once and in the list's order, and their reader.
    ///
    /// An identifier stands for the language with its script or region. If there is none, it stands for the first entry of the language:
    /// `en-GB` and `en` stand for `en-US`.
    ///
    /// - Parameters:
    ///   - andOthers: whether to append all other languages of the reader.
    ///   - reader: `nil` for the networks, if they read all of the languages. If not, Tesseract.
    /// - Throws: `VisionFailure`: `invalidArgument` if the list is empty and `andOthers` is `false`, or if an identifier is unknown or not one
    ///   of the reader's; `dataUnavailable` if a language's network is not installed.
    package static func reading(
        _ identifiers: [String], andOthers: Bool, by reader: TextRecognitionAnalysis.Reader?
    ) throws -> (languages: [TextLanguage], reader: TextRecognitionAnalysis.Reader) {
        guard !identifiers.isEmpty || andOthers else {
            throw VisionFailure(.invalidArgument, "there is no language to read text in")
        }
        let asked = identifiers.map(language)
        let reader = reader ?? (asked.contains { $0.map { $0.script == nil } ?? false } ? .tesseract : .networks)
        let own = reader == .networks ? ofNetwork : installed
        var languages: [TextLanguage] = []
        for (identifier, language) in zip(identifiers, asked) {
            guard let language, reader == .tesseract || own.contains(language) else {
                let known = reader == .networks ? "that the network reads; it reads" : "to read; installed are"
                throw VisionFailure(
                    .invalidArgument, "there is no language '\(identifier)' \(known): \(own.map(\.identifier).joined(separator: ", "))")
            }
            guard own.contains(language) else { throw missing([language.network]) }
            if !languages.contains(language) { languages.append(language) }
        }
        if andOthers { languages += own.filter { !languages.contains($0) } }
        guard !languages.isEmpty else { throw missing(["eng"]) }
        return (languages, reader)
    }

    private static func language(_ identifier: String) -> TextLanguage? {
        let parts = identifier.lowercased().split(whereSeparator: { "-_".contains($0) }).map(String.init)
        guard let language = parts.first else { return nil }
        let same = known.filter { $0.identifier.lowercased().hasPrefix(language + "-") || $0.network == language }
        return same.first { parts.contains($0.identifier.lowercased().split(separator: "-").last.map(String.init) ?? "") } ?? same.first
    }

    /// The error for networks that are not installed. It names their Debian packages.
    static func missing(_ networks: [String]) -> VisionFailure {
        let packages = networks.map { "tesseract-ocr-" + $0.replacingOccurrences(of: "_", with: "-") }
        return VisionFailure(
            .dataUnavailable,
            "reading text needs the Debian package \(packages.joined(separator: " or ")): apt install \(packages[0])"
        )
    }
}
