import CoreMedia
import VisionRuntime

/// A request that analyzes a sequence of frames. It stores state from earlier frames.
///
/// Handlers of one image and handlers of a sequence can perform the request. In both cases, the sequence consists of the frames in the order in which
/// the request is performed on them. A copy of the request begins a new sequence.
open class VNStatefulRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The minimum time between two analyzed frames. Frames that come sooner are skipped and give no results. With zero, the default, every frame is
    /// analyzed.
    public let frameAnalysisSpacing: CMTime

    /// The old name of ``frameAnalysisSpacing``.
    @available(*, deprecated, renamed: "frameAnalysisSpacing")
    public var requestFrameAnalysisSpacing: CMTime { frameAnalysisSpacing }

    /// The number of frames that the request must analyze before it can give results.
    open var minimumLatencyFrameCount: Int { 1 }

    /// Creates a request that analyzes the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; frames that come sooner are skipped. With zero, every frame is
    ///     analyzed.
    ///   - completionHandler: called on the performing thread when the request is done or has failed.
    public init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        self.frameAnalysisSpacing = frameAnalysisSpacing
        super.init(completionHandler: completionHandler)
    }

    /// Makes the next frame the first frame of a new sequence.
    func beginSequence() {}

    override func makeTwin() -> VNRequest {
        VNStatefulRequest(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }
}
