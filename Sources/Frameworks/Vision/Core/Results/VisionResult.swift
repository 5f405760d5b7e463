/// A request and what it found, or why it found nothing.
public enum VisionResult: Sendable, Equatable, CustomStringConvertible {
    /// A request that failed, and why.
    case error(any VisionRequest, any Error)
    /// What a ``CalculateImageAestheticsScoresRequest`` found.
    case calculateImageAestheticsScores(CalculateImageAestheticsScoresRequest, ImageAestheticsScoresObservation)
    /// What a ``ClassifyImageRequest`` found.
    case classifyImage(ClassifyImageRequest, [ClassificationObservation])
    /// What a ``CoreMLRequest`` found.
    case coreML(CoreMLRequest, [any VisionObservation])
    /// What a ``DetectAnimalBodyPoseRequest`` found.
    case detectAnimalBodyPose(DetectAnimalBodyPoseRequest, [AnimalBodyPoseObservation])
    /// What a ``DetectBarcodesRequest`` found.
    case detectBarcodes(DetectBarcodesRequest, [BarcodeObservation])
    /// What a ``DetectContoursRequest`` found.
    case detectContours(DetectContoursRequest, ContoursObservation)
    /// What a ``DetectDocumentSegmentationRequest`` found.
    case detectDocumentSegmentation(DetectDocumentSegmentationRequest, DetectedDocumentObservation?)
    /// What a ``DetectFaceCaptureQualityRequest`` found.
    case detectFaceCaptureQuality(DetectFaceCaptureQualityRequest, [FaceObservation])
    /// What a ``DetectFaceLandmarksRequest`` found.
    case detectFaceLandmarks(DetectFaceLandmarksRequest, [FaceObservation])
    /// What a ``DetectFaceRectanglesRequest`` found.
    case detectFaceRectangles(DetectFaceRectanglesRequest, [FaceObservation])
    /// What a ``DetectHorizonRequest`` found.
    case detectHorizon(DetectHorizonRequest, HorizonObservation?)
    /// What a ``DetectHumanBodyPoseRequest`` found.
    case detectHumanBodyPose(DetectHumanBodyPoseRequest, [HumanBodyPoseObservation])
    /// What a ``DetectHumanBodyPose3DRequest`` found.
    case detectHumanBodyPose3D(DetectHumanBodyPose3DRequest, [HumanBodyPose3DObservation])
    /// What a ``DetectHumanHandPoseRequest`` found.
    case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
    /// What a ``DetectHumanRectanglesRequest`` found.
    case detectHumanRectangles(DetectHumanRectanglesRequest, [HumanObservation])
    /// What a ``DetectLensSmudgeRequest`` found.
    case detectLensSmudge(DetectLensSmudgeRequest, SmudgeObservation)
    /// What a ``DetectRectanglesRequest`` found.
    case detectRectangles(DetectRectanglesRequest, [RectangleObservation])
    /// What a ``DetectTextRectanglesRequest`` found.
    case detectTextRectangles(DetectTextRectanglesRequest, [TextObservation])
    /// What a ``DetectTrajectoriesRequest`` found.
    case detectTrajectories(DetectTrajectoriesRequest, [TrajectoryObservation])
    /// What a ``GenerateAttentionBasedSaliencyImageRequest`` found.
    case generateAttentionBasedSaliencyImage(GenerateAttentionBasedSaliencyImageRequest, SaliencyImageObservation)
    /// What a ``GenerateForegroundInstanceMaskRequest`` found.
    case generateForegroundInstanceMask(GenerateForegroundInstanceMaskRequest, InstanceMaskObservation?)
    /// What a ``GenerateImageFeaturePrintRequest`` found.
    case generateImageFeaturePrint(GenerateImageFeaturePrintRequest, FeaturePrintObservation)
    /// What a ``GenerateObjectnessBasedSaliencyImageRequest`` found.
    case generateObjectnessBasedSaliencyImage(GenerateObjectnessBasedSaliencyImageRequest, SaliencyImageObservation)
    /// What a ``GeneratePersonInstanceMaskRequest`` found.
    case generatePersonInstanceMask(GeneratePersonInstanceMaskRequest, InstanceMaskObservation?)
    /// What a ``GeneratePersonSegmentationRequest`` found.
    case generatePersonSegmentation(GeneratePersonSegmentationRequest, PixelBufferObservation)
    /// What a ``RecognizeAnimalsRequest`` found.
    case recognizeAnimals(RecognizeAnimalsRequest, [RecognizedObjectObservation])
    /// What a ``RecognizeDocumentsRequest`` found.
    case recognizeDocuments(RecognizeDocumentsRequest, [DocumentObservation])
    /// What a ``RecognizeTextRequest`` found.
    case recognizeText(RecognizeTextRequest, [RecognizedTextObservation])
    /// What a ``TrackHomographicImageRegistrationRequest`` found.
    case trackHomographicImageRegistration(TrackHomographicImageRegistrationRequest, ImageHomographicAlignmentObservation)
    /// What a ``TrackObjectRequest`` found.
    case trackObject(TrackObjectRequest, DetectedObjectObservation?)
    /// What a ``TrackOpticalFlowRequest`` found.
    case trackOpticalFlow(TrackOpticalFlowRequest, OpticalFlowObservation?)
    /// What a ``TrackRectangleRequest`` found.
    case trackRectangle(TrackRectangleRequest, RectangleObservation?)
    /// What a ``TrackTranslationalImageRegistrationRequest`` found.
    case trackTranslationalImageRegistration(TrackTranslationalImageRegistrationRequest, ImageTranslationAlignmentObservation)

