import CoreMedia
import Foundation
import Locks

/// Reads the frames of a file, from the first to the last.
///
/// Frames are decoded ahead on a separate thread. If the file is damaged, its valid frames are read first. Then the outputs return `nil`,
/// ``status`` is `failed`, and ``error`` is the reason.
open class AVAssetReader: NSObject, @unchecked Sendable {
    /// The state of reading.
    public enum Status: Int, Sendable {
        /// Reading has not started.
        case unknown = 0
        /// Frames are being read.
        case reading = 1
        /// All frames have been read.
        case completed = 2
        /// The file is damaged. ``AVAssetReader/error`` says where.
        case failed = 3
        /// Reading was cancelled.
        case cancelled = 4
    }

    /// The asset that is read.
    public let asset: AVAsset
    private let state = Locked(State())

    private struct State {
        var status = Status.unknown
        var error: (any Error)?
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var outputs: [AVAssetReaderOutput] = []
    }

    /// - Throws: ``AVError`` if the file cannot be read.
    public init(asset: AVAsset) throws {
        self.asset = asset
        _ = try asset.info()
        super.init()
    }

    deinit { cancelReading() }

    /// The state of reading.
    public var status: Status { state.withLock { $0.status } }

    /// The reason why reading failed; `nil` if it has not failed.
    public var error: (any Error)? { state.withLock { $0.error } }

    /// The time range to read. A frame that begins outside it is not read. It must be set before reading starts.
    public var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set {
            state.withLock { state in
                precondition(state.status == .unknown, "the time range of a reader cannot be changed once reading has started")
                state.timeRange = newValue
            }
        }
    }

    /// The outputs, which return the frames.
    public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

    /// Whether an output can be added. The output must read a video track of this asset. Frames must be convertible to the output's pixel format.
    public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        guard let output = output as? AVAssetReaderTrackOutput, status == .unknown, output.mediaType == .video, output.isSupported else {
            return false
        }
        return output.track.asset === asset && !outputs.contains(output)
    }

    /// Adds an output. If ``canAdd(_:)`` returns `false` for it, the program stops.
    public func add(_ output: AVAssetReaderOutput) {
        precondition(canAdd(output), "an output was added that cannot be added to this reader")
        state.withLock { $0.outputs.append(output) }
    }

    /// Starts decoding.
    ///
    /// - Returns: whether decoding has started. If it has not, ``error`` is the reason.
    @discardableResult
    public func startReading() -> Bool {
        let (outputs, range) = state.withLock { ($0.outputs, $0.timeRange) }
        guard status == .unknown else { return false }
        do {
            guard !outputs.isEmpty else { throw AVError(.operationNotAllowed, "\(asset.location.path): the reader has no output") }
            for output in outputs { try output.start(self, range) }
            state.withLock { $0.status = .reading }
            return true
        } catch {
            end(.failed, error)
            return false
        }
    }

    /// Stops decoding. The outputs return no more frames.
    public func cancelReading() {
        let outputs = state.withLock { state in
            if state.status == .reading { state.status = .cancelled }
            return state.outputs
        }
        for output in outputs { output.cancel() }
    }

    /// Records that an output has reached its end.
    func outputDidEnd(_ error: (any Error)?) {
        if let error {
            end(.failed, error)
        } else if outputs.allSatisfy(\.hasEnded) {
            end(.completed, nil)
        }
    }

    private func end(_ status: Status, _ error: (any Error)?) {
        state.withLock { state in
            guard state.status == .reading || state.status == .unknown else { return }
            state.status = status
            state.error = error
        }
    }
}
