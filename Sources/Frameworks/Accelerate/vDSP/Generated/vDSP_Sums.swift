// Written by Scripts/generate_vdsp.py.

import CVectors

/// The sum of a vector.
public func vDSP_sve(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f32(VectorTermElement, a, strideA, Int(bitPattern: n))
}

/// The sum of a vector's squares.
public func vDSP_svesq(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f32(VectorTermSquare, a, strideA, Int(bitPattern: n))
}

/// The sum of a vector's magnitudes.
public func vDSP_svemg(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f32(VectorTermMagnitude, a, strideA, Int(bitPattern: n))
}

/// The sum of a vector's squares with the signs of the elements.
public func vDSP_svs(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f32(VectorTermSignedSquare, a, strideA, Int(bitPattern: n))
}

/// The sum of a vector, and the sum of its squares.
public func vDSP_sve_svesq(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafeMutablePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length
) {
    b.pointee = vector_sum_f32(VectorTermElement, a, strideA, Int(bitPattern: n))
    c.pointee = vector_sum_f32(VectorTermSquare, a, strideA, Int(bitPattern: n))
}

/// The mean of a vector; NaN for an empty vector.
public func vDSP_meanv(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f32(VectorTermElement, a, strideA, Int(bitPattern: n)) / Float(n)
}

/// The mean of a vector's magnitudes; NaN for an empty vector.
public func vDSP_meamgv(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f32(VectorTermMagnitude, a, strideA, Int(bitPattern: n)) / Float(n)
}

/// The mean of a vector's squares; NaN for an empty vector.
public func vDSP_measqv(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f32(VectorTermSquare, a, strideA, Int(bitPattern: n)) / Float(n)
}

/// The mean of a vector's squares with the signs of the elements; NaN for an empty vector.
public func vDSP_mvessq(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_sum_f32(VectorTermSignedSquare, a, strideA, Int(bitPattern: n)) / Float(n)
}

/// The square root of the mean of a vector's squares; NaN for an empty vector.
public func vDSP_rmsqv(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = (vector_sum_f32(VectorTermSquare, a, strideA, Int(bitPattern: n)) / Float(n)).squareRoot()
}

/// The sum of the products of two vectors' elements.
public func vDSP_dotpr(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ n: vDSP_Length
) {
    c.pointee = vector_sum_of_pairs_f32(VectorTermProduct, a, strideA, b, strideB, Int(bitPattern: n))
}

/// The square of the distance between two vectors.
public func vDSP_distancesq(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ n: vDSP_Length
) {
    c.pointee = vector_sum_of_pairs_f32(VectorTermSquaredDifference, a, strideA, b, strideB, Int(bitPattern: n))
}

/// The largest element of a vector. NaN elements are ignored. For an empty vector the result is −∞.
public func vDSP_maxv(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_extreme_f32(VectorLargest, a, strideA, Int(bitPattern: n))
}

/// The smallest element of a vector. NaN elements are ignored. For an empty vector the result is ∞.
public func vDSP_minv(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_extreme_f32(VectorSmallest, a, strideA, Int(bitPattern: n))
}

/// The largest magnitude of a vector. NaN elements are ignored. For an empty vector the result is 0.
public func vDSP_maxmgv(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_extreme_f32(VectorLargestMagnitude, a, strideA, Int(bitPattern: n))
}

/// The smallest magnitude of a vector. NaN elements are ignored. For an empty vector the result is ∞.
public func vDSP_minmgv(_ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ n: vDSP_Length) {
    c.pointee = vector_extreme_f32(VectorSmallestMagnitude, a, strideA, Int(bitPattern: n))
}

/// The largest element of a vector, and the first index that has it. The index counts elements in memory, so it is a multiple of the
/// stride.
public func vDSP_maxvi(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ i: UnsafeMutablePointer<vDSP_Length>,
    _ n: vDSP_Length
) {
    var index = 0
    c.pointee = vector_extreme_index_f32(VectorLargest, a, strideA, Int(bitPattern: n), &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)
}

/// The smallest element of a vector, and the first index that has it. The index counts elements in memory, so it is a multiple of the
/// stride.
public func vDSP_minvi(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ i: UnsafeMutablePointer<vDSP_Length>,
    _ n: vDSP_Length
) {
    var index = 0
    c.pointee = vector_extreme_index_f32(VectorSmallest, a, strideA, Int(bitPattern: n), &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)
}

/// The largest magnitude of a vector, and the first index that has it. The index counts elements in memory, so it is a multiple of the
/// stride.
public func vDSP_maxmgvi(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ i: UnsafeMutablePointer<vDSP_Length>,
    _ n: vDSP_Length
) {
    var index = 0
    c.pointee = vector_extreme_index_f32(VectorLargestMagnitude, a, strideA, Int(bitPattern: n), &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)
}

/// The smallest magnitude of a vector, and the first index that has it. The index counts elements in memory, so it is a multiple of the
/// stride.
public func vDSP_minmgvi(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ i: UnsafeMutablePointer<vDSP_Length>,
    _ n: vDSP_Length
) {
    var index = 0
    c.pointee = vector_extreme_index_f32(VectorSmallestMagnitude, a, strideA, Int(bitPattern: n), &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)
}

/// The mean of a vector, and its population standard deviation. If c is given, it becomes (a − mean) / deviation.
public func vDSP_normalize(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>?, _ strideC: vDSP_Stride,
    _ m: UnsafeMutablePointer<Float>, _ d: UnsafeMutablePointer<Float>, _ n: vDSP_Length
) {
    let mean = vector_sum_f32(VectorTermElement, a, strideA, Int(bitPattern: n)) / Float(n)
    // The deviations are summed in a second pass, which loses nothing where the mean is large beside them.
    let squares = withUnsafePointer(to: mean) {
        vector_sum_of_pairs_f32(VectorTermSquaredDifference, a, strideA, $0, 0, Int(bitPattern: n))
    }
    let deviation = (squares / Float(n)).squareRoot()
    m.pointee = mean
    d.pointee = deviation
    guard let c else { return }
    withUnsafePointer(to: mean) { vector_binary_f32(VectorDifference, a, strideA, $0, 0, c, strideC, Int(bitPattern: n)) }
    withUnsafePointer(to: deviation) { vector_binary_f32(VectorQuotient, c, strideC, $0, 0, c, strideC, Int(bitPattern: n)) }
}
