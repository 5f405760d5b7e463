import VisionRuntime

/// A face. ``roll``, ``yaw`` and ``pitch`` are the angles of the head, in radians. The rotations are applied in the order pitch, yaw, roll.
open class VNFaceObservation: VNDetectedObjectObservation, @unchecked Sendable {
    /// The face's landmarks; `nil` if the request does not look for them.
    public let landmarks: VNFaceLandmarks2D?

    /// The roll, counterclockwise in the image, from -π to π; `nil` if it is not known.
    public let roll: NSNumber?

    /// The yaw, counterclockwise as seen from above. It is positive if the face looks to the right of the image. The range is from -π/2 to π/2; `nil`
    /// if it is not known.
    public let yaw: NSNumber?

    /// The pitch, positive if the head nods down, from -π/2 to π/2; `nil` if it is not known.
    public let pitch: NSNumber?

    /// The quality of the picture of this face, from 0 to 1, for comparing pictures of the same person. `nil` if the request does not measure it.
    public let faceCaptureQuality: Float?

    /// Creates a face. Its confidence is 1.
    public convenience init(requestRevision: Int, boundingBox: CGRect, roll: NSNumber?, yaw: NSNumber?, pitch: NSNumber?) {
        let attitude = FaceAttitude(roll: roll?.doubleValue, yaw: yaw?.doubleValue, pitch: pitch?.doubleValue)
        self.init(Origin(revision: requestRevision), FaceFinding(boundingBox: boundingBox, confidence: 1, attitude: attitude))
    }

    /// Creates a face. Its confidence is 1.
    @available(*, deprecated, message: "use init(requestRevision:boundingBox:roll:yaw:pitch:)")
    public convenience init(requestRevision: Int, boundingBox: CGRect, roll: NSNumber?, yaw: NSNumber?) {
        self.init(requestRevision: requestRevision, boundingBox: boundingBox, roll: roll, yaw: yaw, pitch: nil)
    }

    /// Creates a face from its bounding box, normalised, origin at the lower left. Its confidence is 1.
    public convenience init(boundingBox: CGRect) {
        self.init(Origin(), FaceFinding(boundingBox: boundingBox, confidence: 1, attitude: FaceAttitude()))
    }

    /// Creates a face of a given revision from its bounding box. Its confidence is 1.
    public convenience init(requestRevision: Int, boundingBox: CGRect) {
        self.init(
            Origin(revision: requestRevision), FaceFinding(boundingBox: boundingBox, confidence: 1, attitude: FaceAttitude()))
    }

    init(_ origin: Origin, _ face: FaceFinding, landmarks: VNFaceLandmarks2D? = nil, quality: Float? = nil) {
        self.landmarks = landmarks
        roll = face.attitude.roll.map { NSNumber(value: $0) }
        yaw = face.attitude.yaw.map { NSNumber(value: $0) }
        pitch = face.attitude.pitch.map { NSNumber(value: $0) }
        faceCaptureQuality = quality
        super.init(origin, boundingBox: face.boundingBox, confidence: face.confidence)
    }

    private struct Contents: Codable {
        let attitude: FaceAttitude
        let quality: Float?
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNFaceObservation.self) else { return nil }
        roll = contents.attitude.roll.map { NSNumber(value: $0) }
        yaw = contents.attitude.yaw.map { NSNumber(value: $0) }
        pitch = contents.attitude.pitch.map { NSNumber(value: $0) }
        faceCaptureQuality = contents.quality
        landmarks = coder.decodeObject(of: VNFaceLandmarks2D.self, forKey: "landmarks")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: Contents(attitude: attitude, quality: faceCaptureQuality), of: VNFaceObservation.self)
        coder.encode(landmarks, forKey: "landmarks")
    }

    var attitude: FaceAttitude { FaceAttitude(roll: roll?.doubleValue, yaw: yaw?.doubleValue, pitch: pitch?.doubleValue) }

    open override var description: String {
        super.description
            + [("roll", roll), ("yaw", yaw), ("pitch", pitch)].compactMap { name, angle in angle.map { " \(name) \($0)" } }.joined()
    }
}
