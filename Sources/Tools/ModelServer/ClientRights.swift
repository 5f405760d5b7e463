import Foundation

/// The files that a client may name. The server opens these files with its own rights. So if the client may be another user, the files are
/// restricted.
package struct ClientRights: Sendable {
    /// The folders in which a client's models must lie. If it is `nil`, the client may name any file, and may share memory.
    private let folders: [URL]?
    /// Whether the client shares memory by sending the path of a file. If not, the client opens the memory itself and passes the descriptor to the
    /// server.
    let namesMemory: Bool

    /// The rights of the user who started the process and writes to its standard input.
    package static let ofStarter = ClientRights(folders: nil, namesMemory: true)

    /// The rights of a socket's client that runs as the server's own user.
    package static let ofOwner = ClientRights(folders: nil, namesMemory: false)

    /// The rights of a client that may be any user of the machine. The client may name only models below these folders. The server writes no files
    /// for it.
    package static func models(below folders: [URL]) -> ClientRights {
        ClientRights(folders: folders.map { $0.resolvingSymlinksInPath() }, namesMemory: false)
    }

    /// Whether the client may share memory, and may request operations that write files.
    var areOfOwner: Bool { folders == nil }

    /// Throws if an operation is only for the server's own user.
    func requireOwner(_ operation: String) throws {
        guard areOfOwner else {
            throw ModelSession.RequestError(description: "'\(operation)' is only for clients of the server's own user, at a local socket")
        }
    }

    /// The file of a model that the client names.
    ///
    /// - Throws: An error if the client may not name the file. The error is the same whether or not the file exists.
    func model(at path: String) throws -> URL {
        let url = URL(fileURLWithPath: path)
        guard let folders else { return url }
        let resolved = url.resolvingSymlinksInPath()
        guard folders.contains(where: { Self.path(resolved.path, isBelow: $0.path) }) else {
            throw ModelSession.RequestError(description: "the server has no models there; --folder names the folders that it has models in")
        }
        return resolved
    }

    /// Whether a path lies below a folder. Paths are compared as bytes: two names with equal text may be different files.
    private static func path(_ path: String, isBelow folder: String) -> Bool {
        path.utf8.starts(with: (folder.hasSuffix("/") ? folder : folder + "/").utf8)
    }
}
