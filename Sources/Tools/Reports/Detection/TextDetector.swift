import Foundation
import JSON
import Vision

/// Finds text and reads it.
package struct TextDetector: Detector {
    private let options: TextOptions

    package init(_ options: DetectionOptions) {
        self.options = options.text
    }

    package func query() -> DetectionQuery {
        let request = options.request()
        return DetectionQuery(request: request) {
            (request.results ?? []).compactMap { observation in
                observation.topCandidates(1).first.map { Finding(text: $0, observation) }
            }
        }
    }
}

extension Finding {
    fileprivate init(text: VNRecognizedText, _ observation: VNRecognizedTextObservation) {
        self.init(
            title: ShownText.escaped(text.string), confidence: text.confidence, boundingBox: observation.boundingBox,
            json: [
                "string": .string(text.string), "confidence": .float(text.confidence), "boundingBox": JSON(observation.boundingBox),
                "corners": .array(observation.corners.map { JSON($0) }), "words": .array(text.words),
            ], outlines: [observation.corners])
        transcript = text.string
    }
}

extension VNRecognizedText {
    /// The words, each with the corners of its box.
    fileprivate var words: [JSON] {
        string.split(separator: " ").compactMap { word in
            // The range belongs to the candidate's own string, as `boundingBox(for:)` requires.
            guard let box = try? boundingBox(for: word.startIndex..<word.endIndex) else { return nil }
            return ["string": .string(String(word)), "corners": .array(box.corners.map { JSON($0) })]
        }
    }
}
