import CoreGraphics
import VisionRuntime
import simd

/// The parabola that an object follows, up to the newest frame.
///
/// All observations of one trajectory have the same `uuid`. `timeRange` begins when the object was first seen, which is earlier than the first
/// observation. It ends when the object was last seen.
///
/// Coordinates are normalised to the request's `regionOfInterest`, with the origin at its lower left. The region is the whole upright image by
/// default. ``VNImagePointForNormalizedPointUsingRegionOfInterest(_:_:_:_:)`` converts a point to pixels of the image.
open class VNTrajectoryObservation: VNObservation, @unchecked Sendable {
    /// The object's latest centroids, oldest first.
    ///
    /// The first observation of a trajectory has all points since the object was first seen. A later observation has the latest
    /// `trajectoryLength` points, or more if more of them are new.
    public let detectedPoints: [VNPoint]

    /// Five points of the parabola, from where the object was first seen to where it was last seen.
    public let projectedPoints: [VNPoint]

    /// The coefficients a, b and c of the parabola y = a·x² + b·x + c, in the coordinates of the points.
    ///
    /// For an object that moves straight up or down, the coefficients describe a very steep parabola.
    public let equationCoefficients: simd_float3

    /// The mean radius of the object at its latest points, relative to the image's longer side.
    public let movingAverageRadius: CGFloat

    init(_ origin: Origin, _ finding: TrajectoryFinding) {
        detectedPoints = finding.detectedPoints.map(VNPoint.init(location:))
        projectedPoints = finding.projectedPoints.map(VNPoint.init(location:))
        equationCoefficients = finding.coefficients
        movingAverageRadius = CGFloat(finding.radius)
        super.init(
            Origin(revision: origin.revision, timeRange: finding.timeRange, uuid: finding.id), confidence: finding.confidence)
    }

    private struct Contents: Codable {
        let detected: [[Double]]
        let projected: [[Double]]
        let coefficients: SIMD3<Float>
        let radius: Double
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNTrajectoryObservation.self),
            (contents.detected + contents.projected).allSatisfy({ $0.count == 2 })
        else { return nil }
        detectedPoints = contents.detected.map { VNPoint(x: $0[0], y: $0[1]) }
        projectedPoints = contents.projected.map { VNPoint(x: $0[0], y: $0[1]) }
        equationCoefficients = contents.coefficients
        movingAverageRadius = CGFloat(contents.radius)
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let contents = Contents(
            detected: detectedPoints.map { [$0.x, $0.y] }, projected: projectedPoints.map { [$0.x, $0.y] },
            coefficients: equationCoefficients, radius: Double(movingAverageRadius))
        coder.encode(contents: contents, of: VNTrajectoryObservation.self)
    }

    open override var description: String {
        let (a, b, c) = (equationCoefficients.x, equationCoefficients.y, equationCoefficients.z)
        return super.description + " \(detectedPoints.count) points, \(a)·x² + \(b)·x + \(c)"
    }
}
