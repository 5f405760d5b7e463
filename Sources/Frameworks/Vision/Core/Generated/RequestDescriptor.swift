// Written by Scripts/generate_requests.py. Run it after a request is added or renamed.

/// A type of request and its revision.
public enum RequestDescriptor: CustomStringConvertible, Equatable, Sendable, Codable, Hashable {
    /// A ``CalculateImageAestheticsScoresRequest`` of the given revision.
    case calculateImageAestheticsScoresRequest(CalculateImageAestheticsScoresRequest.Revision)
    /// A ``ClassifyImageRequest`` of the given revision.
    case classifyImageRequest(ClassifyImageRequest.Revision)
    /// A ``CoreMLRequest`` of the given revision.
    case coreMLRequest(CoreMLRequest.Revision)
    /// A ``DetectAnimalBodyPoseRequest`` of the given revision.
    case detectAnimalBodyPoseRequest(DetectAnimalBodyPoseRequest.Revision)
    /// A ``DetectBarcodesRequest`` of the given revision.
    case detectBarcodesRequest(DetectBarcodesRequest.Revision)
    /// A ``DetectContoursRequest`` of the given revision.
    case detectContoursRequest(DetectContoursRequest.Revision)
    /// A ``DetectDocumentSegmentationRequest`` of the given revision.
    case detectDocumentSegmentationRequest(DetectDocumentSegmentationRequest.Revision)
    /// A ``DetectFaceCaptureQualityRequest`` of the given revision.
    case detectFaceCaptureQualityRequest(DetectFaceCaptureQualityRequest.Revision)
    /// A ``DetectFaceLandmarksRequest`` of the given revision.
    case detectFaceLandmarksRequest(DetectFaceLandmarksRequest.Revision)
    /// A ``DetectFaceRectanglesRequest`` of the given revision.
    case detectFaceRectanglesRequest(DetectFaceRectanglesRequest.Revision)
    /// A ``DetectHorizonRequest`` of the given revision.
    case detectHorizonRequest(DetectHorizonRequest.Revision)
    /// A ``DetectHumanBodyPose3DRequest`` of the given revision.
    case detectHumanBodyPose3DRequest(DetectHumanBodyPose3DRequest.Revision)
    /// A ``DetectHumanBodyPoseRequest`` of the given revision.
    case detectHumanBodyPoseRequest(DetectHumanBodyPoseRequest.Revision)
    /// A ``DetectHumanHandPoseRequest`` of the given revision.
    case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)
    /// A ``DetectHumanRectanglesRequest`` of the given revision.
    case detectHumanRectanglesRequest(DetectHumanRectanglesRequest.Revision)
    /// A ``DetectLensSmudgeRequest`` of the given revision.
    case detectLensSmudgeRequest(DetectLensSmudgeRequest.Revision)
    /// A ``DetectRectanglesRequest`` of the given revision.
    case detectRectanglesRequest(DetectRectanglesRequest.Revision)
    /// A ``DetectTextRectanglesRequest`` of the given revision.
    case detectTextRectanglesRequest(DetectTextRectanglesRequest.Revision)
    /// A ``DetectTrajectoriesRequest`` of the given revision.
    case detectTrajectoriesRequest(DetectTrajectoriesRequest.Revision)
    /// A ``GenerateAttentionBasedSaliencyImageRequest`` of the given revision.
    case generateAttentionBasedSaliencyImageRequest(GenerateAttentionBasedSaliencyImageRequest.Revision)
    /// A ``GenerateForegroundInstanceMaskRequest`` of the given revision.
    case generateForegroundInstanceMaskRequest(GenerateForegroundInstanceMaskRequest.Revision)
    /// A ``GenerateImageFeaturePrintRequest`` of the given revision.
    case generateImageFeaturePrintRequest(GenerateImageFeaturePrintRequest.Revision)
    /// A ``GenerateObjectnessBasedSaliencyImageRequest`` of the given revision.
    case generateObjectnessBasedSaliencyImageRequest(GenerateObjectnessBasedSaliencyImageRequest.Revision)
    /// A ``GeneratePersonInstanceMaskRequest`` of the given revision.
    case generatePersonInstanceMaskRequest(GeneratePersonInstanceMaskRequest.Revision)
    /// A ``GeneratePersonSegmentationRequest`` of the given revision.
    case generatePersonSegmentationRequest(GeneratePersonSegmentationRequest.Revision)
    /// A ``RecognizeAnimalsRequest`` of the given revision.
    case recognizeAnimalsRequest(RecognizeAnimalsRequest.Revision)
    /// A ``RecognizeDocumentsRequest`` of the given revision.
    case recognizeDocumentsRequest(RecognizeDocumentsRequest.Revision)
    /// A ``RecognizeTextRequest`` of the given revision.
    case recognizeTextRequest(RecognizeTextRequest.Revision)
    /// A ``TrackHomographicImageRegistrationRequest`` of the given revision.
    case trackHomographicImageRegistrationRequest(TrackHomographicImageRegistrationRequest.Revision)
    /// A ``TrackObjectRequest`` of the given revision.
    case trackObjectRequest(TrackObjectRequest.Revision)
    /// A ``TrackOpticalFlowRequest`` of the given revision.
    case trackOpticalFlowRequest(TrackOpticalFlowRequest.Revision)
    /// A ``TrackRectangleRequest`` of the given revision.
    case trackRectangleRequest(TrackRectangleRequest.Revision)
    /// A ``TrackTranslationalImageRegistrationRequest`` of the given revision.
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
