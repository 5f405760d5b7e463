import CoreImage
import VisionRuntime
import simd

/// A homography that aligns one image, the floating image, with another, the reference.
public struct ImageHomographicAlignmentObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts
    private let columns: Columns

    private struct Columns: Codable, Hashable {
        let first: SIMD3<Float>
        let second: SIMD3<Float>
        let third: SIMD3<Float>

        init(_ matrix: matrix_float3x3) {
            (first, second, third) = (matrix[0], matrix[1], matrix[2])
        }
    }

    init(_ alignment: ImageAlignment, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: alignment.confidence)
        columns = Columns(alignment.warpTransform)
    }

    /// Converts a ``VNImageHomographicAlignmentObservation``, with its identifier, confidence and time.
    public init(_ observation: VNImageHomographicAlignmentObservation) {
        facts = ObservationFacts(observation)
        columns = Columns(observation.warpTransform)
    }

    /// The homography that maps points (x, y, 1) of the floating image to homogeneous points of the reference. Points are in pixels of
    /// the upright images, with the origin at the lower left.
    public var warpTransform: matrix_float3x3 { matrix_float3x3([columns.first, columns.second, columns.third]) }

    /// The floating image warped onto the reference, rendered with 8 bits per component.
    ///
    /// - Returns: the unchanged image if the transform maps a part of it to infinity, or to more pixels than an image may have.
    public func applyTransform(to ciImage: CIImage) -> CIImage {
        ciImage.warped(by: Homography(warpTransform)) ?? ciImage
    }

    var details: String { "\(warpTransform)" }
}

extension Homography {
    init(_ matrix: matrix_float3x3) {
        self.init((0..<3).flatMap { row in (0..<3).map { column in Double(matrix[column][row]) } })
    }
}
