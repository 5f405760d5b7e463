import CoreML
import CoreVideo
import OspreyExtras
import Vision

/// Finds objects with a detector every few frames, and follows up to sixteen of them in the frames between.
final class DetectorProcessor: FrameProcessor {
    private let tracker: DetectionTracker
    private var numbers: [UUID: Int] = [:]

    init(_ model: MLModel, trackingLevel: VNRequestTrackingLevel) throws {
        let request = VNCoreMLRequest(model: try VNCoreMLModel(for: model))
        request.imageCropAndScaleOption = .scaleFill
        tracker = DetectionTracker(detector: request, detectionInterval: 10, trackingLevel: trackingLevel)
    }

    func boxes(in frame: CVPixelBuffer) throws -> [TrackedBox] {
        try tracker.objects(in: frame).map { object in
            let number = numbers[object.uuid] ?? numbers.count + 1
            numbers[object.uuid] = number
            let label = (object.detection as? VNRecognizedObjectObservation)?.labels.first?.identifier ?? ""
            return TrackedBox(number: number, label: label, boundingBox: object.boundingBox, confidence: object.confidence)
        }
    }
}
