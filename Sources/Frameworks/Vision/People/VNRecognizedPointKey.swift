/// The name of a point of an observation, such as a joint's name.
public struct VNRecognizedPointKey: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The name of a group of points.
public struct VNRecognizedPointGroupKey: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The group of all points of an observation.
    public static let all = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
    /// The group of all points of a 3D observation.
    public static let point3DGroupKeyAll = all
}

extension VNRecognizedPointKey {
    /// The tip of the nose.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.nose")
    public static let bodyLandmarkKeyNose = VNHumanBodyPoseObservation.JointName.nose.rawValue
    /// The person's left eye.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftEye")
    public static let bodyLandmarkKeyLeftEye = VNHumanBodyPoseObservation.JointName.leftEye.rawValue
    /// The person's right eye.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightEye")
    public static let bodyLandmarkKeyRightEye = VNHumanBodyPoseObservation.JointName.rightEye.rawValue
    /// The person's left ear.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftEar")
    public static let bodyLandmarkKeyLeftEar = VNHumanBodyPoseObservation.JointName.leftEar.rawValue
    /// The person's right ear.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightEar")
    public static let bodyLandmarkKeyRightEar = VNHumanBodyPoseObservation.JointName.rightEar.rawValue
    /// The person's left shoulder.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftShoulder")
    public static let bodyLandmarkKeyLeftShoulder = VNHumanBodyPoseObservation.JointName.leftShoulder.rawValue
    /// The person's right shoulder.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightShoulder")
    public static let bodyLandmarkKeyRightShoulder = VNHumanBodyPoseObservation.JointName.rightShoulder.rawValue
    /// The middle between the shoulders.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.neck")
    public static let bodyLandmarkKeyNeck = VNHumanBodyPoseObservation.JointName.neck.rawValue
    /// The person's left elbow.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftElbow")
    public static let bodyLandmarkKeyLeftElbow = VNHumanBodyPoseObservation.JointName.leftElbow.rawValue
    /// The person's right elbow.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightElbow")
    public static let bodyLandmarkKeyRightElbow = VNHumanBodyPoseObservation.JointName.rightElbow.rawValue
    /// The person's left wrist.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftWrist")
    public static let bodyLandmarkKeyLeftWrist = VNHumanBodyPoseObservation.JointName.leftWrist.rawValue
    /// The person's right wrist.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightWrist")
    public static let bodyLandmarkKeyRightWrist = VNHumanBodyPoseObservation.JointName.rightWrist.rawValue
    /// The person's left hip.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftHip")
    public static let bodyLandmarkKeyLeftHip = VNHumanBodyPoseObservation.JointName.leftHip.rawValue
    /// The person's right hip.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightHip")
    public static let bodyLandmarkKeyRightHip = VNHumanBodyPoseObservation.JointName.rightHip.rawValue
    /// The middle between the hips.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.root")
    public static let bodyLandmarkKeyRoot = VNHumanBodyPoseObservation.JointName.root.rawValue
    /// The person's left knee.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftKnee")
    public static let bodyLandmarkKeyLeftKnee = VNHumanBodyPoseObservation.JointName.leftKnee.rawValue
    /// The person's right knee.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightKnee")
    public static let bodyLandmarkKeyRightKnee = VNHumanBodyPoseObservation.JointName.rightKnee.rawValue
    /// The person's left ankle.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftAnkle")
    public static let bodyLandmarkKeyLeftAnkle = VNHumanBodyPoseObservation.JointName.leftAnkle.rawValue
    /// The person's right ankle.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightAnkle")
    public static let bodyLandmarkKeyRightAnkle = VNHumanBodyPoseObservation.JointName.rightAnkle.rawValue
}

extension VNRecognizedPointGroupKey {
    /// Nose, eyes and ears.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.face")
    public static let bodyLandmarkRegionKeyFace = VNHumanBodyPoseObservation.JointsGroupName.face.rawValue
    /// Neck, shoulders, root and hips.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.torso")
    public static let bodyLandmarkRegionKeyTorso = VNHumanBodyPoseObservation.JointsGroupName.torso.rawValue
    /// The person's left arm.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.leftArm")
    public static let bodyLandmarkRegionKeyLeftArm = VNHumanBodyPoseObservation.JointsGroupName.leftArm.rawValue
    /// The person's right arm.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.rightArm")
    public static let bodyLandmarkRegionKeyRightArm = VNHumanBodyPoseObservation.JointsGroupName.rightArm.rawValue
    /// The person's left leg.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.leftLeg")
    public static let bodyLandmarkRegionKeyLeftLeg = VNHumanBodyPoseObservation.JointsGroupName.leftLeg.rawValue
    /// The person's right leg.
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.rightLeg")
    public static let bodyLandmarkRegionKeyRightLeg = VNHumanBodyPoseObservation.JointsGroupName.rightLeg.rawValue
}
