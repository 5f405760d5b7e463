import CoreMedia
import Foundation
import Locks
import VisionRuntime

/// Performs requests on the frames of a video file, and delivers the results of each request as an asynchronous sequence.
///
/// Frames are rotated upright, as video players show them. Results are buffered until they are consumed.
///
/// ```swift
/// let processor = VideoProcessor(url)
/// let barcodes = try await processor.addRequest(DetectBarcodesRequest(), cadence: .timeInterval(CMTime(value: 1, timescale: 2)))
/// processor.startAnalysis()
/// for try await observations in barcodes { print(observations.map(\.payloadString)) }
/// ```
public final class VideoProcessor: Sendable {
    /// The frames on which a request is performed.
    public enum Cadence: Hashable, Sendable {
        /// Performs the request on the first frame, and then on the first frame after each interval.
        case timeInterval(_: CMTime)
        /// Performs the request on the first frame, and then on every n-th frame.
        case frameInterval(_: Int)

        fileprivate var rule: FrameCadence.Rule {
            switch self {
            case .timeInterval(let interval): .seconds(interval.seconds)
            case .frameInterval(let count): .frames(count)
            }
        }

        fileprivate var isPossible: Bool {
            switch self {
            case .timeInterval(let interval): interval.isNumeric && interval > .zero
            case .frameInterval(let count): count > 0
            }
        }
    }

    private let url: URL
    private let state = Locked(State())

    private struct State {
        var entries: [VideoEntry] = []
        var run: Cancellation?
    }

    /// Creates a processor of a video file.
    ///
    /// - Parameter videoURL: the file, which is opened when the analysis starts.
    public init(_ videoURL: URL) { url = videoURL }

    /// Adds a request. If an analysis is running, the request is performed from the next frame on. A stateful request begins a new sequence.
    ///
    /// - Parameter cadence: the frames to analyze; `nil` for every frame.
    /// - Returns: the results, in the order of the frames. The sequence ends when the analysis ends or the request is removed. The sequence throws if
    ///   the request fails or the file cannot be read. After ``cancel()`` it throws `requestCancelled`.
    /// - Throws: ``VisionError``: `unsupportedRequest` if the request type is not from Vision, `invalidArgument` if the cadence is not positive.
    public func addRequest<T>(
        _ request: T, cadence: Cadence? = nil
    ) async throws -> some AsyncSequence<T.Result, any Error> where T: VisionRequest {
        guard cadence?.isPossible ?? true else { throw VisionError.invalidArgument("the cadence of a request is not positive") }
        guard let analysis = request as? any AnalysisRequest else {
            throw VisionError.unsupportedRequest("\(T.self) is not a request that can be performed here")
        }
        (analysis as? any StatefulAnalysisRequest)?.beginSequence()
        let (stream, continuation) = AsyncThrowingStream<T.Result, any Error>.makeStream()
        let entry = VideoEntry(
            analysis, cadence: FrameCadence(cadence?.rule ?? .everyFrame)
        ) { value in
            guard let result = value as? T.Result else { return }
            nonisolated(unsafe) let sent = result
            continuation.yield(sent)
        } end: { error in
            continuation.finish(throwing: error)
        }
        continuation.onTermination = { [weak self, weak entry] _ in
            self?.state.withLock { state in state.entries.removeAll { $0 === entry } }
        }
        state.withLock { $0.entries.append(entry) }
        return stream
    }

    /// Removes a request and ends its sequence.
    ///
    /// - Returns: `false` if the request was not added.
    public func removeRequest(_ request: any VisionRequest) async -> Bool {
        let removed = state.withLock { state in
            let removed = state.entries.filter { AnyHashable($0.request) == AnyHashable(request) }
            state.entries.removeAll { entry in removed.contains { $0 === entry } }
            return removed
        }
        for entry in removed { entry.end(nil) }
        return !removed.isEmpty
    }

    /// Cancels the running analysis. The sequences of results throw `requestCancelled`.
    public func cancel() async { state.withLock { $0.run }?.cancel() }

    /// Starts analyzing frames on a separate thread. If an analysis is already running, the call has no effect.
    ///
    /// - Parameter timeRange: the range of times in which the frames to analyze begin; `nil` for all frames.
    public func startAnalysis(of timeRange: CMTimeRange? = nil) {
        let cancellation = Cancellation()
        let isFirst = state.withLock { state in
            guard state.run == nil else { return false }
            state.run = cancellation
            return true
        }
        guard isFirst else { return }
        Performance.start { [self] in
            var failure: (any Error)?
            do {
                let frames = try VideoFrames(url, timeRange)
                while let (frame, time) = try frames.next() {
                    try cancellation.check()
                    perform(on: frame, at: time, cancellation)
                }
                try cancellation.check()
            } catch {
                failure = VisionError.from(error)
            }
            let entries = state.withLock { state in
                defer { (state.entries, state.run) = ([], nil) }
                return state.entries
            }
            for entry in entries { entry.end(failure) }
        }
    }

    private func perform(on frame: Frame, at time: CMTime, _ cancellation: Cancellation) {
        let due = state.withLock { state in state.entries.filter { $0.isDue(at: time) } }
        guard !due.isEmpty else { return }
        let outcomes = Performance.run(due.map { entry in Result { try entry.job(cancellation) } }, on: .success(frame))
        for (entry, outcome) in zip(due, outcomes) {
            switch outcome {
            case .success(let value): entry.deliver(value)
            case .failure(let error): fail(entry, VisionError.from(error), cancellation)
            }
        }
    }

    /// Removes an entry and ends its sequence with the error. Does nothing after `dataUnavailable`, which only means that the request skipped the
    /// frame. Does nothing after a cancellation either, because the end of the analysis then reports the error.
    private func fail(_ entry: VideoEntry, _ error: any Error, _ cancellation: Cancellation) {
        if case VisionError.dataUnavailable = error { return }
        if (try? cancellation.check()) == nil { return }
        state.withLock { state in state.entries.removeAll { $0 === entry } }
        entry.end(error)
    }
}

/// A request that was added to a video processor.
private final class VideoEntry: Sendable {
    let request: any AnalysisRequest
    let deliver: @Sendable (any Sendable) -> Void
    let end: @Sendable ((any Error)?) -> Void
    private let cadence: Locked<FrameCadence>

    init(
        _ request: any AnalysisRequest, cadence: FrameCadence, deliver: @escaping @Sendable (any Sendable) -> Void,
        end: @escaping @Sendable ((any Error)?) -> Void
    ) {
        (self.request, self.deliver, self.end) = (request, deliver, end)
        self.cadence = Locked(cadence)
    }

    func isDue(at time: CMTime) -> Bool { cadence.withLock { $0.isDue(at: time) } }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<any Sendable> { try request.erasedJob(cancellation) }
}

extension AnalysisRequest {
    fileprivate func erasedJob(_ cancellation: Cancellation) throws -> AnalysisJob<any Sendable> {
        try checkSettings()
        return try job(cancellation).map { $0 }
    }
}
