import CVectors

/// Transposes a matrix. The result has `rows` rows. If the matrix is square, the result may be in the memory of the source.
func transpose<T: AccelerateScalar>(
    _ source: UnsafePointer<T>, _ sourceStride: Int, _ result: UnsafeMutablePointer<T>, _ resultStride: Int, rows: Int, columns: Int
) {
    if source == UnsafePointer(result) && sourceStride == resultStride {
        return transposeInPlace(result, resultStride, rows: rows, columns: columns)
    }
    if sourceStride == 1 && resultStride == 1 { return T.vectorKernels.transpose(source, result, columns, rows) }
    for row in 0..<rows {
        for column in 0..<columns {
            result[(row &* columns &+ column) &* resultStride] = source[(column &* rows &+ row) &* sourceStride]
        }
    }
}

private func transposeInPlace<T: AccelerateScalar>(_ matrix: UnsafeMutablePointer<T>, _ stride: Int, rows: Int, columns: Int) {
    if rows == columns {
        for row in 0..<rows {
            for column in 0..<row {
                let place = (row &* columns &+ column) &* stride, other = (column &* columns &+ row) &* stride
                let kept = matrix[place]
                matrix[place] = matrix[other]
                matrix[other] = kept
            }
        }
        return
    }
    let copy = (0..<max(0, rows) * max(0, columns)).map { matrix[$0 &* stride] }
    copy.withUnsafeBufferPointer { copy in
        guard let base = copy.baseAddress else { return }
        transpose(base, 1, matrix, stride, rows: rows, columns: columns)
    }
}

/// Computes the product of two dense matrices: (m × p) · (p × n). Large matrices with strides of 1 are multiplied by OpenBLAS if it is
/// available.
func multiply<T: AccelerateScalar>(
    _ a: UnsafePointer<T>, _ strideA: Int, _ b: UnsafePointer<T>, _ strideB: Int, _ c: UnsafeMutablePointer<T>, _ strideC: Int,
    _ m: Int, _ n: Int, _ p: Int
) {
    let isLarge = Double(m) * Double(n) * Double(p) > 4096
    if isLarge, strideA == 1, strideB == 1, strideC == 1, T.libraryProduct(a, b, c, m, n, p) { return }
    let kernels = T.vectorKernels
    for row in 0..<m {
        let result = c + (row &* n) &* strideC
        kernels.fill(0, result, strideC, n)
        for i in 0..<p {
            let factor = a + (row &* p &+ i) &* strideA
            kernels.ternary(VectorProductPlus, b + (i &* n) &* strideB, strideB, factor, 0, result, strideC, result, strideC, n)
        }
    }
}

/// Computes the correlation c[n] = Σ a[n + i] · f[i]. There are `count` results, and the filter f has `length` elements.
func correlate<T: AccelerateScalar>(
    _ a: UnsafePointer<T>, _ strideA: Int, _ f: UnsafePointer<T>, _ strideF: Int, _ c: UnsafeMutablePointer<T>, _ strideC: Int,
    _ count: Int,
    _ length: Int
) {
    let kernels = T.vectorKernels
    if count < length {
        for n in 0..<count { c[n &* strideC] = kernels.sumOfPairs(VectorTermProduct, a + n &* strideA, strideA, f, strideF, length) }
        return
    }
    // Each element of the filter adds its multiple of the signal to a block of results. A block fits in the cache.
    let size = 2048
    for start in stride(from: 0, to: count, by: size) {
        let block = min(size, count - start), result = c + start &* strideC
        kernels.fill(0, result, strideC, block)
        for i in 0..<length {
            let signal = a + (start &+ i) &* strideA
            kernels.ternary(VectorProductPlus, signal, strideA, f + i &* strideF, 0, result, strideC, result, strideC, block)
        }
    }
}
