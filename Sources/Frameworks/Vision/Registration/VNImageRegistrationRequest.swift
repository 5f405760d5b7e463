import VisionRuntime

/// Revision 1 of ``VNTranslationalImageRegistrationRequest``.
public let VNTranslationalImageRegistrationRequestRevision1 = 1
/// Revision 1 of ``VNHomographicImageRegistrationRequest``.
public let VNHomographicImageRegistrationRequestRevision1 = 1

/// A request for the transform that aligns the targeted image with the handler's image.
///
/// Performing the request fails with `invalidArgument` if the upright images differ in size.
open class VNImageRegistrationRequest: VNTargetedImageRequest, @unchecked Sendable {
    override func makeTwin() -> VNRequest { VNImageRegistrationRequest(target: target, completionHandler: completionHandler) }

    func analysis(_ model: RegistrationModel, _ settings: RequestSettings) -> RegistrationAnalysis {
        RegistrationAnalysis(floating: target, model: model, regionOfInterest: settings.regionOfInterest)
    }
}

/// Finds the shift that aligns the targeted image with the handler's image.
///
/// The shift has subpixel precision, and may be up to half of the image's width and height. Brightness, contrast and noise may differ between the
/// images, and a part of the content may move independently.
open class VNTranslationalImageRegistrationRequest: VNImageRegistrationRequest, @unchecked Sendable {
    /// A single observation. If the images cannot be registered, for example because they have no texture, the transform is the identity
    /// and the confidence is 0.
    public var results: [VNImageTranslationAlignmentObservation]? { latestResults as? [VNImageTranslationAlignmentObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNTranslationalImageRegistrationRequestRevision1) }

    override func makeTwin() -> VNRequest {
        VNTranslationalImageRegistrationRequest(target: target, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        performance.job(analysis(.translation, performance.settings)) { VNImageTranslationAlignmentObservation($1, $0) }
    }
}

/// Finds the homography that aligns the targeted image with the handler's image. A homography describes how the image of a plane changes when the
/// camera rotates, moves or zooms. For a distant scene, it describes the effect of rotation and zoom.
open class VNHomographicImageRegistrationRequest: VNImageRegistrationRequest, @unchecked Sendable {
    /// A single observation. If the images cannot be registered, for example because they have no texture, the transform is the identity
    /// and the confidence is 0.
    public var results: [VNImageHomographicAlignmentObservation]? { latestResults as? [VNImageHomographicAlignmentObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNHomographicImageRegistrationRequestRevision1) }

    override func makeTwin() -> VNRequest {
        VNHomographicImageRegistrationRequest(target: target, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        performance.job(analysis(.homography, performance.settings)) { VNImageHomographicAlignmentObservation($1, $0) }
    }
}
