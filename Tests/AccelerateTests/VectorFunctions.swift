import Accelerate

/// A function with its operands in a common form: first elements and strides; strides of numbers are not used.
struct VectorCall<T> {
    let isVector: [Bool]
    let run: ([UnsafePointer<T>], [Int], UnsafeMutablePointer<T>, Int, Int) -> Void
}

/// The functions of `vDSP` and `vForce` by their names, those for `Double`s without their ending.
struct VectorFunctions<T> {
    var elementwise: [String: VectorCall<T>] = [:]
    var sums: [String: VectorCall<T>] = [:]
    var functions: [String: VectorCall<T>] = [:]
}

extension VectorFunctions {
    private mutating func unary(_ f: @escaping (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void, _ name: String) {
        elementwise[name] = VectorCall(isVector: [true]) { a, s, r, t, n in
            f(a[0], s[0], r, t, UInt(n))
        }
    }

    private mutating func binary(
        _ f: @escaping (UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void, _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [true, true]) { a, s, r, t, n in
            f(a[0], s[0], a[1], s[1], r, t, UInt(n))
        }
    }

    private mutating func withNumber(
        _ f: @escaping (UnsafePointer<T>, Int, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt) -> Void, _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [true, false]) { a, s, r, t, n in
            f(a[0], s[0], a[1], r, t, UInt(n))
        }
    }

    private mutating func numberFirst(
        _ f: @escaping (UnsafePointer<T>, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void, _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [false, true]) { a, s, r, t, n in
            f(a[0], a[1], s[1], r, t, UInt(n))
        }
    }

    private mutating func ternary(
        _ f: @escaping (UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void,
        _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [true, true, true]) { a, s, r, t, n in
            f(a[0], s[0], a[1], s[1], a[2], s[2], r, t, UInt(n))
        }
    }

    private mutating func ternaryWithNumber(
        _ f: @escaping (UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt) -> Void,
        _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [true, true, false]) { a, s, r, t, n in
            f(a[0], s[0], a[1], s[1], a[2], r, t, UInt(n))
        }
    }

    private mutating func numberSecond(
        _ f: @escaping (UnsafePointer<T>, Int, UnsafePointer<T>, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void,
        _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [true, false, true]) { a, s, r, t, n in
            f(a[0], s[0], a[1], a[2], s[2], r, t, UInt(n))
        }
    }

    private mutating func withTwoNumbers(
        _ f: @escaping (UnsafePointer<T>, Int, UnsafePointer<T>, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt) -> Void,
        _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [true, false, false]) { a, s, r, t, n in
            f(a[0], s[0], a[1], a[2], r, t, UInt(n))
        }
    }

    private mutating func quaternary(
        _ f:
            @escaping (
                UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int,
                UInt
            ) -> Void, _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [true, true, true, true]) { a, s, r, t, n in
            f(a[0], s[0], a[1], s[1], a[2], s[2], a[3], s[3], r, t, UInt(n))
        }
    }

    private mutating func numbersBetween(
        _ f:
            @escaping (UnsafePointer<T>, Int, UnsafePointer<T>, UnsafePointer<T>, Int, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt)
            -> Void, _ name: String
    ) {
        elementwise[name] = VectorCall(isVector: [true, false, true, false]) { a, s, r, t, n in
            f(a[0], s[0], a[1], a[2], s[2], a[3], r, t, UInt(n))
        }
    }

    private mutating func sum(_ f: @escaping (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UInt) -> Void, _ name: String) {
        sums[name] = VectorCall(isVector: [true]) { a, s, r, t, n in
            f(a[0], s[0], r, UInt(n))
        }
    }

    private mutating func sumOfPairs(
        _ f: @escaping (UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UInt) -> Void, _ name: String
    ) {
        sums[name] = VectorCall(isVector: [true, true]) { a, s, r, t, n in
            f(a[0], s[0], a[1], s[1], r, UInt(n))
        }
    }

    private mutating func extreme(
        _ f: @escaping (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UnsafeMutablePointer<UInt>, UInt) -> Void, _ name: String
    ) where T: BinaryFloatingPoint {
        sums[name] = VectorCall(isVector: [true]) { a, s, r, t, n in
            var index: UInt = 0
            f(a[0], s[0], r, &index, UInt(n))
            r[1] = T(index)
        }
    }

    private mutating func function(_ f: @escaping (UnsafeMutablePointer<T>, UnsafePointer<T>, UnsafePointer<Int32>) -> Void, _ name: String)
    {
        functions[name] = VectorCall(isVector: [true]) { a, _, r, _, n in f(r, a[0], [Int32(n)]) }
    }

    private mutating func pair(
        _ f: @escaping (UnsafeMutablePointer<T>, UnsafePointer<T>, UnsafePointer<T>, UnsafePointer<Int32>) -> Void, _ name: String
    ) {
        functions[name] = VectorCall(isVector: [true, true]) { a, _, r, _, n in f(r, a[0], a[1], [Int32(n)]) }
    }
}

