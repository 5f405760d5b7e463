import Foundation

/// The folders in which models are searched for, in the order of the search.
package struct ModelFolders: Sendable {
    package let urls: [URL]

    package init(_ urls: [URL]) {
        self.urls = urls
    }

    /// The standard folders. They are searched in this order:
    /// - the folder in `OSPREY_MODELS`
    /// - `~/.local/share/osprey/models`
    /// - `share/osprey/models` next to the `bin` folder of the running program, then below `/usr/local` and `/usr`
    /// - the package's resources beside the program
    /// - the package's own `Models`
    package static var standard: ModelFolders {
        ModelFolders(environment: ProcessInfo.processInfo.environment, executable: "/proc/self/exe")
    }

    /// The folder in which `osprey model get` puts models.
    package static var personal: URL {
        let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return URL(fileURLWithPath: home).appendingPathComponent(".local/share/osprey/models")
    }

    package init(environment: [String: String], executable: String) {
        var paths: [String] = []
        if let folder = environment["OSPREY_MODELS"], !folder.isEmpty {
            paths.append(folder)
        }
        if let home = environment["HOME"], !home.isEmpty {
            paths.append(home + "/.local/share/osprey/models")
        }
        let program = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
        paths.append(program.deletingLastPathComponent().deletingLastPathComponent().path + "/share/osprey/models")
        paths += ["/usr/local/share/osprey/models", "/usr/share/osprey/models"]
        paths.append(program.deletingLastPathComponent().appendingPathComponent("osprey_DefaultModels.resources").path)
        paths += Self.packageModels
        urls = paths.map { URL(fileURLWithPath: $0, isDirectory: true) }
    }

    /// The `Models` folder of the checkout from which this module was built. The list is empty in an installed program, so that the program does not
    /// contain a path of the build machine.
    private static let packageModels: [String] = {
        #if OSPREY_INSTALLED
            return []
        #else
            // Sources/Frameworks/CoreML/Files/ModelFolders.swift lies five levels below the package.
            var path = URL(fileURLWithPath: #filePath)
            for _ in 0..<5 { path.deleteLastPathComponent() }
            return [path.appendingPathComponent("Models").path]
        #endif
    }()

    /// Finds a file in the folders by relative path, or by name alone. Returns the first match, or `nil` if no folder has the file.
    package func locate(_ file: String) -> URL? {
        let candidates = file.contains("/") ? [file, (file as NSString).lastPathComponent] : [file]
        for folder in urls {
            for candidate in candidates {
                let url = folder.appendingPathComponent(candidate)
                if FileManager.default.fileExists(atPath: url.path), Self.isTrusted(url, in: folder) { return url }
            }
        }
        return nil
    }

    /// Whether a file in a folder may be used, because no other user can have put it there.
    ///
    /// The folder, or a folder between it and the file, may be writable for every user. The file and the folders between must then belong to this
    /// user or to the system.
    package static func isTrusted(_ file: URL, in folder: URL) -> Bool {
        var places = [file]
        while let last = places.last, last.pathComponents.count > folder.pathComponents.count + 1 {
            places.append(last.deletingLastPathComponent())
        }
        let states = places.map(status)
        let isOpen = ([status(folder.resolvingSymlinksInPath())] + states.dropFirst()).contains {
            $0.map { $0.st_mode & S_IWOTH != 0 && !isLink($0) } ?? false
        }
        return !isOpen || states.allSatisfy { $0.map { [0, geteuid()].contains($0.st_uid) } ?? false }
    }

    private static func isLink(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFLNK }

    /// The status of a file. If the file is a symbolic link, it is the status of the link. Links among the folders above it are followed.
    private static func status(_ url: URL) -> stat? {
        var status = stat()
        return lstat(url.path, &status) == 0 ? status : nil
    }
}
