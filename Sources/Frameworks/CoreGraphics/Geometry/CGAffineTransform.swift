import Foundation

/// An affine map of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
public struct CGAffineTransform: Hashable, Sendable {
    /// The factor of x in x′.
    public var a: CGFloat
    /// The factor of x in y′.
    public var b: CGFloat
    /// The factor of y in x′.
    public var c: CGFloat
    /// The factor of y in y′.
    public var d: CGFloat
    /// The x coordinate of the origin's image.
    public var tx: CGFloat
    /// The y coordinate of the origin's image.
    public var ty: CGFloat

    /// The map that sends every point to the origin.
    public init() {
        self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    }

    /// The map x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The map with the numbers a, b, c, d, tx and ty, without argument labels.
    public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// The map that leaves every point unchanged.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// A translation.
    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }

    /// A scaling about the origin. Negative factors also mirror.
    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    /// A rotation about the origin, by an angle in radians. A positive angle rotates the x axis towards the y axis.
    public init(rotationAngle angle: CGFloat) {
        let sine = CGFloat(sin(Double(angle)))
        let cosine = CGFloat(cos(Double(angle)))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Whether the map is exactly the identity.
    public var isIdentity: Bool { self == .identity }
}

// MARK: - Algebra

extension CGAffineTransform {
    /// The map that applies `self` first and `t2` second.
    public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * t2.a + b * t2.c,
            b: a * t2.b + b * t2.d,
            c: c * t2.a + d * t2.c,
            d: c * t2.b + d * t2.d,
            tx: tx * t2.a + ty * t2.c + t2.tx,
            ty: tx * t2.b + ty * t2.d + t2.ty)
    }

    /// The map that translates first and applies `self` second.
    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: tx, y: ty).concatenating(self)
    }

    /// The map that scales first and applies `self` second.
    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
    }

    /// The map that rotates first and applies `self` second.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// The inverse transform. If the determinant is zero, there is no inverse, and the result is `self`.
    public func inverted() -> CGAffineTransform {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return self }
        return CGAffineTransform(
            a: d / determinant,
            b: -b / determinant,
            c: -c / determinant,
            d: a / determinant,
            tx: (c * ty - d * tx) / determinant,
            ty: (b * tx - a * ty) / determinant)
    }
}

// MARK: - Components

/// A transform as a sequence of scale, horizontal shear, rotation and translation, in this order.
public struct CGAffineTransformComponents: Hashable, Sendable {
    /// The factors along x and y. They are applied first.
    public var scale: CGSize
    /// The distance by which a point is moved along x for each unit of its y.
    public var horizontalShear: CGFloat
    /// The angle of the rotation, in radians.
    public var rotation: CGFloat
    /// The translation. It is applied last.
    public var translation: CGVector

    /// The components of a transform. `rotation` is in radians. The default values describe the identity.
    public init(
        scale: CGSize = .init(width: 1, height: 1), horizontalShear: CGFloat = 0, rotation: CGFloat = 0, translation: CGVector = .zero
    ) {
        self.scale = scale
        self.horizontalShear = horizontalShear
        self.rotation = rotation
        self.translation = translation
    }
}

extension CGAffineTransform {
    /// The transform that scales, shears, rotates and translates, in this order.
    public init(_ components: CGAffineTransformComponents) {
        let scale = CGAffineTransform(scaleX: components.scale.width, y: components.scale.height)
        let shear = CGAffineTransform(a: 1, b: 0, c: components.horizontalShear, d: 1, tx: 0, ty: 0)
        let rotation = CGAffineTransform(rotationAngle: components.rotation)
        let translation = CGAffineTransform(translationX: components.translation.dx, y: components.translation.dy)
        self = scale.concatenating(shear).concatenating(rotation).concatenating(translation)
    }

    /// The transform's scale, shear, rotation and translation. A mirrored transform has a negative vertical scale.
    public func decomposed() -> CGAffineTransformComponents {
        let width = (a * a + b * b).squareRoot()
        let translation = CGVector(dx: tx, dy: ty)
        guard width > 0 else {
            let height = (c * c + d * d).squareRoot()
            let rotation = height > 0 ? CGFloat(atan2(Double(-c), Double(d))) : 0
            return CGAffineTransformComponents(
                scale: CGSize(width: 0, height: height), horizontalShear: 0, rotation: rotation, translation: translation)
        }
        let height = (a * d - b * c) / width
        // The second row, rotated back, is height · (shear, 1).
        let shear = height != 0 ? (a * c + b * d) / (width * height) : 0
        return CGAffineTransformComponents(
            scale: CGSize(width: width, height: height), horizontalShear: shear,
            rotation: CGFloat(atan2(Double(b), Double(a))), translation: translation)
    }
}

// MARK: - Codable

extension CGAffineTransform: Codable {
    /// Reads six numbers: a, b, c, d, tx, ty.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        a = try container.decode(CGFloat.self)
        b = try container.decode(CGFloat.self)
        c = try container.decode(CGFloat.self)
        d = try container.decode(CGFloat.self)
        tx = try container.decode(CGFloat.self)
        ty = try container.decode(CGFloat.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for value in [a, b, c, d, tx, ty] {
            try container.encode(value)
        }
    }
}
