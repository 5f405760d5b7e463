import CoreMedia
import CoreVideo
import VisionRuntime

/// Revision 1 of ``VNTrackOpticalFlowRequest``.
public let VNTrackOpticalFlowRequestRevision1 = 1

/// Finds, frame after frame, where each pixel of the frame before is in the newest frame.
///
/// Frames must have one size, of 16 × 16 pixels at least, and come in the order of their times, where they carry times; otherwise
/// performing the request fails with `invalidArgument` or `invalidImage`, and a new sequence begins.
open class VNTrackOpticalFlowRequest: VNStatefulRequest, @unchecked Sendable {
    /// How precise the flow is: each level takes several times as long as the one before.
    public enum ComputationAccuracy: UInt, Sendable {
        /// The fastest, and the roughest.
        case low = 0
        /// The default.
        case medium = 1
        /// Slower and more precise than the default.
        case high = 2
        /// The most precise, and the slowest.
        case veryHigh = 3
    }

    private struct Settings: OwnSettings {
        var accuracy = ComputationAccuracy.medium
        var format = kCVPixelFormatType_TwoComponent32Float
        var keepsNetworkOutput = false
    }

    private let tracker = RegionSequence<OpticalFlowTracking>()

    /// A request about every frame, with the default settings.
    public convenience init() {
        self.init(frameAnalysisSpacing: .zero)
    }

    /// A request with the default settings, about every frame.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
    }

    /// A request about the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: frames that follow the last one that was analyzed sooner than this are left out; zero for none.
    ///   - completionHandler: called on the thread that performs, also with an error.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// One picture a frame, of the upright frames' size, with a vector a pixel of the frame before: how many columns to the right and how
    /// many rows down of its place the newest frame shows the same. None for the first frame.
    public var results: [VNPixelBufferObservation]? { latestResults as? [VNPixelBufferObservation] }

    /// `.medium` by default.
    public var computationAccuracy: ComputationAccuracy {
        get { self[own: \Settings.accuracy] }
        set { self[own: \Settings.accuracy] = newValue }
    }

    /// `kCVPixelFormatType_TwoComponent32Float`, as by default, or `kCVPixelFormatType_TwoComponent16Half`; others make performing the request
    /// fail with `invalidFormat`.
    public var outputPixelFormat: OSType {
        get { self[own: \Settings.format] }
        set { self[own: \Settings.format] = newValue }
    }

    /// Whether the flow comes as it was computed, in 32-bit floating-point numbers, whatever ``outputPixelFormat`` is.
    public var keepNetworkOutput: Bool {
        get { self[own: \Settings.keepsNetworkOutput] }
        set { self[own: \Settings.keepsNetworkOutput] = newValue }
    }

    /// Two: flow is between frames.
    open override var minimumLatencyFrameCount: Int { 2 }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNTrackOpticalFlowRequestRevision1) }

    override func beginSequence() { tracker.reset() }

    override func makeTwin() -> VNRequest {
        VNTrackOpticalFlowRequest(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let own = performance.settings.own(Settings.self)
        let format = try withVisionErrors {
            try OpticalFlowFormat(own.keepsNetworkOutput ? OpticalFlowFormat.computed : own.format)
        }
        let state = tracker.state(
            of: OpticalFlowAccuracy(own.accuracy), region: performance.settings.regionOfInterest, spacing: frameAnalysisSpacing)
        return performance.job(state) { fields, origin in
            try fields.map { VNPixelBufferObservation(origin, pixelBuffer: try format.makeBuffer($0), featureName: nil) }
        }
    }
}

extension OpticalFlowAccuracy {
    init(_ accuracy: VNTrackOpticalFlowRequest.ComputationAccuracy) {
        self =
            switch accuracy {
            case .low: .low
            case .medium: .medium
            case .high: .high
            case .veryHigh: .veryHigh
            }
    }
}

extension RegionSequence<OpticalFlowTracking> {
    /// The state, which goes on with the accuracy as it is now.
    func state(of accuracy: OpticalFlowAccuracy, region: CGRect, spacing: CMTime) -> SequenceState<OpticalFlowTracking> {
        let state = state(region: region) { OpticalFlowTracking(regionOfInterest: region, spacing: spacing, accuracy: accuracy) }
        state.change { $0.accuracy = accuracy }
        return state
    }
}
