import CoreGraphics

/// The quality of a mask of people.
package enum PersonMaskQuality: Sendable {
    case accurate, balanced, fast

    /// The maximum length of the mask's longer side, in pixels.
    var maximumDimension: Int {
        switch self {
        case .accurate: 2016
        case .balanced: 512
        case .fast: 256
        }
    }

    fileprivate var inputSize: SegmentationAnalysis.Size {
        switch self {
        case .accurate: .largest
        case .balanced: .wanted
        case .fast: .smallest
        }
    }
}

/// Computes one mask of all people in an image with the model `personSegmentation`. The mask covers the whole image.
///
/// The length of its longer side depends on the quality, and is never greater than in the image. The edges of the mask follow the edges in the image.
package struct PersonMaskAnalysis: Analysis {
    private let segmentation: SegmentationAnalysis
    private let quality: PersonMaskQuality

    /// - Parameters:
    ///   - request: the request's name, for messages.
    ///   - regionOfInterest: normalised to the upright image, origin at the lower left.
    package init(for request: String, regionOfInterest: CGRect, quality: PersonMaskQuality, usesCPUOnly: Bool) {
        segmentation = SegmentationAnalysis(
            model: "personSegmentation", of: .person, for: request, regionOfInterest: regionOfInterest, size: quality.inputSize,
            usesCPUOnly: usesCPUOnly)
        self.quality = quality
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        let (width, height) = frame.size.fitting(quality.maximumDimension)
        let whole = CGRect(origin: .zero, size: frame.size)
        return try segmentation.demands(of: frame) + [FrameDemand(region: whole, size: CGSize(width: width, height: height))]
    }

    package func findings(in context: AnalysisContext) throws -> [ProbabilityMap] {
        let info = context.frame.info
        let (width, height) = info.size.fitting(quality.maximumDimension)
        let scale = CGAffineTransform(scaleX: CGFloat(width) / info.size.width, y: CGFloat(height) / info.size.height)
        let cells = info.pixels(in: segmentation.regionOfInterest).applying(scale)
        return try context.findings(of: segmentation).map {
            try context.frame.refined($0.wholeForeground(), width: width, height: height).cleared(outside: cells)
        }
    }
}
