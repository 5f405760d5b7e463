import VisionRuntime

/// A request that can analyze given faces instead of finding faces itself.
public protocol VNFaceObservationAccepting: NSObjectProtocol {
    /// The faces to analyze. If `nil`, the request finds the faces itself, like ``VNDetectFaceRectanglesRequest``.
    ///
    /// Each face becomes an observation with the same `uuid`, in the same order. Performing the request fails with `invalidArgument` if a face's
    /// bounding box is empty, not a number or wholly outside of the image.
    var inputFaceObservations: [VNFaceObservation]? { get set }
}

/// The setting of requests that can analyze given faces.
struct KnownFaces: OwnSettings {
    var observations: [VNFaceObservation]?

    var given: [GivenFace]? {
        observations?.map { GivenFace(boundingBox: $0.boundingBox, roll: $0.roll?.doubleValue) }
    }

    /// Combines the input face at `index` with the finding `seen`. The result has the bounding box, confidence and uuid of the input face. Angles
    /// that the input face lacks come from `seen`. Without input faces, the result is `seen`.
    func face(_ index: Int, seen: FaceFinding, _ origin: VNObservation.Origin) -> (face: FaceFinding, origin: VNObservation.Origin) {
        guard let known = observations?[index] else { return (seen, origin) }
        var origin = origin
        origin.uuid = known.uuid
        let attitude = known.attitude.completed(by: seen.attitude)
        return (FaceFinding(boundingBox: known.boundingBox, confidence: known.confidence, attitude: attitude), origin)
    }
}
