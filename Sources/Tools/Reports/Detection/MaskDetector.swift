import CoreImage
import Foundation
import JSON
import Vision

/// Segments people, pixel by pixel.
package struct PeopleMaskDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNGeneratePersonInstanceMaskRequest()
        return DetectionQuery(masks: request, "person") { request.results ?? [] }
    }
}

/// Segments the objects of a photo's foreground, pixel by pixel.
package struct ForegroundMaskDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNGenerateForegroundInstanceMaskRequest()
        return DetectionQuery(masks: request, "object") { request.results ?? [] }
    }
}

extension DetectionQuery {
    /// - Parameter title: the name of an instance in the findings.
    fileprivate init(masks request: VNRequest, _ title: String, _ results: @escaping () -> [VNInstanceMaskObservation]) {
        self.init(request: request) { try results().flatMap { try Finding.instances(of: $0, title) } }
        picture = { handler, _ in
            guard let mask = results().first, !mask.allInstances.isEmpty else { return nil }
            return CIImage(
                cvPixelBuffer: try mask.generateMaskedImage(
                    ofInstances: mask.allInstances, from: handler, croppedToInstancesExtent: false))
        }
    }
}

extension Finding {
    /// The colours in which instances are drawn: red, green and blue, from 0 to 1.
    private static let tints: [(Float, Float, Float)] = [
        (0.1, 0.6, 1), (1, 0.5, 0), (0.2, 0.8, 0.3), (0.9, 0.2, 0.7), (0.9, 0.8, 0), (0, 0.8, 0.8),
    ]

    /// A finding for each instance of a mask.
    fileprivate static func instances(of observation: VNInstanceMaskObservation, _ title: String) throws -> [Finding] {
        try observation.allInstances.enumerated().map { index, instance in
            let map = HeatMap(try observation.generateMask(forInstances: [instance]), tint: tints[index % tints.count])
            let (box, confidence) = (map.box, map.mean)
            return Finding(
                title: title, confidence: confidence, boundingBox: box,
                json: [
                    "instance": .integer(instance), "confidence": .float(confidence), "boundingBox": JSON(box),
                    "share": .float(map.share),
                ],
                heatMap: map)
        }
    }
}

extension HeatMap {
    /// The smallest box around all cells above 0, normalised, with the origin at the lower left.
    fileprivate var box: CGRect {
        var box = CGRect.null
        for (cell, value) in values.enumerated() where value > 0 {
            box = box.union(CGRect(x: cell % width, y: height - 1 - cell / width, width: 1, height: 1))
        }
        guard !box.isNull else { return .zero }
        return CGRect(
            x: box.minX / CGFloat(width), y: box.minY / CGFloat(height), width: box.width / CGFloat(width),
            height: box.height / CGFloat(height))
    }

    /// The mean of all cells above 0; 0 if there is none.
    fileprivate var mean: Float {
        let chosen = values.filter { $0 > 0 }
        return chosen.isEmpty ? 0 : chosen.reduce(0, +) / Float(chosen.count)
    }

    /// The fraction of cells above 0.
    fileprivate var share: Float { Float(values.count { $0 > 0 }) / Float(max(values.count, 1)) }
}
