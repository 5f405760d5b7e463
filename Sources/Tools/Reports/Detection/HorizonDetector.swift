import Foundation
import JSON
import Vision

/// Finds the angle by which a photo is tilted.
package struct HorizonDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectHorizonRequest()
        let findings = { (request.results ?? []).map(Finding.init(horizon:)) }
        return DetectionQuery(request: request, findings: findings, isSingle: true)
    }
}

extension Finding {
    fileprivate init(horizon observation: VNHorizonObservation) {
        let degrees = Double(observation.angle) * 180 / .pi
        self.init(
            title: "horizon at \(String(format: "%.1f", degrees))°", confidence: observation.confidence,
            boundingBox: CGRect(x: 0, y: 0.5, width: 1, height: 0),
            json: ["angle": .number(Double(observation.angle)), "confidence": .float(observation.confidence)],
            tilt: Double(observation.angle))
    }
}
