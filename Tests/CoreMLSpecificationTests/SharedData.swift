import Foundation

/// Files that tests read: the fixtures beside them, and the models in `../shared/data/models`, which are no part of the package.
enum SharedData {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// `shared` lies beside the package, or one folder further up where the package is a work tree among others.
    static let modelFolder: URL = {
        let candidates = ["../../../shared", "../../../../shared"].map {
            tests.appendingPathComponent("\($0)/data/models").standardizedFileURL
        }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) } ?? candidates[0]
    }()

    static func fixture(_ name: String) -> URL {
        tests.appendingPathComponent("Fixtures/\(name)")
    }

    /// A package of those with which the runtime is tested.
    static func program(_ name: String) -> URL {
        tests.appendingPathComponent("../CoreMLRuntimeTests/Fixtures/programs/\(name).mlpackage").standardizedFileURL
    }

    static func model(_ name: String) -> URL {
        modelFolder.appendingPathComponent(name)
    }

    static let hasModels = FileManager.default.fileExists(atPath: modelFolder.path)

    static let modelNames: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: modelFolder.path)) ?? []).filter { $0.hasSuffix(".mlmodel") }.sorted()
}

/// A folder that is removed when the test is done with it.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
