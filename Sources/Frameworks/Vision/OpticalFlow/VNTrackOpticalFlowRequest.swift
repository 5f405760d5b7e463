import CoreMedia
import CoreVideo
import VisionRuntime

/// Revision 1 of ``VNTrackOpticalFlowRequest``.
public let VNTrackOpticalFlowRequestRevision1 = 1

/// Finds the displacement of each pixel from the previous frame to the current frame.
///
/// Performing the request fails with `invalidArgument` if a frame differs in size from the previous frames. The same error occurs if a
/// frame has an earlier time than the last frame. Performing the request fails with `invalidImage` if a frame has fewer than 16 × 16
/// pixels. After an error the next frame begins a new sequence.
open class VNTrackOpticalFlowRequest: VNStatefulRequest, @unchecked Sendable {
    /// The precision of the flow. Each level takes several times as long as the next lower level.
    public enum ComputationAccuracy: UInt, Sendable {
        /// The fastest and least precise level.
        case low = 0
        /// The default level.
        case medium = 1
        /// Slower and more precise than the default.
        case high = 2
        /// The most precise and slowest level.
        case veryHigh = 3
    }

    private struct Settings: OwnSettings {
        var accuracy = ComputationAccuracy.medium
        var format = kCVPixelFormatType_TwoComponent32Float
        var keepsNetworkOutput = false
    }

    private let tracker = RegionSequence<OpticalFlowTracking>()

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init() {
        self.init(frameAnalysisSpacing: .zero)
    }

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
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

    /// A picture with the size of the upright frames. Each pixel is a vector, in columns to the right and rows down. The vector is the
    /// displacement from this pixel of the previous frame to the same content in the current frame. The array is empty for the first frame.
    public var results: [VNPixelBufferObservation]? { latestResults as? [VNPixelBufferObservation] }

    /// The precision of the flow; `.medium` by default.
    public var computationAccuracy: ComputationAccuracy {
        get { self[own: \Settings.accuracy] }
        set { self[own: \Settings.accuracy] = newValue }
    }

    /// The picture's pixel format: `kCVPixelFormatType_TwoComponent32Float`, the default, or `kCVPixelFormatType_TwoComponent16Half`. With
    /// another format, performing the request fails with `invalidFormat`.
    public var outputPixelFormat: OSType {
        get { self[own: \Settings.format] }
        set { self[own: \Settings.format] = newValue }
    }

    /// Whether the result has the 32-bit floating-point format in which the flow is computed. If `true`, ``outputPixelFormat`` has no effect.
    public var keepNetworkOutput: Bool {
        get { self[own: \Settings.keepsNetworkOutput] }
        set { self[own: \Settings.keepsNetworkOutput] = newValue }
    }

    /// Always 2, because the flow is computed between two frames.
    open override var minimumLatencyFrameCount: Int { 2 }

    /// The supported revisions, the newest last.
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
    /// The state of the sequence. The accuracy of its analysis is first set to `accuracy`.
    func state(of accuracy: OpticalFlowAccuracy, region: CGRect, spacing: CMTime) -> SequenceState<OpticalFlowTracking> {
        let state = state(region: region) { OpticalFlowTracking(regionOfInterest: region, spacing: spacing, accuracy: accuracy) }
        state.change { $0.accuracy = accuracy }
        return state
    }
}
