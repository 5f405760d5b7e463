/// An immutable point in normalised coordinates, origin at the lower left.
open class VNPoint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The horizontal position, from left to right: 0…1 of the image's width by default. The creator of the point may use another unit.
    public let x: Double
    /// The vertical position, from the lower edge up: 0…1 of the image's height by default. The creator of the point may use another unit.
    public let y: Double

    /// The origin.
    public class var zero: VNPoint { VNPoint(x: 0, y: 0) }

    /// Creates a point from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
        super.init()
    }

    /// Creates a point with the coordinates of a `CGPoint`.
    public convenience init(location: CGPoint) {
        self.init(x: Double(location.x), y: Double(location.y))
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "x"), coder.containsValue(forKey: "y") else { return nil }
        x = coder.decodeDouble(forKey: "x")
        y = coder.decodeDouble(forKey: "y")
        super.init()
    }

    /// The point as a `CGPoint`.
    public var location: CGPoint { CGPoint(x: x, y: y) }

    /// Moves a point by a vector.
    public class func apply(_ vector: VNVector, to point: VNPoint) -> VNPoint {
        VNPoint(x: point.x + vector.x, y: point.y + vector.y)
    }

    /// The Euclidean distance between two points.
    @available(*, deprecated, message: "use distance(_:) of a point")
    public class func distance(_ point1: VNPoint, _ point2: VNPoint) -> Double {
        point1.distance(point2)
    }

    /// The Euclidean distance to another point.
    public func distance(_ point: VNPoint) -> Double {
        hypot(x - point.x, y - point.y)
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(x, forKey: "x")
        coder.encode(y, forKey: "y")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNPoint, type(of: other) == type(of: self) else { return false }
        return x == other.x && y == other.y
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(x)
        hasher.combine(y)
        return hasher.finalize()
    }

    open override var description: String { "[\(x), \(y)]" }
}
