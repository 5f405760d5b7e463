// Written by Scripts/generate_vdsp.py.

import CVectors

/// The sum of a vector.
public func vDSP_sveD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f64(VectorTermElement, a, strideA, Int(bitPattern: n))
}

/// The sum of a vector's squares.
public func vDSP_svesqD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f64(VectorTermSquare, a, strideA, Int(bitPattern: n))
}

/// The sum of a vector's magnitudes.
public func vDSP_svemgD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f64(VectorTermMagnitude, a, strideA, Int(bitPattern: n))
}

/// The sum of a vector's squares with the signs of the elements.
public func vDSP_svsD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f64(VectorTermSignedSquare, a, strideA, Int(bitPattern: n))
}

/// The sum of a vector, and the sum of its squares.
public func vDSP_sve_svesqD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafeMutablePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ n: vDSP_Length
) {
    b.pointee = vector_sum_f64(VectorTermElement, a, strideA, Int(bitPattern: n))
    c.pointee = vector_sum_f64(VectorTermSquare, a, strideA, Int(bitPattern: n))
}

/// The mean of a vector; NaN for an empty vector.
public func vDSP_meanvD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f64(VectorTermElement, a, strideA, Int(bitPattern: n)) / Double(n)
}

/// The mean of a vector's magnitudes; NaN for an empty vector.
public func vDSP_meamgvD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f64(VectorTermMagnitude, a, strideA, Int(bitPattern: n)) / Double(n)
}

/// The mean of a vector's squares; NaN for an empty vector.
public func vDSP_measqvD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f64(VectorTermSquare, a, strideA, Int(bitPattern: n)) / Double(n)
}

/// The mean of a vector's squares with the signs of the elements; NaN for an empty vector.
public func vDSP_mvessqD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f64(VectorTermSignedSquare, a, strideA, Int(bitPattern: n)) / Double(n)
}

/// The square root of the mean of a vector's squares; NaN for an empty vector.
public func vDSP_rmsqvD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = (vector_sum_f64(VectorTermSquare, a, strideA, Int(bitPattern: n)) / Double(n)).squareRoot()
}

/// The sum of the products of two vectors' elements.
public func vDSP_dotprD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length
) {
    c.pointee = vector_sum_of_pairs_f64(VectorTermProduct, a, strideA, b, strideB, Int(bitPattern: n))
}

/// The square of the distance between two vectors.
public func vDSP_distancesqD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length
) {
    c.pointee = vector_sum_of_pairs_f64(VectorTermSquaredDifference, a, strideA, b, strideB, Int(bitPattern: n))
}

/// The largest element of a vector. NaN elements are ignored. For an empty vector the result is −∞.
public func vDSP_maxvD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_extreme_f64(VectorLargest, a, strideA, Int(bitPattern: n))
}

/// The smallest element of a vector. NaN elements are ignored. For an empty vector the result is ∞.
public func vDSP_minvD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_extreme_f64(VectorSmallest, a, strideA, Int(bitPattern: n))
}

/// The largest magnitude of a vector. NaN elements are ignored. For an empty vector the result is 0.
public func vDSP_maxmgvD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_extreme_f64(VectorLargestMagnitude, a, strideA, Int(bitPattern: n))
}

/// The smallest magnitude of a vector. NaN elements are ignored. For an empty vector the result is ∞.
public func vDSP_minmgvD(_ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length) {
    c.pointee = vector_extreme_f64(VectorSmallestMagnitude, a, strideA, Int(bitPattern: n))
}

/// The largest element of a vector, and the first index that has it. The index counts elements in memory, so it is a multiple of the
/// stride.
public func vDSP_maxviD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ i: UnsafeMutablePointer<vDSP_Length>,
    _ n: vDSP_Length
) {
    var index = 0
    c.pointee = vector_extreme_index_f64(VectorLargest, a, strideA, Int(bitPattern: n), &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)
}

/// The smallest element of a vector, and the first index that has it. The index counts elements in memory, so it is a multiple of the
/// stride.
public func vDSP_minviD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ i: UnsafeMutablePointer<vDSP_Length>,
    _ n: vDSP_Length
) {
    var index = 0
    c.pointee = vector_extreme_index_f64(VectorSmallest, a, strideA, Int(bitPattern: n), &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)
}

/// The largest magnitude of a vector, and the first index that has it. The index counts elements in memory, so it is a multiple of the
/// stride.
public func vDSP_maxmgviD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ i: UnsafeMutablePointer<vDSP_Length>,
    _ n: vDSP_Length
) {
    var index = 0
    c.pointee = vector_extreme_index_f64(VectorLargestMagnitude, a, strideA, Int(bitPattern: n), &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)
}

/// The smallest magnitude of a vector, and the first index that has it. The index counts elements in memory, so it is a multiple of the
/// stride.
public func vDSP_minmgviD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ i: UnsafeMutablePointer<vDSP_Length>,
    _ n: vDSP_Length
) {
    var index = 0
    c.pointee = vector_extreme_index_f64(VectorSmallestMagnitude, a, strideA, Int(bitPattern: n), &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)
}

/// The mean of a vector, and its population standard deviation. If c is given, it becomes (a − mean) / deviation.
public func vDSP_normalizeD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>?, _ strideC: vDSP_Stride,
    _ m: UnsafeMutablePointer<Double>, _ d: UnsafeMutablePointer<Double>, _ n: vDSP_Length
) {
    let mean = vector_sum_f64(VectorTermElement, a, strideA, Int(bitPattern: n)) / Double(n)
    // The deviations are summed in a second pass, which loses nothing where the mean is large beside them.
    let squares = withUnsafePointer(to: mean) {
        vector_sum_of_pairs_f64(VectorTermSquaredDifference, a, strideA, $0, 0, Int(bitPattern: n))
    }
    let deviation = (squares / Double(n)).squareRoot()
    m.pointee = mean
    d.pointee = deviation
    guard let c else { return }
    withUnsafePointer(to: mean) { vector_binary_f64(VectorDifference, a, strideA, $0, 0, c, strideC, Int(bitPattern: n)) }
    withUnsafePointer(to: deviation) { vector_binary_f64(VectorQuotient, c, strideC, $0, 0, c, strideC, Int(bitPattern: n)) }
}
