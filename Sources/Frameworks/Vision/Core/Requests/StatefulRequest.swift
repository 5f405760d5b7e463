import CoreMedia

/// A request on a sequence of frames. It stores state from earlier frames.
public protocol StatefulRequest: VisionRequest {
    /// The number of frames that the request must analyze before it can give results.
    var minimumLatencyFrameCount: Int { get }

    /// The minimum time between two analyzed frames. Frames that come sooner are skipped. With zero, every frame is analyzed.
    var frameAnalysisSpacing: CMTime { get }
}
