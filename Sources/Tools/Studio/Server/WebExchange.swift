import Foundation
import Locks

/// Limits the memory for all request bodies that are arriving or waiting to be answered.
final class BodyRoom: Sendable {
    private let limit: Int
    private let taken = Locked(0)

    init(limit: Int) { self.limit = limit }

    /// Reserves a number of bytes.
    ///
    /// - Returns: whether this number of bytes was free. If it was not, nothing is reserved.
    func take(_ count: Int) -> Bool {
        taken.withLock { taken in
            guard count <= limit - taken else { return false }
            taken += count
            return true
        }
    }

    func give(_ count: Int) { taken.withLock { $0 -= count } }
}

/// A request's body, in memory or in a file.
enum WebBody {
    case memory(Data)
    /// A file. After the answer, the file is removed if nobody has moved it.
    case file(URL)

    /// The bytes of a body in memory; empty for a body in a file.
    var data: Data { if case .memory(let data) = self { data } else { Data() } }
}

/// The decision where the body of a request is stored.
enum WebDecision {
    /// Stores the body in memory, up to `limit` bytes.
    case memory(limit: Int)
    /// Stores the body in a new file of a folder, up to `limit` bytes.
    case file(folder: URL, limit: Int)
    case refuse(WebFailure)
}

/// A request whose body is arriving.
final class WebExchange: @unchecked Sendable {
    let request: WebRequest
    var isAnswered = false
    private(set) var refusal: WebFailure?
    private var data = Data()
    private let room: BodyRoom
    /// The number of bytes that are reserved for the body.
    private var taken = 0
    private var file: (url: URL, handle: FileHandle)?
    private var limit = 0
    private var count = 0
    private let start = ContinuousClock.now

    init(_ request: WebRequest, _ decision: WebDecision, _ room: BodyRoom) {
        (self.request, self.room) = (request, room)
        switch decision {
        case .refuse(let failure): refusal = failure
        case .memory(let limit): self.limit = limit
        case .file(let folder, let limit):
            self.limit = limit
            if request.contentLength <= limit { open(in: folder) }
        }
        if request.contentLength > limit, refusal == nil { refusal = Self.tooLarge(limit) }
    }

    private func open(in folder: URL) {
        let url = folder.appendingPathComponent(UUID().uuidString)
        guard FileManager.default.createFile(atPath: url.path, contents: nil), let handle = try? FileHandle(forWritingTo: url) else {
            refusal = WebFailure(507, "no file can be written in \(folder.path)")
            return
        }
        file = (url, handle)
    }

    var isRefused: Bool { refusal != nil }

    private static func tooLarge(_ limit: Int) -> WebFailure {
        let text = limit >= 1 << 20 ? "\(limit >> 20) MB" : "\(limit >> 10) KB"
        return WebFailure(413, "this is larger than \(text), the most that Studio takes here")
    }

    /// - Throws: `WebFailure` if the body is too large, takes too long, or cannot be written.
    func receive(_ bytes: UnsafeRawBufferPointer, seconds: Double) throws {
        if let refusal { throw refusal }
        count += bytes.count
        do {
            guard count <= limit else { throw Self.tooLarge(limit) }
            guard ContinuousClock.now - start < .seconds(seconds) else { throw WebFailure(408, "the upload took too long") }
            guard let file else {
                guard room.take(bytes.count) else {
                    throw WebFailure(503, "Studio gets more pictures at once than it has room for; try again")
                }
                taken += bytes.count
                return data.append(contentsOf: bytes)
            }
            do {
                try file.handle.write(contentsOf: bytes)
            } catch {
                throw WebFailure(507, "the upload cannot be kept: \(WebFailure.reason(error))")
            }
        } catch {
            discard()
            throw error
        }
    }

    func complete() throws -> WebBody {
        if let refusal { throw refusal }
        guard let file else { return .memory(data) }
        try file.handle.close()
        return .file(file.url)
    }

    deinit { room.give(taken) }

    /// Removes the file, if it has not been moved, and releases the memory.
    func discard() {
        room.give(taken)
        (taken, data) = (0, Data())
        guard let file else { return }
        try? file.handle.close()
        unlink(file.url.path)
        self.file = nil
    }
}
