// Written by Scripts/generate_matrices.py.

/// A matrix of two columns and two rows, stored column by column.
@frozen
public struct simd_double2x2: SIMDMatrix {
    /// A column: two elements, the topmost first.
    public typealias Column = SIMD2<Double>
    /// A row: two elements, the leftmost first.
    public typealias Row = SIMD2<Double>

    /// The columns, left to right.
    public var columns: (SIMD2<Double>, SIMD2<Double>)

    /// A matrix of zeros.
    @inlinable public init() { columns = (Column(), Column()) }
    /// A matrix of the given columns.
    @inlinable public init(columns: (SIMD2<Double>, SIMD2<Double>)) { self.columns = columns }
    /// A matrix of the given columns.
    @inlinable public init(_ c0: Column, _ c1: Column) { columns = (c0, c1) }

    /// The number of columns.
    @inlinable public static var columnCount: Int { 2 }

    /// The column at `column`, 0 for the leftmost.
    @inlinable public subscript(column: Int) -> Column {
        get {
            switch column {
            case 0: return columns.0
            case 1: return columns.1
            default: preconditionFailure("The matrix has 2 columns.")
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            default: preconditionFailure("The matrix has 2 columns.")
            }
        }
    }

    /// The matrix with rows and columns exchanged.
    @inlinable public var transpose: simd_double2x2 {
        simd_double2x2(
            Row(columns.0.x, columns.1.x),
            Row(columns.0.y, columns.1.y))
    }

    /// The product of a matrix and a column vector.
    @inlinable public static func * (lhs: simd_double2x2, rhs: Row) -> Column {
        lhs.columns.0 * rhs.x + lhs.columns.1 * rhs.y
    }
    /// The product of a row vector and a matrix.
    @inlinable public static func * (lhs: Column, rhs: simd_double2x2) -> Row {
        Row(dot(lhs, rhs.columns.0), dot(lhs, rhs.columns.1))
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x2, rhs: simd_double2x2) -> simd_double2x2 {
        simd_double2x2(lhs * rhs.columns.0, lhs * rhs.columns.1)
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x2, rhs: simd_double3x2) -> simd_double3x2 {
        simd_double3x2(lhs * rhs.columns.0, lhs * rhs.columns.1, lhs * rhs.columns.2)
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x2, rhs: simd_double4x2) -> simd_double4x2 {
        simd_double4x2(lhs * rhs.columns.0, lhs * rhs.columns.1, lhs * rhs.columns.2, lhs * rhs.columns.3)
    }
}

/// A matrix of two columns and three rows, stored column by column.
@frozen
public struct simd_double2x3: SIMDMatrix {
    /// A column: three elements, the topmost first.
    public typealias Column = SIMD3<Double>
    /// A row: two elements, the leftmost first.
    public typealias Row = SIMD2<Double>

    /// The columns, left to right.
    public var columns: (SIMD3<Double>, SIMD3<Double>)

    /// A matrix of zeros.
    @inlinable public init() { columns = (Column(), Column()) }
    /// A matrix of the given columns.
    @inlinable public init(columns: (SIMD3<Double>, SIMD3<Double>)) { self.columns = columns }
    /// A matrix of the given columns.
    @inlinable public init(_ c0: Column, _ c1: Column) { columns = (c0, c1) }

    /// The number of columns.
    @inlinable public static var columnCount: Int { 2 }

    /// The column at `column`, 0 for the leftmost.
    @inlinable public subscript(column: Int) -> Column {
        get {
            switch column {
            case 0: return columns.0
            case 1: return columns.1
            default: preconditionFailure("The matrix has 2 columns.")
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            default: preconditionFailure("The matrix has 2 columns.")
            }
        }
    }

    /// The matrix with rows and columns exchanged.
    @inlinable public var transpose: simd_double3x2 {
        simd_double3x2(
            Row(columns.0.x, columns.1.x),
            Row(columns.0.y, columns.1.y),
            Row(columns.0.z, columns.1.z))
    }

    /// The product of a matrix and a column vector.
    @inlinable public static func * (lhs: simd_double2x3, rhs: Row) -> Column {
        lhs.columns.0 * rhs.x + lhs.columns.1 * rhs.y
    }
    /// The product of a row vector and a matrix.
    @inlinable public static func * (lhs: Column, rhs: simd_double2x3) -> Row {
        Row(dot(lhs, rhs.columns.0), dot(lhs, rhs.columns.1))
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x3, rhs: simd_double2x2) -> simd_double2x3 {
        simd_double2x3(lhs * rhs.columns.0, lhs * rhs.columns.1)
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x3, rhs: simd_double3x2) -> simd_double3x3 {
        simd_double3x3(lhs * rhs.columns.0, lhs * rhs.columns.1, lhs * rhs.columns.2)
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x3, rhs: simd_double4x2) -> simd_double4x3 {
        simd_double4x3(lhs * rhs.columns.0, lhs * rhs.columns.1, lhs * rhs.columns.2, lhs * rhs.columns.3)
    }
}

/// A matrix of two columns and four rows, stored column by column.
@frozen
public struct simd_double2x4: SIMDMatrix {
    /// A column: four elements, the topmost first.
    public typealias Column = SIMD4<Double>
    /// A row: two elements, the leftmost first.
    public typealias Row = SIMD2<Double>

    /// The columns, left to right.
    public var columns: (SIMD4<Double>, SIMD4<Double>)

    /// A matrix of zeros.
    @inlinable public init() { columns = (Column(), Column()) }
    /// A matrix of the given columns.
    @inlinable public init(columns: (SIMD4<Double>, SIMD4<Double>)) { self.columns = columns }
    /// A matrix of the given columns.
    @inlinable public init(_ c0: Column, _ c1: Column) { columns = (c0, c1) }

    /// The number of columns.
    @inlinable public static var columnCount: Int { 2 }

    /// The column at `column`, 0 for the leftmost.
    @inlinable public subscript(column: Int) -> Column {
        get {
            switch column {
            case 0: return columns.0
            case 1: return columns.1
            default: preconditionFailure("The matrix has 2 columns.")
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            default: preconditionFailure("The matrix has 2 columns.")
            }
        }
    }

    /// The matrix with rows and columns exchanged.
    @inlinable public var transpose: simd_double4x2 {
        simd_double4x2(
            Row(columns.0.x, columns.1.x),
            Row(columns.0.y, columns.1.y),
            Row(columns.0.z, columns.1.z),
            Row(columns.0.w, columns.1.w))
    }

    /// The product of a matrix and a column vector.
    @inlinable public static func * (lhs: simd_double2x4, rhs: Row) -> Column {
        lhs.columns.0 * rhs.x + lhs.columns.1 * rhs.y
    }
    /// The product of a row vector and a matrix.
    @inlinable public static func * (lhs: Column, rhs: simd_double2x4) -> Row {
        Row(dot(lhs, rhs.columns.0), dot(lhs, rhs.columns.1))
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x4, rhs: simd_double2x2) -> simd_double2x4 {
        simd_double2x4(lhs * rhs.columns.0, lhs * rhs.columns.1)
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x4, rhs: simd_double3x2) -> simd_double3x4 {
        simd_double3x4(lhs * rhs.columns.0, lhs * rhs.columns.1, lhs * rhs.columns.2)
    }
    /// The product of two matrices.
    @inlinable public static func * (lhs: simd_double2x4, rhs: simd_double4x2) -> simd_double4x4 {
        simd_double4x4(lhs * rhs.columns.0, lhs * rhs.columns.1, lhs * rhs.columns.2, lhs * rhs.columns.3)
    }
}
