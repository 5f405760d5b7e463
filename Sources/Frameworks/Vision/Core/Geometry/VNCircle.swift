/// An immutable circle in normalised coordinates.
open class VNCircle: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The centre, in the coordinates with which the circle was created.
    public let center: VNPoint
    /// Half of the diameter, in the units of the centre's coordinates.
    public let radius: Double

    /// A circle of radius zero around the origin.
    public class var zero: VNCircle { VNCircle(center: .zero, radius: 0) }

    /// Creates a circle from its centre and its radius.
    public init(center: VNPoint, radius: Double) {
        self.center = center
        self.radius = radius
        super.init()
    }

    /// Creates a circle from its centre and its diameter.
    public convenience init(center: VNPoint, diameter: Double) {
        self.init(center: center, radius: diameter / 2)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let center = coder.decodeObject(of: VNPoint.self, forKey: "center"), coder.containsValue(forKey: "radius") else { return nil }
        self.center = center
        radius = coder.decodeDouble(forKey: "radius")
        super.init()
    }

    /// Twice the radius.
    public var diameter: Double { radius * 2 }

    /// Whether a point lies inside the circle or on it.
    public func contains(_ point: VNPoint) -> Bool {
        center.distance(point) <= radius
    }

    /// Whether a point lies in a ring of the given width. The circle is the ring's centre line.
    public func contains(_ point: VNPoint, inCircumferentialRingOfWidth ringWidth: Double) -> Bool {
        abs(center.distance(point) - radius) <= ringWidth / 2
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(center, forKey: "center")
        coder.encode(radius, forKey: "radius")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNCircle else { return false }
        return center == other.center && radius == other.radius
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(center)
        hasher.combine(radius)
        return hasher.finalize()
    }

    open override var description: String { "center \(center), radius \(radius)" }
}
