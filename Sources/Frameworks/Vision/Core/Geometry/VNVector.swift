/// An immutable vector in the plane.
open class VNVector: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The horizontal component, positive to the right.
    public let x: Double
    /// The vertical component, positive upwards.
    public let y: Double

    /// The vector of length zero.
    public class var zero: VNVector { VNVector(xComponent: 0, yComponent: 0) }

    /// Creates a vector from its components.
    public init(xComponent x: Double, yComponent y: Double) {
        self.x = x
        self.y = y
        super.init()
    }

    /// Creates a vector from polar coordinates: the length `r`, and the angle `theta` to the x axis in radians.
    public convenience init(r: Double, theta: Double) {
        self.init(xComponent: r * cos(theta), yComponent: r * sin(theta))
    }

    /// Creates the vector from `tail` to `head`.
    public convenience init(vectorHead head: VNPoint, tail: VNPoint) {
        self.init(xComponent: head.x - tail.x, yComponent: head.y - tail.y)
    }

    /// Creates the product of a vector and a number.
    public convenience init(byMultiplying vector: VNVector, byScalar scalar: Double) {
        self.init(xComponent: vector.x * scalar, yComponent: vector.y * scalar)
    }

    /// Creates the sum of two vectors.
    public convenience init(byAdding v1: VNVector, to v2: VNVector) {
        self.init(xComponent: v1.x + v2.x, yComponent: v1.y + v2.y)
    }

    /// Creates the difference `v2 - v1`.
    public convenience init(bySubtracting v1: VNVector, from v2: VNVector) {
        self.init(xComponent: v2.x - v1.x, yComponent: v2.y - v1.y)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "x"), coder.containsValue(forKey: "y") else { return nil }
        x = coder.decodeDouble(forKey: "x")
        y = coder.decodeDouble(forKey: "y")
        super.init()
    }

    /// The vector of length 1 in the same direction. The result is the zero vector if `vector` is zero.
    public class func unitVector(for vector: VNVector) -> VNVector {
        let length = vector.length
        return length > 0 ? VNVector(xComponent: vector.x / length, yComponent: vector.y / length) : .zero
    }

    /// The dot product of two vectors.
    public class func dotProduct(of v1: VNVector, vector v2: VNVector) -> Double {
        v1.x * v2.x + v1.y * v2.y
    }

    /// The length, which is the radius in polar coordinates.
    public var r: Double { length }

    /// The angle to the x axis in radians, from -π to π.
    public var theta: Double { atan2(y, x) }

    /// The Euclidean length.
    public var length: Double { hypot(x, y) }

    /// The square of the length.
    public var squaredLength: Double { x * x + y * y }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(x, forKey: "x")
        coder.encode(y, forKey: "y")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNVector else { return false }
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
