import Foundation

/// Files that tests read: fixtures of this folder, and data beside the checkout that not every machine has.
enum TestData {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static func fixture(_ path: String) -> URL { folder.appendingPathComponent("Fixtures/\(path)") }

    /// A file of `../shared/data` beside the package.
    static func shared(_ path: String) -> URL {
        let beside = folder.appendingPathComponent("../../../shared/data/\(path)").standardizedFileURL
        if FileManager.default.fileExists(atPath: beside.path) { return beside }
        return folder.appendingPathComponent("../../../../shared/data/\(path)").standardizedFileURL
    }

    static func hasShared(_ path: String) -> Bool { FileManager.default.fileExists(atPath: shared(path).path) }
}
