import VisionRuntime

/// The landmarks of a part of a face. This is the base class of ``VNFaceLandmarkRegion2D``.
open class VNFaceLandmarkRegion: NSObject, NSCopying, NSSecureCoding, VNRequestRevisionProviding, @unchecked Sendable {
    public let requestRevision: Int

    /// The number of points in the region.
    public let pointCount: Int

    init(requestRevision: Int, pointCount: Int) {
        self.requestRevision = requestRevision
        self.pointCount = pointCount
        super.init()
    }

    private struct Contents: Codable {
        let revision: Int
        let pointCount: Int
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNFaceLandmarkRegion.self) else { return nil }
        requestRevision = contents.revision
        pointCount = contents.pointCount
        super.init()
    }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(contents: Contents(revision: requestRevision, pointCount: pointCount), of: VNFaceLandmarkRegion.self)
    }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The points of a part of a face.
open class VNFaceLandmarkRegion2D: VNFaceLandmarkRegion, @unchecked Sendable {
    private let region: FaceRegionPoints

    init(_ region: FaceRegionPoints, requestRevision: Int) {
        self.region = region
        super.init(requestRevision: requestRevision, pointCount: region.points.count)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let region: FaceRegionPoints = coder.decodeContents(of: VNFaceLandmarkRegion2D.self) else { return nil }
        self.region = region
        super.init(coder: coder)
        guard pointCount == region.points.count else { return nil }
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: region, of: VNFaceLandmarkRegion2D.self)
    }

    /// The points, normalised to the face's bounding box, origin at its lower left.
    public var normalizedPoints: [CGPoint] { region.points }

    /// The type of connection between the points.
    public var pointsClassification: VNPointsClassification { VNPointsClassification(rawValue: region.path.rawValue) ?? .disconnected }

    /// The likely error of each point. The unit is the distance between the eyes, or the distance between eyes and mouth if that is longer. `nil` for
    /// the constellation of 65 points.
    public var precisionEstimatesPerPoint: [Float]? { region.errors }

    /// The points in pixels of an image, origin at the lower left.
    public func pointsInImage(imageSize: CGSize) -> [CGPoint] {
        region.points.map { point in
            NormalizedPoint(normalizedPoint: point)
                .toImageCoordinates(from: NormalizedRect(normalizedRect: region.boundingBox), imageSize: imageSize)
        }
    }
}
