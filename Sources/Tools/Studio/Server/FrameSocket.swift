import Foundation
import JSON
import Locks
import Reports

/// Analyzes the frames of a camera, one after the other.
protocol FrameSession: AnyObject, Sendable {
    /// Applies the client's settings, and returns the answer for the client.
    func configure(_ settings: JSON) throws -> JSON
    /// Analyzes a frame.
    ///
    /// - Parameters:
    ///   - picture: the frame as a JPEG.
    ///   - time: the frame's time in its source, in seconds.
    func answer(_ picture: Data, number: Int, time: Double) throws -> JSON
    /// Called after the client has disconnected, on any thread.
    func close()
}

/// A camera's WebSocket. A text message has settings. A binary message has a frame: a number in four bytes, a time in seconds in eight bytes, and a
/// JPEG. While a frame is analyzed, one arriving frame waits. A newer frame replaces the waiting one. An answer has the number of its frame.
final class FrameSocket: WebSocketHandler, @unchecked Sendable {
    private let socket: WebSocket
    private let count: Count
    private let session: any FrameSession
    private let state = Locked(State())
    /// The threads that analyze frames. All cameras share them.
    private static let frames = WorkerThreads("osprey.studio.frames", count: 2 * ProcessInfo.processInfo.activeProcessorCount)

    private struct State {
        var isBusy = false
        var isClosed = false
        var settings: Data?
        var frame: Data?
        /// The number of frames that were replaced before they were analyzed.
        var leftOut = 0
    }

    init(_ socket: WebSocket, _ count: Count, _ session: any FrameSession) {
        (self.socket, self.count, self.session) = (socket, count, session)
    }

    func receive(_ message: Data, isBinary: Bool) {
        let begins = state.withLock { state in
            if isBinary {
                if state.frame != nil { state.leftOut += 1 }
                state.frame = message
            } else {
                state.settings = message
            }
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if begins { Self.frames.add { [self] in work() } }
    }

    func close() {
        state.withLock { ($0.isClosed, $0.frame, $0.settings) = (true, nil, nil) }
        count.leave()
        session.close()
    }

    /// Processes the settings and the newest frame that are waiting. Settings come first.
    private func work() {
        while let (settings, frame, leftOut) = next() {
            if let settings { socket.send(answer { try session.configure(JSON(parsing: settings)) }.text) }
            if let frame { look(at: frame, leftOut: leftOut) }
        }
    }

    private func next() -> (settings: Data?, frame: Data?, leftOut: Int)? {
        state.withLock { state in
            guard !state.isClosed, state.settings != nil || state.frame != nil else {
                state.isBusy = false
                return nil
            }
            defer { (state.settings, state.frame) = (nil, nil) }
            return (state.settings, state.frame, state.leftOut)
        }
    }

    private func look(at frame: Data, leftOut: Int) {
        guard frame.count > 12 else {
            socket.send(JSON.object([("error", "a frame has four bytes for its number, eight for its time, and a picture")]).text)
            return
        }
        let (number, time) = frame.withUnsafeBytes { bytes in
            (
                Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))),
                Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)))
            )
        }
        let start = ContinuousClock.now
        let answer = answer { try session.answer(frame.dropFirst(12), number: number, time: time) }
        let members = answer.object ?? []
        let head: [(String, JSON)] = [
            ("frame", .integer(number)), ("leftOut", .integer(leftOut)),
            ("milliseconds", .number((ContinuousClock.now - start) / .milliseconds(1))),
        ]
        socket.send(JSON.object(head + members).text)
    }

    private func answer(_ body: () throws -> JSON) -> JSON {
        do {
            return try body()
        } catch {
            return ["error": .string(ErrorText.describe(error))]
        }
    }
}
