/// A matrix of two to four columns and two to four rows. Elements are stored in column-major order. `m[column][row]` and `m[column, row]` are the
/// same element.
public protocol SIMDMatrix: Equatable, Sendable, CustomDebugStringConvertible {
    /// The type of a column: as many elements as the matrix has rows.
    associatedtype Column: SIMD where Column.Scalar: BinaryFloatingPoint
    /// The type of a row: as many elements as the matrix has columns.
    associatedtype Row: SIMD where Row.Scalar == Column.Scalar
    /// The type of the transpose, in which rows and columns are exchanged.
    associatedtype Transpose: SIMDMatrix where Transpose.Column == Row, Transpose.Row == Column

    /// Creates a matrix of zeros.
    init()
    /// The number of columns.
    static var columnCount: Int { get }
    /// The column at an index, 0 for the leftmost.
    subscript(column: Int) -> Column { get set }
    /// The transpose: the matrix with rows and columns exchanged.
    var transpose: Transpose { get }
}

extension SIMDMatrix {
    /// The type of an element.
    public typealias Scalar = Column.Scalar

    /// Creates a matrix with `scalar` on its diagonal and zeros elsewhere.
    @inlinable public init(_ scalar: Column.Scalar) {
        self.init()
        for index in 0..<Swift.min(Self.columnCount, Column.scalarCount) { self[index][index] = scalar }
    }

    /// Creates a matrix from its columns.
    /// - Precondition: `columns` contains one vector for each column of the matrix.
    @inlinable public init(_ columns: [Column]) {
        precondition(columns.count == Self.columnCount, "The matrix needs \(Self.columnCount) columns.")
        self.init()
        for index in 0..<Self.columnCount { self[index] = columns[index] }
    }

    /// Creates a matrix from its rows.
    /// - Precondition: `rows` contains one vector for each row of the matrix.
    @inlinable public init(rows: [Row]) {
        precondition(rows.count == Column.scalarCount, "The matrix needs \(Column.scalarCount) rows.")
        self.init()
        for (row, elements) in rows.enumerated() {
            for column in 0..<Self.columnCount { self[column][row] = elements[column] }
        }
    }

    /// The element at a column and a row, both counted from 0.
    @inlinable public subscript(column: Int, row: Int) -> Column.Scalar {
        get { self[column][row] }
        set { self[column][row] = newValue }
    }

    public var debugDescription: String {
        "\(Self.self)([" + (0..<Self.columnCount).map { "\(self[$0])" }.joined(separator: ", ") + "])"
    }

    @inlinable public static func == (lhs: Self, rhs: Self) -> Bool {
        for index in 0..<columnCount where lhs[index] != rhs[index] { return false }
        return true
    }

    /// The matrix made by applying `operation` to each column.
    @inlinable func mapColumns(_ operation: (Column) -> Column) -> Self {
        var result = self
        for index in 0..<Self.columnCount { result[index] = operation(self[index]) }
        return result
    }

    /// The matrix made by applying `operation` to each pair of columns.
    @inlinable func zipColumns(_ other: Self, _ operation: (Column, Column) -> Column) -> Self {
        var result = self
        for index in 0..<Self.columnCount { result[index] = operation(self[index], other[index]) }
        return result
    }

    /// The element-wise sum.
    @inlinable public static func + (lhs: Self, rhs: Self) -> Self { lhs.zipColumns(rhs) { $0 + $1 } }
    /// The element-wise difference.
    @inlinable public static func - (lhs: Self, rhs: Self) -> Self { lhs.zipColumns(rhs) { $0 - $1 } }
    /// Every element negated.
    @inlinable public static prefix func - (rhs: Self) -> Self { rhs.mapColumns { -$0 } }
    /// Every element multiplied by a number.
    @inlinable public static func * (lhs: Self, rhs: Column.Scalar) -> Self { lhs.mapColumns { $0 * rhs } }
    /// Every element multiplied by a number.
    @inlinable public static func * (lhs: Column.Scalar, rhs: Self) -> Self { rhs.mapColumns { $0 * lhs } }
    /// Adds the elements of `rhs` to the elements of `lhs`.
    @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
    /// Subtracts the elements of `rhs` from the elements of `lhs`.
    @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
    /// Multiplies every element by a number.
    @inlinable public static func *= (lhs: inout Self, rhs: Column.Scalar) { lhs = lhs * rhs }
}

/// The element-wise sum.
@inlinable public func simd_add<M: SIMDMatrix>(_ x: M, _ y: M) -> M { x + y }
/// The element-wise difference.
@inlinable public func simd_sub<M: SIMDMatrix>(_ x: M, _ y: M) -> M { x - y }
/// Every element multiplied by a number.
@inlinable public func simd_mul<M: SIMDMatrix>(_ scalar: M.Column.Scalar, _ matrix: M) -> M { matrix * scalar }
/// The linear combination `a * x + b * y`.
@inlinable public func simd_linear_combination<M: SIMDMatrix>(_ a: M.Column.Scalar, _ x: M, _ b: M.Column.Scalar, _ y: M) -> M {
    x * a + y * b
}
/// The transpose: the matrix with rows and columns exchanged.
@inlinable public func simd_transpose<M: SIMDMatrix>(_ matrix: M) -> M.Transpose { matrix.transpose }
/// The transpose: the matrix with rows and columns exchanged.
@inlinable public func matrix_transpose<M: SIMDMatrix>(_ matrix: M) -> M.Transpose { matrix.transpose }
/// Whether all corresponding elements are equal.
@inlinable public func simd_equal<M: SIMDMatrix>(_ x: M, _ y: M) -> Bool { x == y }
/// Whether all corresponding elements are equal.
@inlinable public func matrix_equal<M: SIMDMatrix>(_ x: M, _ y: M) -> Bool { x == y }
/// Whether all corresponding elements differ by at most `tolerance`.
@inlinable public func simd_almost_equal_elements<M: SIMDMatrix>(_ x: M, _ y: M, _ tolerance: M.Column.Scalar) -> Bool {
    for index in 0..<M.columnCount where !(norm_inf(x[index] - y[index]) <= tolerance) { return false }
    return true
}
/// Whether all corresponding elements differ by at most `tolerance` times the magnitude of the element of `x`.
@inlinable public func simd_almost_equal_elements_relative<M: SIMDMatrix>(_ x: M, _ y: M, _ tolerance: M.Column.Scalar) -> Bool {
    for index in 0..<M.columnCount {
        let within = abs(x[index] - y[index]) .<= abs(x[index]) * tolerance
        guard within == SIMDMask(repeating: true) else { return false }
    }
    return true
}
