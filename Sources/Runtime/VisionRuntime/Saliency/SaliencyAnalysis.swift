import CoreGraphics
import CoreML
import CoreVideo

/// The reason why a part of an image is salient.
package enum SaliencyKind: String, Hashable, Sendable {
    /// The part attracts attention: people look there first.
    case attention
    /// The part shows an object in front of a background.
    case objectness
}

/// The saliency of an image. Small networks compute it from intermediate results of the networks of the feature prints. There is one for each kind.
package struct SaliencyAnalysis: Analysis {
    package let kind: SaliencyKind
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool

    package init(_ kind: SaliencyKind, regionOfInterest: CGRect, usesCPUOnly: Bool) {
        self.kind = kind
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
    }

    /// The side of heat maps, in cells.
    private static let side = 68

    private var request: String {
        switch kind {
        case .attention: "VNGenerateAttentionBasedSaliencyImageRequest"
        case .objectness: "VNGenerateObjectnessBasedSaliencyImageRequest"
        }
    }

    /// The network of the kind. Its name in the catalogue is also the name of its output.
    private func prediction() throws -> CoreModelAnalysis {
        let stored = try ModelStore.current.readOut(kind.rawValue, for: request, usesCPUOnly: usesCPUOnly)
        return CoreModelAnalysis(
            model: stored.model, cropAndScale: .scaleFill, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try prediction().demands(of: frame) }

    /// A single finding.
    package func findings(in context: AnalysisContext) throws -> [SaliencyFinding] {
        var map = try map(in: prediction().findings(in: context))
        var fine = try map.resized(width: Self.side, height: Self.side)
        // The attention map is a distribution without a scale, so it is divided by the maximum of the heat map.
        if kind == .attention, let peak = fine.values.max(), peak > 0 {
            (map, fine) = (Self.divided(map, by: peak), Self.divided(fine, by: peak))
        }
        return [SaliencyFinding(heatMap: try spread(map, fine), objects: SalientRegions.objects(of: fine, kind, in: regionOfInterest))]
    }

    private func map(in findings: [CoreModelFinding]) throws -> ProbabilityMap {
        for case .feature(let value, kind.rawValue) in findings {
            if let array = value.multiArrayValue, let map = try ProbabilityMap.maps(array, of: kind.rawValue).first { return map }
        }
        throw VisionFailure(.invalidModel, "the model '\(kind.rawValue)' has no output '\(kind.rawValue)'")
    }

    private static func divided(_ map: ProbabilityMap, by peak: Float) -> ProbabilityMap {
        ProbabilityMap(width: map.width, height: map.height, values: map.values.map { $0 / peak })
    }

    /// Places the heat map of the region of interest in a heat map of the whole image.
    private func spread(_ map: ProbabilityMap, _ fine: ProbabilityMap) throws -> ProbabilityMap {
        guard regionOfInterest != CGRect(x: 0, y: 0, width: 1, height: 1) else { return fine }
        let (across, down) = (CGFloat(map.width) / regionOfInterest.width, CGFloat(map.height) / regionOfInterest.height)
        let area = CGRect(x: -regionOfInterest.minX * across, y: -(1 - regionOfInterest.maxY) * down, width: across, height: down)
        return try map.resized(area, width: Self.side, height: Self.side)
    }
}
