/// Which request something comes from, and its revision.
public enum RequestDescriptor: CustomStringConvertible, Equatable, Sendable, Codable, Hashable {
    case calculateImageAestheticsScoresRequest(CalculateImageAestheticsScoresRequest.Revision)
    case classifyImageRequest(ClassifyImageRequest.Revision)
    case coreMLRequest(CoreMLRequest.Revision)
    case detectAnimalBodyPoseRequest(DetectAnimalBodyPoseRequest.Revision)
    case detectBarcodesRequest(DetectBarcodesRequest.Revision)
    case detectContoursRequest(DetectContoursRequest.Revision)
    case detectDocumentSegmentationRequest(DetectDocumentSegmentationRequest.Revision)
    case detectFaceCaptureQualityRequest(DetectFaceCaptureQualityRequest.Revision)
    case detectFaceLandmarksRequest(DetectFaceLandmarksRequest.Revision)
    case detectFaceRectanglesRequest(DetectFaceRectanglesRequest.Revision)
    case detectHorizonRequest(DetectHorizonRequest.Revision)
    case detectHumanBodyPose3DRequest(DetectHumanBodyPose3DRequest.Revision)
    case detectHumanBodyPoseRequest(DetectHumanBodyPoseRequest.Revision)
    case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)
    case detectHumanRectanglesRequest(DetectHumanRectanglesRequest.Revision)
    case detectLensSmudgeRequest(DetectLensSmudgeRequest.Revision)
    case detectRectanglesRequest(DetectRectanglesRequest.Revision)
    case detectTextRectanglesRequest(DetectTextRectanglesRequest.Revision)
    case detectTrajectoriesRequest(DetectTrajectoriesRequest.Revision)
    case generateAttentionBasedSaliencyImageRequest(GenerateAttentionBasedSaliencyImageRequest.Revision)
    case generateForegroundInstanceMaskRequest(GenerateForegroundInstanceMaskRequest.Revision)
    case generateImageFeaturePrintRequest(GenerateImageFeaturePrintRequest.Revision)
    case generateObjectnessBasedSaliencyImageRequest(GenerateObjectnessBasedSaliencyImageRequest.Revision)
    case generatePersonInstanceMaskRequest(GeneratePersonInstanceMaskRequest.Revision)
    case generatePersonSegmentationRequest(GeneratePersonSegmentationRequest.Revision)
    case recognizeAnimalsRequest(RecognizeAnimalsRequest.Revision)
    case recognizeDocumentsRequest(RecognizeDocumentsRequest.Revision)
    case recognizeTextRequest(RecognizeTextRequest.Revision)
    case trackHomographicImageRegistrationRequest(TrackHomographicImageRegistrationRequest.Revision)
    case trackObjectRequest(TrackObjectRequest.Revision)
    case trackOpticalFlowRequest(TrackOpticalFlowRequest.Revision)
    case trackRectangleRequest(TrackRectangleRequest.Revision)
    case trackTranslationalImageRegistrationRequest(TrackTranslationalImageRegistrationRequest.Revision)

    public var description: String {
        switch self {
        case .calculateImageAestheticsScoresRequest(let revision): "CalculateImageAestheticsScoresRequest \(revision)"
        case .classifyImageRequest(let revision): "ClassifyImageRequest \(revision)"
        case .coreMLRequest(let revision): "CoreMLRequest \(revision)"
        case .detectAnimalBodyPoseRequest(let revision): "DetectAnimalBodyPoseRequest \(revision)"
        case .detectBarcodesRequest(let revision): "DetectBarcodesRequest \(revision)"
        case .detectContoursRequest(let revision): "DetectContoursRequest \(revision)"
        case .detectDocumentSegmentationRequest(let revision): "DetectDocumentSegmentationRequest \(revision)"
        case .detectFaceCaptureQualityRequest(let revision): "DetectFaceCaptureQualityRequest \(revision)"
        case .detectFaceLandmarksRequest(let revision): "DetectFaceLandmarksRequest \(revision)"
        case .detectFaceRectanglesRequest(let revision): "DetectFaceRectanglesRequest \(revision)"
        case .detectHorizonRequest(let revision): "DetectHorizonRequest \(revision)"
        case .detectHumanBodyPose3DRequest(let revision): "DetectHumanBodyPose3DRequest \(revision)"
        case .detectHumanBodyPoseRequest(let revision): "DetectHumanBodyPoseRequest \(revision)"
        case .detectHumanHandPoseRequest(let revision): "DetectHumanHandPoseRequest \(revision)"
        case .detectHumanRectanglesRequest(let revision): "DetectHumanRectanglesRequest \(revision)"
        case .detectLensSmudgeRequest(let revision): "DetectLensSmudgeRequest \(revision)"
        case .detectRectanglesRequest(let revision): "DetectRectanglesRequest \(revision)"
        case .detectTextRectanglesRequest(let revision): "DetectTextRectanglesRequest \(revision)"
        case .detectTrajectoriesRequest(let revision): "DetectTrajectoriesRequest \(revision)"
        case .generateAttentionBasedSaliencyImageRequest(let revision): "GenerateAttentionBasedSaliencyImageRequest \(revision)"
        case .generateForegroundInstanceMaskRequest(let revision): "GenerateForegroundInstanceMaskRequest \(revision)"
        case .generateImageFeaturePrintRequest(let revision): "GenerateImageFeaturePrintRequest \(revision)"
        case .generateObjectnessBasedSaliencyImageRequest(let revision): "GenerateObjectnessBasedSaliencyImageRequest \(revision)"
        case .generatePersonInstanceMaskRequest(let revision): "GeneratePersonInstanceMaskRequest \(revision)"
        case .generatePersonSegmentationRequest(let revision): "GeneratePersonSegmentationRequest \(revision)"
        case .recognizeAnimalsRequest(let revision): "RecognizeAnimalsRequest \(revision)"
        case .recognizeDocumentsRequest(let revision): "RecognizeDocumentsRequest \(revision)"
        case .recognizeTextRequest(let revision): "RecognizeTextRequest \(revision)"
        case .trackHomographicImageRegistrationRequest(let revision): "TrackHomographicImageRegistrationRequest \(revision)"
        case .trackObjectRequest(let revision): "TrackObjectRequest \(revision)"
        case .trackOpticalFlowRequest(let revision): "TrackOpticalFlowRequest \(revision)"
        case .trackRectangleRequest(let revision): "TrackRectangleRequest \(revision)"
        case .trackTranslationalImageRegistrationRequest(let revision): "TrackTranslationalImageRegistrationRequest \(revision)"
        }
    }
}
