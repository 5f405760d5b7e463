import CoreMedia
import ImageIO
import Locks
import VisionRuntime

/// Osprey's own: looks at a camera's newest frame once the scene has come to rest.
///
/// Every frame is registered with the one before, which takes little time. When the shifts of the last frames together lead less far than a
/// limit, the scene counts as stable, and requests are performed on the newest frame, all in one performance on a queue of one. Frames that
/// come meanwhile are registered, but not kept: no frame waits, and memory does not grow.
///
/// ```swift
/// let analyzer = StableSceneAnalyzer(requests: [VNCoreMLRequest(model: model), VNDetectBarcodesRequest()]) { analysis in
///     print(analysis.time.seconds, analysis.requests[0].results ?? [])
/// }
/// // For each frame, for instance in captureOutput(_:didOutput:from:):
/// try analyzer.take(sampleBuffer)
/// ```
public final class StableSceneAnalyzer: @unchecked Sendable {
    /// When a scene counts as stable.
    public struct Stability: Hashable, Sendable {
        /// How many shifts it takes to tell.
        public var historyLength: Int
        /// How far the picture may have moved over these frames, across and down together, in pixels of the upright frame.
        public var maximumDistance: Double

        /// A scene is stable once it has moved no farther than `maximumDistance` pixels over `historyLength` shifts.
        public init(historyLength: Int = 15, maximumDistance: Double = 20) {
            (self.historyLength, self.maximumDistance) = (historyLength, maximumDistance)
        }
    }

    /// What became of a frame.
    public struct Step: Hashable, Sendable {
        /// What was done with a frame.
        public enum Use: Hashable, Sendable {
            /// The scene moves, or too few frames have been seen.
            case registered
            /// The requests are being performed on the frame.
            case analyzed
            /// The scene rests, and the requests are still being performed on a frame before.
            case leftOut
        }

        /// The frame's place, from 0.
        public let frame: Int
        /// What brings the frame onto the one before, in pixels of the upright frame, right and up.
        public let shift: CGPoint
        /// Whether the scene rests, as ``StableSceneAnalyzer/Stability`` says.
        public let isStable: Bool
        /// What was done with the frame.
        public let use: Use
    }

    /// What was found in a frame.
    public struct Analysis {
        /// The frame's place, from 0.
        public let frame: Int
        /// The frame's presentation time.
        public let time: CMTime
        /// The requests, which have their results.
        public let requests: [VNRequest]
        /// The first error of a request.
        public let error: (any Error)?
    }

    /// How many frames became what.
    public struct Counts: Hashable, Sendable {
        /// Frames that were handed over.
        public var taken = 0
        /// Frames that the requests were performed on.
        public var analyzed = 0
        /// Frames of a resting scene that came while the requests were being performed.
        public var leftOut = 0
    }

    private let requests: [VNRequest]
    private let completionHandler: @Sendable (Analysis) -> Void
    private let queue = DispatchQueue(label: "osprey.vision.stable-scene")
    private let registration: Locked<Registration>
    private let state = Locked(State())

    private struct Registration {
        let handler = VNSequenceRequestHandler()
        let request = VNTrackTranslationalImageRegistrationRequest()
        var stability: SceneStability
    }

    private struct State {
        var counts = Counts()
        var isBusy = false
    }

    /// - Parameters:
    ///   - requests: are performed together on each frame that is looked at.
    ///   - completionHandler: called on the analyzer's queue after each performance.
    public init(
        requests: [VNRequest], stability: Stability = Stability(), completionHandler: @escaping @Sendable (Analysis) -> Void
    ) {
        self.requests = requests
        self.completionHandler = completionHandler
        registration = Locked(
            Registration(
                stability: SceneStability(historyLength: stability.historyLength, threshold: stability.maximumDistance)))
    }

    /// How many frames became what, up to now.
    public var counts: Counts { state.withLock { $0.counts } }

    /// Takes the next frame: registers it, and has it analyzed where the scene rests and no other frame is being analyzed. The frame's pixels
    /// must stay as they are for as long as the sample buffer lives.
    ///
    /// - Throws: an error of Vision's for a frame that cannot be read.
    @discardableResult
    public func take(_ sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up) throws -> Step {
        let number = state.withLock { state in
            defer { state.counts.taken += 1 }
            return state.counts.taken
        }
        let (shift, isStable) = try registration.withLock { try Self.register(sampleBuffer, orientation, &$0) }
        var use = Step.Use.registered
        if isStable { use = analyze(sampleBuffer, orientation, number) ? .analyzed : .leftOut }
        return Step(frame: number, shift: shift, isStable: isStable, use: use)
    }

    private static func register(
        _ sample: CMSampleBuffer, _ orientation: CGImagePropertyOrientation, _ registration: inout Registration
    ) throws -> (CGPoint, Bool) {
        try registration.handler.perform([registration.request], on: sample, orientation: orientation)
        let transform = registration.request.results?.first?.alignmentTransform ?? .identity
        let size = sample.imageBuffer.map { CGSize(width: CVPixelBufferGetWidth($0), height: CVPixelBufferGetHeight($0)) } ?? .zero
        registration.stability.add(SIMD2(transform.tx, transform.ty), frameSize: size)
        return (CGPoint(x: transform.tx, y: transform.ty), registration.stability.isStable)
    }

    /// - Returns: whether the queue was free.
    private func analyze(_ sample: CMSampleBuffer, _ orientation: CGImagePropertyOrientation, _ number: Int) -> Bool {
        let isFree = state.withLock { state in
            guard !state.isBusy else {
                state.counts.leftOut += 1
                return false
            }
            state.isBusy = true
            state.counts.analyzed += 1
            return true
        }
        guard isFree else { return false }
        queue.async { [self] in
            var failure: (any Error)?
            do {
                try VNImageRequestHandler(cmSampleBuffer: sample, orientation: orientation).perform(requests)
            } catch {
                failure = error
            }
            completionHandler(
                Analysis(frame: number, time: sample.presentationTimeStamp, requests: requests, error: failure))
            state.withLock { $0.isBusy = false }
        }
        return true
    }

    /// Returns when no frame is being analyzed.
    public func waitUntilIdle() { queue.sync {} }
}
