import CoreMedia
import VisionRuntime

/// A request about frame after frame, which keeps what it needs of the frames before.
///
/// It may be performed by handlers of one image or of a sequence; what counts is the order in which it sees the frames. A copy of it begins
/// anew.
open class VNStatefulRequest: VNImageBasedRequest, @unchecked Sendable {
    /// Frames that follow the last one that was analyzed sooner than this are left out, and give no results; zero, as by default, for none.
    public let frameAnalysisSpacing: CMTime

    /// The former name of ``frameAnalysisSpacing``.
    @available(*, deprecated, renamed: "frameAnalysisSpacing")
    public var requestFrameAnalysisSpacing: CMTime { frameAnalysisSpacing }

    /// How many frames the request must see before it can give results.
    open var minimumLatencyFrameCount: Int { 1 }

    /// A request about the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: frames that follow the last one that was analyzed sooner than this are left out; zero for none.
    ///   - completionHandler: called on the thread that performs, also with an error.
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
