import COpenBLAS

/// Whether OpenBLAS is available. The first access loads it.
let hasOpenBLAS = copenblas_load() == 1

/// Stops the program with a message if OpenBLAS is missing, as the loader does for a missing system library.
func requireOpenBLAS(_ function: StaticString) {
    precondition(hasOpenBLAS, "\(function) needs OpenBLAS (Debian package libopenblas0-pthread), which is not installed.")
}

extension AccelerateScalar {
    /// Multiplies dense matrices, (m × p) · (p × n), with OpenBLAS. Returns `false` if this is not possible.
    static func libraryProduct(
        _ a: UnsafePointer<Self>, _ b: UnsafePointer<Self>, _ c: UnsafeMutablePointer<Self>, _ m: Int, _ n: Int, _ p: Int
    ) -> Bool {
        guard let rows = Int32(exactly: m), let columns = Int32(exactly: n), let inner = Int32(exactly: p), hasOpenBLAS else {
            return false
        }
        let order = CblasRowMajor.number, transposition = CblasNoTrans.number
        if let a = a as? UnsafePointer<Float>, let b = b as? UnsafePointer<Float>, let c = c as? UnsafeMutablePointer<Float> {
            copenblas_sgemm(order, transposition, transposition, rows, columns, inner, 1, a, inner, b, columns, 0, c, columns)
            return true
        }
        if let a = a as? UnsafePointer<Double>, let b = b as? UnsafePointer<Double>, let c = c as? UnsafeMutablePointer<Double> {
            copenblas_dgemm(order, transposition, transposition, rows, columns, inner, 1, a, inner, b, columns, 0, c, columns)
            return true
        }
        return false
    }
}
