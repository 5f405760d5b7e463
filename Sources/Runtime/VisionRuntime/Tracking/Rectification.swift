import CKernels
import CoreGraphics

/// Rectifies a quadrilateral to an upright picture of a fixed size, with a margin around it.
struct Rectification: Sendable {
    private let width: Int
    private let height: Int
    /// The part of the image to search, in pixels, origin at the upper left.
    let part: CGRect

    /// The margin on each side, as a fraction of the rectangle's sides. With the margin, the picture shows the rectangle's edges.
    private static let margin = 0.1
    /// The least confidence of an alignment. Below it, two pictures may agree by chance.
    private static let leastConfidence: Float = 0.3

    /// - Parameter corners: from the top left, clockwise, in pixels of the upright image, the origin at the upper left.
    init(corners: [CGPoint], longestSide: Int, part: CGRect) {
        func length(_ from: Int, _ to: Int) -> Double {
            let (dx, dy) = (Double(corners[to].x - corners[from].x), Double(corners[to].y - corners[from].y))
            return max((dx * dx + dy * dy).squareRoot(), 1)
        }
        let (across, down) = (length(0, 1) + length(3, 2), length(0, 3) + length(1, 2))
        let scale = Double(longestSide) / max(across, down)
        let shortest = 2 * RegistrationImage.shortestSide
        width = max(Int((across * scale).rounded()), shortest)
        height = max(Int((down * scale).rounded()), shortest)
        self.part = part
    }

    /// The rectified picture of a quadrilateral; `nil` if its corners span no area.
    func image(of corners: [CGPoint], in frame: Frame) throws -> RegisteredImage? {
        guard let map = map(to: corners) else { return nil }
        return try registering {
            try RegisteredImage(plane(map, in: frame), for: .homography)
        }
    }

    /// The corners of the region that matches the reference; `nil` if there is no match.
    ///
    /// - Parameter predicted: the approximate corners.
    func corners(
        near predicted: [CGPoint], in frame: Frame, like reference: RegisteredImage
    ) throws -> (corners: [CGPoint], confidence: Float)? {
        guard let map = map(to: predicted) else { return nil }
        let aligned = try registering {
            try RegisteredImage(plane(map, in: frame), for: .homography).aligned(to: reference)
        }
        guard aligned.confidence >= Self.leastConfidence, let back = aligned.map.inverse else { return nil }
        let found = planeCorners.map { (map * back).apply($0) }
        guard found.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), Homography(unitSquareTo: found) != nil else { return nil }
        return (found, aligned.confidence)
    }

    private var planeCorners: [CGPoint] {
        let (x, y) = (CGFloat(width) * Self.inset, CGFloat(height) * Self.inset)
        let (right, bottom) = (CGFloat(width) - x, CGFloat(height) - y)
        return [CGPoint(x: x, y: y), CGPoint(x: right, y: y), CGPoint(x: right, y: bottom), CGPoint(x: x, y: bottom)]
    }

    /// The margin as a fraction of the picture's sides.
    private static var inset: CGFloat { CGFloat(margin / (1 + 2 * margin)) }

    /// The map from pixels of the picture to pixels of the image.
    private func map(to corners: [CGPoint]) -> Homography? {
        let whole = 1 + 2 * Self.margin
        let unit = Homography([whole / Double(width), 0, -Self.margin, 0, whole / Double(height), -Self.margin, 0, 0, 1])
        return Homography(unitSquareTo: corners).map { $0 * unit }
    }

    private func plane(_ map: Homography, in frame: Frame) throws -> GrayPlane {
        let toPart = Homography(translation: SIMD2(-Double(part.minX), -Double(part.minY))) * map
        return try GrayPlane(width: width, height: height) { base, bytesPerRow in
            try frame.withTrackingPicture(part) { picture in
                tracking_warp(&picture, toPart.elements, base, Int64(bytesPerRow), Int32(width), Int32(height))
            }
        }
    }
}
