import Foundation

// Names that Foundation has on Apple's platforms alone.

extension URL {
    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
        FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
    }

    /// The user's folder of documents.
    public static var documentsDirectory: URL { folder(.documentDirectory) }
    /// The user's folder of data that programs keep.
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
    /// The user's folder of data that programs can make again.
    public static var cachesDirectory: URL { folder(.cachesDirectory) }
    /// The user's folder of files from elsewhere.
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
    /// The text of a key in the user's language; the key itself where a bundle has none.
    ///
    /// - Parameters:
    ///   - key: with the values that are written into it, which are part of the key here.
    ///   - table: the name of a file of texts; `nil` is `Localizable`.
    ///   - bundle: the program's for `nil`.
    ///   - locale: not used: bundles decide on the language.
    ///   - comment: for those who translate.
    public init(
        localized key: String, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
        self = (bundle ?? .main).localizedString(forKey: key, value: nil, table: table)
    }
}

extension ProcessInfo {
    /// How warm the machine is.
    public enum ThermalState: Int, Sendable {
        /// As it should be.
        case nominal = 0
        /// A little warm.
        case fair = 1
        /// So warm that it is slower.
        case serious = 2
        /// So warm that programs should do less.
        case critical = 3
    }

    /// How warm the machine is, as far as a program knows: as it should be.
    public var thermalState: ThermalState { .nominal }
    /// Whether the machine saves energy, as far as a program knows: no.
    public var isLowPowerModeEnabled: Bool { false }
}
