import VisionRuntime

/// The type of connection between the points of a region.
@frozen public enum VNPointsClassification: Int, Sendable {
    /// Points without lines between them.
    case disconnected = 0
    /// An open line from the first point to the last.
    case openPath = 1
    /// The points form a closed line: the last point is joined to the first.
    case closedPath = 2
}

/// The landmarks of a face. This is the base class of ``VNFaceLandmarks2D``.
open class VNFaceLandmarks: NSObject, NSCopying, NSSecureCoding, VNRequestRevisionProviding, @unchecked Sendable {
    public let requestRevision: Int

    /// The confidence of the landmarks, from 0 to 1.
    public let confidence: VNConfidence

    init(requestRevision: Int, confidence: VNConfidence) {
        self.requestRevision = requestRevision
        self.confidence = confidence
        super.init()
    }

    private struct Contents: Codable {
        let revision: Int
        let confidence: VNConfidence
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNFaceLandmarks.self) else { return nil }
        requestRevision = contents.revision
        confidence = contents.confidence
        super.init()
    }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(contents: Contents(revision: requestRevision, confidence: confidence), of: VNFaceLandmarks.self)
    }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The landmarks of a face in the plane of the image. Left and right are the person's own.
open class VNFaceLandmarks2D: VNFaceLandmarks, @unchecked Sendable {
    let landmarks: FaceLandmarks

    init(_ landmarks: FaceLandmarks, requestRevision: Int) {
        self.landmarks = landmarks
        super.init(requestRevision: requestRevision, confidence: landmarks.confidence)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let landmarks: FaceLandmarks = coder.decodeContents(of: VNFaceLandmarks2D.self) else { return nil }
        self.landmarks = landmarks
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: landmarks, of: VNFaceLandmarks2D.self)
    }

    private func region(_ region: FaceRegion) -> VNFaceLandmarkRegion2D {
        VNFaceLandmarkRegion2D(landmarks.points(of: region), requestRevision: requestRevision)
    }

    /// All points without duplicates, in this order: brows, eyes, outer lips, inner lips, jaw, nose, nose crest, pupils. In each pair, the left part
    /// comes first.
    public var allPoints: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.allPoints, requestRevision: requestRevision) }

    /// The jaw line from ear to ear, starting at the left side of the upright picture.
    public var faceContour: VNFaceLandmarkRegion2D? { region(.faceContour) }

    /// The outline of the person's left eye.
    public var leftEye: VNFaceLandmarkRegion2D? { region(.leftEye) }

    /// The outline of the person's right eye.
    public var rightEye: VNFaceLandmarkRegion2D? { region(.rightEye) }

    /// The person's left eyebrow.
    public var leftEyebrow: VNFaceLandmarkRegion2D? { region(.leftEyebrow) }

    /// The person's right eyebrow.
    public var rightEyebrow: VNFaceLandmarkRegion2D? { region(.rightEyebrow) }

    /// The outline of the nose's lower part.
    public var nose: VNFaceLandmarkRegion2D? { region(.nose) }

    /// The line from between the eyes to the tip of the nose.
    public var noseCrest: VNFaceLandmarkRegion2D? { region(.noseCrest) }

    /// The line from between the eyes down to the chin.
    public var medianLine: VNFaceLandmarkRegion2D? { region(.medianLine) }

    /// The outer edge of the lips.
    public var outerLips: VNFaceLandmarkRegion2D? { region(.outerLips) }

    /// The inner edge of the lips.
    public var innerLips: VNFaceLandmarkRegion2D? { region(.innerLips) }

    /// The middle of the person's left eye: one point.
    public var leftPupil: VNFaceLandmarkRegion2D? { region(.leftPupil) }

    /// The middle of the person's right eye: one point.
    public var rightPupil: VNFaceLandmarkRegion2D? { region(.rightPupil) }
}
