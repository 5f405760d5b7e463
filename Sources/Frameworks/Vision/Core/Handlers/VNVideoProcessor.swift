import CoreMedia
import Foundation
import Locks
import VisionRuntime

/// Performs requests on the frames of a video file.
///
/// Frames are rotated upright, as video players show them. Another thread decodes them in advance. A request's completion handler is called for every
/// frame on which the request is performed. It runs on the thread that called ``analyze(_:)``.
open class VNVideoProcessor: NSObject, @unchecked Sendable {
    private let url: URL
    private let state = Locked(State())

    private struct State {
        var entries: [Entry] = []
        var isAnalyzing = false
        var isCancelled = false
    }

    private struct Entry {
        let request: VNRequest
        var cadence: FrameCadence
    }

    /// Creates a processor of a video file.
    ///
    /// - Parameter videoURL: the file, which is opened when frames are analyzed.
    public init(url videoURL: URL) { url = videoURL }

    /// Adds a request. If an analysis is running, the request is performed from the next frame on.
    ///
    /// - Throws: `invalidArgument` if the request was added before, or if the cadence's rate or interval is not positive.
    public func addRequest(_ request: VNRequest, processingOptions: RequestProcessingOptions) throws {
        let rule = processingOptions.cadence?.rule ?? .everyFrame
        if case .seconds(let interval) = rule, !(interval.isFinite && interval > 0) {
            throw VNErrorCode.invalidArgument.error("the cadence of a request is not positive")
        }
        try state.withLock { state in
            guard !state.entries.contains(where: { $0.request === request }) else {
                throw VNErrorCode.invalidArgument.error("the request has been added before")
            }
            state.entries.append(Entry(request: request, cadence: FrameCadence(rule)))
        }
    }

    /// Adds a request, like ``addRequest(_:processingOptions:)``.
    ///
    /// - Throws: `invalidArgument` if the cadence is not positive.
    @available(*, deprecated, renamed: "addRequest(_:processingOptions:)")
    public func add(_ request: VNRequest, withProcessingOptions processingOptions: [VNVideoProcessingOption: Any] = [:]) throws {
        let options = RequestProcessingOptions()
        if let value = processingOptions[.frameCadence] as? any BinaryInteger {
            options.cadence = FrameRateCadence(Int(clamping: Int64(clamping: value)))
        } else if let value = processingOptions[.timeInterval] as? Double {
            options.cadence = TimeIntervalCadence(value)
        }
        try addRequest(request, processingOptions: options)
    }

    /// Removes a request. This is also possible while frames are being analyzed.
    ///
    /// - Throws: `invalidArgument` if the request was not added.
    public func removeRequest(_ request: VNRequest) throws {
        try state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.request === request }) else {
                throw VNErrorCode.invalidArgument.error("the request has not been added")
            }
            state.entries.remove(at: index)
        }
    }

    /// Analyzes the frames that begin within a time range, and returns when all frames are done. For stateful requests, each analysis
    /// begins a new sequence.
    ///
    /// A request that is cancelled by its own `cancel()` gives no results for the current frame. The analysis continues. If a request fails
    /// for another reason, the analysis ends.
    ///
    /// - Throws: `requestCancelled` after ``cancel()``; `ioError` if the file cannot be read, or after the last intact frame of a damaged
    ///   file. In other cases, the error of the request that failed.
    public func analyze(_ timeRange: CMTimeRange) throws {
        try state.withLock { state in
            guard !state.isAnalyzing else { throw VNErrorCode.invalidOperation.error("\(url.path): is being analyzed already") }
            state.isAnalyzing = true
            state.isCancelled = false
            for entry in state.entries { (entry.request as? VNStatefulRequest)?.beginSequence() }
            for index in state.entries.indices { state.entries[index].cadence = FrameCadence(state.entries[index].cadence.rule) }
        }
        defer { state.withLock { $0.isAnalyzing = false } }
        try withVisionErrors { try analyzeFrames(timeRange) }
    }

    /// Analyzes a part of the video, like ``analyze(_:)``.
    @available(*, deprecated, renamed: "analyze(_:)")
    public func analyze(with timeRange: CMTimeRange) throws { try analyze(timeRange) }

    /// Cancels the running analysis and the requests that are being performed.
    public func cancel() {
        let requests = state.withLock { state -> [VNRequest] in
            guard state.isAnalyzing else { return [] }
            state.isCancelled = true
            return state.entries.map(\.request)
        }
        for request in requests { request.cancel() }
    }

    private func analyzeFrames(_ timeRange: CMTimeRange) throws {
        let frames = try VideoFrames(url, timeRange)
        let memory = SequenceMemory()
        while let (frame, time) = try frames.next() {
            try checkCancellation()
            let due = state.withLock { state in
                state.entries.indices.filter { state.entries[$0].cadence.isDue(at: time) }.map { state.entries[$0].request }
            }
            guard !due.isEmpty else { continue }
            do {
                try RequestPerformances.run(due, on: .success(frame), sequence: memory)
            } catch let error as NSError where error.domain == VNErrorDomain && error.code == VNErrorCode.requestCancelled.rawValue {
                try checkCancellation()
            }
            report(frames.progress(at: time), to: due)
        }
        try checkCancellation()
        report(1, to: state.withLock { $0.entries.map(\.request) })
    }

    private func report(_ progress: Double, to requests: [VNRequest]) {
        for request in requests {
            guard let providing = request as? any VNRequestProgressProviding else { continue }
            providing.progressHandler(request, progress, nil)
        }
    }

    private func checkCancellation() throws {
        guard !state.withLock({ $0.isCancelled }) else {
            throw VisionFailure(.requestCancelled, "\(url.path): the analysis has been cancelled")
        }
    }
}

