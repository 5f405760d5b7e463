import CoreGraphics
import VisionRuntime
import simd

/// The transform that aligns one image, the floating image, with another, the reference.
///
/// The coordinates are pixels of the upright reference image, origin at the lower left. In contrast to other observations, they are not normalised.
open class VNImageAlignmentObservation: VNObservation, @unchecked Sendable {}

/// A shift that aligns the floating image with the reference.
open class VNImageTranslationAlignmentObservation: VNImageAlignmentObservation, @unchecked Sendable {
    /// Maps points of the floating image to points of the reference, in pixels: `tx` to the right, `ty` up.
    public let alignmentTransform: CGAffineTransform

    init(_ origin: Origin, _ alignment: ImageAlignment) {
        alignmentTransform = alignment.alignmentTransform
        super.init(origin, confidence: alignment.confidence)
    }

    private struct Contents: Codable {
        let x: Double
        let y: Double
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNImageTranslationAlignmentObservation.self) else { return nil }
        alignmentTransform = CGAffineTransform(translationX: CGFloat(contents.x), y: CGFloat(contents.y))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let contents = Contents(x: Double(alignmentTransform.tx), y: Double(alignmentTransform.ty))
        coder.encode(contents: contents, of: VNImageTranslationAlignmentObservation.self)
    }

    open override var description: String { super.description + " (\(alignmentTransform.tx), \(alignmentTransform.ty))" }
}

/// A homography that aligns the floating image with the reference.
open class VNImageHomographicAlignmentObservation: VNImageAlignmentObservation, @unchecked Sendable {
    /// The homography that maps points (x, y, 1) of the floating image to homogeneous points of the reference, in pixels.
    public let warpTransform: matrix_float3x3

    init(_ origin: Origin, _ alignment: ImageAlignment) {
        warpTransform = alignment.warpTransform
        super.init(origin, confidence: alignment.confidence)
    }

    private struct Contents: Codable {
        /// The nine elements of the matrix, in row-major order.
        let elements: [Float]
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNImageHomographicAlignmentObservation.self), contents.elements.count == 9
        else { return nil }
        warpTransform = matrix_float3x3(elements: contents.elements)
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let elements = (0..<3).flatMap { row in (0..<3).map { warpTransform[$0][row] } }
        coder.encode(contents: Contents(elements: elements), of: VNImageHomographicAlignmentObservation.self)
    }

    open override var description: String { super.description + " \(warpTransform)" }
}

extension ImageAlignment {
    /// The translation part of the homography: the displacement of the image's lower left corner.
    var alignmentTransform: CGAffineTransform {
        let shift = map.apply(0, 0)
        return CGAffineTransform(translationX: CGFloat(shift.x), y: CGFloat(shift.y))
    }

    var warpTransform: matrix_float3x3 { matrix_float3x3(elements: map.elements.map { Float($0) }) }
}

extension matrix_float3x3 {
    /// Creates a homography from the nine elements of its matrix, in row-major order.
    fileprivate init(elements: [Float]) {
        self.init(rows: (0..<3).map { SIMD3(elements[3 * $0], elements[3 * $0 + 1], elements[3 * $0 + 2]) })
    }
}
