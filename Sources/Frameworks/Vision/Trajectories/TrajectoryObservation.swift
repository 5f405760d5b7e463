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
public struct TrajectoryObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts

    /// The object's latest centroids, oldest first.
    ///
    /// The first observation of a trajectory has all points since the object was first seen. A later observation has the latest
    /// `trajectoryLength` points, or more if more of them are new.
    public let detectedPoints: [NormalizedPoint]
    /// Five points of the parabola, from where the object was first seen to where it was last seen.
    public let projectedPoints: [NormalizedPoint]
    /// The coefficients a, b and c of the parabola y = a·x² + b·x + c, in the coordinates of the points.
    ///
    /// For an object that moves straight up or down, the coefficients describe a very steep parabola.
    public let equationCoefficients: simd_float3
    /// The mean radius of the object at its latest points, relative to the image's longer side.
    public let movingAverageRadius: CGFloat

    init(_ finding: TrajectoryFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.confidence, uuid: finding.id, timeRange: finding.timeRange)
        detectedPoints = finding.detectedPoints.map(NormalizedPoint.init(normalizedPoint:))
        projectedPoints = finding.projectedPoints.map(NormalizedPoint.init(normalizedPoint:))
        equationCoefficients = finding.coefficients
        movingAverageRadius = CGFloat(finding.radius)
    }

    /// Converts a ``VNTrajectoryObservation``, with its identifier, confidence and time.
    public init(_ observation: VNTrajectoryObservation) {
        facts = ObservationFacts(observation)
        detectedPoints = observation.detectedPoints.map { NormalizedPoint(normalizedPoint: $0.location) }
        projectedPoints = observation.projectedPoints.map { NormalizedPoint(normalizedPoint: $0.location) }
        equationCoefficients = observation.equationCoefficients
        movingAverageRadius = observation.movingAverageRadius
    }

    var details: String {
        let (a, b, c) = (equationCoefficients.x, equationCoefficients.y, equationCoefficients.z)
        return "\(detectedPoints.count) points, \(a)·x² + \(b)·x + \(c)"
    }
}
