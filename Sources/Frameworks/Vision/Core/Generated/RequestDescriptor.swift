// Written by Scripts/generate_requests.py. Run it after a request is added or renamed.

/// Which request something comes from, and its revision.
public enum RequestDescriptor: CustomStringConvertible, Equatable, Sendable, Codable, Hashable {
    /// A ``CalculateImageAestheticsScoresRequest`` of that revision.
    case calculateImageAestheticsScoresRequest(CalculateImageAestheticsScoresRequest.Revision)
    /// A ``ClassifyImageRequest`` of that revision.
    case classifyImageRequest(ClassifyImageRequest.Revision)
    /// A ``CoreMLRequest`` of that revision.
    case coreMLRequest(CoreMLRequest.Revision)
    /// A ``DetectAnimalBodyPoseRequest`` of that revision.
    case detectAnimalBodyPoseRequest(DetectAnimalBodyPoseRequest.Revision)
    /// A ``DetectBarcodesRequest`` of that revision.
    case detectBarcodesRequest(DetectBarcodesRequest.Revision)
    /// A ``DetectContoursRequest`` of that revision.
    case detectContoursRequest(DetectContoursRequest.Revision)
    /// A ``DetectDocumentSegmentationRequest`` of that revision.
    case detectDocumentSegmentationRequest(DetectDocumentSegmentationRequest.Revision)
    /// A ``DetectFaceCaptureQualityRequest`` of that revision.
    case detectFaceCaptureQualityRequest(DetectFaceCaptureQualityRequest.Revision)
    /// A ``DetectFaceLandmarksRequest`` of that revision.
    case detectFaceLandmarksRequest(DetectFaceLandmarksRequest.Revision)
    /// A ``DetectFaceRectanglesRequest`` of that revision.
    case detectFaceRectanglesRequest(DetectFaceRectanglesRequest.Revision)
    /// A ``DetectHorizonRequest`` of that revision.
    case detectHorizonRequest(DetectHorizonRequest.Revision)
    /// A ``DetectHumanBodyPose3DRequest`` of that revision.
    case detectHumanBodyPose3DRequest(DetectHumanBodyPose3DRequest.Revision)
    /// A ``DetectHumanBodyPoseRequest`` of that revision.
    case detectHumanBodyPoseRequest(DetectHumanBodyPoseRequest.Revision)
    /// A ``DetectHumanHandPoseRequest`` of that revision.
    case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)
    /// A ``DetectHumanRectanglesRequest`` of that revision.
    case detectHumanRectanglesRequest(DetectHumanRectanglesRequest.Revision)
    /// A ``DetectLensSmudgeRequest`` of that revision.
    case detectLensSmudgeRequest(DetectLensSmudgeRequest.Revision)
    /// A ``DetectRectanglesRequest`` of that revision.
    case detectRectanglesRequest(DetectRectanglesRequest.Revision)
    /// A ``DetectTextRectanglesRequest`` of that revision.
    case detectTextRectanglesRequest(DetectTextRectanglesRequest.Revision)
    /// A ``DetectTrajectoriesRequest`` of that revision.
    case detectTrajectoriesRequest(DetectTrajectoriesRequest.Revision)
    /// A ``GenerateAttentionBasedSaliencyImageRequest`` of that revision.
    case generateAttentionBasedSaliencyImageRequest(GenerateAttentionBasedSaliencyImageRequest.Revision)
    /// A ``GenerateForegroundInstanceMaskRequest`` of that revision.
    case generateForegroundInstanceMaskRequest(GenerateForegroundInstanceMaskRequest.Revision)
    /// A ``GenerateImageFeaturePrintRequest`` of that revision.
    case generateImageFeaturePrintRequest(GenerateImageFeaturePrintRequest.Revision)
    /// A ``GenerateObjectnessBasedSaliencyImageRequest`` of that revision.
    case generateObjectnessBasedSaliencyImageRequest(GenerateObjectnessBasedSaliencyImageRequest.Revision)
    /// A ``GeneratePersonInstanceMaskRequest`` of that revision.
    case generatePersonInstanceMaskRequest(GeneratePersonInstanceMaskRequest.Revision)
    /// A ``GeneratePersonSegmentationRequest`` of that revision.
    case generatePersonSegmentationRequest(GeneratePersonSegmentationRequest.Revision)
    /// A ``RecognizeAnimalsRequest`` of that revision.
    case recognizeAnimalsRequest(RecognizeAnimalsRequest.Revision)
    /// A ``RecognizeDocumentsRequest`` of that revision.
    case recognizeDocumentsRequest(RecognizeDocumentsRequest.Revision)
    /// A ``RecognizeTextRequest`` of that revision.
    case recognizeTextRequest(RecognizeTextRequest.Revision)
    /// A ``TrackHomographicImageRegistrationRequest`` of that revision.
    case trackHomographicImageRegistrationRequest(TrackHomographicImageRegistrationRequest.Revision)
    /// A ``TrackObjectRequest`` of that revision.
    case trackObjectRequest(TrackObjectRequest.Revision)
    /// A ``TrackOpticalFlowRequest`` of that revision.
    case trackOpticalFlowRequest(TrackOpticalFlowRequest.Revision)
    /// A ``TrackRectangleRequest`` of that revision.
    case trackRectangleRequest(TrackRectangleRequest.Revision)
    /// A ``TrackTranslationalImageRegistrationRequest`` of that revision.
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
