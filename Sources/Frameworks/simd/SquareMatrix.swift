/// A matrix with as many columns as rows. It has a determinant. If the determinant is not zero, the matrix has an inverse.
public protocol SIMDSquareMatrix: SIMDMatrix where Row == Column, Transpose == Self {
    /// The determinant: the factor by which the matrix scales areas or volumes. It is negative if the matrix mirrors.
    var determinant: Column.Scalar { get }
    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    var inverse: Self { get }
    /// The product of two matrices.
    static func * (lhs: Self, rhs: Self) -> Self
}

extension SIMDSquareMatrix {
    /// Creates a matrix with the given diagonal and zeros elsewhere.
    @inlinable public init(diagonal: Column) {
        self.init()
        for index in 0..<Self.columnCount { self[index][index] = diagonal[index] }
    }

    /// The sum of the elements on the diagonal.
    @inlinable public var trace: Column.Scalar {
        var sum: Column.Scalar = 0
        for index in 0..<Self.columnCount { sum += self[index][index] }
        return sum
    }

    /// Replaces `lhs` with the product `lhs * rhs`.
    @inlinable public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
}

/// The determinant of a square matrix.
@inlinable public func simd_determinant<M: SIMDSquareMatrix>(_ matrix: M) -> M.Column.Scalar { matrix.determinant }
/// The determinant of a square matrix.
@inlinable public func matrix_determinant<M: SIMDSquareMatrix>(_ matrix: M) -> M.Column.Scalar { matrix.determinant }
/// The inverse of a square matrix.
@inlinable public func simd_inverse<M: SIMDSquareMatrix>(_ matrix: M) -> M { matrix.inverse }
/// The inverse of a square matrix.
@inlinable public func matrix_invert<M: SIMDSquareMatrix>(_ matrix: M) -> M { matrix.inverse }
/// The sum of the elements on the diagonal.
@inlinable public func simd_trace<M: SIMDSquareMatrix>(_ matrix: M) -> M.Column.Scalar { matrix.trace }
/// The product of two square matrices.
@inlinable public func simd_mul<M: SIMDSquareMatrix>(_ x: M, _ y: M) -> M { x * y }
/// The product of two square matrices.
@inlinable public func matrix_multiply<M: SIMDSquareMatrix>(_ x: M, _ y: M) -> M { x * y }
