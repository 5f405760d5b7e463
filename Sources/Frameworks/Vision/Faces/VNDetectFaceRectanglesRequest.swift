import VisionRuntime

/// The obsolete revision 1 of ``VNDetectFaceRectanglesRequest``, which is not supported.
@available(*, deprecated, message: "use VNDetectFaceRectanglesRequestRevision2")
public let VNDetectFaceRectanglesRequestRevision1 = 1
/// Revision 2 of ``VNDetectFaceRectanglesRequest``: faces rotated by any angle, with their roll and yaw.
public let VNDetectFaceRectanglesRequestRevision2 = 2
/// Revision 3 of ``VNDetectFaceRectanglesRequest``, which also gives the pitch.
public let VNDetectFaceRectanglesRequestRevision3 = 3

/// Finds faces. A face may be rotated by any angle in the plane of the image.
///
/// Osprey searches for the models `faces` and `faceLandmarks` in the folders that the description of ``VNClassifyImageRequest`` lists.
open class VNDetectFaceRectanglesRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The faces, the most certain first.
    public var results: [VNFaceObservation]? { latestResults as? [VNFaceObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNDetectFaceRectanglesRequestRevision2...VNDetectFaceRectanglesRequestRevision3)
    }

    override func makeTwin() -> VNRequest { VNDetectFaceRectanglesRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = FaceRectangleAnalysis(regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { face, origin in
            var face = face
            if settings.revision < VNDetectFaceRectanglesRequestRevision3 { face.attitude.pitch = nil }
            return VNFaceObservation(origin, face)
        }
    }
}
