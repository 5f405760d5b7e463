// Written by Scripts/generate_matrices.py.

extension simd_float2x2: SIMDSquareMatrix {
    /// The factor by which the matrix scales areas, negative if it mirrors.
    @inlinable public var determinant: Scalar { columns.0.x * columns.1.y - columns.0.y * columns.1.x }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    @inlinable public var inverse: simd_float2x2 {
        simd_float2x2(Column(columns.1.y, -columns.0.y), Column(-columns.1.x, columns.0.x)) * (1 / determinant)
    }
}

extension simd_float3x3: SIMDSquareMatrix {
    /// The factor by which the matrix scales volumes, negative if it mirrors.
    @inlinable public var determinant: Scalar { dot(columns.0, cross(columns.1, columns.2)) }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    ///
    /// It is computed from the cross products of the columns, which are the rows of the adjugate.
    @inlinable public var inverse: simd_float3x3 {
        let adjugate = simd_float3x3(cross(columns.1, columns.2), cross(columns.2, columns.0), cross(columns.0, columns.1)).transpose
        return adjugate * (1 / determinant)
    }
}

extension simd_float4x4: SIMDSquareMatrix {
    /// The factor by which the matrix scales volumes, negative if it mirrors.
    @inlinable public var determinant: Scalar {
        let minors = pairMinors
        let (s, c) = (minors.lower, minors.upper)
        return s.0 * c.5 - s.1 * c.4 + s.2 * c.3 + s.3 * c.2 - s.4 * c.1 + s.5 * c.0
    }

    /// The 2 × 2 minors of the first two columns and of the last two, from which Laplace's expansion gives the determinant and the adjugate.
    @inlinable var pairMinors:
        (lower: (Scalar, Scalar, Scalar, Scalar, Scalar, Scalar), upper: (Scalar, Scalar, Scalar, Scalar, Scalar, Scalar))
    {
        let (a, b, c, d) = columns
        let lower = (
            a.x * b.y - b.x * a.y, a.x * b.z - b.x * a.z, a.x * b.w - b.x * a.w,
            a.y * b.z - b.y * a.z, a.y * b.w - b.y * a.w, a.z * b.w - b.z * a.w
        )
        let upper = (
            c.x * d.y - d.x * c.y, c.x * d.z - d.x * c.z, c.x * d.w - d.x * c.w,
            c.y * d.z - d.y * c.z, c.y * d.w - d.y * c.w, c.z * d.w - d.z * c.w
        )
        return (lower, upper)
    }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    @inlinable public var inverse: simd_float4x4 {
        let minors = pairMinors
        let (s, c) = (minors.lower, minors.upper)
        let (p, q, r, t) = columns
        // The rows of the adjugate. They are written as columns and then transposed.
        let adjugate = simd_float4x4(
            Column(
                q.y * c.5 - q.z * c.4 + q.w * c.3, -q.x * c.5 + q.z * c.2 - q.w * c.1, q.x * c.4 - q.y * c.2 + q.w * c.0,
                -q.x * c.3 + q.y * c.1 - q.z * c.0),
            Column(
                -p.y * c.5 + p.z * c.4 - p.w * c.3, p.x * c.5 - p.z * c.2 + p.w * c.1, -p.x * c.4 + p.y * c.2 - p.w * c.0,
                p.x * c.3 - p.y * c.1 + p.z * c.0),
            Column(
                t.y * s.5 - t.z * s.4 + t.w * s.3, -t.x * s.5 + t.z * s.2 - t.w * s.1, t.x * s.4 - t.y * s.2 + t.w * s.0,
                -t.x * s.3 + t.y * s.1 - t.z * s.0),
            Column(
                -r.y * s.5 + r.z * s.4 - r.w * s.3, r.x * s.5 - r.z * s.2 + r.w * s.1, -r.x * s.4 + r.y * s.2 - r.w * s.0,
                r.x * s.3 - r.y * s.1 + r.z * s.0)
        ).transpose
        return adjugate * (1 / determinant)
    }
}

