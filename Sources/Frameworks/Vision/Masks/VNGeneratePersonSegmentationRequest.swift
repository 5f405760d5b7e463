import CoreMedia
import CoreVideo
import VisionRuntime

/// Revision 1 of ``VNGeneratePersonSegmentationRequest``.
public let VNGeneratePersonSegmentationRequestRevision1 = 1

/// Separates the people in an image from everything else.
///
/// The request uses the model `personSegmentation` of Osprey's model catalogue. It can be replaced by a model of the same name, in the folder that
/// the environment variable `OSPREY_MODELS` names. The model's input is an image. Its output is the probability of a person: a picture of one
/// component, or an array whose last two dimensions are rows and columns. If the model has several outputs, the output named `person` is used. If the
/// array holds two maps, the first is the probability of the background. If the model is missing, performing the request fails with
/// `dataUnavailable`.
///
/// If the mask has a higher resolution than the model's output, the edges of the mask are aligned with the edges in the image.
open class VNGeneratePersonSegmentationRequest: VNStatefulRequest, @unchecked Sendable {
    /// The resolution of the mask. Its longer side has 2,016, 512 or 256 pixels, but never more than the image's longer side.
    public enum QualityLevel: UInt, Sendable {
        /// The finest mask: 2,016 pixels on its longer side.
        case accurate = 0
        /// A mask of 512 pixels on its longer side.
        case balanced = 1
        /// A mask of 256 pixels on its longer side.
        case fast = 2
    }

    private let frames = RegionSequence<SpacedAnalysis<PersonMaskAnalysis>>()

    private struct Settings: OwnSettings {
        var level = QualityLevel.accurate
        var format = kCVPixelFormatType_OneComponent8
    }

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
    }

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init() {
        self.init(completionHandler: nil)
    }

    /// Creates a request that analyzes the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; frames that come sooner are skipped. With zero, every frame is
    ///     analyzed.
    ///   - completionHandler: called on the performing thread when the request is done or has failed.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// A picture that covers the whole image. The value of a pixel is the probability that it shows a person. The value goes from 0 to 255
    /// in the 8-bit format, and from 0 to 1 in the other formats. Outside of the region of interest, the value is 0. The array is empty for
    /// a frame that comes less than `frameAnalysisSpacing` after the last analyzed frame.
    public var results: [VNPixelBufferObservation]? { latestResults as? [VNPixelBufferObservation] }

    /// The resolution of the mask; `.accurate` by default.
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

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNGeneratePersonSegmentationRequestRevision1) }

    override func makeTwin() -> VNRequest {
        VNGeneratePersonSegmentationRequest(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let own = settings.own(Settings.self)
        let format = try withVisionErrors { try OneComponentFormat(own.format) }
        let analysis = PersonMaskAnalysis(
            for: "VNGeneratePersonSegmentationRequest", regionOfInterest: settings.regionOfInterest, quality: PersonMaskQuality(own.level),
            usesCPUOnly: settings.usesCPUOnly)
        let state = frames.state(of: analysis, region: settings.regionOfInterest, spacing: frameAnalysisSpacing)
        return performance.job(state) { masks, origin in
            try masks.map { mask in
                let pixels = try mask.pixels(width: mask.width, height: mask.height, format: format.type)
                return VNPixelBufferObservation(origin, pixelBuffer: pixels, featureName: nil)
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
