/// A whole number of LAPACK.
public typealias __CLPK_integer = Int32
/// A truth value of LAPACK: 0 or another number.
public typealias __CLPK_logical = Int32
/// A number of the functions whose names begin with s.
public typealias __CLPK_real = Float
/// A number of the functions whose names begin with d.
public typealias __CLPK_doublereal = Double
