/// A request and what it found, or why it found nothing.
public enum VisionResult: Sendable, Equatable, CustomStringConvertible {
    case error(any VisionRequest, any Error)
    case calculateImageAestheticsScores(CalculateImageAestheticsScoresRequest, ImageAestheticsScoresObservation)
    case classifyImage(ClassifyImageRequest, [ClassificationObservation])
    case coreML(CoreMLRequest, [any VisionObservation])
    case detectAnimalBodyPose(DetectAnimalBodyPoseRequest, [AnimalBodyPoseObservation])
    case detectBarcodes(DetectBarcodesRequest, [BarcodeObservation])
    case detectContours(DetectContoursRequest, ContoursObservation)
    case detectDocumentSegmentation(DetectDocumentSegmentationRequest, DetectedDocumentObservation?)
    case detectFaceCaptureQuality(DetectFaceCaptureQualityRequest, [FaceObservation])
    case detectFaceLandmarks(DetectFaceLandmarksRequest, [FaceObservation])
    case detectFaceRectangles(DetectFaceRectanglesRequest, [FaceObservation])
    case detectHorizon(DetectHorizonRequest, HorizonObservation?)
    case detectHumanBodyPose(DetectHumanBodyPoseRequest, [HumanBodyPoseObservation])
    case detectHumanBodyPose3D(DetectHumanBodyPose3DRequest, [HumanBodyPose3DObservation])
    case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
    case detectHumanRectangles(DetectHumanRectanglesRequest, [HumanObservation])
    case detectLensSmudge(DetectLensSmudgeRequest, SmudgeObservation)
    case detectRectangles(DetectRectanglesRequest, [RectangleObservation])
    case detectTextRectangles(DetectTextRectanglesRequest, [TextObservation])
    case detectTrajectories(DetectTrajectoriesRequest, [TrajectoryObservation])
    case generateAttentionBasedSaliencyImage(GenerateAttentionBasedSaliencyImageRequest, SaliencyImageObservation)
    case generateForegroundInstanceMask(GenerateForegroundInstanceMaskRequest, InstanceMaskObservation?)
    case generateImageFeaturePrint(GenerateImageFeaturePrintRequest, FeaturePrintObservation)
    case generateObjectnessBasedSaliencyImage(GenerateObjectnessBasedSaliencyImageRequest, SaliencyImageObservation)
    case generatePersonInstanceMask(GeneratePersonInstanceMaskRequest, InstanceMaskObservation?)
    case generatePersonSegmentation(GeneratePersonSegmentationRequest, PixelBufferObservation)
    case recognizeAnimals(RecognizeAnimalsRequest, [RecognizedObjectObservation])
    case recognizeDocuments(RecognizeDocumentsRequest, [DocumentObservation])
    case recognizeText(RecognizeTextRequest, [RecognizedTextObservation])
    case trackHomographicImageRegistration(TrackHomographicImageRegistrationRequest, ImageHomographicAlignmentObservation)
    case trackObject(TrackObjectRequest, DetectedObjectObservation?)
    case trackOpticalFlow(TrackOpticalFlowRequest, OpticalFlowObservation?)
    case trackRectangle(TrackRectangleRequest, RectangleObservation?)
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

    /// Two results are equal that have equal requests and observations; or errors that say the same.
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
