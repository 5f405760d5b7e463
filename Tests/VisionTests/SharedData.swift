import Foundation

/// Real photos in `../shared/data` next to the package. Tests that need them are skipped where they are absent.
enum SharedData {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/data")

    static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
}
