// Written by Scripts/generate_vdsp.py.

import CVectors

/// Running sums times s. The first result is 0, as the first element of a is not added.
public func vDSP_vrsumD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ s: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n), factor = s.pointee
    var sum: Double = 0
    for n in 0..<count {
        if n > 0 { sum += a[n &* strideA] }
        c[n &* strideC] = sum * factor
    }
}

/// The running integral by the trapezoidal rule, for samples at a distance of b. The first result is 0.
public func vDSP_vtrapzD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n), half = b.pointee / 2
    guard count > 0 else { return }
    var sum: Double = 0, last = a[0]
    for n in 0..<count {
        let next = a[n &* strideA]
        sum += n > 0 ? (last + next) * half : 0
        last = next
        c[n &* strideC] = sum
    }
}

/// Sums of p elements each: c[n] = a[n] + … + a[n + p − 1]. Vector a has n + p − 1 elements.
public func vDSP_vswsumD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length,
    _ p: vDSP_Length
) {
    let count = Int(bitPattern: n), window = Int(bitPattern: p)
    for n in 0..<count { c[n &* strideC] = vector_sum_f64(VectorTermElement, a + n &* strideA, strideA, window) }
}

/// The largest of p elements each: c[n] = max(a[n] … a[n + p − 1]). Vector a has n + p − 1 elements.
public func vDSP_vswmaxD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length,
    _ p: vDSP_Length
) {
    let count = Int(bitPattern: n), window = Int(bitPattern: p)
    for n in 0..<count { c[n &* strideC] = vector_extreme_f64(VectorLargest, a + n &* strideA, strideA, window) }
}

/// Correlates a signal with a filter of p elements: c[n] = Σ a[n + i] · f[i]. If f is the filter's last element and its stride is
/// negative, the result is a convolution. The signal has n + p − 1 elements.
public func vDSP_convD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ f: UnsafePointer<Double>, _ strideF: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length, _ p: vDSP_Length
) {
    correlate(a, strideA, f, strideF, c, strideC, Int(bitPattern: n), Int(bitPattern: p))
}

/// Filters a signal and keeps every df-th result: c[n] = Σ a[n · df + i] · f[i], for filters of p elements.
public func vDSP_desampD(
    _ a: UnsafePointer<Double>, _ df: vDSP_Stride, _ f: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length,
    _ p: vDSP_Length
) {
    let count = Int(bitPattern: n), length = Int(bitPattern: p)
    for n in 0..<count { c[n] = vector_sum_of_pairs_f64(VectorTermProduct, a + n &* df, 1, f, 1, length) }
}

/// Values of a polynomial of degree p at b. The coefficient of the highest power comes first.
public func vDSP_vpolyD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length, _ p: vDSP_Length
) {
    let count = Int(bitPattern: n), degree = Int(bitPattern: p)
    for n in 0..<count {
        let x = b[n &* strideB]
        var sum = a[0]
        for i in 0..<degree { sum = sum * x + a[(i &+ 1) &* strideA] }
        c[n &* strideC] = sum
    }
}

/// Decibels of a relative to b. If f is 0, they are decibels of powers, 10 log₁₀(a / b). If f is 1, they are decibels of amplitudes, 20
/// log₁₀(a / b).
public func vDSP_vdbconD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length, _ f: UInt32
) {
    vector_binary_f64(VectorQuotient, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
    vector_function_f64(VectorLog10, c, strideC, c, strideC, Int(bitPattern: n))
    var factor: Double = f == 0 ? 10 : 20
    vector_binary_f64(VectorProduct, c, strideC, &factor, 0, c, strideC, Int(bitPattern: n))
}

/// Sorts a vector in place, in ascending order if the order is 1, and in descending order if it is −1. NaN counts as the largest number.
public func vDSP_vsortD(_ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length, _ order: Int32) {
    sorted(c, Int(bitPattern: n), order)
}

/// Sorts indices by the elements at these indices, in ascending order if the order is 1, and in descending order if it is −1. The vector
/// is unchanged, and the temporary memory is not used.
public func vDSP_vsortiD(
    _ a: UnsafePointer<Double>, _ indices: UnsafeMutablePointer<vDSP_Length>, _ temporary: UnsafeMutablePointer<vDSP_Length>?,
    _ n: vDSP_Length, _ order: Int32
) {
    sortedIndices(a, indices, Int(bitPattern: n), order)
}
