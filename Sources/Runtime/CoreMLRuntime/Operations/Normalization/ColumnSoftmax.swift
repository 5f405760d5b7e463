import CKernels
import CThreads

/// The softmax over a dimension with elements that are not contiguous in memory. Each column has `lines.length` numbers, `lines.inner`
/// apart. Neighbouring columns are computed together.
struct ColumnSoftmax {
    let lines: ReducedLines

    func run(_ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>) {
        let (length, inner) = (lines.length, lines.inner)
        lines.forEachBlock { start, _, columns in
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * columns)
            defer { memory.deallocate() }
            let (largest, sums) = (memory, memory + columns)
            largest.initialize(repeating: -.infinity, count: columns)
            sums.initialize(repeating: 0, count: columns)
            for index in 0..<length {
                let from = x + (start + index * inner)
                for column in 0..<columns {
                    let (number, best) = (from[column], largest[column])
                    largest[column] = number > best ? number : best
                }
            }
            for index in 0..<length {
                let (from, into) = (x + (start + index * inner), y + (start + index * inner))
                for column in 0..<columns { into[column] = from[column] - largest[column] }
                kernel_function_run(Int32(KernelFunctionExponential.rawValue), 0, 0, into, Int64(columns))
                for column in 0..<columns { sums[column] += into[column] }
            }
            for index in 0..<length {
                let into = y + (start + index * inner)
                for column in 0..<columns { into[column] /= sums[column] }
            }
        }
    }
}
