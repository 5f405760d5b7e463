import Foundation
import JSON
import Vision

/// Finds and reads barcodes of all kinds.
package struct BarcodeDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectBarcodesRequest()
        return DetectionQuery(request: request) { (request.results ?? []).map(Finding.init(barcode:)) }
    }
}

extension Finding {
    package init(barcode observation: VNBarcodeObservation) {
        let symbology = observation.symbology.rawValue.replacingOccurrences(of: "VNBarcodeSymbology", with: "")
        // If the code's bytes are not text, the finding has no payload.
        let payload = observation.payloadStringValue.map { [("payload", JSON.string($0))] } ?? []
        self.init(
            title: "\(symbology) \(observation.payloadStringValue.map { ShownText.escaped($0) } ?? "(no text)")",
            confidence: observation.confidence, boundingBox: observation.boundingBox,
            json: .object(
                [("symbology", .string(symbology))] + payload + [
                    ("corners", .array(observation.corners.map { JSON($0) })),
                    ("boundingBox", JSON(observation.boundingBox)), ("confidence", .float(observation.confidence)),
                ]))
    }
}
