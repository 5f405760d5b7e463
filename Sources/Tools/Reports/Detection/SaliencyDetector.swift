import Foundation
import JSON
import Vision

/// Finds the places in a picture that people look at first.
package struct SaliencyDetector: Detector {
    private let threshold: Float

    package init(_ options: DetectionOptions) {
        threshold = options.threshold
    }

    package func query() -> DetectionQuery {
        let request = VNGenerateAttentionBasedSaliencyImageRequest()
        let findings = { (request.results ?? []).map { Finding(saliency: $0, threshold: threshold) } }
        return DetectionQuery(request: request, findings: findings, isSingle: true)
    }
}

extension Finding {
    fileprivate init(saliency observation: VNSaliencyImageObservation, threshold: Float) {
        let objects = (observation.salientObjects ?? []).filter { $0.confidence >= threshold }
        let json = objects.map { object -> JSON in
            ["boundingBox": JSON(object.boundingBox), "confidence": .float(object.confidence)]
        }
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        self.init(
            title: objects.isEmpty ? "nothing stands out" : "looked at first", confidence: observation.confidence,
            boundingBox: objects.first?.boundingBox ?? whole, json: ["objects": .array(json)],
            outlines: objects.map { [$0.topLeft, $0.topRight, $0.bottomRight, $0.bottomLeft] },
            heatMap: HeatMap(observation.pixelBuffer))
    }
}
