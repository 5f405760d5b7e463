/// An enumeration of BLAS: a number with a name.
public protocol CBLASEnumeration: RawRepresentable, Hashable, Sendable where RawValue == UInt32 {}

extension CBLASEnumeration {
    /// The number as the library takes it.
    var number: Int32 { Int32(bitPattern: rawValue) }
}

/// The order of a matrix in memory.
public struct CBLAS_ORDER: CBLASEnumeration {
    /// The number of the order.
    public var rawValue: UInt32
    /// The order with a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The order with a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Whether a matrix is transposed.
public struct CBLAS_TRANSPOSE: CBLASEnumeration {
    /// The number of the transposition.
    public var rawValue: UInt32
    /// The transposition with a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The transposition with a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The triangle of a matrix that is used.
public struct CBLAS_UPLO: CBLASEnumeration {
    /// The number of the triangle.
    public var rawValue: UInt32
    /// The triangle with a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The triangle with a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Whether the diagonal of a triangular matrix is all ones.
public struct CBLAS_DIAG: CBLASEnumeration {
    /// The number of the kind.
    public var rawValue: UInt32
    /// The kind with a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The kind with a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The side on which a matrix stands in a product.
public struct CBLAS_SIDE: CBLASEnumeration {
    /// The number of the side.
    public var rawValue: UInt32
    /// The side with a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The side with a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Row by row.
public let CblasRowMajor = CBLAS_ORDER(101)
/// Column by column.
public let CblasColMajor = CBLAS_ORDER(102)
/// The matrix itself.
public let CblasNoTrans = CBLAS_TRANSPOSE(111)
/// The transposed matrix.
public let CblasTrans = CBLAS_TRANSPOSE(112)
/// The transposed and conjugated matrix.
public let CblasConjTrans = CBLAS_TRANSPOSE(113)
/// The upper triangle.
public let CblasUpper = CBLAS_UPLO(121)
/// The lower triangle.
public let CblasLower = CBLAS_UPLO(122)
/// Diagonals of any numbers.
public let CblasNonUnit = CBLAS_DIAG(131)
/// A diagonal of ones, which is not read.
public let CblasUnit = CBLAS_DIAG(132)
/// The left side.
public let CblasLeft = CBLAS_SIDE(141)
/// The right side.
public let CblasRight = CBLAS_SIDE(142)
