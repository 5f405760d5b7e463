import VisionRuntime

/// A request that accepts known faces.
public protocol VNFaceObservationAccepting: NSObjectProtocol {
    /// The faces to analyze. If `nil`, the request finds the faces itself, like ``VNDetectFaceRectanglesRequest``.
    ///
    /// Each face becomes an observation with the same `uuid`, in the same order. Performing the request fails with `invalidArgument` if a face's
    /// bounding box is empty, not a number or wholly outside of the image.
    var inputFaceObservations: [VNFaceObservation]? { get set }
}

/// The setting of requests that accept known faces.
struct KnownFaces: OwnSettings {
    var observations: [VNFaceObservation]?

    var given: [GivenFace]? {
        observations?.map { GivenFace(boundingBox: $0.boundingBox, roll: $0.roll?.doubleValue) }
    }

    /// The known facts of the input face at `index`, completed by `seen`, and the origin of its observation.
    func face(_ index: Int, seen: FaceFinding, _ origin: VNObservation.Origin) -> (face: FaceFinding, origin: VNObservation.Origin) {
        guard let known = observations?[index] else { return (seen, origin) }
        var origin = origin
        origin.uuid = known.uuid
        let attitude = known.attitude.completed(by: seen.attitude)
        return (FaceFinding(boundingBox: known.boundingBox, confidence: known.confidence, attitude: attitude), origin)
    }
}
