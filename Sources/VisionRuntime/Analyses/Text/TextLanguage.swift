import CTesseract
import Foundation

/// A language that text can be read in.
package struct TextLanguage: Hashable, Sendable {
    /// As in BCP 47, with the region or script that Vision names it with: `en-US`, `zh-Hans`.
    package let identifier: String
    /// The name of the library's network, ISO 639-2 with the script where there are several: `eng`, `chi_sim`.
    let network: String

    private init(_ identifier: String, _ network: String) {
        (self.identifier, self.network) = (identifier, network)
    }

    init?(network: String) {
        guard let language = Self.known.first(where: { $0.network == network }) else { return nil }
        self = language
    }

    /// The languages that Vision reads, in its order, and others with networks.
    private static let known: [TextLanguage] = [
        ("en-US", "eng"), ("fr-FR", "fra"), ("it-IT", "ita"), ("de-DE", "deu"), ("es-ES", "spa"), ("pt-BR", "por"),
        ("zh-Hans", "chi_sim"), ("zh-Hant", "chi_tra"), ("ko-KR", "kor"), ("ja-JP", "jpn"), ("ru-RU", "rus"), ("uk-UA", "ukr"),
        ("th-TH", "tha"), ("vi-VT", "vie"), ("ar-SA", "ara"), ("tr-TR", "tur"), ("id-ID", "ind"), ("cs-CZ", "ces"), ("da-DK", "dan"),
        ("nl-NL", "nld"), ("no-NO", "nor"), ("ms-MY", "msa"), ("pl-PL", "pol"), ("ro-RO", "ron"), ("sv-SE", "swe"), ("el-GR", "ell"),
        ("fi-FI", "fin"), ("hu-HU", "hun"), ("he-IL", "heb"), ("hi-IN", "hin"), ("bg-BG", "bul"), ("hr-HR", "hrv"), ("sk-SK", "slk"),
        ("sl-SI", "slv"), ("sr-RS", "srp"), ("lt-LT", "lit"), ("lv-LV", "lav"), ("et-EE", "est"), ("ca-ES", "cat"), ("fa-IR", "fas"),
    ].map { TextLanguage($0.0, $0.1) }

    /// The languages whose networks are installed.
    package static var installed: [TextLanguage] {
        guard let list = ctesseract_languages() else { return [] }
        defer { free(list) }
        let names = Set(String(cString: list).split(separator: "\n").map(String.init))
        return known.filter { names.contains($0.network) }
    }

    /// The installed languages that identifiers stand for, each once, in their order.
    ///
    /// An identifier stands for the language whose script or region it names, or else for the first one with its language: `en-GB` and `en`
    /// for `en-US`.
    ///
    /// - Parameter andInstalled: whether all other languages that are installed follow.
    /// - Throws: `VisionFailure`: `invalidArgument` for no identifiers, or one that is none of a language that could be read,
    ///   `dataUnavailable` for one whose network is not installed.
    package static func languages(_ identifiers: [String], andInstalled: Bool = false) throws -> [TextLanguage] {
        let installed = installed
        guard !identifiers.isEmpty || andInstalled else {
            throw VisionFailure(.invalidArgument, "there is no language to read text in")
        }
        var languages: [TextLanguage] = []
        for identifier in identifiers {
            guard let language = language(identifier) else {
                throw VisionFailure(
                    .invalidArgument,
                    "there is no language '\(identifier)' to read; installed are: \(installed.map(\.identifier).joined(separator: ", "))")
            }
            guard installed.contains(language) else { throw missing([language.network]) }
            if !languages.contains(language) { languages.append(language) }
        }
        if andInstalled { languages += installed.filter { !languages.contains($0) } }
        guard !languages.isEmpty else { throw missing(["eng"]) }
        return languages
    }

    private static func language(_ identifier: String) -> TextLanguage? {
        let parts = identifier.lowercased().split(whereSeparator: { "-_".contains($0) }).map(String.init)
        guard let language = parts.first else { return nil }
        let same = known.filter { $0.identifier.lowercased().hasPrefix(language + "-") || $0.network == language }
        return same.first { parts.contains($0.identifier.lowercased().split(separator: "-").last.map(String.init) ?? "") } ?? same.first
    }

    /// Says which Debian packages have the networks.
    static func missing(_ networks: [String]) -> VisionFailure {
        let packages = networks.map { "tesseract-ocr-" + $0.replacingOccurrences(of: "_", with: "-") }
        return VisionFailure(
            .dataUnavailable,
            "reading text needs the Debian package \(packages.joined(separator: " or ")): apt install \(packages[0])"
        )
    }
}
