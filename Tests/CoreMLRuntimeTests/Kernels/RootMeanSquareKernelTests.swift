import CKernels
import CThreads
import Testing

@testable import CoreMLRuntime

/// The kernel that normalises rows by the root of the mean of their squares.
@Suite struct RootMeanSquareKernelTests {
    /// Rows of numbers, and what their scale is made of.
    struct Rows: Sendable {
        var rows: Int
        var length: Int
        var epsilon: Float = 1e-5
        var least: Float = 0
        var margin: Float = 0
        var factor: Float = 1
        var hasGamma = true
    }

    /// The kernel's result for `x`, whose numbers bfloat16 can hold.
    private func normalized(
        _ x: [Float], _ gamma: [Float], _ shape: Rows, narrow: (source: Bool, result: Bool), threads: Int
    ) -> [Float] {
        func run<Source, Result>(_ x: [Source], _ zero: Result) -> [Result] {
            var y = [Result](repeating: zero, count: x.count)
            x.withUnsafeBytes { from in
                y.withUnsafeMutableBytes { to in
                    gamma.withUnsafeBufferPointer { gamma in
                        var work = KernelRootMeanSquare(
                            source: narrow.source ? KernelElementBFloat16 : KernelElementFloat32,
                            destination: narrow.result ? KernelElementBFloat16 : KernelElementFloat32, rows: Int64(shape.rows),
                            length: Int64(shape.length), epsilon: shape.epsilon, least: shape.least, margin: shape.margin,
                            factor: shape.factor, has_wide_squares: false, gamma: shape.hasGamma ? gamma.baseAddress : nil)
                        kernel_root_mean_square_run(&work, from.baseAddress, to.baseAddress, Int32(threads))
                    }
                }
            }
            return y
        }
        func widened(_ halves: [UInt16]) -> [Float] { halves.map { Float(bitPattern: UInt32($0) << 16) } }
        let halves = x.map { UInt16($0.bitPattern >> 16) }
        switch narrow {
        case (false, false): return run(x, Float(0))
        case (false, true): return widened(run(x, UInt16(0)))
        case (true, false): return run(halves, Float(0))
        case (true, true): return widened(run(halves, UInt16(0)))
        }
    }

    /// Rows shorter than a vector and longer than a partial sum, one row and many, and each part of the scale.
    @Test(
        "Rows of all kinds agree",
        arguments: [
            Rows(rows: 1, length: 1), Rows(rows: 3, length: 7), Rows(rows: 5, length: 16, hasGamma: false),
            Rows(rows: 2, length: 33, epsilon: 0), Rows(rows: 4, length: 100, epsilon: 0, least: 0.7),
            Rows(rows: 6, length: 64, margin: 0.5), Rows(rows: 9, length: 40, factor: 3), Rows(rows: 1, length: 5000),
            Rows(rows: 70, length: 300), Rows(rows: 7, length: 4096, least: 0.1, margin: 0.1, factor: 0.5),
        ])
    func rowsOfAllKindsAgree(shape: Rows) {
        var noise = Noise(shape.length)
        let x = (0..<shape.rows * shape.length).map { _ in Float(bitPattern: noise.next().bitPattern & 0xffff_0000) }
        let gamma = (0..<shape.length).map { _ in noise.next() }
        var truth: [Double] = []
        for row in 0..<shape.rows {
            let numbers = x[row * shape.length..<(row + 1) * shape.length].map { Double($0) }
            let mean = numbers.map { $0 * $0 }.reduce(0, +) / Double(shape.length)
            let root = max((mean + Double(shape.epsilon)).squareRoot(), Double(shape.least))
            let scale = Double(shape.factor) / (root + Double(shape.margin))
            for (number, weight) in zip(numbers, gamma) { truth.append(number * scale * (shape.hasGamma ? Double(weight) : 1)) }
        }
        let kinds: [(source: Bool, result: Bool)] = [(false, false), (false, true), (true, false), (true, true)]
        for narrow in kinds {
            let results = [1, 3].map { normalized(x, gamma, shape, narrow: narrow, threads: $0) }
            let tolerance = narrow.result ? 4e-3 : 1e-6
            let agrees = zip(results[0], truth).allSatisfy { abs(Double($0) - $1) <= tolerance * abs($1) + 1e-30 }
            #expect(agrees, "\(shape) \(narrow)")
            #expect(results[0].map(\.bitPattern) == results[1].map(\.bitPattern))
        }
    }
}
