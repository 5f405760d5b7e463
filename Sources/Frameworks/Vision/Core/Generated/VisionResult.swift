// Written by Scripts/generate_requests.py. Run it after a request is added or renamed.

/// A request with its result or its error.
public enum VisionResult: Sendable {
    /// A request that failed, with its error.
    case error(any VisionRequest, any Error)
    /// The result of a ``CalculateImageAestheticsScoresRequest``.
    case calculateImageAestheticsScores(CalculateImageAestheticsScoresRequest, ImageAestheticsScoresObservation)
    /// The result of a ``ClassifyImageRequest``.
    case classifyImage(ClassifyImageRequest, [ClassificationObservation])
    /// The result of a ``CoreMLRequest``.
    case coreML(CoreMLRequest, [any VisionObservation])
    /// The result of a ``DetectAnimalBodyPoseRequest``.
    case detectAnimalBodyPose(DetectAnimalBodyPoseRequest, [AnimalBodyPoseObservation])
    /// The result of a ``DetectBarcodesRequest``.
    case detectBarcodes(DetectBarcodesRequest, [BarcodeObservation])
    /// The result of a ``DetectContoursRequest``.
    case detectContours(DetectContoursRequest, ContoursObservation)
    /// The result of a ``DetectDocumentSegmentationRequest``.
    case detectDocumentSegmentation(DetectDocumentSegmentationRequest, DetectedDocumentObservation?)
    /// The result of a ``DetectFaceCaptureQualityRequest``.
    case detectFaceCaptureQuality(DetectFaceCaptureQualityRequest, [FaceObservation])
    /// The result of a ``DetectFaceLandmarksRequest``.
    case detectFaceLandmarks(DetectFaceLandmarksRequest, [FaceObservation])
    /// The result of a ``DetectFaceRectanglesRequest``.
    case detectFaceRectangles(DetectFaceRectanglesRequest, [FaceObservation])
    /// The result of a ``DetectHorizonRequest``.
    case detectHorizon(DetectHorizonRequest, HorizonObservation?)
    /// The result of a ``DetectHumanBodyPose3DRequest``.
    case detectHumanBodyPose3D(DetectHumanBodyPose3DRequest, [HumanBodyPose3DObservation])
    /// The result of a ``DetectHumanBodyPoseRequest``.
    case detectHumanBodyPose(DetectHumanBodyPoseRequest, [HumanBodyPoseObservation])
    /// The result of a ``DetectHumanHandPoseRequest``.
    case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
    /// The result of a ``DetectHumanRectanglesRequest``.
    case detectHumanRectangles(DetectHumanRectanglesRequest, [HumanObservation])
    /// The result of a ``DetectLensSmudgeRequest``.
    case detectLensSmudge(DetectLensSmudgeRequest, SmudgeObservation)
    /// The result of a ``DetectRectanglesRequest``.
    case detectRectangles(DetectRectanglesRequest, [RectangleObservation])
    /// The result of a ``DetectTextRectanglesRequest``.
    case detectTextRectangles(DetectTextRectanglesRequest, [TextObservation])
    /// The result of a ``DetectTrajectoriesRequest``.
    case detectTrajectories(DetectTrajectoriesRequest, [TrajectoryObservation])
    /// The result of a ``GenerateAttentionBasedSaliencyImageRequest``.
    case generateAttentionBasedSaliencyImage(GenerateAttentionBasedSaliencyImageRequest, SaliencyImageObservation)
    /// The result of a ``GenerateForegroundInstanceMaskRequest``.
    case generateForegroundInstanceMask(GenerateForegroundInstanceMaskRequest, InstanceMaskObservation?)
    /// The result of a ``GenerateImageFeaturePrintRequest``.
    case generateImageFeaturePrint(GenerateImageFeaturePrintRequest, FeaturePrintObservation)
    /// The result of a ``GenerateObjectnessBasedSaliencyImageRequest``.
    case generateObjectnessBasedSaliencyImage(GenerateObjectnessBasedSaliencyImageRequest, SaliencyImageObservation)
    /// The result of a ``GeneratePersonInstanceMaskRequest``.
    case generatePersonInstanceMask(GeneratePersonInstanceMaskRequest, InstanceMaskObservation?)
    /// The result of a ``GeneratePersonSegmentationRequest``.
    case generatePersonSegmentation(GeneratePersonSegmentationRequest, PixelBufferObservation)
    /// The result of a ``RecognizeAnimalsRequest``.
    case recognizeAnimals(RecognizeAnimalsRequest, [RecognizedObjectObservation])
    /// The result of a ``RecognizeDocumentsRequest``.
    case recognizeDocuments(RecognizeDocumentsRequest, [DocumentObservation])
    /// The result of a ``RecognizeTextRequest``.
    case recognizeText(RecognizeTextRequest, [RecognizedTextObservation])
    /// The result of a ``TrackHomographicImageRegistrationRequest``.
    case trackHomographicImageRegistration(TrackHomographicImageRegistrationRequest, ImageHomographicAlignmentObservation)
    /// The result of a ``TrackObjectRequest``.
    case trackObject(TrackObjectRequest, DetectedObjectObservation?)
    /// The result of a ``TrackOpticalFlowRequest``.
    case trackOpticalFlow(TrackOpticalFlowRequest, OpticalFlowObservation?)
    /// The result of a ``TrackRectangleRequest``.
    case trackRectangle(TrackRectangleRequest, RectangleObservation?)
    /// The result of a ``TrackTranslationalImageRegistrationRequest``.
    case trackTranslationalImageRegistration(TrackTranslationalImageRegistrationRequest, ImageTranslationAlignmentObservation)

    var request: any VisionRequest {
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
        case .detectHumanBodyPose3D(let request, _): request
        case .detectHumanBodyPose(let request, _): request
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

    /// The observations; `nil` if the request failed.
    var observations: [any VisionObservation]? {
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
        case .detectHumanBodyPose3D(_, let observations): observations
        case .detectHumanBodyPose(_, let observations): observations
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
}
