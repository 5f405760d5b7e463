import CoreMedia

/// A request about frame after frame, which keeps what it needs of the frames before.
public protocol StatefulRequest: VisionRequest {
    /// How many frames the request must see before it can give results.
    var minimumLatencyFrameCount: Int { get }

    /// Frames that follow the last one that was analyzed sooner than this are left out; zero for none.
    var frameAnalysisSpacing: CMTime { get }
}
