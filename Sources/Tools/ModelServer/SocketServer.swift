import CoreMLRuntime
import Foundation
import Locks
import Reports

/// Serves models to several clients at once over a socket.
package final class SocketServer: Sendable {
    /// The address at which clients connect.
    package enum Address: Sendable {
        /// A socket's file. Only its owner may connect to it.
        case local(path: String)
        /// A port on the loopback interface; 0 for any free port.
        case port(Int)
    }

    /// The limits for clients.
    package struct Limits: Sendable {
        /// The maximum number of clients at the same time.
        package var clients: Int
        /// The maximum number of bytes of a request's arrays.
        package var requestBytes: Int
        /// The time limit for a client in the middle of a request or an answer, in seconds. A client that sends or receives no byte for this time
        /// is disconnected.
        package var timeout: Int
        /// The maximum number of waiting requests that are predicted together.
        package var batch: Int

        /// The number of threads that a request uses. If it is `nil`, the requests that run at the same time divide the cores.
        package var threads: Int?

        package init(clients: Int = 64, requestBytes: Int = 1 << 30, timeout: Int = 30, batch: Int = 16, threads: Int? = nil) {
            (self.clients, self.requestBytes, self.timeout, self.batch) = (clients, requestBytes, timeout, batch)
            self.threads = threads
        }
    }

    /// The reason why clients cannot connect.
    package struct SocketError: Error, CustomStringConvertible {
        package let description: String
    }

    /// The port at which clients connect; `nil` for a socket's file.
    package let port: Int?
    /// The token that clients at a port must send first; `nil` for a socket's file, to which only its owner may connect.
    package let token: String?
    private let path: String?
    /// The identity of the socket's file. It shows whether another server has replaced the file.
    private let identity: FileIdentity?
    /// The rights of clients at a port: the files that they may name.
    private let rights: ClientRights
    private let descriptor: Int32
    private let limits: Limits
    private let library: ModelLibrary
    private let connections = Locked<[ObjectIdentifier: Connection]>([:])
    private let isStopping = Locked(false)

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - folders: the folders of the models that clients at a port may name. Clients at a socket's file may name any model.
    ///   - token: the token of a port; `nil` for a new token.
    /// - Throws: `SocketError` if another server listens at the address, or if the system refuses it.
    package init(_ address: Address, limits: Limits = Limits(), folders: [URL] = [], token: String? = nil) throws {
        self.limits = limits
        rights = .models(below: folders)
        library = ModelLibrary(batchLimit: limits.batch)
        switch address {
        case .local(let path):
            (descriptor, port, self.path, self.token) = (try Self.listen(path: path), nil, path, nil)
            identity = FileIdentity(path)
        case .port(let wanted):
            let (descriptor, port) = try Self.listen(port: wanted)
            (self.descriptor, self.port, path, self.token) = (descriptor, port, nil, token ?? Token.make())
            identity = nil
        }
    }

    deinit { close(descriptor) }

    /// Serves until ``stop()`` is called or `isInterrupted`, which is called five times a second, returns `true`. Requests that have
    /// already arrived are answered before it returns.
    package func run(until isInterrupted: () -> Bool = { false }) {
        while !isStopping.withLock({ $0 }), !isInterrupted() {
            var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&place, 1, 200) > 0 else { continue }
            let client = accept(descriptor, nil, nil)
            if client >= 0 {
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                start(Connection(client, library, limits, rights(of: client), token: token))
            } else if errno == EMFILE || errno == ENFILE {
                // The process has too many open files. Waits, because a client may end in this time.
                usleep(100_000)
            }
        }
        end()
    }

    /// The rights of a client. Only a client of root or of the server's own user may name any file.
    private func rights(of client: Int32) -> ClientRights {
        guard port == nil else { return rights }
        // The identifiers of the process, the user and the group.
        var peer: [UInt32] = [0, .max, 0]
        var size = socklen_t(3 * MemoryLayout<UInt32>.size)
        guard getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, [0, geteuid()].contains(peer[1]) else { return rights }
        return .ofOwner
    }

    /// Ends ``run(until:)``.
    package func stop() { isStopping.withLock { $0 = true } }

    private func start(_ connection: Connection) {
        let isOneTooMany = connections.withLock { connections in
            if connections.count >= limits.clients {
                // Anybody may connect to a port. So the oldest client that has not sent the token is disconnected to make room.
                let strangers = connections.values.filter { !$0.isGreeted }
                guard let first = strangers.min(by: { $0.start < $1.start }) else { return true }
                first.cancel()
                connections[ObjectIdentifier(first)] = nil
            }
            connections[ObjectIdentifier(connection)] = connection
            return false
        }
        guard !isOneTooMany else {
            connection.refuse("there are \(limits.clients) clients already")
            return
        }
        let thread = Thread { [connections, limits] in
            if let threads = limits.threads { Parallelism.withThreads(threads) { connection.serve() } } else { connection.serve() }
            connections.withLock { $0[ObjectIdentifier(connection)] = nil }
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func end() {
        if let path, identity == FileIdentity(path) { unlink(path) }
        for connection in connections.withLock({ Array($0.values) }) { connection.finish() }
        let deadline = ContinuousClock.now + .seconds(limits.timeout)
        while connections.withLock({ !$0.isEmpty }), ContinuousClock.now < deadline { usleep(10_000) }
        for connection in connections.withLock({ Array($0.values) }) { connection.cancel() }
    }

    /// The identity of a file. A later file with the same path has another identity.
    private struct FileIdentity: Equatable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    // MARK: Listening

    private static func listen(path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard !path.isEmpty, path.utf8.count < capacity else {
            throw SocketError(description: "the name of a socket has 1 to \(capacity - 1) bytes: '\(path)'")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try removeLeftOver(path, address)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        // Only the owner may use the file from the moment when it exists, because Linux gives it the mode of the socket. `umask` would affect every
        // thread.
        try listen(descriptor, path, at: &address) { fchmod(descriptor, 0o600) == 0 ? bind(descriptor, $0, $1) : -1 }
        return descriptor
    }

    /// Removes the socket of a server that no longer runs. Throws if a running server listens there.
    private static func removeLeftOver(_ path: String, _ address: sockaddr_un) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw SocketError(description: "\(path) is there already, and no socket") }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        var address = address
        let isAlive = withSocketAddress(&address) { connect(probe, $0, $1) } == 0
        guard !isAlive else { throw SocketError(description: "\(path): another server listens there") }
        unlink(path)
    }

    private static func listen(port: Int) throws -> (descriptor: Int32, port: Int) {
        guard let number = UInt16(exactly: port) else { throw SocketError(description: "there is no port \(port)") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = number.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        try listen(descriptor, "port \(port)", at: &address) { bind(descriptor, $0, $1) }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withSocketAddress(&address) { place, _ in getsockname(descriptor, UnsafeMutablePointer(mutating: place), &length) }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    private static func listen<Address>(
        _ descriptor: Int32, _ name: String, at address: inout Address, _ bind: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        guard descriptor >= 0, withSocketAddress(&address, bind) == 0, Foundation.listen(descriptor, 128) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw SocketError(description: "\(name): \(reason)")
        }
    }

    private static func withSocketAddress<Address>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }
}
