import Foundation

// Names that Foundation has on Apple's platforms alone.

extension URL {
    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
        FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
    }

    /// The user's folder of documents.
    public static var documentsDirectory: URL { folder(.documentDirectory) }
    /// The user's folder for data of programs.
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
    /// The user's folder for data that programs can recreate.
    public static var cachesDirectory: URL { folder(.cachesDirectory) }
    /// The user's folder for downloads.
    public static var downloadsDirectory: URL { folder(.downloadsDirectory) }
    /// The user's desktop.
    public static var desktopDirectory: URL { folder(.desktopDirectory) }
    /// The user's folder of pictures.
    public static var picturesDirectory: URL { folder(.picturesDirectory) }
    /// The user's folder of films.
    public static var moviesDirectory: URL { folder(.moviesDirectory) }
    /// The user's folder of music.
    public static var musicDirectory: URL { folder(.musicDirectory) }
}

extension String {
    /// The localized text for a key; the key itself if the bundle has none.
    ///
    /// - Parameters:
    ///   - key: the key. Interpolated values are part of it here.
    ///   - table: the name of a file of texts; `nil` is `Localizable`.
    ///   - bundle: the bundle; `nil` is the program's bundle.
    ///   - locale: ignored, as bundles decide on the language.
    ///   - comment: a comment for translators.
    public init(
        localized key: String, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
        self = (bundle ?? .main).localizedString(forKey: key, value: nil, table: table)
    }
}

extension ProcessInfo {
    /// The thermal state of the machine.
    public enum ThermalState: Int, Sendable {
        /// The normal temperature.
        case nominal = 0
        /// A little warm.
        case fair = 1
        /// The machine is so warm that it is slower.
        case serious = 2
        /// The machine is so warm that programs should do less.
        case critical = 3
    }

    /// The thermal state of the machine. It is always `nominal`, as it is not measured.
    public var thermalState: ThermalState { .nominal }
    /// Whether the machine saves energy. It is always `false`, as it is not known.
    public var isLowPowerModeEnabled: Bool { false }
}
