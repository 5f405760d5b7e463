import Foundation

/// The folder in which Osprey keeps data that it can make again.
package enum CacheFolder {
    /// The folder for `part`; `nil` if there is no cache folder.
    package static func url(for part: String) -> URL? { url(for: part, environment: ProcessInfo.processInfo.environment) }

    /// The folder that `OSPREY_CACHE` names, or `osprey` in `XDG_CACHE_HOME` or `~/.cache`. There is no folder if `OSPREY_CACHE` is empty, or if
    /// there is no home folder.
    package static func url(for part: String, environment: [String: String]) -> URL? {
        let folder: String
        if let own = environment["OSPREY_CACHE"] {
            guard !own.isEmpty else { return nil }
            folder = own
        } else {
            let caches = [environment["XDG_CACHE_HOME"], environment["HOME"].map { $0 + "/.cache" }].compactMap { $0 }
            guard let place = caches.first(where: { $0.hasPrefix("/") }) else { return nil }
            folder = place + "/osprey"
        }
        return URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(part, isDirectory: true)
    }
}
