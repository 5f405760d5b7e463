import Accelerate
import Testing

@Suite("Vectors that are filled, picked and moved")
struct MovingTests {
    @Test("Fillings, ramps and reversals, at strides")
    func filling() {
        var vector = [Float](repeating: 7, count: 6), two: Float = 2, half: Float = 0.5
        vDSP_vclr(&vector, 2, 3)
        #expect(vector == [0, 7, 0, 7, 0, 7])
        vDSP_vfill(&two, &vector, 3, 2)
        #expect(vector == [2, 7, 0, 2, 0, 7])
        vDSP_vramp(&two, &half, &vector, 1, 6)
        #expect(vector == [2, 2.5, 3, 3.5, 4, 4.5])
        vDSP_vgen(&half, &two, &vector, 1, 4)
        #expect(vector == [0.5, 1, 1.5, 2, 4, 4.5])
        vDSP_vgen(&two, &half, &vector, 1, 1)
        #expect(vector[0] == 2)
        vDSP_vrvrs(&vector, 1, 5)
        #expect(vector == [4, 2, 1.5, 1, 2, 4.5])
        var other: [Float] = [9, 8]
        vDSP_vswap(&vector, 2, &other, 1, 2)
        #expect(vector == [9, 2, 8, 1, 2, 4.5] && other == [4, 1.5])
    }

    @Test("Elements are picked by index, by number and by gate, and interpolated")
    func picking() {
        let table: [Double] = [10, 20, 40, 80]
        var result = [Double](repeating: -1, count: 4)
        vDSP_vindexD(table, [3, 0.9, 2], 1, &result, 1, 3)
        #expect(result == [80, 10, 40, -1])
        vDSP_vgathrD(table, [1, 4], 1, &result, 2, 2)
        #expect(result == [10, 10, 80, -1])
        vDSP_vcmprsD(table, 1, [0, 1, 0, -1], 1, &result, 1, 4)
        #expect(result == [20, 80, 80, -1])
        vDSP_vlintD(table, [0.5, 1.25, 3, 0], 1, &result, 1, 4, 4)
        #expect(result == [15, 25, 80, 10])
        vDSP_vpolyD([2, 0, 1], 1, [3, -1], 1, &result, 1, 2, 2)
        #expect(result.prefix(2) == [19, 3])
        var one = 1.0
        vDSP_vdbconD([100, 10], 1, &one, &result, 1, 2, 0)
        #expect(distance(Array(result.prefix(2)), [20, 10]) < 1e-14)
        vDSP_vdbconD([100, 10], 1, &one, &result, 1, 2, 1)
        #expect(distance(Array(result.prefix(2)), [40, 20]) < 1e-14)
    }

    @Test(
        "Parts of matrices are copied, and matrices transposed in any size, also in place",
        arguments: [(1, 1), (3, 5), (4, 4), (8, 12), (17, 9)])
    func matrices(rows: Int, columns: Int) {
        let matrix = (0..<rows * columns).map { Float($0) }
        let expected = (0..<rows * columns).map { matrix[$0 % rows * columns + $0 / rows] }
        var result = [Float](repeating: 0, count: rows * columns), place = matrix
        vDSP_mtrans(matrix, 1, &result, 1, vDSP_Length(columns), vDSP_Length(rows))
        #expect(result == expected)
        place.withUnsafeMutableBufferPointer {
            vDSP_mtrans($0.baseAddress!, 1, $0.baseAddress!, 1, vDSP_Length(columns), vDSP_Length(rows))
        }
        #expect(place == expected)
        var part: [Float] = [9, 9, 9, 9, 9, 9]
        vDSP_mmov([1, 2, 3, 4, 5, 6], &part, 2, 2, 3, 3)
        #expect(part == [1, 2, 9, 4, 5, 9])
    }