extension VectorFunctions<Float> {
    nonisolated(unsafe) static let all: Self = {
        var all = Self()
        all.unary(vDSP_vneg, "vDSP_vneg")
        all.unary(vDSP_vabs, "vDSP_vabs")
        all.unary(vDSP_vnabs, "vDSP_vnabs")
        all.unary(vDSP_vsq, "vDSP_vsq")
        all.unary(vDSP_vssq, "vDSP_vssq")
        all.unary(vDSP_vfrac, "vDSP_vfrac")
        all.binary(vDSP_vadd, "vDSP_vadd")
        all.binary(vDSP_vsub, "vDSP_vsub")
        all.binary(vDSP_vmul, "vDSP_vmul")
        all.binary(vDSP_vdiv, "vDSP_vdiv")
        all.binary(vDSP_vdist, "vDSP_vdist")
        all.binary(vDSP_vmax, "vDSP_vmax")
        all.binary(vDSP_vmin, "vDSP_vmin")
        all.binary(vDSP_vmaxmg, "vDSP_vmaxmg")
        all.binary(vDSP_vminmg, "vDSP_vminmg")
        all.binary(vDSP_vtmerg, "vDSP_vtmerg")
        all.withNumber(vDSP_vsadd, "vDSP_vsadd")
        all.withNumber(vDSP_vsmul, "vDSP_vsmul")
        all.withNumber(vDSP_vsdiv, "vDSP_vsdiv")
        all.withNumber(vDSP_vthr, "vDSP_vthr")
        all.withNumber(vDSP_vthres, "vDSP_vthres")
        all.withNumber(vDSP_vrsum, "vDSP_vrsum")
        all.withNumber(vDSP_vtrapz, "vDSP_vtrapz")
        all.numberFirst(vDSP_svdiv, "vDSP_svdiv")
        all.ternary(vDSP_vma, "vDSP_vma")
        all.ternary(vDSP_vmsb, "vDSP_vmsb")
        all.ternary(vDSP_vam, "vDSP_vam")
        all.ternary(vDSP_vsbm, "vDSP_vsbm")
        all.ternaryWithNumber(vDSP_vmsa, "vDSP_vmsa")
        all.ternaryWithNumber(vDSP_vasm, "vDSP_vasm")
        all.ternaryWithNumber(vDSP_vsbsm, "vDSP_vsbsm")
        all.ternaryWithNumber(vDSP_vintb, "vDSP_vintb")
        all.numberSecond(vDSP_vsma, "vDSP_vsma")
        all.numberSecond(vDSP_vsmsb, "vDSP_vsmsb")
        all.withTwoNumbers(vDSP_vsmsa, "vDSP_vsmsa")
        all.withTwoNumbers(vDSP_vclip, "vDSP_vclip")
        all.withTwoNumbers(vDSP_viclip, "vDSP_viclip")
        all.withTwoNumbers(vDSP_vthrsc, "vDSP_vthrsc")
        all.withTwoNumbers(vDSP_vlim, "vDSP_vlim")
        all.quaternary(vDSP_vpythg, "vDSP_vpythg")
        all.quaternary(vDSP_vmma, "vDSP_vmma")
        all.quaternary(vDSP_vmmsb, "vDSP_vmmsb")
        all.quaternary(vDSP_vaam, "vDSP_vaam")
        all.quaternary(vDSP_vasbm, "vDSP_vasbm")
        all.quaternary(vDSP_vsbsbm, "vDSP_vsbsbm")
        all.numbersBetween(vDSP_vsmsma, "vDSP_vsmsma")
        all.sum(vDSP_sve, "vDSP_sve")
        all.sum(vDSP_svesq, "vDSP_svesq")
        all.sum(vDSP_svemg, "vDSP_svemg")
        all.sum(vDSP_svs, "vDSP_svs")
        all.sum(vDSP_meanv, "vDSP_meanv")
        all.sum(vDSP_meamgv, "vDSP_meamgv")
        all.sum(vDSP_measqv, "vDSP_measqv")
        all.sum(vDSP_mvessq, "vDSP_mvessq")
        all.sum(vDSP_rmsqv, "vDSP_rmsqv")
        all.sum(vDSP_maxv, "vDSP_maxv")
        all.sum(vDSP_minv, "vDSP_minv")
        all.sum(vDSP_maxmgv, "vDSP_maxmgv")
        all.sum(vDSP_minmgv, "vDSP_minmgv")
        all.sumOfPairs(vDSP_dotpr, "vDSP_dotpr")
        all.sumOfPairs(vDSP_distancesq, "vDSP_distancesq")
        all.extreme(vDSP_maxvi, "vDSP_maxvi")
        all.extreme(vDSP_minvi, "vDSP_minvi")
        all.extreme(vDSP_maxmgvi, "vDSP_maxmgvi")
        all.extreme(vDSP_minmgvi, "vDSP_minmgvi")
        all.function(vvexpf, "vvexp")
        all.function(vvexp2f, "vvexp2")
        all.function(vvexpm1f, "vvexpm1")
        all.function(vvlogf, "vvlog")
        all.function(vvlog1pf, "vvlog1p")
        all.function(vvlog2f, "vvlog2")
        all.function(vvlog10f, "vvlog10")
        all.function(vvlogbf, "vvlogb")
        all.function(vvsinf, "vvsin")
        all.function(vvcosf, "vvcos")
        all.function(vvtanf, "vvtan")
        all.function(vvsinpif, "vvsinpi")
        all.function(vvcospif, "vvcospi")
        all.function(vvtanpif, "vvtanpi")
        all.function(vvasinf, "vvasin")
        all.function(vvacosf, "vvacos")
        all.function(vvatanf, "vvatan")
        all.function(vvsinhf, "vvsinh")
        all.function(vvcoshf, "vvcosh")
        all.function(vvtanhf, "vvtanh")
        all.function(vvasinhf, "vvasinh")
        all.function(vvacoshf, "vvacosh")
        all.function(vvatanhf, "vvatanh")
        all.function(vvcbrtf, "vvcbrt")
        all.function(vvsqrtf, "vvsqrt")
        all.function(vvrsqrtf, "vvrsqrt")
        all.function(vvrecf, "vvrec")
        all.function(vvfabsf, "vvfabs")
        all.function(vvfloorf, "vvfloor")
        all.function(vvceilf, "vvceil")
        all.function(vvintf, "vvint")
        all.function(vvnintf, "vvnint")
        all.pair(vvpowf, "vvpow")
        all.pair(vvdivf, "vvdiv")
        all.pair(vvatan2f, "vvatan2")
        all.pair(vvfmodf, "vvfmod")
        all.pair(vvremainderf, "vvremainder")
        all.pair(vvcopysignf, "vvcopysign")
        return all
    }()
}

