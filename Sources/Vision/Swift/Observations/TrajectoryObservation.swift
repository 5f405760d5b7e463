import CoreGraphics
import VisionRuntime
import simd

/// A parabola that an object follows, as far as it has been seen.
///
/// The observations of one trajectory, frame after frame, have one `uuid`. `timeRange` is from when the object was first seen, which is before the
/// first observation, until it was last.
public struct TrajectoryObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts

    /// The object's centroids, oldest first.
    public let detectedPoints: [NormalizedPoint]
    /// Five points of the parabola, from where the object was first seen to where it was last.
    public let projectedPoints: [NormalizedPoint]
    /// a, b and c of y = a·x² + b·x + c, in coordinates that are normalised to the upright image, origin at the lower left.
    ///
    /// Of an object that flies straight up or down they are those of a very steep parabola.
    public let equationCoefficients: simd_float3
    /// The mean radius of the object in its latest points, as a part of the image's longer side.
    public let movingAverageRadius: CGFloat

    init(_ finding: TrajectoryFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.confidence, uuid: finding.id, timeRange: finding.timeRange)
        detectedPoints = finding.detectedPoints.map(NormalizedPoint.init(normalizedPoint:))
        projectedPoints = finding.projectedPoints.map(NormalizedPoint.init(normalizedPoint:))
        equationCoefficients = finding.coefficients
        movingAverageRadius = CGFloat(finding.radius)
    }

    /// The same finding as a ``VNTrajectoryObservation`` has it.
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
