/// What a request has while it is performed.
struct RequestContext {
    let frame: FrameSource
    let cancellation: Cancellation
    /// What the observations of this request on this frame share.
    let origin: VNObservation.Origin
}