extension VectorFunctions<Double> {
    nonisolated(unsafe) static let all: Self = {
        var all = Self()
        all.unary(vDSP_vnegD, "vDSP_vneg")
        all.unary(vDSP_vabsD, "vDSP_vabs")
        all.unary(vDSP_vnabsD, "vDSP_vnabs")
        all.unary(vDSP_vsqD, "vDSP_vsq")
        all.unary(vDSP_vssqD, "vDSP_vssq")
        all.unary(vDSP_vfracD, "vDSP_vfrac")
        all.binary(vDSP_vaddD, "vDSP_vadd")
        all.binary(vDSP_vsubD, "vDSP_vsub")
        all.binary(vDSP_vmulD, "vDSP_vmul")
        all.binary(vDSP_vdivD, "vDSP_vdiv")
        all.binary(vDSP_vdistD, "vDSP_vdist")
        all.binary(vDSP_vmaxD, "vDSP_vmax")
        all.binary(vDSP_vminD, "vDSP_vmin")
        all.binary(vDSP_vmaxmgD, "vDSP_vmaxmg")
        all.binary(vDSP_vminmgD, "vDSP_vminmg")
        all.binary(vDSP_vtmergD, "vDSP_vtmerg")
        all.withNumber(vDSP_vsaddD, "vDSP_vsadd")
        all.withNumber(vDSP_vsmulD, "vDSP_vsmul")
        all.withNumber(vDSP_vsdivD, "vDSP_vsdiv")
        all.withNumber(vDSP_vthrD, "vDSP_vthr")
        all.withNumber(vDSP_vthresD, "vDSP_vthres")
        all.withNumber(vDSP_vrsumD, "vDSP_vrsum")
        all.withNumber(vDSP_vtrapzD, "vDSP_vtrapz")
        all.numberFirst(vDSP_svdivD, "vDSP_svdiv")
        all.ternary(vDSP_vmaD, "vDSP_vma")
        all.ternary(vDSP_vmsbD, "vDSP_vmsb")
        all.ternary(vDSP_vamD, "vDSP_vam")
        all.ternary(vDSP_vsbmD, "vDSP_vsbm")
        all.ternaryWithNumber(vDSP_vmsaD, "vDSP_vmsa")
        all.ternaryWithNumber(vDSP_vasmD, "vDSP_vasm")
        all.ternaryWithNumber(vDSP_vsbsmD, "vDSP_vsbsm")
        all.ternaryWithNumber(vDSP_vintbD, "vDSP_vintb")
        all.numberSecond(vDSP_vsmaD, "vDSP_vsma")
        all.numberSecond(vDSP_vsmsbD, "vDSP_vsmsb")
        all.withTwoNumbers(vDSP_vsmsaD, "vDSP_vsmsa")
        all.withTwoNumbers(vDSP_vclipD, "vDSP_vclip")
        all.withTwoNumbers(vDSP_viclipD, "vDSP_viclip")
        all.withTwoNumbers(vDSP_vthrscD, "vDSP_vthrsc")
        all.withTwoNumbers(vDSP_vlimD, "vDSP_vlim")
        all.quaternary(vDSP_vpythgD, "vDSP_vpythg")
        all.quaternary(vDSP_vmmaD, "vDSP_vmma")
        all.quaternary(vDSP_vmmsbD, "vDSP_vmmsb")
        all.quaternary(vDSP_vaamD, "vDSP_vaam")
        all.quaternary(vDSP_vasbmD, "vDSP_vasbm")
        all.quaternary(vDSP_vsbsbmD, "vDSP_vsbsbm")
        all.numbersBetween(vDSP_vsmsmaD, "vDSP_vsmsma")
        all.sum(vDSP_sveD, "vDSP_sve")
        all.sum(vDSP_svesqD, "vDSP_svesq")
        all.sum(vDSP_svemgD, "vDSP_svemg")
        all.sum(vDSP_svsD, "vDSP_svs")
        all.sum(vDSP_meanvD, "vDSP_meanv")
        all.sum(vDSP_meamgvD, "vDSP_meamgv")
        all.sum(vDSP_measqvD, "vDSP_measqv")
        all.sum(vDSP_mvessqD, "vDSP_mvessq")
        all.sum(vDSP_rmsqvD, "vDSP_rmsqv")
        all.sum(vDSP_maxvD, "vDSP_maxv")
        all.sum(vDSP_minvD, "vDSP_minv")
        all.sum(vDSP_maxmgvD, "vDSP_maxmgv")
        all.sum(vDSP_minmgvD, "vDSP_minmgv")
        all.sumOfPairs(vDSP_dotprD, "vDSP_dotpr")
        all.sumOfPairs(vDSP_distancesqD, "vDSP_distancesq")
        all.extreme(vDSP_maxviD, "vDSP_maxvi")
        all.extreme(vDSP_minviD, "vDSP_minvi")
        all.extreme(vDSP_maxmgviD, "vDSP_maxmgvi")
        all.extreme(vDSP_minmgviD, "vDSP_minmgvi")
        all.function(vvexp, "vvexp")
        all.function(vvexp2, "vvexp2")
        all.function(vvexpm1, "vvexpm1")
        all.function(vvlog, "vvlog")
        all.function(vvlog1p, "vvlog1p")
        all.function(vvlog2, "vvlog2")
        all.function(vvlog10, "vvlog10")
        all.function(vvlogb, "vvlogb")
        all.function(vvsin, "vvsin")
        all.function(vvcos, "vvcos")
        all.function(vvtan, "vvtan")
        all.function(vvsinpi, "vvsinpi")
        all.function(vvcospi, "vvcospi")
        all.function(vvtanpi, "vvtanpi")
        all.function(vvasin, "vvasin")
        all.function(vvacos, "vvacos")
        all.function(vvatan, "vvatan")
        all.function(vvsinh, "vvsinh")
        all.function(vvcosh, "vvcosh")
        all.function(vvtanh, "vvtanh")
        all.function(vvasinh, "vvasinh")
        all.function(vvacosh, "vvacosh")
        all.function(vvatanh, "vvatanh")
        all.function(vvcbrt, "vvcbrt")
        all.function(vvsqrt, "vvsqrt")
        all.function(vvrsqrt, "vvrsqrt")
        all.function(vvrec, "vvrec")
        all.function(vvfabs, "vvfabs")
        all.function(vvfloor, "vvfloor")
        all.function(vvceil, "vvceil")
        all.function(vvint, "vvint")
        all.function(vvnint, "vvnint")
        all.pair(vvpow, "vvpow")
        all.pair(vvdiv, "vvdiv")
        all.pair(vvatan2, "vvatan2")
        all.pair(vvfmod, "vvfmod")
        all.pair(vvremainder, "vvremainder")
        all.pair(vvcopysign, "vvcopysign")
        return all
    }()
}
