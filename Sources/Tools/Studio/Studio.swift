import Foundation
import JSON
import Reports

/// The web app: a server with pages to analyze pictures, train models, and try them.
package final class Studio: Sendable {
    /// The address, the folder and the limits of the server.
    package struct Options: Sendable {
        /// The numeric address to listen on. The default is the loopback address.
        package var address = "127.0.0.1"
        /// The port; 0 for any free port.
        package var port = 0
        /// The folder for trainings, models and uploads.
        package var folder: URL
        /// The size of the largest upload, in bytes.
        package var largestUpload = 512 << 20

        package init(folder: URL) { self.folder = folder }

        /// The default folder: `~/.local/share/osprey/studio`.
        package static var standardFolder: URL {
            FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share/osprey/studio")
        }
    }

    private let server: WebServer
    private let router: StudioRouter
    /// The address to open in a browser, with the token if one is required.
    package let address: String

    /// Locks the folder and starts to listen.
    ///
    /// - Throws: `UsageError` if the folder is in use, or if the server cannot listen at the address.
    package init(_ options: Options) throws {
        let access = AccessControl(address: options.address)
        let router = try StudioRouter(options, access)
        server = try WebServer(address: options.address, port: options.port, handler: router)
        let name = options.address.contains(":") ? "[\(options.address)]" : options.address
        address = "http://\(name):\(server.port)/" + (access.token.map { "?token=\($0)" } ?? "")
        self.router = router
    }

    /// Starts to serve, and resumes the trainings that were interrupted when an earlier server ended.
    package func start() {
        server.start()
        router.jobs.resumeInterrupted()
    }

    /// Stops the trainings so that they can be resumed, closes all connections, and removes uploads.
    package func stop() {
        router.jobs.stopAll()
        server.stop()
        router.storage.close()
    }
}
