import Foundation

/// A new folder, which is removed with all that is in it when its last reference goes.
package final class TemporaryFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-\(UUID().uuidString)")

    package init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package var path: String { url.path }

    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// A folder in this one, which is made if it is not there.
    package func folder(_ name: String) throws -> URL {
        let place = file(name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return place
    }
}
