import CoreMLSpecification
import Foundation
import Vision

/// Finds what people look at first.
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

/// The saliency of each cell of a grid over a picture, from 0 to 1, top row first.
package struct HeatMap: Sendable {
    package let width: Int
    package let height: Int
    package let values: [Float]

    package init(_ buffer: CVPixelBuffer) {
        (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        var values: [Float] = []
        if let base = CVPixelBufferGetBaseAddress(buffer) {
            let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
            for y in 0..<height {
                for x in 0..<width { values.append((base + y * bytesPerRow).loadUnaligned(fromByteOffset: 4 * x, as: Float.self)) }
            }
        }
        self.values = values
    }

    /// The map as an overlay picture: from transparent through yellow to red.
    package func makePicture() -> CGImage? {
        var bytes: [UInt8] = []
        for value in values {
            // The square root shows what is looked at later too.
            let heat = value.squareRoot()
            // Premultiplied. The warmest cells still let the picture through.
            let alpha = 0.65 * heat
            let green = alpha * (1 - heat)
            bytes += [alpha, green, 0, alpha].map { UInt8((255 * $0).rounded()) }
        }
        guard values.count == width * height, let provider = CGDataProvider(data: Data(bytes) as CFData),
            let space = CGColorSpace(name: CGColorSpace.sRGB)
        else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
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