    @Test("Clipping counts the elements that it changes, and normalisation gives mean and deviation")
    func counts() {
        var low: Float = -1, high: Float = 2, below: vDSP_Length = 9, above: vDSP_Length = 9, result = [Float](repeating: 0, count: 4)
        vDSP_vclipc([-3, -1, 2, 5], 1, &low, &high, &result, 1, 4, &below, &above)
        #expect(result == [-1, -1, 2, 2] && below == 1 && above == 1)
        var mean: Float = 0, deviation: Float = 0, sum: Float = 0, squares: Float = 0
        vDSP_normalize([1, 3, 1, 3], 1, &result, 1, &mean, &deviation, 4)
        #expect(mean == 2 && deviation == 1 && result == [-1, 1, -1, 1])
        vDSP_normalize([1e6 + 1, 1e6 + 3], 1, nil, 1, &mean, &deviation, 2)
        #expect(mean == 1e6 + 2 && deviation == 1)
        vDSP_sve_svesq([1, 3], 1, &sum, &squares, 2)
        #expect(sum == 4 && squares == 10)
        var other = result
        vDSP_vaddsub([1, 2], 1, [10, 20], 1, &result, 1, &other, 1, 2)
        #expect(result.prefix(2) == [11, 22] && other.prefix(2) == [9, 18])
    }

    @Test("Filters are NumPy's, forwards and backwards")
    func filters() throws {
        let fixture = try #require(Fixtures["vDSP_conv"]), reversed = try #require(Fixtures["vDSP_conv_reversed"])
        let signal = fixture.operands[0].map { Float($0) }, kernel = fixture.operands[1].map { Float($0) }
        var result = [Float](repeating: 0, count: 44)
        vDSP_conv(signal, 1, kernel, 1, &result, 1, 44, 7)
        #expect(distance(result, fixture.result) < 1e-5)
        kernel.withUnsafeBufferPointer { vDSP_conv(signal, 1, $0.baseAddress! + 6, -1, &result, 1, 44, 7) }
        #expect(distance(result, reversed.result) < 1e-5)
        vDSP_conv(signal, 1, kernel, 1, &result, 2, 3, 7)
        #expect(distance([result[0], result[2], result[4]], Array(fixture.result.prefix(3))) < 1e-5)
        let decimated = try #require(Fixtures["vDSP_desamp3"])
        vDSP_desamp(signal, 3, kernel, &result, vDSP_Length(decimated.result.count), 7)
        #expect(distance(Array(result.prefix(decimated.result.count)), decimated.result) < 1e-5)
        let sums = try #require(Fixtures["vDSP_vswsum"]), largest = try #require(Fixtures["vDSP_vswmax"])
        var windows = [Double](repeating: 0, count: 46)
        vDSP_vswsumD(sums.operands[0], 1, &windows, 1, 46, 5)
        #expect(distance(windows, sums.result) < 1e-14)
        vDSP_vswmaxD(largest.operands[0], 1, &windows, 1, 46, 5)
        #expect(windows == largest.result)
    }

