import CoreMedia

/// A request on a sequence of frames. It keeps state from earlier frames.
public protocol StatefulRequest: VisionRequest {
    /// The number of frames that the request must see before it can give results.
    var minimumLatencyFrameCount: Int { get }

    /// The least time between two analyzed frames. Frames that come sooner are left out. Zero analyzes every frame.
    var frameAnalysisSpacing: CMTime { get }
}
