import CKernels
import CoreGraphics

/// Finds contours in a part of an image. Contours are the outlines of dark shapes on a light ground, or of light shapes on a dark ground.
/// Holes and shapes nested in these have contours, too. A contour that consists only of the edge of the part is left out.
package struct ContourAnalysis: Analysis {
    /// The contrast adjustment, from 0 to 3. Higher values find fainter edges than lower values.
    package var contrastAdjustment: Float
    /// The brightness along contours, from 0 to 1; `nil` for the threshold that separates dark and light pixels best.
    package var contrastPivot: Float?
    package var detectsDarkOnLight: Bool
    /// The maximum length of an image's longer side, in pixels. Images beyond this length are reduced before the analysis.
    package var maximumImageDimension: Int
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package var regionOfInterest: CGRect

    /// - Throws: `VisionFailure` of kind `invalidArgument` if a setting is out of range.
    package init(
        contrastAdjustment: Float, contrastPivot: Float?, detectsDarkOnLight: Bool, maximumImageDimension: Int, regionOfInterest: CGRect
    ) throws {
        guard (0...3).contains(contrastAdjustment) else {
            throw VisionFailure(.invalidArgument, "the contrast adjustment \(contrastAdjustment) is not within 0...3")
        }
        guard contrastPivot.map({ (0...1).contains($0) }) ?? true else {
            throw VisionFailure(.invalidArgument, "the contrast pivot \(contrastPivot ?? 0) is not within 0...1")
        }
        guard maximumImageDimension >= 64 else {
            throw VisionFailure(.invalidArgument, "the maximum image dimension \(maximumImageDimension) is less than 64")
        }
        self.contrastAdjustment = contrastAdjustment
        self.contrastPivot = contrastPivot
        self.detectsDarkOnLight = detectsDarkOnLight
        self.maximumImageDimension = maximumImageDimension
        self.regionOfInterest = regionOfInterest
    }

    /// The maximum length of a side of the traced picture. It limits the memory for the points of contours.
    private static let largestDimension = 4096

    /// The least difference of brightness along a contour, on a scale of 0 to 255, at a contrast adjustment of 1.
    private static let minimumRange: Float = 24

    private func view(in frame: FrameInfo) -> ReducedView {
        ReducedView(of: regionOfInterest, in: frame, maximumDimension: min(maximumImageDimension, Self.largestDimension))
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { [view(in: frame).demand] }

    package func findings(in context: AnalysisContext) throws -> [ContourTree] {
        let info = context.frame.info
        let view = view(in: info)
        let plane = try view.gray(of: context.frame)
        try context.cancellation.check()
        let aspectRatio = Float(info.width) / Float(info.height)
        guard contrastAdjustment > 0 else { return [ContourTree(aspectRatio: aspectRatio)] }
        let level = contrastPivot.map { 255 * $0 } ?? plane.bestLevel
        let range = (Self.minimumRange / contrastAdjustment).rounded(.up)
        let settings = ContourSettings(level: level, dark_on_light: detectsDarkOnLight ? 1 : 0, minimum_range: Int32(range))
        return [try ContourTree(of: plane, settings, placement: view.normalization, aspectRatio: aspectRatio)]
    }
}

extension GrayPlane {
    /// The threshold that separates the plane's pixels best into dark and light pixels.
    fileprivate var bestLevel: Float {
        withExtendedLifetime(self) {
            var plane = view
            return contours_level(&plane)
        }
    }
}

extension ContourTree {
    fileprivate convenience init(
        of plane: GrayPlane, _ settings: ContourSettings, placement: CGAffineTransform, aspectRatio: Float
    ) throws {
        let traced = withExtendedLifetime(plane) {
            var plane = plane.view
            return contours_trace(&plane, settings)
        }
        guard let traced else { throw VisionFailure(.outOfMemory, "there is no memory for the image's contours") }
        defer { contours_free(traced) }
        let count = Int(contours_count(traced))
        let placement = ContourPlacement(
            x_scale: Float(placement.a), x_offset: Float(placement.tx), y_scale: Float(placement.d), y_offset: Float(placement.ty))
        var contours: [Contour] = []
        let points = [SIMD2<Float>](unsafeUninitializedCapacity: Int(contours_point_count(traced))) { points, pointCount in
            contours = [Contour](unsafeUninitializedCapacity: count) { contours, contourCount in
                points.withMemoryRebound(to: Float.self) { numbers in
                    // Without contours there is nothing to copy, and no memory to copy to.
                    if let contours = contours.baseAddress, let numbers = numbers.baseAddress {
                        contours_copy(traced, placement, contours, numbers)
                    }
                }
                contourCount = count
            }
            pointCount = points.count
        }
        self.init(
            points: points, parents: contours.map { Int($0.parent) },
            ends: contours.map { Int($0.first_point + $0.point_count) }, aspectRatio: aspectRatio)
    }
}