    @Test("Windows are those of their formulas, whole and half")
    func windows() throws {
        var window = [Float](repeating: 9, count: 11)
        for (name, flag, function) in [
            ("hann_window0", 0, vDSP_hann_window), ("hann_window2", 2, vDSP_hann_window), ("hamm_window0", 0, vDSP_hamm_window),
            ("blkman_window0", 0, vDSP_blkman_window),
        ] as [(String, Int32, (UnsafeMutablePointer<Float>, vDSP_Length, Int32) -> Void)] {
            let expected = try #require(Fixtures["vDSP_\(name)"]).result
            function(&window, 11, flag)
            #expect(distance(window, expected) < 1e-6, "\(name)")
            window = [Float](repeating: 9, count: 11)
            function(&window, 11, flag | Int32(vDSP_HALF_WINDOW))
            #expect(
                distance(Array(window.prefix(6)), Array(expected.prefix(6))) < 1e-6 && window.suffix(5).allSatisfy { $0 == 9 }, "\(name)")
        }
    }

    @Test("Complex vectors are computed as complex numbers are, also in place")
    func complex() {
        let numbers: [(Double, Double)] = [(1, 2), (-3, 0.5), (0, -1), (4, 4), (2, -2)]
        let others: [(Double, Double)] = [(2, -1), (1, 1), (3, 0.25), (-1, 0.5), (0.5, 2)]
        func quotient(_ a: (Double, Double), _ b: (Double, Double)) -> (Double, Double) {
            let size = b.0 * b.0 + b.1 * b.1
            return ((a.0 * b.0 + a.1 * b.1) / size, (a.1 * b.0 - a.0 * b.1) / size)
        }
        typealias Call = (
            UnsafePointer<DSPDoubleSplitComplex>, Int, UnsafePointer<DSPDoubleSplitComplex>, Int, UnsafePointer<DSPDoubleSplitComplex>, Int,
            UInt
        ) -> Void
        let cases: [(String, Call, ((Double, Double), (Double, Double)) -> (Double, Double))] = [
            ("add", vDSP_zvaddD, { ($0.0 + $1.0, $0.1 + $1.1) }), ("subtract", vDSP_zvsubD, { ($0.0 - $1.0, $0.1 - $1.1) }),
            ("multiply", { vDSP_zvmulD($0, $1, $2, $3, $4, $5, $6, 1) }, { ($0.0 * $1.0 - $0.1 * $1.1, $0.0 * $1.1 + $0.1 * $1.0) }),
            ("conjugate", { vDSP_zvmulD($0, $1, $2, $3, $4, $5, $6, -1) }, { ($0.0 * $1.0 + $0.1 * $1.1, $0.0 * $1.1 - $0.1 * $1.0) }),
            ("conjugated", vDSP_zvcmulD, { ($0.0 * $1.0 + $0.1 * $1.1, $0.0 * $1.1 - $0.1 * $1.0) }),
            ("divide", { vDSP_zvdivD($2, $3, $0, $1, $4, $5, $6) }, quotient),
        ]
        for (name, call, formula) in cases {
            var real = numbers.map(\.0), imaginary = numbers.map(\.1), otherReal = others.map(\.0), otherImaginary = others.map(\.1)
            real.withUnsafeMutableBufferPointer { r in
                imaginary.withUnsafeMutableBufferPointer { i in
                    otherReal.withUnsafeMutableBufferPointer { s in
                        otherImaginary.withUnsafeMutableBufferPointer { j in
                            var a = DSPDoubleSplitComplex(realp: r.baseAddress!, imagp: i.baseAddress!)
                            var b = DSPDoubleSplitComplex(realp: s.baseAddress!, imagp: j.baseAddress!)
                            call(&a, 1, &b, 1, [a], 1, 5)
                        }
                    }
                }
            }
            let expected = zip(numbers, others).map(formula)
            #expect(distance(real + imaginary, expected.map(\.0) + expected.map(\.1)) < 1e-14, "\(name)")
        }
    }

    @Test("Magnitudes, angles and products of complex numbers")
    func complexParts() {
        var real: [Float] = [3, 0, -1], imaginary: [Float] = [4, -2, 0], result = [Float](repeating: 0, count: 3)
        var sumReal: Float = 0, sumImaginary: Float = 0
        real.withUnsafeMutableBufferPointer { r in
            imaginary.withUnsafeMutableBufferPointer { i in
                var a = DSPSplitComplex(realp: r.baseAddress!, imagp: i.baseAddress!)
                vDSP_zvmags(&a, 1, &result, 1, 3)
                #expect(result == [25, 4, 1])
                vDSP_zvmgsa(&a, 1, [1, 2, 3], 1, &result, 1, 3)
                #expect(result == [26, 6, 4])
                vDSP_zvabs(&a, 1, &result, 1, 3)
                #expect(result == [5, 2, 1])
                vDSP.absolute(a, result: &result)
                #expect(result == [5, 2, 1])
                vDSP_zvphas(&a, 1, &result, 1, 3)
                #expect(distance(result, [0.9272952180016122, -Double.pi / 2, Double.pi]) < 1e-6)
                withUnsafeMutablePointer(to: &sumReal) { r in
                    withUnsafeMutablePointer(to: &sumImaginary) { i in
                        vDSP_zdotpr([a], 1, [a], 1, [DSPSplitComplex(realp: r, imagp: i)], 3)
                    }
                }
                vDSP_zrvmul([a], 1, [2, 3, 4], 1, [a], 1, 3)
                vDSP_zvconj([a], 1, [a], 1, 3)
            }
        }
        #expect(sumReal == -10 && sumImaginary == 24)
        #expect(real == [6, 0, -4] && imaginary == [-8, 6, 0])
        var polar: [Float] = [0, 0], back: [Float] = [0, 0]
        vDSP_polar([3, 4], 2, &polar, 2, 1)
        vDSP_rect(polar, 2, &back, 2, 1)
        #expect(distance(polar, [5, 0.9272952180016122]) < 1e-6 && distance(back, [3, 4]) < 1e-6)
    }
}