    private var request: any VisionRequest {
        switch self {
        case .error(let request, _): request
        case .calculateImageAestheticsScores(let request, _): request
        case .classifyImage(let request, _): request
        case .coreML(let request, _): request
        case .detectAnimalBodyPose(let request, _): request
        case .detectBarcodes(let request, _): request
        case .detectContours(let request, _): request
        case .detectDocumentSegmentation(let request, _): request
        case .detectFaceCaptureQuality(let request, _): request
        case .detectFaceLandmarks(let request, _): request
        case .detectFaceRectangles(let request, _): request
        case .detectHorizon(let request, _): request
        case .detectHumanBodyPose(let request, _): request
        case .detectHumanBodyPose3D(let request, _): request
        case .detectHumanHandPose(let request, _): request
        case .detectHumanRectangles(let request, _): request
        case .detectLensSmudge(let request, _): request
        case .detectRectangles(let request, _): request
        case .detectTextRectangles(let request, _): request
        case .detectTrajectories(let request, _): request
        case .generateAttentionBasedSaliencyImage(let request, _): request
        case .generateForegroundInstanceMask(let request, _): request
        case .generateImageFeaturePrint(let request, _): request
        case .generateObjectnessBasedSaliencyImage(let request, _): request
        case .generatePersonInstanceMask(let request, _): request
        case .generatePersonSegmentation(let request, _): request
        case .recognizeAnimals(let request, _): request
        case .recognizeDocuments(let request, _): request
        case .recognizeText(let request, _): request
        case .trackHomographicImageRegistration(let request, _): request
        case .trackObject(let request, _): request
        case .trackOpticalFlow(let request, _): request
        case .trackRectangle(let request, _): request
        case .trackTranslationalImageRegistration(let request, _): request
        }
    }

    /// What was found; `nil` for an error.
    private var observations: [any VisionObservation]? {
        switch self {
        case .error: nil
        case .calculateImageAestheticsScores(_, let observation): [observation]
        case .classifyImage(_, let observations): observations
        case .coreML(_, let observations): observations
        case .detectAnimalBodyPose(_, let observations): observations
        case .detectBarcodes(_, let observations): observations
        case .detectContours(_, let observation): [observation]
        case .detectDocumentSegmentation(_, let observation): observation.map { [$0] } ?? []
        case .detectFaceCaptureQuality(_, let observations): observations
        case .detectFaceLandmarks(_, let observations): observations
        case .detectFaceRectangles(_, let observations): observations
        case .detectHorizon(_, let observation): observation.map { [$0] } ?? []
        case .detectHumanBodyPose(_, let observations): observations
        case .detectHumanBodyPose3D(_, let observations): observations
        case .detectHumanHandPose(_, let observations): observations
        case .detectHumanRectangles(_, let observations): observations
        case .detectLensSmudge(_, let observation): [observation]
        case .detectRectangles(_, let observations): observations
        case .detectTextRectangles(_, let observations): observations
        case .detectTrajectories(_, let observations): observations
        case .generateAttentionBasedSaliencyImage(_, let observation): [observation]
        case .generateForegroundInstanceMask(_, let observation): observation.map { [$0] } ?? []
        case .generateImageFeaturePrint(_, let observation): [observation]
        case .generateObjectnessBasedSaliencyImage(_, let observation): [observation]
        case .generatePersonInstanceMask(_, let observation): observation.map { [$0] } ?? []
        case .generatePersonSegmentation(_, let observation): [observation]
        case .recognizeAnimals(_, let observations): observations
        case .recognizeDocuments(_, let observations): observations
        case .recognizeText(_, let observations): observations
        case .trackHomographicImageRegistration(_, let observation): [observation]
        case .trackObject(_, let observation): observation.map { [$0] } ?? []
        case .trackOpticalFlow(_, let observation): observation.map { [$0] } ?? []
        case .trackRectangle(_, let observation): observation.map { [$0] } ?? []
        case .trackTranslationalImageRegistration(_, let observation): [observation]
        }
    }

    /// Two results are equal if they have equal requests and observations, or errors with the same message.
    public static func == (left: VisionResult, right: VisionResult) -> Bool {
        guard AnyHashable(left.request) == AnyHashable(right.request) else { return false }
        if case .error(_, let first) = left, case .error(_, let second) = right {
            return "\(first)" == "\(second)"
        }
        guard let first = left.observations, let second = right.observations else { return false }
        return first.map { AnyHashable($0) } == second.map { AnyHashable($0) }
    }

    public var description: String {
        if case .error(let request, let error) = self { return "\(request): \(error)" }
        return "\(request): \((observations ?? []).map(\.description))"
    }
}
