import CoreMedia
import CoreVideo
import VisionRuntime

/// Revision 1 of ``VNGeneratePersonSegmentationRequest``.
public let VNGeneratePersonSegmentationRequestRevision1 = 1

/// Sets the people in an image apart from everything else.
///
/// Osprey has no model of its own for that. The request needs a model named `personSegmentation` in the catalogue: an image for its input and the
/// probability of a person for its one output, a picture of one component or an array that ends in rows and columns; or two such maps, the
/// first of which is the background's. Where it is missing, performing the request fails with `dataUnavailable`.
open class VNGeneratePersonSegmentationRequest: VNStatefulRequest, @unchecked Sendable {
    /// How fine the mask is: its longer side has 2,016, 512 or 256 pixels, or the image's where that is smaller.
    public enum QualityLevel: UInt, Sendable {
        /// The finest mask: 2,016 pixels on its longer side.
        case accurate = 0
        /// A mask of 512 pixels on its longer side.
        case balanced = 1
        /// A mask of 256 pixels on its longer side.
        case fast = 2
    }

    private let frames = RegionSequence<SpacedAnalysis<SegmentationAnalysis>>()

    private struct Settings: OwnSettings {
        var level = QualityLevel.accurate
        var format = kCVPixelFormatType_OneComponent8
    }

    /// Looks at every frame.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
    }

    /// A request about every frame, with the default settings.
    public convenience init() {
        self.init(completionHandler: nil)
    }

    /// A request about the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: frames that follow the last one that was analyzed sooner than this are left out; zero for none.
    ///   - completionHandler: called on the thread that performs, also with an error.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// One picture over the whole image: how sure it is that a pixel shows a person, from 0 to 1, or to 255 in 8 bits. It is 0 outside of the
    /// region of interest. There is none of a frame that follows the last one sooner than `frameAnalysisSpacing`.
    public var results: [VNPixelBufferObservation]? { latestResults as? [VNPixelBufferObservation] }

    /// `.accurate` by default.
    public var qualityLevel: QualityLevel {
        get { self[own: \Settings.level] }
        set { self[own: \Settings.level] = newValue }
    }

    /// `kCVPixelFormatType_OneComponent8` by default. Formats that are not supported make performing the request fail with `invalidFormat`.
    public var outputPixelFormat: OSType {
        get { self[own: \Settings.format] }
        set { self[own: \Settings.format] = newValue }
    }

    /// The formats that ``outputPixelFormat`` may be: one component of 8 bits, or of 16 or 32 bits in floating point.
    public func supportedOutputPixelFormats() throws -> [NSNumber] { OneComponentFormat.all.map { NSNumber(value: $0) } }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNGeneratePersonSegmentationRequestRevision1) }

    override func makeTwin() -> VNRequest {
        VNGeneratePersonSegmentationRequest(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let own = settings.own(Settings.self)
        let format = try withVisionErrors { try OneComponentFormat(own.format) }
        let analysis = SegmentationAnalysis(
            model: "personSegmentation", for: "VNGeneratePersonSegmentationRequest", regionOfInterest: settings.regionOfInterest,
            usesCPUOnly: settings.usesCPUOnly)
        let state = frames.state(of: analysis, region: settings.regionOfInterest, spacing: frameAnalysisSpacing)
        return performance.job(state) { segmentations, origin in
            try segmentations.map { segmentation in
                let mask = try segmentation.foreground(maximumDimension: PersonMaskQuality(own.level).maximumDimension, format: format.type)
                return VNPixelBufferObservation(origin, pixelBuffer: mask, featureName: nil)
            }
        }
    }
}

extension PersonMaskQuality {
    fileprivate init(_ level: VNGeneratePersonSegmentationRequest.QualityLevel) {
        self =
            switch level {
            case .accurate: .accurate
            case .balanced: .balanced
            case .fast: .fast
            }
    }
}
