import CoreVideo
import Vision

/// Follows boxes through frames with one request each. All requests are performed together. The box that a request finds in a frame is its input for
/// the next frame.
final class TrackerProcessor: FrameProcessor {
    private let requestHandler = VNSequenceRequestHandler()
    private let trackingLevel: VNRequestTrackingLevel
    private var inputObservations: [VNDetectedObjectObservation]
    private let numbers: [UUID: Int]

    init(_ boxes: [CGRect], trackingLevel: VNRequestTrackingLevel) {
        self.trackingLevel = trackingLevel
        inputObservations = boxes.map { VNDetectedObjectObservation(boundingBox: $0) }
        numbers = Dictionary(uniqueKeysWithValues: inputObservations.enumerated().map { ($1.uuid, $0 + 1) })
    }

    func boxes(in frame: CVPixelBuffer) throws -> [TrackedBox] {
        let requests = inputObservations.map { observation in
            let request = VNTrackObjectRequest(detectedObjectObservation: observation)
            request.trackingLevel = trackingLevel
            return request
        }
        try requestHandler.perform(requests, on: frame)
        let found = requests.compactMap { $0.results?.first as? VNDetectedObjectObservation }
        inputObservations = found
        return found.map { TrackedBox(number: numbers[$0.uuid] ?? 0, boundingBox: $0.boundingBox, confidence: $0.confidence) }
    }
}
