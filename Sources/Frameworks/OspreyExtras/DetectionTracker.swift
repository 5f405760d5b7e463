import CoreGraphics
import CoreVideo
import Foundation
import ImageIO
import Locks
import Vision
import VisionRuntime

/// Finds objects every few frames with a detector, and tracks them in the frames between detections. Programs on Apple's platforms
/// implement this themselves.
///
/// A detection that overlaps a tracked object's box is matched to that object. The object keeps its identity, and is tracked from the box of the
/// detection on. A lost object is dropped if the next detection does not match it. An object is lost if the tracker's confidence is below 0.3.
///
/// Frames are processed one after the other. Concurrent calls wait for each other.
public final class DetectionTracker: Sendable {
    /// An object in the newest frame.
    public struct TrackedObject: Sendable {
        /// The identity of the object. It stays the same as long as the object is tracked.
        public let uuid: UUID
        /// The box, normalised to the upright image, with the origin at the lower left.
        public let boundingBox: CGRect
        /// The detector's confidence if it detected the object in this frame. In other frames, the tracker's confidence.
        public let confidence: VNConfidence
        /// The detector's latest observation of the object.
        public let detection: VNDetectedObjectObservation
    }

    /// The number of frames from one detection to the next.
    public let detectionInterval: Int
    /// Whether the trackers favour speed or accuracy.
    public let trackingLevel: VNRequestTrackingLevel

    private let detector: VNRequest
    private let state = Locked(State())

    private struct State {
        var handler = VNSequenceRequestHandler()
        var frames = 0
        var objects: [Followed] = []
    }

    private struct Followed {
        var observation: VNDetectedObjectObservation
        var detection: VNDetectedObjectObservation
        var isDetected = true
    }

    /// - Parameters:
    ///   - detector: any request whose results have bounding boxes, such as `VNCoreMLRequest` with an object detector, or
    ///     `VNDetectBarcodesRequest`. It must not be performed elsewhere at the same time.
    ///   - detectionInterval: the number of frames from one detection to the next, at least 1.
    public init(detector: VNRequest, detectionInterval: Int = 10, trackingLevel: VNRequestTrackingLevel = .fast) {
        precondition(detectionInterval > 0, "a detection interval is one frame at least")
        self.detector = detector
        self.detectionInterval = detectionInterval
        self.trackingLevel = trackingLevel
    }

    /// Processes the next frame, and returns its objects. There are at most 16. The object that has been tracked longest comes first.
    ///
    /// - Throws: the errors of the detector and the trackers. After an error, the next frame is treated as a first frame.
    public func objects(in pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up) throws -> [TrackedObject] {
        try next { try $0.perform($1, on: pixelBuffer, orientation: orientation) }
    }

    /// Processes the next frame, and returns its objects. There are at most 16. The object that has been tracked longest comes first.
    ///
    /// - Throws: the errors of the detector and the trackers. After an error, the next frame is treated as a first frame.
    public func objects(in image: CGImage, orientation: CGImagePropertyOrientation = .up) throws -> [TrackedObject] {
        try next { try $0.perform($1, on: image, orientation: orientation) }
    }

    private func next(_ perform: (VNSequenceRequestHandler, [VNRequest]) throws -> Void) throws -> [TrackedObject] {
        try state.withLock { state in
            do {
                return try advance(&state, perform)
            } catch {
                state = State()
                throw error
            }
        }
    }

    private func advance(
        _ state: inout State, _ perform: (VNSequenceRequestHandler, [VNRequest]) throws -> Void
    ) throws -> [TrackedObject] {
        let isDetecting = state.frames % detectionInterval == 0
        let trackers = state.objects.map { tracker(of: $0.observation) }
        try perform(state.handler, trackers + (isDetecting ? [detector] : []))
        for (index, tracker) in trackers.enumerated() {
            guard let observation = tracker.results?.first as? VNDetectedObjectObservation else { continue }
            state.objects[index].observation = observation
            state.objects[index].isDetected = false
        }
        if isDetecting {
            let detections = (detector.results ?? []).compactMap { $0 as? VNDetectedObjectObservation }
            try take(detections, into: &state, perform)
        }
        state.frames += 1
        return state.objects.map { object in
            TrackedObject(
                uuid: object.observation.uuid, boundingBox: object.observation.boundingBox,
                confidence: object.isDetected ? object.detection.confidence : object.observation.confidence, detection: object.detection)
        }
    }

    /// Matches each detection to the tracked object that it overlaps most. Detections without such an object become new objects. Lost
    /// objects are dropped.
    private func take(
        _ detections: [VNDetectedObjectObservation], into state: inout State,
        _ perform: (VNSequenceRequestHandler, [VNRequest]) throws -> Void
    ) throws {
        var free = Set(detections.indices)
        let pairs = state.objects.indices.flatMap { object in
            detections.indices.map { detection in
                let overlap = state.objects[object].observation.boundingBox.intersectionOverUnion(with: detections[detection].boundingBox)
                return (object: object, detection: detection, overlap: overlap)
            }
        }
        var matched: [Int: Int] = [:]
        for pair in pairs.sorted(by: { $0.overlap > $1.overlap }) where pair.overlap >= 0.3 {
            guard matched[pair.object] == nil, free.remove(pair.detection) != nil else { continue }
            matched[pair.object] = pair.detection
        }
        var kept: [Followed] = []
        var released: [VNRequest] = []
        var begun: [Followed] = []
        for (index, object) in state.objects.enumerated() {
            if let detection = matched[index].map({ detections[$0] }) {
                released.append(lastTracker(of: object.observation))
                begun.append(Followed(observation: detection.following(object.observation.uuid), detection: detection))
            } else if object.observation.confidence >= 0.3 {
                kept.append(object)
            } else {
                released.append(lastTracker(of: object.observation))
            }
        }
        if !released.isEmpty { try perform(state.handler, released) }
        begun += free.sorted().map { Followed(observation: detections[$0].following(UUID()), detection: detections[$0]) }
        begun.removeLast(max(0, kept.count + begun.count - TrackerLimit.perKind))
        // The new trackers start with this frame.
        if !begun.isEmpty { try perform(state.handler, begun.map { tracker(of: $0.observation) }) }
        let order = Dictionary(uniqueKeysWithValues: state.objects.enumerated().map { ($1.observation.uuid, $0) })
        state.objects = (kept + begun).enumerated()
            .sorted {
                (order[$0.element.observation.uuid] ?? order.count + $0.offset)
                    < (order[$1.element.observation.uuid] ?? order.count + $1.offset)
            }
            .map(\.element)
    }

    private func tracker(of observation: VNDetectedObjectObservation) -> VNTrackObjectRequest {
        let request = VNTrackObjectRequest(detectedObjectObservation: observation)
        request.trackingLevel = trackingLevel
        return request
    }

    private func lastTracker(of observation: VNDetectedObjectObservation) -> VNTrackObjectRequest {
        let request = tracker(of: observation)
        request.isLastFrame = true
        return request
    }
}
