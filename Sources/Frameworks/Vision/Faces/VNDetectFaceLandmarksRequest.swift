import VisionRuntime

/// The obsolete revision 1 of ``VNDetectFaceLandmarksRequest``, which is not supported.
@available(*, deprecated, message: "use VNDetectFaceLandmarksRequestRevision2")
public let VNDetectFaceLandmarksRequestRevision1 = 1
/// Revision 2 of ``VNDetectFaceLandmarksRequest``: 65 points.
public let VNDetectFaceLandmarksRequestRevision2 = 2
/// Revision 3 of ``VNDetectFaceLandmarksRequest``: 76 points, each with its likely error.
public let VNDetectFaceLandmarksRequestRevision3 = 3

/// The set of points that a request returns for a face.
public enum VNRequestFaceLandmarksConstellation: UInt, Sendable {
    /// The points of the request's revision.
    case constellationNotDefined = 0
    /// 65 points.
    case constellation65Points = 1
    /// 76 points.
    case constellation76Points = 2
}

/// Finds the parts of faces: eyes, brows, nose, lips, jaw.
///
/// Osprey searches for the models `faces` and `faceLandmarks` in the folders that the description of ``VNClassifyImageRequest`` lists.
open class VNDetectFaceLandmarksRequest: VNImageBasedRequest, VNFaceObservationAccepting, @unchecked Sendable {
    /// The faces with their landmarks, in the order of ``inputFaceObservations``. If ``inputFaceObservations`` is `nil`, all faces that the request
    /// found, the most certain first.
    public var results: [VNFaceObservation]? { latestResults as? [VNFaceObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNDetectFaceLandmarksRequestRevision2...VNDetectFaceLandmarksRequestRevision3)
    }

    private struct Settings: OwnSettings {
        var faces = KnownFaces()
        var constellation = VNRequestFaceLandmarksConstellation.constellationNotDefined
    }

    public var inputFaceObservations: [VNFaceObservation]? {
        get { self[own: \Settings.faces.observations] }
        set { self[own: \Settings.faces.observations] = newValue }
    }

    /// The set of points to return for a face. If the revision does not support it, performing the request fails with `invalidArgument`.
    public var constellation: VNRequestFaceLandmarksConstellation {
        get { self[own: \Settings.constellation] }
        set { self[own: \Settings.constellation] = newValue }
    }

    /// Whether a revision supports a constellation.
    open class func revision(_ requestRevision: Int, supportsConstellation constellation: VNRequestFaceLandmarksConstellation) -> Bool {
        switch constellation {
        case .constellationNotDefined, .constellation65Points: supportedRevisions.contains(requestRevision)
        case .constellation76Points: requestRevision == VNDetectFaceLandmarksRequestRevision3
        }
    }

    override func makeTwin() -> VNRequest { VNDetectFaceLandmarksRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let own = settings.own(Settings.self)
        guard Self.revision(settings.revision, supportsConstellation: own.constellation) else {
            throw VNErrorCode.invalidArgument.error("Revision \(settings.revision) has no constellation of 76 points")
        }
        let newest = settings.revision == VNDetectFaceLandmarksRequestRevision3 ? FaceConstellation.points76 : .points65
        let constellation = FaceConstellation(rawValue: Int(own.constellation.rawValue)) ?? newest
        let analysis = try FaceLandmarkAnalysis(
            faces: own.faces.given, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { findings, origin in
            findings.enumerated().map { index, finding in
                let (face, origin) = own.faces.face(index, seen: finding.face, origin)
                let landmarks = VNFaceLandmarks2D(finding.landmarks(constellation), requestRevision: settings.revision)
                return VNFaceObservation(
                    origin, face, landmarks: landmarks, quality: own.faces.observations?[index].faceCaptureQuality)
            }
        }
    }
}
