import VisionRuntime

/// Revision 1 of ``VNTranslationalImageRegistrationRequest``.
public let VNTranslationalImageRegistrationRequestRevision1 = 1
/// Revision 1 of ``VNHomographicImageRegistrationRequest``.
public let VNHomographicImageRegistrationRequestRevision1 = 1

/// A request for what brings the targeted image onto the handler's image.
///
/// Both images must have the same size, as they stand upright; otherwise performing the request fails with `invalidArgument`.
open class VNImageRegistrationRequest: VNTargetedImageRequest, @unchecked Sendable {
    override func makeTwin() -> VNRequest { VNImageRegistrationRequest(target: target, completionHandler: completionHandler) }

    func analysis(_ model: RegistrationModel, _ settings: RequestSettings) -> RegistrationAnalysis {
        RegistrationAnalysis(floating: target, model: model, regionOfInterest: settings.regionOfInterest)
    }
}

/// Finds the shift that brings the targeted image onto the handler's image.
///
/// The shift is found to a fraction of a pixel, for up to half of the image's sides. Brightness, contrast and noise may differ, and a part of
/// the content may move for itself.
open class VNTranslationalImageRegistrationRequest: VNImageRegistrationRequest, @unchecked Sendable {
    /// One observation. Where nothing is known, as of images without texture, its transform is the identity and its confidence 0.
    public var results: [VNImageTranslationAlignmentObservation]? { latestResults as? [VNImageTranslationAlignmentObservation] }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNTranslationalImageRegistrationRequestRevision1) }

    override func makeTwin() -> VNRequest {
        VNTranslationalImageRegistrationRequest(target: target, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        performance.job(analysis(.translation, performance.settings)) { VNImageTranslationAlignmentObservation($1, $0) }
    }
}

/// Finds the homography that brings the targeted image onto the handler's image: what becomes of a plane, or of anything far away, when the
/// camera turns, moves or zooms.
open class VNHomographicImageRegistrationRequest: VNImageRegistrationRequest, @unchecked Sendable {
    /// One observation. Where nothing is known, as of images without texture, its transform is the identity and its confidence 0.
    public var results: [VNImageHomographicAlignmentObservation]? { latestResults as? [VNImageHomographicAlignmentObservation] }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNHomographicImageRegistrationRequestRevision1) }

    override func makeTwin() -> VNRequest {
        VNHomographicImageRegistrationRequest(target: target, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        performance.job(analysis(.homography, performance.settings)) { VNImageHomographicAlignmentObservation($1, $0) }
    }
}
