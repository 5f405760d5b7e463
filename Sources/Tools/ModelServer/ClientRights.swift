import Foundation

/// The files that a client may name, which this process opens with its own rights. So a client that may be another user is restricted.
package struct ClientRights: Sendable {
    /// The folders in which a client's models lie; `nil` if it may name any file, and share memory.
    private let folders: [URL]?
    /// Whether the memory that the client shares is a file that it names. Otherwise it opens the memory itself and passes the descriptor.
    let namesMemory: Bool

    /// The rights of who started the process and writes to its standard input.
    package static let ofStarter = ClientRights(folders: nil, namesMemory: true)

    /// The rights of a socket's client that runs as the server's own user.
    package static let ofOwner = ClientRights(folders: nil, namesMemory: false)

    /// The rights of a client that may be any user of the machine: models below some folders, and nothing that is written.
    package static func models(below folders: [URL]) -> ClientRights {
        ClientRights(folders: folders.map { $0.resolvingSymlinksInPath() }, namesMemory: false)
    }

    /// Whether the client may share memory and have files written.
    var areOfOwner: Bool { folders == nil }

    /// Throws if an operation is only for the server's own user.
    func requireOwner(_ operation: String) throws {
        guard areOfOwner else {
            throw ModelSession.RequestError(description: "'\(operation)' is only for clients of the server's own user, at a local socket")
        }
    }

    /// A model's file that the client names.
    ///
    /// - Throws: An error that is the same whether or not there is such a file, if the client may not name it.
    func model(at path: String) throws -> URL {
        let url = URL(fileURLWithPath: path)
        guard let folders else { return url }
        let resolved = url.resolvingSymlinksInPath()
        guard folders.contains(where: { Self.path(resolved.path, isBelow: $0.path) }) else {
            throw ModelSession.RequestError(description: "the server has no models there; --folder names the folders that it has models in")
        }
        return resolved
    }

    /// By bytes, because names that are equal as text may be different files.
    private static func path(_ path: String, isBelow folder: String) -> Bool {
        path.utf8.starts(with: (folder.hasSuffix("/") ? folder : folder + "/").utf8)
    }
}
