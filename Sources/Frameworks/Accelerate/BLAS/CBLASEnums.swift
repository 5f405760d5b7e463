/// An enumeration of CBLAS as a Swift type. Its raw value is the number that CBLAS defines.
public protocol CBLASEnumeration: RawRepresentable, Hashable, Sendable where RawValue == UInt32 {}

extension CBLASEnumeration {
    /// The raw value in the type that the library expects.
    var number: Int32 { Int32(bitPattern: rawValue) }
}

/// The storage order of a matrix: by rows or by columns.
public struct CBLAS_ORDER: CBLASEnumeration {
    /// The value of the C enumeration.
    public var rawValue: UInt32
    /// The order with a raw value of CBLAS.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The order with a raw value of CBLAS.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Whether a matrix is transposed.
public struct CBLAS_TRANSPOSE: CBLASEnumeration {
    /// The value of the C enumeration.
    public var rawValue: UInt32
    /// The transposition with a raw value of CBLAS.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The transposition with a raw value of CBLAS.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The part of a matrix that an operation uses: the upper or the lower triangle.
public struct CBLAS_UPLO: CBLASEnumeration {
    /// The value of the C enumeration.
    public var rawValue: UInt32
    /// The triangle with a raw value of CBLAS.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The triangle with a raw value of CBLAS.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Whether the diagonal of a triangular matrix is all ones.
public struct CBLAS_DIAG: CBLASEnumeration {
    /// The value of the C enumeration.
    public var rawValue: UInt32
    /// The type of diagonal with a raw value of CBLAS.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The type of diagonal with a raw value of CBLAS.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The side of a product on which a matrix stands: left or right.
public struct CBLAS_SIDE: CBLASEnumeration {
    /// The value of the C enumeration.
    public var rawValue: UInt32
    /// The side with a raw value of CBLAS.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The side with a raw value of CBLAS.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Row-major storage.
public let CblasRowMajor = CBLAS_ORDER(101)
/// Column-major storage.
public let CblasColMajor = CBLAS_ORDER(102)
/// No transposition.
public let CblasNoTrans = CBLAS_TRANSPOSE(111)
/// The transposed matrix.
public let CblasTrans = CBLAS_TRANSPOSE(112)
/// The transposed and conjugated matrix.
public let CblasConjTrans = CBLAS_TRANSPOSE(113)
/// The upper triangle.
public let CblasUpper = CBLAS_UPLO(121)
/// The lower triangle.
public let CblasLower = CBLAS_UPLO(122)
/// A diagonal whose elements are read from the matrix.
public let CblasNonUnit = CBLAS_DIAG(131)
/// A diagonal of ones. The diagonal of the matrix is not read.
public let CblasUnit = CBLAS_DIAG(132)
/// The left side.
public let CblasLeft = CBLAS_SIDE(141)
/// The right side.
public let CblasRight = CBLAS_SIDE(142)
