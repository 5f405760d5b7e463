import CoreMedia
import CoreVideo
import VisionRuntime

/// Revision 1 of ``VNGeneratePersonSegmentationRequest``.
public let VNGeneratePersonSegmentationRequestRevision1 = 1

/// Makes a mask of the people in an image.
///
/// Osprey has no model of its own for that. The request needs a model named `personSegmentation` in the catalogue. Without it, performing the
/// request fails with `dataUnavailable`. The model's input is an image. Its one output is the probability of a person: a picture of one
/// component, or an array whose last two dimensions are rows and columns. The array may also hold two maps, the first for the background.
open class VNGeneratePersonSegmentationRequest: VNStatefulRequest, @unchecked Sendable {
    /// How fine the mask is: its longer side has 2,016, 512 or 256 pixels, but never more than the image's longer side.
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
    ///   - frameAnalysisSpacing: the least time between two analyzed frames; frames that come sooner are left out. Zero analyzes every frame.
    ///   - completionHandler: called on the performing thread when the request is done or has failed.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// One picture over the whole image: the probability that a pixel shows a person, from 0 to 1, or from 0 to 255 in 8 bits. It is 0
    /// outside of the region of interest. Empty if the frame was left out because of `frameAnalysisSpacing`.
    public var results: [VNPixelBufferObservation]? { latestResults as? [VNPixelBufferObservation] }

    /// `.accurate` by default.
    public var qualityLevel: QualityLevel {
        get { self[own: \Settings.level] }
        set { self[own: \Settings.level] = newValue }
    }

    /// The mask's pixel format, `kCVPixelFormatType_OneComponent8` by default. With an unsupported format, performing the request fails with
    /// `invalidFormat`.
    public var outputPixelFormat: OSType {
        get { self[own: \Settings.format] }
        set { self[own: \Settings.format] = newValue }
    }

    /// The supported values of ``outputPixelFormat``: one component of 8-bit integers, or of 16-bit or 32-bit floating-point numbers.
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
