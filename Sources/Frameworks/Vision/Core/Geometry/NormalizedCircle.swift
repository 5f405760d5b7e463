import CoreGraphics

/// A circle in normalised coordinates.
public struct NormalizedCircle: Hashable, Sendable {
    /// The centre.
    public let center: NormalizedPoint
    /// The radius, in normalised units. For a contour's circle, the unit is the image's height.
    public let radius: CGFloat

    /// Creates a circle from its centre and its radius.
    public init(center: NormalizedPoint, radius: CGFloat) {
        self.center = center
        self.radius = radius
    }

    /// A circle of radius zero around the origin.
    public static var zero: NormalizedCircle { NormalizedCircle(center: .zero, radius: 0) }

    /// Whether a point lies inside the circle or on it.
    public func contains(_ point: NormalizedPoint) -> Bool {
        circle.contains(VNPoint(point))
    }

    /// Whether a point lies in a ring of the given width. The circle is the ring's centre line.
    public func contains(_ point: NormalizedPoint, inCircumferentialRingOfWidth ringWidth: CGFloat) -> Bool {
        circle.contains(VNPoint(point), inCircumferentialRingOfWidth: Double(ringWidth))
    }

    /// The smallest circle around all points; ``zero`` if there are no points or a coordinate is not finite.
    public static func boundingCircle(for points: [NormalizedPoint]) -> NormalizedCircle {
        guard let circle = try? VNGeometryUtils.boundingCircle(for: points.map { VNPoint($0) }) else { return .zero }
        let center = NormalizedPoint(x: CGFloat(circle.center.x), y: CGFloat(circle.center.y))
        return NormalizedCircle(center: center, radius: CGFloat(circle.radius))
    }

    private var circle: VNCircle { VNCircle(center: VNPoint(center), radius: Double(radius)) }
}

extension VNPoint {
    fileprivate convenience init(_ point: NormalizedPoint) {
        self.init(x: Double(point.x), y: Double(point.y))
    }
}
