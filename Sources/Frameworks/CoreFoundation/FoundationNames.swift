import Foundation

// Names that Foundation has on Apple's platforms, but not on Linux.

extension URL {
    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
        FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
    }

    /// The user's folder for documents.
    public static var documentsDirectory: URL { folder(.documentDirectory) }
    /// The user's folder for data of programs.
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
    /// The user's folder for data that programs can recreate.
    public static var cachesDirectory: URL { folder(.cachesDirectory) }
    /// The user's folder for downloads.
    public static var downloadsDirectory: URL { folder(.downloadsDirectory) }
    /// The user's desktop.
    public static var desktopDirectory: URL { folder(.desktopDirectory) }
    /// The user's folder for pictures.
    public static var picturesDirectory: URL { folder(.picturesDirectory) }
    /// The user's folder for films.
    public static var moviesDirectory: URL { folder(.moviesDirectory) }
    /// The user's folder for music.
    public static var musicDirectory: URL { folder(.musicDirectory) }
}

extension String {
    /// The localized text for a key; the key itself if the bundle has none.
    ///
    /// - Parameters:
    ///   - key: the key. On Linux, interpolated values are inserted before the text is looked up.
    ///   - table: the name of a strings file; `nil` for `Localizable`.
    ///   - bundle: the bundle; `nil` for the program's bundle.
    ///   - locale: ignored, because bundles determine the language.
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
        /// The machine is slightly warm.
        case fair = 1
        /// The machine is so warm that its speed is reduced.
        case serious = 2
        /// The machine is so warm that programs should do less work than usual.
        case critical = 3
    }

    /// The thermal state of the machine. It is always `nominal`, because Osprey does not measure it.
    public var thermalState: ThermalState { .nominal }
    /// Whether the machine is saving energy. It is always `false`, because Osprey does not detect it.
    public var isLowPowerModeEnabled: Bool { false }
}

/// The values that the observer of a property gets.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value after a change.
    public static let new = Self(rawValue: 1)
    /// The value before a change.
    public static let old = Self(rawValue: 2)
    /// The value when the observation begins.
    public static let initial = Self(rawValue: 4)
    /// A message before each change.
    public static let prior = Self(rawValue: 8)
}
