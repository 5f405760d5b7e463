import Foundation

/// Files in `../shared/data` beside the package, or those of them that `Scripts/fetch_test_data.py` fetched. Tests that need files which are absent
/// are skipped by name.
package enum SharedData {
    /// The folder `data` of the folder that the environment variable `OSPREY_SHARED` names, or of a folder `shared` beside the package,
    /// beside the folder that the package is in, or beside the main checkout where the package is a work tree; otherwise the package's `.test-data`.
    package static let folder = folder(ofCheckout: Repository.root, environment: ProcessInfo.processInfo.environment)

    package static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    package static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

    /// The files of a folder, by name; none where there is no folder.
    package static func files(in path: String) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(at: url(path), includingPropertiesForKeys: nil)
        return (found ?? []).sorted { $0.path < $1.path }
    }

    /// See ``folder``.
    package static func folder(ofCheckout root: URL, environment: [String: String]) -> URL {
        if let place = environment["OSPREY_SHARED"] { return URL(fileURLWithPath: place).appendingPathComponent("data") }
        let beside = root.deletingLastPathComponent()
        let places =
            [beside, beside.deletingLastPathComponent()] + [mainCheckout(of: root)?.deletingLastPathComponent()].compactMap(\.self)
        let folders = places.map { $0.appendingPathComponent("shared/data") } + [root.appendingPathComponent(".test-data")]
        return folders.first { FileManager.default.fileExists(atPath: $0.path) } ?? folders[0]
    }

    /// The checkout that a work tree belongs to: its file `.git` names `<main checkout>/.git/worktrees/<name>`.
    private static func mainCheckout(of root: URL) -> URL? {
        guard let text = try? String(contentsOf: root.appendingPathComponent(".git"), encoding: .utf8), text.hasPrefix("gitdir:") else {
            return nil
        }
        let path = text.dropFirst("gitdir:".count).trimmingCharacters(in: .whitespacesAndNewlines)
        let place = URL(fileURLWithPath: path, relativeTo: root).standardizedFileURL
        let gitFolder = place.deletingLastPathComponent().deletingLastPathComponent()
        return gitFolder.lastPathComponent == ".git" ? gitFolder.deletingLastPathComponent() : nil
    }
}
