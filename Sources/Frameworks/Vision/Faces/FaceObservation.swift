import Foundation
import VisionRuntime

/// A face. ``roll``, ``yaw`` and ``pitch`` are the angles of the head. The rotations are applied in the order pitch, yaw, roll.
public struct FaceObservation: VisionObservation, FactualObservation, BoundingBoxProviding {
    let facts: ObservationFacts
    private let attitude: FaceAttitude
    public let boundingBox: NormalizedRect

    /// The face's landmarks; `nil` if the request does not look for them.
    public let landmarks: Landmarks2D?

    /// The quality of the picture of this face; `nil` if the request does not measure it.
    public let captureQuality: CaptureQuality?

    /// The roll, counterclockwise in the image, from -π to π; zero if it is not known.
    public let roll: Measurement<UnitAngle>

    /// The yaw, counterclockwise as seen from above. It is positive if the face looks to the right of the image. The range is from -π/2 to π/2; zero
    /// if it is not known.
    public let yaw: Measurement<UnitAngle>

    /// The pitch, positive if the head nods down, from -π/2 to π/2; zero if it is not known.
    public let pitch: Measurement<UnitAngle>

    /// The quality of the picture of a face.
    public struct CaptureQuality: Sendable, Hashable, Equatable, Codable, CustomStringConvertible {
        /// The quality from 0 to 1, for comparing pictures of the same person.
        public let score: Float
        /// The request that measured the quality.
        public let originatingRequestDescriptor: RequestDescriptor?

        public var description: String { "CaptureQuality \(score)" }
    }

    /// Creates a face. Its confidence is 1.
    ///
    /// - Parameter revision: the revision of ``DetectFaceRectanglesRequest`` to record as the origin of the observation; `nil` for no request.
    public init(boundingBox: NormalizedRect, revision: DetectFaceRectanglesRequest.Revision? = nil) {
        let facts = ObservationFacts()
        let descriptor = revision.map { RequestDescriptor.detectFaceRectanglesRequest($0) }
        self.init(
            ObservationFacts(uuid: facts.uuid, confidence: facts.confidence, timeRange: nil, descriptor: descriptor),
            boundingBox: boundingBox, FaceAttitude())
    }

    /// Converts a ``VNFaceObservation``, with its identifier, confidence and time.
    public init(_ observation: VNFaceObservation) {
        self.init(
            ObservationFacts(observation), boundingBox: NormalizedRect(normalizedRect: observation.boundingBox), observation.attitude,
            landmarks: observation.landmarks.map { Landmarks2D($0.landmarks, originatingRequestDescriptor: nil) },
            quality: observation.faceCaptureQuality.map { CaptureQuality(score: $0, originatingRequestDescriptor: nil) })
    }

    init(
        _ facts: ObservationFacts, boundingBox: NormalizedRect, _ attitude: FaceAttitude, landmarks: Landmarks2D? = nil,
        quality: CaptureQuality? = nil
    ) {
        self.facts = facts
        self.boundingBox = boundingBox
        self.attitude = attitude
        self.landmarks = landmarks
        captureQuality = quality
        roll = Measurement(value: attitude.roll ?? 0, unit: .radians)
        yaw = Measurement(value: attitude.yaw ?? 0, unit: .radians)
        pitch = Measurement(value: attitude.pitch ?? 0, unit: .radians)
    }

    init(_ face: FaceFinding, _ origin: inout ObservationOrigin) {
        self.init(
            origin.facts(confidence: face.confidence), boundingBox: NormalizedRect(normalizedRect: face.boundingBox), face.attitude)
    }

    var details: String { "boundingBox \(boundingBox) roll \(roll) yaw \(yaw) pitch \(pitch)" }
}

extension FaceObservation {
    /// The face as the input of an analysis.
    var given: GivenFace { GivenFace(boundingBox: boundingBox.cgRect, roll: attitude.roll) }

    /// Combines an input face with the findings of a request.
    ///
    /// - Parameter known: the input face; `nil` if the request found the face itself.
    init(known: FaceObservation?, seen: FaceFinding, landmarks: Landmarks2D?, quality: CaptureQuality?, _ origin: inout ObservationOrigin) {
        guard let known else {
            self.init(
                origin.facts(confidence: seen.confidence), boundingBox: NormalizedRect(normalizedRect: seen.boundingBox), seen.attitude,
                landmarks: landmarks, quality: quality)
            return
        }
        self.init(
            origin.facts(confidence: known.confidence, following: known.uuid), boundingBox: known.boundingBox,
            known.attitude.completed(by: seen.attitude), landmarks: landmarks ?? known.landmarks,
            quality: quality ?? known.captureQuality)
    }
}

extension FaceObservation: Codable {
    private enum Key: CodingKey {
        case facts, boundingBox, attitude, landmarks, captureQuality
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(ObservationFacts.self, forKey: .facts),
            boundingBox: try container.decode(NormalizedRect.self, forKey: .boundingBox),
            try container.decode(FaceAttitude.self, forKey: .attitude),
            landmarks: try container.decodeIfPresent(Landmarks2D.self, forKey: .landmarks),
            quality: try container.decodeIfPresent(CaptureQuality.self, forKey: .captureQuality))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(facts, forKey: .facts)
        try container.encode(boundingBox, forKey: .boundingBox)
        try container.encode(attitude, forKey: .attitude)
        try container.encodeIfPresent(landmarks, forKey: .landmarks)
        try container.encodeIfPresent(captureQuality, forKey: .captureQuality)
    }
}
