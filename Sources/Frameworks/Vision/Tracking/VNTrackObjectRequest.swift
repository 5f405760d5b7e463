import VisionRuntime

/// Revision 1 of ``VNTrackObjectRequest``, which gives the same results as revision 2.
public let VNTrackObjectRequestRevision1 = 1
/// Revision 2 of ``VNTrackObjectRequest``.
public let VNTrackObjectRequestRevision2 = 2

/// Tracks the object in a box. Each frame gives one ``VNDetectedObjectObservation``, with the `uuid` of the input observation.
///
/// The confidence falls when the object changes its appearance or is hidden. Below 0.3, the object is treated as lost, and the box stays at its last
/// position. A box may reach beyond the image.
open class VNTrackObjectRequest: VNTrackingRequest, @unchecked Sendable {
    /// Tracks the object in an observation's box.
    ///
    /// - Parameter observation: the object's position in the first frame. All results have the `uuid` of this observation.
    public convenience init(detectedObjectObservation observation: VNDetectedObjectObservation) {
        self.init(detectedObjectObservation: observation, completionHandler: nil)
    }

    /// Tracks the object in an observation's box.
    ///
    /// - Parameter observation: the object's position in the first frame. All results have the `uuid` of this observation.
    public init(detectedObjectObservation observation: VNDetectedObjectObservation, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(input: observation, completionHandler: completionHandler)
    }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet([VNTrackObjectRequestRevision1, VNTrackObjectRequestRevision2])
    }

    override func makeTwin() -> VNRequest {
        VNTrackObjectRequest(detectedObjectObservation: inputObservation, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let box = performance.settings.own(Tracking.self).input?.boundingBox ?? .zero
        return try job(performance) { level, region in
            try ObjectTracking(boundingBox: box, level: level, regionOfInterest: region)
        } observation: { found, origin in
            VNDetectedObjectObservation(origin, boundingBox: found.boundingBox, confidence: found.confidence)
        }
    }
}
