import Foundation

/// Fixtures of this folder, and data beside the checkout that not every machine has.
enum TestFiles {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static func fixture(_ path: String) -> URL { folder.appendingPathComponent("Fixtures/\(path)") }

    /// A file of `../shared/data` beside the package, or beside the folder that the package is in.
    static func shared(_ path: String) -> URL {
        let package = folder.deletingLastPathComponent().deletingLastPathComponent()
        let places = [package.deletingLastPathComponent(), package.deletingLastPathComponent().deletingLastPathComponent()]
        let files = places.map { $0.appendingPathComponent("shared/data/\(path)") }
        return files.first { FileManager.default.fileExists(atPath: $0.path) } ?? files[0]
    }

    static func hasShared(_ path: String) -> Bool { FileManager.default.fileExists(atPath: shared(path).path) }
}
