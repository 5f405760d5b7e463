/// What a point of an observation is: a joint's name.
public struct VNRecognizedPointKey: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The name of a group of points.
public struct VNRecognizedPointGroupKey: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All points of an observation.
    public static let all = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
    /// All points of an observation in space.
    public static let point3DGroupKeyAll = all
}

extension VNRecognizedPointKey {
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.nose")
    public static let bodyLandmarkKeyNose = VNHumanBodyPoseObservation.JointName.nose.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftEye")
    public static let bodyLandmarkKeyLeftEye = VNHumanBodyPoseObservation.JointName.leftEye.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightEye")
    public static let bodyLandmarkKeyRightEye = VNHumanBodyPoseObservation.JointName.rightEye.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftEar")
    public static let bodyLandmarkKeyLeftEar = VNHumanBodyPoseObservation.JointName.leftEar.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightEar")
    public static let bodyLandmarkKeyRightEar = VNHumanBodyPoseObservation.JointName.rightEar.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftShoulder")
    public static let bodyLandmarkKeyLeftShoulder = VNHumanBodyPoseObservation.JointName.leftShoulder.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightShoulder")
    public static let bodyLandmarkKeyRightShoulder = VNHumanBodyPoseObservation.JointName.rightShoulder.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.neck")
    public static let bodyLandmarkKeyNeck = VNHumanBodyPoseObservation.JointName.neck.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftElbow")
    public static let bodyLandmarkKeyLeftElbow = VNHumanBodyPoseObservation.JointName.leftElbow.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightElbow")
    public static let bodyLandmarkKeyRightElbow = VNHumanBodyPoseObservation.JointName.rightElbow.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftWrist")
    public static let bodyLandmarkKeyLeftWrist = VNHumanBodyPoseObservation.JointName.leftWrist.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightWrist")
    public static let bodyLandmarkKeyRightWrist = VNHumanBodyPoseObservation.JointName.rightWrist.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftHip")
    public static let bodyLandmarkKeyLeftHip = VNHumanBodyPoseObservation.JointName.leftHip.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightHip")
    public static let bodyLandmarkKeyRightHip = VNHumanBodyPoseObservation.JointName.rightHip.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.root")
    public static let bodyLandmarkKeyRoot = VNHumanBodyPoseObservation.JointName.root.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftKnee")
    public static let bodyLandmarkKeyLeftKnee = VNHumanBodyPoseObservation.JointName.leftKnee.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightKnee")
    public static let bodyLandmarkKeyRightKnee = VNHumanBodyPoseObservation.JointName.rightKnee.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.leftAnkle")
    public static let bodyLandmarkKeyLeftAnkle = VNHumanBodyPoseObservation.JointName.leftAnkle.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointName.rightAnkle")
    public static let bodyLandmarkKeyRightAnkle = VNHumanBodyPoseObservation.JointName.rightAnkle.rawValue
}

extension VNRecognizedPointGroupKey {
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.face")
    public static let bodyLandmarkRegionKeyFace = VNHumanBodyPoseObservation.JointsGroupName.face.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.torso")
    public static let bodyLandmarkRegionKeyTorso = VNHumanBodyPoseObservation.JointsGroupName.torso.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.leftArm")
    public static let bodyLandmarkRegionKeyLeftArm = VNHumanBodyPoseObservation.JointsGroupName.leftArm.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.rightArm")
    public static let bodyLandmarkRegionKeyRightArm = VNHumanBodyPoseObservation.JointsGroupName.rightArm.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.leftLeg")
    public static let bodyLandmarkRegionKeyLeftLeg = VNHumanBodyPoseObservation.JointsGroupName.leftLeg.rawValue
    @available(*, deprecated, renamed: "VNHumanBodyPoseObservation.JointsGroupName.rightLeg")
    public static let bodyLandmarkRegionKeyRightLeg = VNHumanBodyPoseObservation.JointsGroupName.rightLeg.rawValue
}
