/// An integer of LAPACK.
public typealias __CLPK_integer = Int32
/// A Boolean of LAPACK: 0 is false, any other number is true.
public typealias __CLPK_logical = Int32
/// The number type of the LAPACK functions whose names begin with s.
public typealias __CLPK_real = Float
/// The number type of the LAPACK functions whose names begin with d.
public typealias __CLPK_doublereal = Double