extension simd_double2x2: SIMDSquareMatrix {
    /// The factor by which the matrix scales areas, negative if it mirrors.
    @inlinable public var determinant: Scalar { columns.0.x * columns.1.y - columns.0.y * columns.1.x }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    @inlinable public var inverse: simd_double2x2 {
        simd_double2x2(Column(columns.1.y, -columns.0.y), Column(-columns.1.x, columns.0.x)) * (1 / determinant)
    }
}

extension simd_double3x3: SIMDSquareMatrix {
    /// The factor by which the matrix scales volumes, negative if it mirrors.
    @inlinable public var determinant: Scalar { dot(columns.0, cross(columns.1, columns.2)) }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    ///
    /// It is computed from the cross products of the columns, which are the rows of the adjugate.
    @inlinable public var inverse: simd_double3x3 {
        let adjugate = simd_double3x3(cross(columns.1, columns.2), cross(columns.2, columns.0), cross(columns.0, columns.1)).transpose
        return adjugate * (1 / determinant)
    }
}

extension simd_double4x4: SIMDSquareMatrix {
    /// The factor by which the matrix scales volumes, negative if it mirrors.
    @inlinable public var determinant: Scalar {
        let minors = pairMinors
        let (s, c) = (minors.lower, minors.upper)
        return s.0 * c.5 - s.1 * c.4 + s.2 * c.3 + s.3 * c.2 - s.4 * c.1 + s.5 * c.0
    }

    /// The 2 × 2 minors of the first two columns and of the last two, from which Laplace's expansion gives the determinant and the adjugate.
    @inlinable var pairMinors:
        (lower: (Scalar, Scalar, Scalar, Scalar, Scalar, Scalar), upper: (Scalar, Scalar, Scalar, Scalar, Scalar, Scalar))
    {
        let (a, b, c, d) = columns
        let lower = (
            a.x * b.y - b.x * a.y, a.x * b.z - b.x * a.z, a.x * b.w - b.x * a.w,
            a.y * b.z - b.y * a.z, a.y * b.w - b.y * a.w, a.z * b.w - b.z * a.w
        )
        let upper = (
            c.x * d.y - d.x * c.y, c.x * d.z - d.x * c.z, c.x * d.w - d.x * c.w,
            c.y * d.z - d.y * c.z, c.y * d.w - d.y * c.w, c.z * d.w - d.z * c.w
        )
        return (lower, upper)
    }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    @inlinable public var inverse: simd_double4x4 {
        let minors = pairMinors
        let (s, c) = (minors.lower, minors.upper)
        let (p, q, r, t) = columns
        // The rows of the adjugate. They are written as columns and then transposed.
        let adjugate = simd_double4x4(
            Column(
                q.y * c.5 - q.z * c.4 + q.w * c.3, -q.x * c.5 + q.z * c.2 - q.w * c.1, q.x * c.4 - q.y * c.2 + q.w * c.0,
                -q.x * c.3 + q.y * c.1 - q.z * c.0),
            Column(
                -p.y * c.5 + p.z * c.4 - p.w * c.3, p.x * c.5 - p.z * c.2 + p.w * c.1, -p.x * c.4 + p.y * c.2 - p.w * c.0,
                p.x * c.3 - p.y * c.1 + p.z * c.0),
            Column(
                t.y * s.5 - t.z * s.4 + t.w * s.3, -t.x * s.5 + t.z * s.2 - t.w * s.1, t.x * s.4 - t.y * s.2 + t.w * s.0,
                -t.x * s.3 + t.y * s.1 - t.z * s.0),
            Column(
                -r.y * s.5 + r.z * s.4 - r.w * s.3, r.x * s.5 - r.z * s.2 + r.w * s.1, -r.x * s.4 + r.y * s.2 - r.w * s.0,
                r.x * s.3 - r.y * s.1 + r.z * s.0)
        ).transpose
        return adjugate * (1 / determinant)
    }
}
