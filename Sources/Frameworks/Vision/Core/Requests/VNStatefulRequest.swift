import CoreMedia
import VisionRuntime

/// A request about a sequence of frames. It keeps state from earlier frames.
///
/// It may be performed by handlers of one image or of a sequence. Only the order in which it sees the frames matters. A copy of the request begins a
/// new sequence.
open class VNStatefulRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The least time between two analyzed frames. Frames that come sooner are left out, and give no results. Zero, the default, analyzes every
    /// frame.
    public let frameAnalysisSpacing: CMTime

    /// The former name of ``frameAnalysisSpacing``.
    @available(*, deprecated, renamed: "frameAnalysisSpacing")
    public var requestFrameAnalysisSpacing: CMTime { frameAnalysisSpacing }

    /// The number of frames that the request must see before it can give results.
    open var minimumLatencyFrameCount: Int { 1 }

    /// Creates a request that analyzes the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: the least time between two analyzed frames; frames that come sooner are left out. Zero analyzes every frame.
    ///   - completionHandler: called on the performing thread when the request is done or has failed.
    public init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        self.frameAnalysisSpacing = frameAnalysisSpacing
        super.init(completionHandler: completionHandler)
    }

    /// Makes the next frame the first of another sequence.
    func beginSequence() {}

    override func makeTwin() -> VNRequest {
        VNStatefulRequest(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }
}
