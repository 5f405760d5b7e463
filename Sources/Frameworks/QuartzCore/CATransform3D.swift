import CoreGraphics

/// A transform of points in 3D, as a 4 × 4 matrix. The last row is the translation.
public struct CATransform3D: Equatable, Sendable {
    public var m11, m12, m13, m14: CGFloat
    public var m21, m22, m23, m24: CGFloat
    public var m31, m32, m33, m34: CGFloat
    public var m41, m42, m43, m44: CGFloat

    /// Creates a matrix from its elements.
    public init(
        m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat, m31: CGFloat,
        m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
    ) {
        (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
        (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
        (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
        (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
    }

    /// Creates a matrix of zeros.
    public init() { self.init(rows: .init(repeating: .init(repeating: 0, count: 4), count: 4)) }

    private init(rows: [[CGFloat]]) {
        self.init(
            m11: rows[0][0], m12: rows[0][1], m13: rows[0][2], m14: rows[0][3], m21: rows[1][0], m22: rows[1][1], m23: rows[1][2],
            m24: rows[1][3], m31: rows[2][0], m32: rows[2][1], m33: rows[2][2], m34: rows[2][3], m41: rows[3][0], m42: rows[3][1],
            m43: rows[3][2], m44: rows[3][3])
    }

    private var rows: [[CGFloat]] {
        [[m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44]]
    }

    fileprivate static func product(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
        let (x, y) = (a.rows, b.rows)
        return CATransform3D(
            rows: (0..<4).map { row in
                (0..<4).map { column in (0..<4).reduce(CGFloat(0)) { $0 + x[row][$1] * y[$1][column] } }
            })
    }

    /// The inverse, computed by Gaussian elimination; `nil` if the matrix is singular.
    fileprivate var inverse: CATransform3D? {
        var left = rows
        var right = CATransform3DIdentity.rows
        for column in 0..<4 {
            guard let pivot = (column..<4).max(by: { abs(left[$0][column]) < abs(left[$1][column]) }), left[pivot][column] != 0 else {
                return nil
            }
            left.swapAt(column, pivot)
            right.swapAt(column, pivot)
            let scale = left[column][column]
            for index in 0..<4 {
                left[column][index] /= scale
                right[column][index] /= scale
            }
            for row in 0..<4 where row != column {
                let factor = left[row][column]
                for index in 0..<4 {
                    left[row][index] -= factor * left[column][index]
                    right[row][index] -= factor * right[column][index]
                }
            }
        }
        return CATransform3D(rows: right)
    }
}

/// The identity transform.
public let CATransform3DIdentity = CATransform3D(
    m11: 1, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)

/// Whether a transform is the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Whether two transforms are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// A translation.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    var t = CATransform3DIdentity
    (t.m41, t.m42, t.m43) = (tx, ty, tz)
    return t
}

/// A scaling by a factor along each axis.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    var t = CATransform3DIdentity
    (t.m11, t.m22, t.m33) = (sx, sy, sz)
    return t
}

/// A rotation by an angle in radians about an axis. If the axis has the length 0, the result is the identity.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return CATransform3DIdentity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (s, c) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
    let k = 1 - c
    return CATransform3D(
        m11: x * x * k + c, m12: x * y * k + z * s, m13: x * z * k - y * s, m14: 0, m21: x * y * k - z * s, m22: y * y * k + c,
        m23: y * z * k + x * s, m24: 0, m31: x * z * k + y * s, m32: y * z * k - x * s, m33: z * z * k + c, m34: 0, m41: 0, m42: 0, m43: 0,
        m44: 1)
}

/// The transform that first translates, then applies `t`.
public func CATransform3DTranslate(_ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    .product(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// The transform that first scales, then applies `t`.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    .product(CATransform3DMakeScale(sx, sy, sz), t)
}

/// The transform that first rotates, then applies `t`.
public func CATransform3DRotate(_ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    .product(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// The transform that first applies `a`, then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D { .product(a, b) }

/// The inverse of a transform; the transform itself if it has no inverse.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D { t.inverse ?? t }

/// Converts an affine transform of the x-y plane to a transform in 3D.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
    var t = CATransform3DIdentity
    (t.m11, t.m12, t.m21, t.m22, t.m41, t.m42) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
    return t
}

/// Whether a transform is an affine transform of the x-y plane.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
    [t.m13, t.m14, t.m23, t.m24, t.m31, t.m32, t.m34, t.m43].allSatisfy { $0 == 0 } && t.m33 == 1 && t.m44 == 1
}

/// The affine part of a transform in the x-y plane.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
    CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
