import VisionRuntime

/// A request that can look at faces that are already known.
public protocol VNFaceObservationAccepting: NSObjectProtocol {
    /// The faces to look at; with `nil` the request finds the faces itself, as ``VNDetectFaceRectanglesRequest`` does.
    ///
    /// Each of them becomes an observation with the same `uuid`, in their order. A face whose bounding box is empty, not a number or wholly
    /// outside of the image makes performing the request fail with `invalidArgument`.
    var inputFaceObservations: [VNFaceObservation]? { get set }
}

/// The setting of requests that can look at known faces.
struct KnownFaces: OwnSettings {
    var observations: [VNFaceObservation]?

    var given: [GivenFace]? {
        observations?.map { GivenFace(boundingBox: $0.boundingBox, roll: $0.roll?.doubleValue) }
    }

    /// What was known of the face of a number, and where an observation of it comes from.
    func face(_ index: Int, seen: FaceFinding, _ origin: VNObservation.Origin) -> (face: FaceFinding, origin: VNObservation.Origin) {
        guard let known = observations?[index] else { return (seen, origin) }
        var origin = origin
        origin.uuid = known.uuid
        let attitude = known.attitude.completed(by: seen.attitude)
        return (FaceFinding(boundingBox: known.boundingBox, confidence: known.confidence, attitude: attitude), origin)
    }
}
