import Accelerate
import Testing

@Suite("BLAS and LAPACK")
struct LinearAlgebraTests {
    @Test(
        "Products of matrices are NumPy's, with vDSP and with cblas", arguments: [("vDSP_mmul", 6, 5, 4), ("vDSP_mmul_large", 40, 30, 20)])
    func products(name: String, m: Int, p: Int, n: Int) throws {
        let fixture = try #require(Fixtures[name])
        let a = fixture.operands[0].map { Float($0) }, b = fixture.operands[1].map { Float($0) }
        var c = [Float](repeating: 1, count: m * n)
        vDSP_mmul(a, 1, b, 1, &c, 1, vDSP_Length(m), vDSP_Length(n), vDSP_Length(p))
        #expect(distance(c, fixture.result) < 4e-6)
        cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(m), Int32(n), Int32(p), 2, a, Int32(p), b, Int32(n), -1, &c, Int32(n))
        #expect(distance(c, fixture.result) < 8e-6)
        var columns = [Double](repeating: 0, count: m * n), transposed = columns
        cblas_dgemm(
            CblasColMajor, CblasTrans, CblasTrans, Int32(m), Int32(n), Int32(p), 1, fixture.operands[0], Int32(p), fixture.operands[1],
            Int32(n), 0,
            &columns, Int32(m))
        vDSP_mtransD(columns, 1, &transposed, 1, vDSP_Length(m), vDSP_Length(n))
        #expect(distance(transposed, fixture.result) < 1e-13)
        var strided = [Double](repeating: 0, count: 2 * m * n)
        vDSP_mmulD(fixture.operands[0], 1, fixture.operands[1], 1, &strided, 2, vDSP_Length(m), vDSP_Length(n), vDSP_Length(p))
        #expect(distance(stride(from: 0, to: 2 * m * n, by: 2).map { strided[$0] }, fixture.result) < 1e-13)
    }

    @Test("BLAS vector functions compute dot products, norms and sums")
    func vectors() {
        let x: [Float] = [1, -2, 3]
        var y: [Float] = [4, 5, 6]
        #expect(cblas_sdot(3, x, 1, y, 1) == 12 && cblas_sasum(3, x, 1) == 6 && cblas_snrm2(3, x, 1) == Float(14).squareRoot())
        #expect(cblas_isamax(3, x, 1) == 2 && cblas_sdot(0, x, 1, y, 1) == 0)
        cblas_saxpy(3, 2, x, 1, &y, 1)
        #expect(y == [6, 1, 12])
        cblas_sscal(3, 0.5, &y, 1)
        cblas_scopy(2, x, 2, &y, 1)
        #expect(y == [1, 3, 6])
        catlas_saxpby(3, 1, x, 1, 2, &y, 1)
        #expect(y == [3, 4, 15])
        catlas_sset(2, 9, &y, -2)
        #expect(y == [9, 4, 9])
        var result: [Double] = [1, 1]
        cblas_dgemv(CblasRowMajor, CblasNoTrans, 2, 3, 1, [1, 2, 3, 4, 5, 6], 3, [1, 0, 2], 1, 10, &result, 1)
        #expect(result == [17, 26])
        var triangle: [Float] = [8, 6]
        cblas_strsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, 2, [2, 1, 0, 3], 2, &triangle, 1)
        #expect(triangle == [3, 2])
    }

    @Test("Systems of equations, inverses and factors are NumPy's")
    func systems() throws {
        let fixture = try #require(Fixtures["gesv"])
        var n: __CLPK_integer = 5, columns: __CLPK_integer = 2, info: __CLPK_integer = 7, pivots = [__CLPK_integer](repeating: 0, count: 5)
        var a = fixture.operands[0], b = fixture.operands[1], ld = n, ldb = n
        dgesv_(&n, &columns, &a, &ld, &pivots, &b, &ldb, &info)
        #expect(info == 0 && distance(b, fixture.result) < 1e-13)
        var small = fixture.operands[0].map { Float($0) }, right = fixture.operands[1].map { Float($0) }
        #expect(sgesv_(&n, &columns, &small, &ld, &pivots, &right, &ldb, &info) == 0 && distance(right, fixture.result) < 1e-5)

        let inverse = try #require(Fixtures["getri"])
        a = inverse.operands[0]
        var work = [Double](repeating: 0, count: 400), length: __CLPK_integer = 400, rows = n
        dgetrf_(&rows, &n, &a, &ld, &pivots, &info)
        dgetri_(&n, &a, &ld, &pivots, &work, &length, &info)
        #expect(info == 0 && distance(a, inverse.result) < 1e-13)

        let cholesky = try #require(Fixtures["potrf"])
        a = cholesky.operands[0]
        var lower = CChar(UInt8(ascii: "L"))
        dpotrf_(&lower, &n, &a, &ld, &info)
        for column in 0..<5 { for row in 0..<column { a[column * 5 + row] = 0 } }
        #expect(info == 0 && distance(a, cholesky.result) < 1e-13)
    }

    @Test("Singular values, least squares and eigenvalues are NumPy's")
    func values() throws {
        var m: __CLPK_integer = 6, n: __CLPK_integer = 4, one: __CLPK_integer = 1, info: __CLPK_integer = 7, length: __CLPK_integer = 400
        var work = [Double](repeating: 0, count: 400), ld = m, ldvt = n, none = CChar(UInt8(ascii: "N")), alsoNone = none, ldu = m,
            all = CChar(UInt8(ascii: "A"))
        let singular = try #require(Fixtures["gesvd"])
        var a = singular.operands[0], s = [Double](repeating: 0, count: 4)
        dgesvd_(&none, &alsoNone, &m, &n, &a, &ld, &s, nil, &ldu, nil, &ldvt, &work, &length, &info)
        #expect(info == 0 && distance(s, singular.result) < 1e-13)
        a = singular.operands[0]
        var u = [Double](repeating: 0, count: 36), vt = [Double](repeating: 0, count: 16),
            integers = [__CLPK_integer](repeating: 0, count: 32)
        dgesdd_(&all, &m, &n, &a, &ld, &s, &u, &ldu, &vt, &ldvt, &work, &length, &integers, &info)
        #expect(info == 0 && distance(s, singular.result) < 1e-13)
        for row in 0..<6 {
            for column in 0..<4 {
                let sum = (0..<4).reduce(0.0) { $0 + u[$1 * 6 + row] * s[$1] * vt[column * 4 + $1] }
                #expect(abs(sum - singular.operands[0][column * 6 + row]) < 1e-13)
            }
        }

        let squares = try #require(Fixtures["gels"])
        a = squares.operands[0]
        var b = squares.operands[1], ldb = m
        dgels_(&none, &m, &n, &one, &a, &ld, &b, &ldb, &work, &length, &info)
        #expect(info == 0 && distance(Array(b[..<4]), squares.result) < 1e-13)

        var five: __CLPK_integer = 5, five2 = five, upper = CChar(UInt8(ascii: "U")), w = [Double](repeating: 0, count: 5)
        let symmetric = try #require(Fixtures["syev"])
        a = symmetric.operands[0]
        dsyev_(&none, &upper, &five, &a, &five2, &w, &work, &length, &info)
        #expect(info == 0 && distance(w, symmetric.result) < 1e-13)
        let general = try #require(Fixtures["geev"])
        a = general.operands[0]
        var imaginary = w
        dgeev_(&none, &alsoNone, &five, &a, &five2, &w, &imaginary, nil, &one, nil, &ldu, &work, &length, &info)
        #expect(info == 0 && distance(w.sorted(), general.result) < 1e-12)
    }

    @Test("A singular matrix and a wrong argument are told by info")
    func refused() {
        var n: __CLPK_integer = 2, columns = n, one: __CLPK_integer = 1, info: __CLPK_integer = 0, pivots: [__CLPK_integer] = [0, 0]
        var ld = n, ldb = n, a: [Float] = [1, 2, 2, 4], b: [Float] = [1, 2]
        #expect(sgesv_(&n, &one, &a, &ld, &pivots, &b, &ldb, &info) == 2 && info == 2)
        a = [-1, 0, 0, 1]
        var lower = CChar(UInt8(ascii: "L"))
        #expect(spotrf_(&lower, &n, &a, &ld, &info) == 1)
        ld = 1
        #expect(sgetrf_(&n, &columns, &a, &ld, &pivots, &info) == -4)
    }
}
