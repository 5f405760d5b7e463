import Accelerate
import Testing

@Suite("Fourier transforms")
struct FourierTests {
    private func split<T>(_ operands: [[Double]], as: T.Type) -> ([T], [T]) where T: BinaryFloatingPoint {
        (operands[0].map { T($0) }, operands[1].map { T($0) })
    }

    @Test(
        "Complex transforms of powers of two are NumPy's both ways, in place, beside and with strides", arguments: [1, 2, 4, 8, 16, 64])
    func complex(count: Int) throws {
        let reference = try #require(Fixtures["fft\(count)"]).result
        let operands = try #require(Fixtures["fft\(count)"]).operands
        let log2n = vDSP_Length(count.trailingZeroBitCount)
        let setup = try #require(vDSP_create_fftsetup(6, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        for (direction, expected) in [(FFT_FORWARD, reference.prefix(2 * count)), (FFT_INVERSE, reference.suffix(2 * count))] {
            var (real, imaginary) = split(operands, as: Float.self)
            var resultReal = [Float](repeating: 0, count: 2 * count), resultImaginary = resultReal
            let stays = (real, imaginary)
            withParts(&real, &imaginary) { from in
                withParts(&resultReal, &resultImaginary) { to in
                    var from = from, to = to
                    vDSP_fft_zop(setup, &from, 1, &to, 2, log2n, FFTDirection(direction))
                    vDSP_fft_zip(setup, &from, 1, log2n, FFTDirection(direction))
                }
            }
            #expect(distance(real + imaginary, Array(expected)) < 2e-5)
            let every = stride(from: 0, to: 2 * count, by: 2)
            #expect(distance(every.map { resultReal[$0] } + every.map { resultImaginary[$0] }, Array(expected)) < 2e-5)
            #expect(stays.0.count == count && stride(from: 1, to: 2 * count, by: 2).allSatisfy { resultReal[$0] == 0 })
        }
    }

    @Test("Transforms of counts with threes and fives are NumPy's both ways", arguments: [12, 15, 20, 30])
    func mixedCounts(count: Int) throws {
        let fixture = try #require(Fixtures["fft\(count)"])
        let (real, imaginary) = split(fixture.operands, as: Double.self)
        for (direction, expected) in [
            (vDSP.FourierTransformDirection.forward, fixture.result.prefix(2 * count)), (.inverse, fixture.result.suffix(2 * count)),
        ] {
            let transform = try #require(
                vDSP.DFT(count: count, direction: direction, transformType: .complexComplex, ofType: Double.self))
            let result = transform.transform(real: real, imaginary: imaginary)
            #expect(distance(result.real + result.imaginary, Array(expected)) < 1e-13)
            let setup = try #require(vDSP_DFT_zop_CreateSetupD(nil, vDSP_Length(count), direction.dftDirection))
            defer { vDSP_DFT_DestroySetupD(setup) }
            var outReal = [Double](repeating: 0, count: count), outImaginary = outReal
            vDSP_DFT_ExecuteD(setup, real, imaginary, &outReal, &outImaginary)
            #expect(outReal == result.real && outImaginary == result.imaginary)
        }
    }

    @Test("The packed spectrum of a real signal is twice NumPy's, and back again is twice the count", arguments: [2, 4, 8, 16, 64])
    func real(count: Int) throws {
        let fixture = try #require(Fixtures["rfft\(count)"])
        let log2n = vDSP_Length(count.trailingZeroBitCount), signal = split(fixture.operands, as: Double.self)
        let setup = try #require(vDSP_create_fftsetupD(log2n, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetupD(setup) }
        var (real, imaginary) = signal
        withParts(&real, &imaginary) { vDSP_fft_zripD(setup, [$0], 1, log2n, FFTDirection(FFT_FORWARD)) }

        #expect(distance(real + imaginary, fixture.result) < 1e-13)
        withParts(&real, &imaginary) { vDSP_fft_zripD(setup, [$0], 1, log2n, FFTDirection(FFT_INVERSE)) }
        #expect(distance((real + imaginary).map { $0 / Double(2 * count) }, signal.0 + signal.1) < 1e-14)
    }

    @Test("vDSP.FFT, vDSP.DFT and the functions make the same of a real signal", arguments: [8, 16, 64])
    func overlay(count: Int) throws {
        let fixture = try #require(Fixtures["rfft\(count)"])
        var (even, odd) = split(fixture.operands, as: Float.self)
        let transform = try #require(vDSP.FFT(log2n: vDSP_Length(count.trailingZeroBitCount), radix: .radix2, ofType: DSPSplitComplex.self))
        let dft = try #require(vDSP.DFT(count: count, direction: .forward, transformType: .complexReal, ofType: Float.self))
        let expected = dft.transform(real: even, imaginary: odd), signal = even + odd
        var real = [Float](repeating: 0, count: count / 2), imaginary = real
        withParts(&even, &odd) { from in
            withParts(&real, &imaginary) { to in
                var to = to, from = from
                transform.forward(input: from, output: &to)
                transform.inverse(input: to, output: &from)
            }
        }
        #expect(real == expected.real && imaginary == expected.imaginary)
        #expect(distance((even + odd).map { $0 / Float(2 * count) }, signal.map { Double($0) }) < 1e-6)
    }

    @Test("A long transform and back again is the signal times twice the count", arguments: [10, 13, 17])
    func long(exponent: Int) throws {
        let count = 1 << exponent
        let setup = try #require(vDSP_create_fftsetup(vDSP_Length(exponent), FFTRadix(FFT_RADIX2)))
        defer { vDSP_destroy_fftsetup(setup) }
        let signal = (0..<count).map { Float(($0 * 7919) % 1000) / 1000 - 0.5 }
        var real = [Float](repeating: 0, count: count / 2), imaginary = real,
            result = [DSPComplex](repeating: DSPComplex(), count: count / 2)
        withParts(&real, &imaginary) { parts in
            var parts = parts
            signal.withUnsafeBytes { vDSP_ctoz($0.bindMemory(to: DSPComplex.self).baseAddress!, 2, &parts, 1, vDSP_Length(count / 2)) }
            vDSP_fft_zrip(setup, &parts, 1, vDSP_Length(exponent), FFTDirection(FFT_FORWARD))
            // The power of the signal is that of the spectrum.
            var sum: Float = 0, squares: Float = 0
            vDSP_svesq(parts.realp + 1, 1, &sum, vDSP_Length(count / 2 - 1))
            vDSP_svesq(parts.imagp + 1, 1, &squares, vDSP_Length(count / 2 - 1))
            let ends = parts.realp[0] * parts.realp[0] + parts.imagp[0] * parts.imagp[0]
            let power = (2 * (sum + squares) + ends) / 4 / Float(count)
            #expect(abs(power / vDSP.sumOfSquares(signal) - 1) < 1e-4)
            vDSP_fft_zrip(setup, &parts, 1, vDSP_Length(exponent), FFTDirection(FFT_INVERSE))
            vDSP_ztoc(&parts, 1, &result, 2, vDSP_Length(count / 2))
        }
        let back = result.flatMap { [$0.real, $0.imag] }.map { $0 / Float(2 * count) }
        #expect(distance(back, signal.map { Double($0) }) < 1e-5)
    }

    @Test("Counts with other factors, odd real ones and unknown radices have no setup")
    func refused() {
        #expect(vDSP_DFT_zop_CreateSetup(nil, 14, .FORWARD) == nil && vDSP_DFT_zop_CreateSetup(nil, 0, .FORWARD) == nil)
        #expect(vDSP_DFT_zrop_CreateSetup(nil, 15, .INVERSE) == nil)
        #expect(vDSP_create_fftsetup(3, 7) == nil && vDSP_create_fftsetup(60, FFTRadix(kFFTRadix2)) == nil)
        #expect(vDSP.FFT(log2n: 0, radix: .radix2, ofType: DSPSplitComplex.self) == nil)
    }

    @Test("A setup of radix 3 transforms three times a power of two")
    func radixThree() throws {
        let fixture = try #require(Fixtures["fft12"])
        var (real, imaginary) = split(fixture.operands, as: Float.self)
        let setup = try #require(vDSP_create_fftsetup(2, FFTRadix(kFFTRadix3)))
        defer { vDSP_destroy_fftsetup(setup) }
        var outReal = [Float](repeating: 0, count: 12), outImaginary = outReal
        withParts(&real, &imaginary) { from in
            withParts(&outReal, &outImaginary) { vDSP_fft3_zop(setup, [from], 1, [$0], 1, 2, FFTDirection(FFT_FORWARD)) }
        }
        #expect(distance(outReal + outImaginary, Array(fixture.result.prefix(24))) < 1e-5)
    }

    private func withParts(_ real: inout [Float], _ imaginary: inout [Float], _ body: (DSPSplitComplex) -> Void) {
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { body(DSPSplitComplex(realp: real.baseAddress!, imagp: $0.baseAddress!)) }
        }
    }

    private func withParts(_ real: inout [Double], _ imaginary: inout [Double], _ body: (DSPDoubleSplitComplex) -> Void) {
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { body(DSPDoubleSplitComplex(realp: real.baseAddress!, imagp: $0.baseAddress!)) }
        }
    }
}
