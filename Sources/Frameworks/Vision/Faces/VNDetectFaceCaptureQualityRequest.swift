import VisionRuntime

/// Revision 1 of ``VNDetectFaceCaptureQualityRequest``. All revisions measure the same quality.
public let VNDetectFaceCaptureQualityRequestRevision1 = 1
/// Revision 2 of ``VNDetectFaceCaptureQualityRequest``.
public let VNDetectFaceCaptureQualityRequestRevision2 = 2
/// Revision 3 of ``VNDetectFaceCaptureQualityRequest``.
public let VNDetectFaceCaptureQualityRequestRevision3 = 3

/// Measures the quality of pictures of faces. With it, a program can choose the best of several pictures of one person.
///
/// The quality depends on the face's sharpness, exposure and size, and on whether it looks at the camera. Osprey searches for the models `faces` and
/// `faceLandmarks` in the folders that the description of ``VNClassifyImageRequest`` lists.
open class VNDetectFaceCaptureQualityRequest: VNImageBasedRequest, VNFaceObservationAccepting, @unchecked Sendable {
    /// The faces with their quality, in the order of ``inputFaceObservations``. If ``inputFaceObservations`` is `nil`, all faces that the request
    /// found, the most certain first.
    public var results: [VNFaceObservation]? { latestResults as? [VNFaceObservation] }

    /// The supported revisions, the newest last.
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
