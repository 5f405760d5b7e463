import Accelerate
import Foundation

/// Accelerate's functions on vectors, matrices and a plane of pixels.
func measureVectors(_ watch: Stopwatch) throws {
    func floats(_ name: String) throws -> [Float] {
        try Data(contentsOf: watch.folder.appendingPathComponent(name)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    func data(_ vector: [Float]) -> Data { vector.withUnsafeBytes { Data($0) } }
    let (a, b, m) = (try floats("a"), try floats("b"), try floats("m"))
    var out = [Float](repeating: 0, count: a.count)
    func vector(_ name: String, _ work: (inout [Float]) -> Void) throws { try watch.measure(name, { work(&out) }, result: { data(out) }) }

    try vector("vadd") { vDSP.add(a, b, result: &$0) }
    try vector("vmul") { vDSP.multiply(a, b, result: &$0) }
    try vector("vma") { vDSP.add(multiplication: (a, b), a, result: &$0) }
    try vector("vclip") { vDSP.clip(a, to: -0.5...0.5, result: &$0) }
    try vector("vabs") { vDSP.absolute(a, result: &$0) }
    try vector("vexp") { vForce.exp(a, result: &$0) }
    try vector("vsin") { vForce.sin(a, result: &$0) }
    try vector("vlog") { vForce.log(b, result: &$0) }
    try vector("vsqrt") { vForce.sqrt(b, result: &$0) }
    try vector("vtanh") { vForce.tanh(a, result: &$0) }
    var number: [Float] = [0]
    func total(_ name: String, _ work: () -> Float) throws { try watch.measure(name, { number[0] = work() }, result: { data(number) }) }
    try total("sum") { vDSP.sum(a) }
    try total("dot") { vDSP.dot(a, b) }
    try total("maximum") { vDSP.maximum(a) }
    try total("sum-of-squares") { vDSP.sumOfSquares(a) }
    var sorted = a
    try watch.measure(
        "sort",
        {
            sorted = a
            vDSP.sort(&sorted, sortOrder: .ascending)
        }, result: { data(sorted) })
    let taps = Array(b.prefix(33)), part = Array(a.prefix(200_000))
    var filtered: [Float] = []
    try watch.measure("correlate-33", { filtered = vDSP.correlate(part, withKernel: taps) }, result: { data(filtered) })

    let side = Int32(Double(m.count).squareRoot())
    var product = [Float](repeating: 0, count: m.count)
    try watch.measure(
        "sgemm",
        { cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, side, side, side, 1, m, side, m, side, 0, &product, side) },
        result: { data(product) })
    var transposed = [Float](repeating: 0, count: m.count)
    try watch.measure(
        "transpose", { vDSP_mtrans(m, 1, &transposed, 1, vDSP_Length(side), vDSP_Length(side)) }, result: { data(transposed) })
    try measureFourier(watch, Array(a.prefix(1 << 16)), Array(b.prefix(1 << 16)))
}

/// The transform of 65,536 complex numbers, real parts first in the result.
private func measureFourier(_ watch: Stopwatch, _ real: [Float], _ imaginary: [Float]) throws {
    guard let setup = vDSP_create_fftsetup(16, FFTRadix(kFFTRadix2)) else { return }
    defer { vDSP_destroy_fftsetup(setup) }
    let count = real.count
    var input = real + imaginary, output = [Float](repeating: 0, count: 2 * count)
    try watch.measure(
        "fft-65536",
        {
            input.withUnsafeMutableBufferPointer { input in
                output.withUnsafeMutableBufferPointer { output in
                    guard let from = input.baseAddress, let to = output.baseAddress else { return }
                    var source = DSPSplitComplex(realp: from, imagp: from + count)
                    var result = DSPSplitComplex(realp: to, imagp: to + count)
                    vDSP_fft_zop(setup, &source, 1, &result, 1, 16, FFTDirection(kFFTDirection_Forward))
                }
            }
        }, result: { output.withUnsafeBytes { Data($0) } })
}