// MARK: - Cadences

extension VNVideoProcessor {
    /// The frames on which a request is performed, given by a frame rate or a time interval.
    open class Cadence: NSObject, NSCopying, @unchecked Sendable {
        let rule: FrameCadence.Rule

        init(rule: FrameCadence.Rule) { self.rule = rule }

        open func copy(with zone: NSZone? = nil) -> Any { self }
        open override func isEqual(_ object: Any?) -> Bool { (object as? Cadence)?.rule == rule }
        open override var hash: Int { rule.hashValue }
    }

    /// Analyzes a number of frames of each second of the video.
    public final class FrameRateCadence: Cadence, @unchecked Sendable {
        /// The number of frames to analyze in each second of the video.
        public let frameRate: Int

        /// Creates a cadence of this many frames in each second of the video. Adding a request with a rate that is not positive throws
        /// `invalidArgument`.
        public init(_ frameRate: Int) {
            self.frameRate = frameRate
            super.init(rule: .seconds(frameRate > 0 ? 1 / Double(frameRate) : 0))
        }
    }

    /// Analyzes one frame after each interval. The interval is in seconds of the video.
    public final class TimeIntervalCadence: Cadence, @unchecked Sendable {
        /// The time between two analyzed frames, in seconds of the video.
        public let timeInterval: CFTimeInterval

        /// Creates a cadence of one frame in each interval. Adding a request with an interval that is not positive throws
        /// `invalidArgument`.
        public init(_ timeInterval: CFTimeInterval) {
            self.timeInterval = timeInterval
            super.init(rule: .seconds(timeInterval))
        }
    }

    /// The options for performing a request.
    public final class RequestProcessingOptions: NSObject, NSCopying, @unchecked Sendable {
        private let value = Locked<Cadence?>(nil)

        public override init() { super.init() }

        /// The cadence; `nil`, the default, for every frame.
        public var cadence: Cadence? {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }

        public func copy(with zone: NSZone? = nil) -> Any {
            let copy = RequestProcessingOptions()
            copy.cadence = cadence
            return copy
        }
    }
}

/// The option keys of ``VNVideoProcessor``'s older interface, now replaced by ``VNVideoProcessor/RequestProcessingOptions``.
public struct VNVideoProcessingOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The number of frames to analyze in each second of the video.
    public static let frameCadence = VNVideoProcessingOption(rawValue: "VNVideoProcessingOptionFrameCadence")
    /// The time between two analyzed frames, in seconds of the video.
    public static let timeInterval = VNVideoProcessingOption(rawValue: "VNVideoProcessingOptionTimeInterval")
}
