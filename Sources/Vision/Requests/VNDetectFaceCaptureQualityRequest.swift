import VisionRuntime

/// Revision 1 of ``VNDetectFaceCaptureQualityRequest``. All revisions measure the same here.
public let VNDetectFaceCaptureQualityRequestRevision1 = 1
/// Revision 2 of ``VNDetectFaceCaptureQualityRequest``.
public let VNDetectFaceCaptureQualityRequestRevision2 = 2
/// Revision 3 of ``VNDetectFaceCaptureQualityRequest``.
public let VNDetectFaceCaptureQualityRequestRevision3 = 3

/// Measures how good pictures of faces are, to choose the best of several pictures of one person.
///
/// What counts is how sharp the face is, how well exposed, how large, and how much it looks at the viewer. The models `faces` and
/// `faceLandmarks` are looked for where ``VNClassifyImageRequest`` looks for its own.
open class VNDetectFaceCaptureQualityRequest: VNImageBasedRequest, VNFaceObservationAccepting, @unchecked Sendable {
    /// The faces with their quality: those of ``inputFaceObservations`` in their order, or all that were found, the most certain first.
    public var results: [VNFaceObservation]? { latestResults as? [VNFaceObservation] }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNDetectFaceCaptureQualityRequestRevision1...VNDetectFaceCaptureQualityRequestRevision3)
    }

    public var inputFaceObservations: [VNFaceObservation]? {
        get { self[own: \KnownFaces.observations] }
        set { self[own: \KnownFaces.observations] = newValue }
    }

    override func makeTwin() -> VNRequest { VNDetectFaceCaptureQualityRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let faces = settings.own(KnownFaces.self)
        let analysis = try FaceQualityAnalysis(
            faces: faces.given, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { findings, origin in
            findings.enumerated().map { index, finding in
                let (face, origin) = faces.face(index, seen: finding.face, origin)
                return VNFaceObservation(
                    origin, face, landmarks: faces.observations?[index].landmarks, quality: finding.quality)
            }
        }
    }
}
