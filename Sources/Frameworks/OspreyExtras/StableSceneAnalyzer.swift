import CoreMedia
import CoreVideo
import Foundation
import ImageIO
import Locks
import Vision
import VisionRuntime

/// Analyses a camera's newest frame once the scene has come to rest.
///
/// Every frame is registered with the previous frame, which takes little time. If the sum of the last frames' shifts is below a limit, the
/// scene counts as stable. Then all requests are performed together on the newest frame, on a serial queue. Frames that arrive during this
/// time are registered but not stored. Therefore no frame waits, and memory use does not grow.
///
/// ```swift
/// let analyzer = StableSceneAnalyzer(requests: [VNCoreMLRequest(model: model), VNDetectBarcodesRequest()]) { analysis in
///     print(analysis.time.seconds, analysis.requests[0].results ?? [])
/// }
/// // For each frame, for instance in captureOutput(_:didOutput:from:):
/// try analyzer.take(sampleBuffer)
/// ```
public final class StableSceneAnalyzer: @unchecked Sendable {
    /// The condition under which a scene counts as stable.
    public struct Stability: Hashable, Sendable {
        /// The number of shifts in the sum.
        public var historyLength: Int
        /// The limit for the length of the sum of the shifts, in pixels of the upright frame. Horizontal and vertical shifts are added up
        /// separately. The length is the horizontal distance of the sum plus its vertical distance.
        public var maximumDistance: Double

        /// The condition that the sum of the last `historyLength` shifts is shorter than `maximumDistance` pixels.
        public init(historyLength: Int = 15, maximumDistance: Double = 20) {
            (self.historyLength, self.maximumDistance) = (historyLength, maximumDistance)
        }
    }

    /// The result of processing a frame.
    public struct Step: Hashable, Sendable {
        /// Whether the frame was analysed, only registered, or left out.
        public enum Use: Hashable, Sendable {
            /// The frame was only registered, because the scene moves, or because too few frames have been seen.
            case registered
            /// The requests are being performed on the frame.
            case analyzed
            /// The frame was only registered: the scene is at rest, but the requests are still being performed on an earlier frame.
            case leftOut
        }

        /// The index of the frame, from 0.
        public let frame: Int
        /// The shift onto the previous frame, in pixels of the upright frame. x points to the right, and y points upwards.
        public let shift: CGPoint
        /// Whether the scene counts as stable.
        public let isStable: Bool
        /// Whether the frame was analysed, only registered, or left out.
        public let use: Use
    }

    /// The results for a frame.
    public struct Analysis {
        /// The index of the frame, from 0.
        public let frame: Int
        /// The frame's presentation time.
        public let time: CMTime
        /// The requests with their results.
        public let requests: [VNRequest]
        /// The first error of a request; `nil` if all requests have succeeded.
        public let error: (any Error)?
    }

    /// The numbers of frames that were received, analysed and left out.
    public struct Counts: Hashable, Sendable {
        /// The number of frames that were passed to the analyzer.
        public var taken = 0
        /// The number of frames on which the requests were performed.
        public var analyzed = 0
        /// The number of frames of a stable scene that arrived while the requests were being performed.
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
    ///   - requests: the requests. They are performed together on each analysed frame.
    ///   - completionHandler: called on the analyser's queue each time the requests have been performed.
    public init(
        requests: [VNRequest], stability: Stability = Stability(), completionHandler: @escaping @Sendable (Analysis) -> Void
    ) {
        self.requests = requests
        self.completionHandler = completionHandler
        registration = Locked(
            Registration(
                stability: SceneStability(historyLength: stability.historyLength, threshold: stability.maximumDistance)))
    }

    /// The numbers of frames that have been received, analysed and left out so far.
    public var counts: Counts { state.withLock { $0.counts } }

    /// Registers the next frame. If the scene is at rest and no other frame is being analysed, analyses the frame. The frame's pixels must
    /// not change while the sample buffer exists.
    ///
    /// - Throws: a Vision error if the frame cannot be read.
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

    /// - Returns: whether the analysis was started. If the queue is busy, it is not.
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

    /// Waits until no frame is being analysed.
    public func waitUntilIdle() { queue.sync {} }
}
