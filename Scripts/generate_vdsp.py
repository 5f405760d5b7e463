#!/usr/bin/env python3
"""Writes the functions of `Accelerate` that come in one form for Float and one for Double: Sources/Frameworks/Accelerate/*/Generated.

    python3 Scripts/generate_vdsp.py [--check]

With --check nothing is written, and the exit status tells whether the existing files are up to date.

A row has the function's name, its parameters, its documentation and its body. The parameters have these forms: `A` is a vector with its stride, `a` a
number, `>C` a resulting vector, `=c` a resulting number, `@A` split complex numbers with their stride, `>@C` resulting split complex numbers, `#i` a
resulting index, `a:Type` a parameter of the named type, and N the number of elements. In bodies, {A} is a vector and its stride. {T}, {s} and {D} are
the parts that differ between the two forms.
"""
import re

import generated

OUTPUT = generated.ROOT / "Sources/Frameworks/Accelerate"
HEADING = "// Written by Scripts/generate_vdsp.py.\n\nimport CVectors\n"


def unary(name, kernel, words):
    return name, "A >C N", words, f"vector_unary_{{s}}(Vector{kernel}, {{A}}, {{C}}, {{N}})"


def ternary(name, parameters, kernel, words):
    operands = [p for p in parameters.split() if p[0] not in ">N"]
    listed = ", ".join("{" + p + "}" for p in operands)
    return name, parameters, words, f"vector_ternary_{{s}}(Vector{kernel}, {listed}, {{D}}, {{N}})"


def quaternary(name, parameters, kernel, words, order=None):
    operands = order or [p for p in parameters.split() if p[0] not in ">N"]
    listed = ", ".join("{" + p + "}" for p in operands)
    return name, parameters, words, f"vector_quaternary_{{s}}(Vector{kernel}, {listed}, {{E}}, {{N}})"


def binary(name, parameters, kernel, words, order="AB"):
    pick = lambda letter: next(p for p in parameters.split() if p.upper() == letter)
    listed = ", ".join("{" + pick(letter) + "}" for letter in order)
    return name, parameters, words, f"vector_binary_{{s}}(Vector{kernel}, {listed}, {{C}}, {{N}})"


def total(name, term, words, after=""):
    return name, "A =c N", words, f"c.pointee = vector_sum_{{s}}(VectorTerm{term}, {{A}}, {{N}})" + after


def extreme(name, kernel, words, nothing):
    return name, "A =c N", words + f" NaN elements are ignored. For an empty vector the result is {nothing}.", \
        f"c.pointee = vector_extreme_{{s}}(Vector{kernel}, {{A}}, {{N}})"


def extreme_index(name, kernel, words):
    return name, "A =c #i N", words + " The index counts elements in memory, so it is a multiple of the stride.", f"""var index = 0
    c.pointee = vector_extreme_index_{{s}}(Vector{kernel}, {{A}}, {{N}}, &index)
    i.pointee = vDSP_Length(bitPattern: index &* strideA)"""


ARITHMETIC = [
    binary("vDSP_vadd", "A B >C N", "Sum", "Adds two vectors: c = a + b."),
    ("vDSP_vsub", "B A >C N", "Subtracts a vector from another: c = a − b. The subtracted vector b is the first parameter.",
     "vector_binary_{s}(VectorDifference, {A}, {B}, {C}, {N})"),
    binary("vDSP_vmul", "A B >C N", "Product", "Multiplies two vectors element by element: c = a · b."),
    ("vDSP_vdiv", "B A >C N", "Divides a vector by another: c = a / b. The divisor b is the first parameter.",
     "vector_binary_{s}(VectorQuotient, {A}, {B}, {C}, {N})"),
    binary("vDSP_vsadd", "A b >C N", "Sum", "Adds a number to a vector: c = a + b."),
    binary("vDSP_vsmul", "A b >C N", "Product", "Multiplies a vector by a number: c = a · b."),
    binary("vDSP_vsdiv", "A b >C N", "Quotient", "Divides a vector by a number: c = a / b."),
    binary("vDSP_svdiv", "a B >C N", "Quotient", "Divides a number by each element of a vector: c = a / b."),
    unary("vDSP_vneg", "Negative", "Negates a vector: c = −a."),
    unary("vDSP_vabs", "Magnitude", "Magnitudes of a vector's elements: c = |a|."),
    unary("vDSP_vnabs", "NegativeMagnitude", "Negative magnitudes of a vector's elements: c = −|a|."),
    unary("vDSP_vsq", "Square", "Squares a vector's elements: c = a²."),
    unary("vDSP_vssq", "SignedSquare", "Squares with the sign of the elements: c = a · |a|."),
    unary("vDSP_vfrac", "Fraction", "Fractions of a vector's elements, with their signs: c = a − trunc(a)."),
    binary("vDSP_vdist", "A B >C N", "Distance", "Distances of points from the origin: c = √(a² + b²)."),
    quaternary("vDSP_vpythg", "A B C D >E N", "DistanceOfPoints", "Distances between the points (a, b) and (c, d): e = √((a − c)² + (b − d)²)."),
    ("vDSP_vaddsub", "A B >C >D N", "Sums and differences of two vectors: c = a + b, and d = b − a.", """let count = {N}
    for n in 0..<count {{
        let first = a[n &* strideA], second = b[n &* strideB]
        c[n &* strideC] = first + second
        d[n &* strideD] = second - first
    }}"""),
]

COMBINED = [
    ternary("vDSP_vma", "A B C >D N", "ProductPlus", "Multiplies two vectors and adds a third: d = a · b + c."),
    ternary("vDSP_vmsa", "A B c >D N", "ProductPlus", "Multiplies two vectors and adds a number: d = a · b + c."),
    ternary("vDSP_vmsb", "A B C >D N", "ProductMinus", "Multiplies two vectors and subtracts a third: d = a · b − c."),
    ternary("vDSP_vsma", "A b C >D N", "ProductPlus", "Multiplies a vector by a number and adds a vector: d = a · b + c."),
    ternary("vDSP_vsmsa", "A b c >D N", "ProductPlus", "Multiplies a vector by a number and adds a number: d = a · b + c."),
    ternary("vDSP_vsmsb", "A b C >D N", "ProductMinus", "Multiplies a vector by a number and subtracts a vector: d = a · b − c."),
    ternary("vDSP_vam", "A B C >D N", "SumTimes", "Adds two vectors and multiplies by a third: d = (a + b) · c."),
    ternary("vDSP_vasm", "A B c >D N", "SumTimes", "Adds two vectors and multiplies by a number: d = (a + b) · c."),
    ternary("vDSP_vsbm", "A B C >D N", "DifferenceTimes", "Subtracts the second vector from the first and multiplies by a third: d = (a − b) · c."),
    ternary("vDSP_vsbsm", "A B c >D N", "DifferenceTimes", "Subtracts the second vector from the first and multiplies by a number: d = (a − b) · c."),
    quaternary("vDSP_vmma", "A B C D >E N", "ProductPlusProduct", "Adds the products of two pairs of vectors: e = a · b + c · d."),
    quaternary("vDSP_vmmsb", "A B C D >E N", "ProductMinusProduct", "Subtracts the products of two pairs of vectors: e = a · b − c · d."),
    quaternary("vDSP_vsmsma", "A b C d >E N", "ProductPlusProduct", "Adds two vectors, each multiplied by a number: e = a · b + c · d."),
    quaternary("vDSP_vaam", "A B C D >E N", "SumTimesSum", "Multiplies the sums of two pairs of vectors: e = (a + b) · (c + d)."),
    quaternary("vDSP_vasbm", "A B C D >E N", "SumTimesDifference", "Multiplies a sum and a difference of vectors: e = (a + b) · (c − d)."),
    quaternary("vDSP_vsbsbm", "A B C D >E N", "DifferenceTimesDifference", "Multiplies two differences of vectors: e = (a − b) · (c − d)."),
    ternary("vDSP_vintb", "A B c >D N", "Interpolation", "Interpolates between two vectors: d = a + c · (b − a)."),
]

LIMITS = [
    ternary("vDSP_vclip", "A b c >D N", "Clip", "Limits a vector to the numbers from b to c."),
    ("vDSP_vclipc", "A b c >D N nLow:UnsafeMutablePointer<vDSP_Length> nHigh:UnsafeMutablePointer<vDSP_Length>",
     "Limits a vector to the numbers from b to c, and counts the elements that were less than b, and the elements that were greater than c.",
     """let count = {N}, low = b.pointee, high = c.pointee
    var below: vDSP_Length = 0, above: vDSP_Length = 0
    for n in 0..<count {{
        let element = a[n &* strideA]
        if element < low {{ below += 1 }}
        if element > high {{ above += 1 }}
    }}
    vector_ternary_{s}(VectorClip, {A}, {b}, {c}, {D}, count)
    nLow.pointee = below
    nHigh.pointee = above"""),
    ternary("vDSP_viclip", "A b c >D N", "InvertedClip",
            "Moves elements out of the range from b to c: negative elements of the range to b, its other elements to c. Elements outside the range are unchanged."),
    binary("vDSP_vthr", "A b >C N", "Threshold", "Replaces the elements that are less than b by b."),
    binary("vDSP_vthres", "A b >C N", "ThresholdOrZero", "Replaces the elements that are less than b by 0."),
    ternary("vDSP_vthrsc", "A b c >D N", "Limit", "Replaces the elements that are at least b by c, and all others by −c."),
    ternary("vDSP_vlim", "A b c >D N", "Limit", "Replaces the elements that are at least b by c, and all others by −c."),
    binary("vDSP_vmax", "A B >C N", "Larger", "The larger of two vectors' elements, element by element."),
    binary("vDSP_vmin", "A B >C N", "Smaller", "The smaller of two vectors' elements, element by element."),
    binary("vDSP_vmaxmg", "A B >C N", "LargerMagnitude", "The larger of two vectors' magnitudes, element by element."),
    binary("vDSP_vminmg", "A B >C N", "SmallerMagnitude", "The smaller of two vectors' magnitudes, element by element."),
]

MEAN = "c.pointee = vector_sum_{s}(VectorTerm%s, {A}, {N}) / {T}(n)"

SUMS = [
    total("vDSP_sve", "Element", "The sum of a vector."),
    total("vDSP_svesq", "Square", "The sum of a vector's squares."),
    total("vDSP_svemg", "Magnitude", "The sum of a vector's magnitudes."),
    total("vDSP_svs", "SignedSquare", "The sum of a vector's squares with the signs of the elements."),
    ("vDSP_sve_svesq", "A =b =c N", "The sum of a vector, and the sum of its squares.", """b.pointee = vector_sum_{s}(VectorTermElement, {A}, {N})
    c.pointee = vector_sum_{s}(VectorTermSquare, {A}, {N})"""),
    ("vDSP_meanv", "A =c N", "The mean of a vector; NaN for an empty vector.", MEAN % "Element"),
    ("vDSP_meamgv", "A =c N", "The mean of a vector's magnitudes; NaN for an empty vector.", MEAN % "Magnitude"),
    ("vDSP_measqv", "A =c N", "The mean of a vector's squares; NaN for an empty vector.", MEAN % "Square"),
    ("vDSP_mvessq", "A =c N", "The mean of a vector's squares with the signs of the elements; NaN for an empty vector.", MEAN % "SignedSquare"),
    ("vDSP_rmsqv", "A =c N", "The square root of the mean of a vector's squares; NaN for an empty vector.",
     "c.pointee = (vector_sum_{s}(VectorTermSquare, {A}, {N}) / {T}(n)).squareRoot()"),
    ("vDSP_dotpr", "A B =c N", "The sum of the products of two vectors' elements.",
     "c.pointee = vector_sum_of_pairs_{s}(VectorTermProduct, {A}, {B}, {N})"),
    ("vDSP_distancesq", "A B =c N", "The square of the distance between two vectors.",
     "c.pointee = vector_sum_of_pairs_{s}(VectorTermSquaredDifference, {A}, {B}, {N})"),
    extreme("vDSP_maxv", "Largest", "The largest element of a vector.", "−∞"),
    extreme("vDSP_minv", "Smallest", "The smallest element of a vector.", "∞"),
    extreme("vDSP_maxmgv", "LargestMagnitude", "The largest magnitude of a vector.", "0"),
    extreme("vDSP_minmgv", "SmallestMagnitude", "The smallest magnitude of a vector.", "∞"),
    extreme_index("vDSP_maxvi", "Largest", "The largest element of a vector, and the first index that has it."),
    extreme_index("vDSP_minvi", "Smallest", "The smallest element of a vector, and the first index that has it."),
    extreme_index("vDSP_maxmgvi", "LargestMagnitude", "The largest magnitude of a vector, and the first index that has it."),
    extreme_index("vDSP_minmgvi", "SmallestMagnitude", "The smallest magnitude of a vector, and the first index that has it."),
    ("vDSP_normalize", "A C:UnsafeMutablePointer<{T}>? strideC:vDSP_Stride =m =d N",
     "The mean of a vector, and its population standard deviation. If c is given, it becomes (a − mean) / deviation.",
     """let mean = vector_sum_{s}(VectorTermElement, {A}, {N}) / {T}(n)
    // The deviations are summed in a second pass, which loses nothing where the mean is large beside them.
    let squares = withUnsafePointer(to: mean) {{ vector_sum_of_pairs_{s}(VectorTermSquaredDifference, {A}, $0, 0, {N}) }}
    let deviation = (squares / {T}(n)).squareRoot()
    m.pointee = mean
    d.pointee = deviation
    guard let c else {{ return }}
    withUnsafePointer(to: mean) {{ vector_binary_{s}(VectorDifference, {A}, $0, 0, c, strideC, {N}) }}
    withUnsafePointer(to: deviation) {{ vector_binary_{s}(VectorQuotient, c, strideC, $0, 0, c, strideC, {N}) }}"""),
]

MOVING = [
    ("vDSP_vclr", ">C N", "Sets all elements to 0.", "vector_fill_{s}(0, {C}, {N})"),
    ("vDSP_vfill", "a >C N", "Sets all elements to a.", "vector_fill_{s}(a.pointee, {C}, {N})"),
    ("vDSP_vramp", "a b >C N", "A ramp that begins with a and rises by b from element to element.",
     "vector_ramp_{s}(a.pointee, b.pointee, {C}, {N})"),
    ("vDSP_vgen", "a b >C N", "A ramp from a to b, both included. A single element is a.",
     """let start = a.pointee, end = b.pointee
    vector_ramp_{s}(start, n > 1 ? (end - start) / {T}(n - 1) : 0, {C}, {N})"""),
    ("vDSP_vrvrs", ">C N", "Reverses a vector in place.", """let count = {N}
    for n in 0..<count / 2 {{
        let other = (count - 1 - n) &* strideC, kept = c[n &* strideC]
        c[n &* strideC] = c[other]
        c[other] = kept
    }}"""),
    ("vDSP_vswap", ">A >B N", "Exchanges two vectors.", """let count = {N}
    for n in 0..<count {{
        let kept = a[n &* strideA]
        a[n &* strideA] = b[n &* strideB]
        b[n &* strideB] = kept
    }}"""),
    ("vDSP_vindex", "A:UnsafePointer<{T}> B >C N", "Picks elements by their indices, which count from 0: c = a[b]. Indices are truncated to integers.",
     """let count = {N}
    for n in 0..<count {{ c[n &* strideC] = A[Int(b[n &* strideB])] }}"""),
    ("vDSP_vgathr", "A:UnsafePointer<{T}> B:UnsafePointer<vDSP_Length> strideB:vDSP_Stride >C N",
     "Picks elements by their indices, which count from 1: c = a[b − 1].", """let count = {N}
    for n in 0..<count {{ c[n &* strideC] = A[Int(bitPattern: B[n &* strideB]) &- 1] }}"""),
    ("vDSP_vcmprs", "A B >C N", "Copies the elements whose gate b is not 0, one after the other. The other elements of c are unchanged.",
     """let count = {N}
    var next = 0
    for n in 0..<count where b[n &* strideB] != 0 {{
        c[next] = a[n &* strideA]
        next &+= strideC
    }}"""),
    ("vDSP_vtmerg", "A B >C N", "Interpolates from one vector to another, with a weight that rises from 0 to 1: c = a + (b − a) · n / (count − 1).", """let count = {N}
    let step: {T} = count > 1 ? 1 / {T}(count - 1) : 0
    for n in 0..<count {{
        let first = a[n &* strideA]
        c[n &* strideC] = first + (b[n &* strideB] - first) * ({T}(n) * step)
    }}"""),
    ("vDSP_vlint", "A:UnsafePointer<{T}> B >C N m:vDSP_Length",
     "Interpolates between neighbours in a table of m numbers. The integer part of b is the index, and the fraction of b is the weight of the next element.",
     """let count = {N}
    for n in 0..<count {{
        let place = b[n &* strideB], index = Int(place), weight = place - {T}(index)
        let value = A[index]
        c[n &* strideC] = weight == 0 ? value : value + weight * (A[index &+ 1] - value)
    }}"""),
    ("vDSP_mmov", "A:UnsafePointer<{T}> C:UnsafeMutablePointer<{T}> m:vDSP_Length n:vDSP_Length ta:vDSP_Length tc:vDSP_Length",
     "Copies a part of a matrix: n rows of m elements. Rows begin ta elements apart in a, and tc elements apart in c.",
     """let width = Int(bitPattern: m), from = Int(bitPattern: ta), to = Int(bitPattern: tc)
    for row in 0..<Int(bitPattern: n) {{ (C + row &* to).update(from: A + row &* from, count: width) }}"""),
    ("vDSP_mtrans", "A >C m:vDSP_Length n:vDSP_Length",
     "Transposes a matrix: c has m rows of n elements, a has n rows of m elements. For a square matrix, c may be a.",
     "transpose({A}, {C}, rows: Int(bitPattern: m), columns: Int(bitPattern: n))"),
    ("vDSP_mmul", "A B >C m:vDSP_Length n:vDSP_Length p:vDSP_Length",
     "Multiplies two matrices, which are stored row by row: c (m × n) = a (m × p) · b (p × n).",
     "multiply({A}, {B}, {C}, Int(bitPattern: m), Int(bitPattern: n), Int(bitPattern: p))"),
]

SEQUENCES = [
    ("vDSP_vrsum", "A s >C N", "Running sums times s. The first result is 0, as the first element of a is not added.",
     """let count = {N}, factor = s.pointee
    var sum: {T} = 0
    for n in 0..<count {{
        if n > 0 {{ sum += a[n &* strideA] }}
        c[n &* strideC] = sum * factor
    }}"""),
    ("vDSP_vtrapz", "A b >C N", "The running integral by the trapezoidal rule, for samples at a distance of b. The first result is 0.",
     """let count = {N}, half = b.pointee / 2
    guard count > 0 else {{ return }}
    var sum: {T} = 0, last = a[0]
    for n in 0..<count {{
        let next = a[n &* strideA]
        sum += n > 0 ? (last + next) * half : 0
        last = next
        c[n &* strideC] = sum
    }}"""),
    ("vDSP_vswsum", "A >C N p:vDSP_Length", "Sums of p elements each: c[n] = a[n] + … + a[n + p − 1]. Vector a has n + p − 1 elements.",
     """let count = {N}, window = Int(bitPattern: p)
    for n in 0..<count {{ c[n &* strideC] = vector_sum_{s}(VectorTermElement, a + n &* strideA, strideA, window) }}"""),
    ("vDSP_vswmax", "A >C N p:vDSP_Length", "The largest of p elements each: c[n] = max(a[n] … a[n + p − 1]). Vector a has n + p − 1 elements.",
     """let count = {N}, window = Int(bitPattern: p)
    for n in 0..<count {{ c[n &* strideC] = vector_extreme_{s}(VectorLargest, a + n &* strideA, strideA, window) }}"""),
    ("vDSP_conv", "A F:UnsafePointer<{T}> strideF:vDSP_Stride >C N p:vDSP_Length",
     "Correlates a signal with a filter of p elements: c[n] = Σ a[n + i] · f[i]. If f is the filter's last element and its stride is negative, the result "
     "is a convolution. The signal has n + p − 1 elements.",
     "correlate({A}, f, strideF, {C}, {N}, Int(bitPattern: p))"),
    ("vDSP_desamp", "A:UnsafePointer<{T}> df:vDSP_Stride F:UnsafePointer<{T}> C:UnsafeMutablePointer<{T}> N p:vDSP_Length",
     "Filters a signal and keeps every df-th result: c[n] = Σ a[n · df + i] · f[i], for filters of p elements.",
     """let count = {N}, length = Int(bitPattern: p)
    for n in 0..<count {{ C[n] = vector_sum_of_pairs_{s}(VectorTermProduct, A + n &* df, 1, F, 1, length) }}"""),
    ("vDSP_vpoly", "A B >C N p:vDSP_Length", "Values of a polynomial of degree p at b. The coefficient of the highest power comes first.",
     """let count = {N}, degree = Int(bitPattern: p)
    for n in 0..<count {{
        let x = b[n &* strideB]
        var sum = a[0]
        for i in 0..<degree {{ sum = sum * x + a[(i &+ 1) &* strideA] }}
        c[n &* strideC] = sum
    }}"""),
    ("vDSP_vdbcon", "A b >C N f:UInt32", "Decibels of a relative to b. If f is 0, they are decibels of powers, 10 log₁₀(a / b). If f is 1, they are decibels of amplitudes, 20 log₁₀(a / b).",
     """vector_binary_{s}(VectorQuotient, {A}, {b}, {C}, {N})
    vector_function_{s}(VectorLog10, c, strideC, c, strideC, {N})
    var factor: {T} = f == 0 ? 10 : 20
    vector_binary_{s}(VectorProduct, c, strideC, &factor, 0, c, strideC, {N})"""),
    ("vDSP_vsort", ">C:contiguous N order:Int32", "Sorts a vector in place, in ascending order if the order is 1, and in descending order if it is −1. NaN counts as the largest number.",
     "sorted(c, {N}, order)"),
    ("vDSP_vsorti", "A:UnsafePointer<{T}> indices:UnsafeMutablePointer<vDSP_Length> temporary:UnsafeMutablePointer<vDSP_Length>? N order:Int32",
     "Sorts indices by the elements at these indices, in ascending order if the order is 1, and in descending order if it is −1. The vector is "
     "unchanged, and the temporary memory is not used.", "sortedIndices(A, indices, {N}, order)"),
]

WINDOW = """let full = {N}, count = flag & Int32(vDSP_HALF_WINDOW) == 0 ? full : (full + 1) / 2
    for n in 0..<count {{
        let angle = 2 * Double.pi * Double(n) / Double(full)
        c[n] = {T}(%s)
    }}"""

WINDOWS = [
    ("vDSP_hann_window", ">C:contiguous N flag:Int32",
     "A Hann window of n elements, for one period: (1 − cos(2π i / n)) / 2. With `vDSP_HANN_NORM` it is multiplied by 1.63, which keeps the power. With "
     "`vDSP_HALF_WINDOW` only the first half is written.",
     "let scale = flag & Int32(vDSP_HANN_NORM) == 0 ? 0.5 : (2.0 / 3).squareRoot()\n    " + WINDOW % "scale * (1 - cos(angle))"),
    ("vDSP_hamm_window", ">C:contiguous N flag:Int32",
     "A Hamming window of n elements, for one period: 0.54 − 0.46 cos(2π i / n). With `vDSP_HALF_WINDOW` only the first half is written.",
     WINDOW % "0.54 - 0.46 * cos(angle)"),
    ("vDSP_blkman_window", ">C:contiguous N flag:Int32",
     "A Blackman window of n elements, for one period: 0.42 − 0.5 cos(2π i / n) + 0.08 cos(4π i / n). With `vDSP_HALF_WINDOW` only the first half is "
     "written.", WINDOW % "0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle)"),
]

PARTS = "let a = a.pointee, c = c.pointee\n    "


def each_part(name, kernel_real, kernel_imaginary, words):
    return name, "@A >@C N", words, PARTS + f"""vector_unary_{{s}}(Vector{kernel_real}, a.realp, strideA, c.realp, strideC, {{N}})
    vector_unary_{{s}}(Vector{kernel_imaginary}, a.imagp, strideA, c.imagp, strideC, {{N}})"""


def both_parts(name, kernel, words):
    return name, "@A @B >@C N", words, "let a = a.pointee, b = b.pointee, c = c.pointee\n    " + "\n    ".join(
        f"vector_binary_{{s}}(Vector{kernel}, a.{part}, strideA, b.{part}, strideB, c.{part}, strideC, {{N}})" for part in ("realp", "imagp"))


def by_real(name, kernel, words, parts=("realp", "imagp")):
    body = PARTS + "\n    ".join(
        f"vector_binary_{{s}}(Vector{kernel}, a.{part}, strideA, {{B}}, c.{part}, strideC, {{N}})" for part in parts)
    if parts == ("realp",):
        body += "\n    vector_unary_{s}(VectorCopy, a.imagp, strideA, c.imagp, strideC, {N})"
    return name, "@A B >@C N", words, body


def product(name, parameters, conjugates, words, addend="nil"):
    result = "d" if addend != "nil" else "c"
    given = "withUnsafePointer(to: kernelForm(c, strideC)) {{ addend in " if addend != "nil" else ""
    return name, parameters, words, f"""var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm({result}, stride{result.upper()})
    {"var third = kernelForm(c, strideC)" if addend != "nil" else ""}
    vector_complex_multiply_{{s}}(&first, {conjugates}, &second, {"&third" if addend != "nil" else "nil"}, &result, {{N}})"""


COMPLEX = [
    ("vDSP_ctoz", "C:UnsafePointer<{Z}> strideC:vDSP_Stride >@Z N",
     "Separates complex numbers into real and imaginary parts. The stride of the complex numbers is in real elements: 2 for contiguous numbers.",
     """var result = kernelForm(z, strideZ)
    C.withMemoryRebound(to: {T}.self, capacity: 2) {{ vector_separate_{s}($0, strideC, &result, {N}) }}"""),
    ("vDSP_ztoc", "@Z C:UnsafeMutablePointer<{Z}> strideC:vDSP_Stride N",
     "Interleaves real and imaginary parts as complex numbers. The stride of the complex numbers is in real elements: 2 for contiguous numbers.",
     """var parts = kernelForm(z, strideZ)
    C.withMemoryRebound(to: {T}.self, capacity: 2) {{ vector_interleave_{s}(&parts, $0, strideC, {N}) }}"""),
    both_parts("vDSP_zvadd", "Sum", "Adds complex vectors: c = a + b."),
    both_parts("vDSP_zvsub", "Difference", "Subtracts complex vectors: c = a − b."),
    ("vDSP_zvmul", "@A @B >@C N conjugate:Int32", "Multiplies complex vectors: c = a · b, or c = conj(a) · b if `conjugate` is −1.",
     product("", "", "conjugate < 0 ? 1 : 0", "")[3]),
    product("vDSP_zvcmul", "@A @B >@C N", "1", "Multiplies complex vectors, the first one conjugated: c = conj(a) · b."),
    product("vDSP_zvma", "@A @B @C >@D N", "0", "Multiplies complex vectors and adds a third: d = a · b + c.", "c"),
    product("vDSP_zvcma", "@A @B @C >@D N", "1", "Multiplies complex vectors, the first one conjugated, and adds a third: d = conj(a) · b + c.", "c"),
    ("vDSP_zvdiv", "@B @A >@C N", "Divides complex vectors: c = a / b. The divisor b is the first parameter.",
     """var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(c, strideC)
    vector_complex_divide_{s}(&first, &second, &result, {N})"""),
    ("vDSP_zvzsml", "@A b:UnsafePointer<{S}> >@C N", "Multiplies a complex vector by a complex number: c = a · b.",
     """var first = kernelForm(a, strideA), second = kernelForm(b, 0), result = kernelForm(c, strideC)
    vector_complex_multiply_{s}(&second, 0, &first, nil, &result, {N})"""),
    each_part("vDSP_zvneg", "Negative", "Negative", "Negates a complex vector: c = −a."),
    each_part("vDSP_zvconj", "Copy", "Negative", "Conjugates a complex vector."),
    each_part("vDSP_zvmov", "Copy", "Copy", "Copies a complex vector."),
    ("vDSP_zvfill", "a:UnsafePointer<{S}> >@C N", "Sets all elements to the complex number a.", """let value = a.pointee, c = c.pointee
    vector_fill_{s}(value.realp[0], c.realp, strideC, {N})
    vector_fill_{s}(value.imagp[0], c.imagp, strideC, {N})"""),
    by_real("vDSP_zrvmul", "Product", "Multiplies a complex vector by a real one: c = a · b."),
    by_real("vDSP_zrvdiv", "Quotient", "Divides a complex vector by a real one: c = a / b."),
    by_real("vDSP_zrvadd", "Sum", "Adds a real vector to a complex one: c = a + b.", ("realp",)),
    by_real("vDSP_zrvsub", "Difference", "Subtracts a real vector from a complex one: c = a − b.", ("realp",)),
    ("vDSP_zvmags", "@A >C N", "Squares of magnitudes: c = |a|².", """let a = a.pointee
    vector_quaternary_{s}(
        VectorProductPlusProduct, a.realp, strideA, a.realp, strideA, a.imagp, strideA, a.imagp, strideA, {C}, {N})"""),
    ("vDSP_zvmgsa", "@A B >C N", "Squares of magnitudes plus a vector: c = |a|² + b.", """let a = a.pointee, count = {N}
    for n in 0..<count {{
        let real = a.realp[n &* strideA], imaginary = a.imagp[n &* strideA]
        c[n &* strideC] = real * real + imaginary * imaginary + b[n &* strideB]
    }}"""),
    ("vDSP_zvabs", "@A >C N", "Magnitudes: c = |a|.", "let a = a.pointee\n    vector_binary_{s}(VectorDistance, a.realp, strideA, a.imagp, strideA, {C}, {N})"),
    ("vDSP_zvphas", "@A >C N", "Angles in radians, −π … π.",
     "let a = a.pointee\n    vector_pair_function_{s}(VectorAngle, a.imagp, strideA, a.realp, strideA, {C}, {N})"),
    ("vDSP_zdotpr", "@A @B c:UnsafePointer<{S}> N", "The sum of the products of two complex vectors' elements. It is written to the first element of c.",
     """let a = a.pointee, b = b.pointee, count = {N}
    let real = vector_sum_of_pairs_{s}(VectorTermProduct, a.realp, strideA, b.realp, strideB, count)
        - vector_sum_of_pairs_{s}(VectorTermProduct, a.imagp, strideA, b.imagp, strideB, count)
    let imaginary = vector_sum_of_pairs_{s}(VectorTermProduct, a.realp, strideA, b.imagp, strideB, count)
        + vector_sum_of_pairs_{s}(VectorTermProduct, a.imagp, strideA, b.realp, strideB, count)
    c.pointee.realp[0] = real
    c.pointee.imagp[0] = imaginary"""),
    ("vDSP_polar", "A >C N", "Converts points to polar coordinates. A stride is in real elements: 2 for contiguous pairs. (x, y) becomes (distance, angle in radians).", """let count = {N}
    for n in 0..<count {{
        let x = a[n &* strideA], y = a[n &* strideA &+ 1]
        c[n &* strideC] = hypot(x, y)
        c[n &* strideC &+ 1] = atan2(y, x)
    }}"""),
    ("vDSP_rect", "A >C N", "Converts points in polar coordinates to (x, y). A stride is in real elements: 2 for contiguous pairs. Angles are in radians.", """let count = {N}
    for n in 0..<count {{
        let distance = a[n &* strideA], angle = a[n &* strideA &+ 1]
        c[n &* strideC] = distance * cos(angle)
        c[n &* strideC &+ 1] = distance * sin(angle)
    }}"""),
]

PLACE = "the fraction is truncated", "they are rounded to the nearest integer"
INTEGERS = [("8", "Int8", "i8"), ("u8", "UInt8", "u8"), ("16", "Int16", "i16"), ("u16", "UInt16", "u16"), ("32", "Int32", "i32"), ("u32", "UInt32", "u32")]
CONVERSIONS = []
for ending, kind, suffix in INTEGERS:
    CONVERSIONS.append((f"vDSP_vflt{ending}", f"A:UnsafePointer<{kind}> strideA:vDSP_Stride >C N", f"Converts elements of type `{kind}` to floating-point numbers.",
                        f"vector_convert_{suffix}_{{s}}(A, strideA, {{C}}, {{N}})"))
for rounds in (0, 1):
    for ending, kind, suffix in INTEGERS:
        CONVERSIONS.append((f"vDSP_vfix{'r' * rounds}{ending}", f"A C:UnsafeMutablePointer<{kind}> strideC:vDSP_Stride N",
                            f"Converts floating-point numbers to elements of type `{kind}`; {PLACE[rounds]}. Numbers out of its range become the nearest "
                            "number of the type, and NaN becomes 0.", f"vector_convert_{{s}}_{suffix}({{A}}, C, strideC, {{N}}, {rounds})"))

VFORCE_UNARY = [
    ("exp", "function Exp", "eˣ"), ("exp2", "function Exp2", "2ˣ"), ("expm1", "function ExpMinus1", "eˣ − 1, exact for small x"),
    ("log", "function Log", "natural logarithms"), ("log1p", "function LogOfPlus1", "natural logarithms of 1 + x, exact for small x"),
    ("log2", "function Log2", "logarithms to the base 2"), ("log10", "function Log10", "logarithms to the base 10"),
    ("logb", "function Exponent", "binary exponents, as floating-point numbers"),
    ("sin", "function Sin", "sines of angles in radians"), ("cos", "function Cos", "cosines of angles in radians"),
    ("tan", "function Tan", "tangents of angles in radians"), ("sinpi", "function SinOfPi", "sines of π x"),
    ("cospi", "function CosOfPi", "cosines of π x"), ("tanpi", "function TanOfPi", "tangents of π x"),
    ("asin", "function Arcsin", "arc sines in radians"), ("acos", "function Arccos", "arc cosines in radians"),
    ("atan", "function Arctan", "arc tangents in radians"), ("sinh", "function Sinh", "hyperbolic sines"),
    ("cosh", "function Cosh", "hyperbolic cosines"), ("tanh", "function Tanh", "hyperbolic tangents"),
    ("asinh", "function Arsinh", "inverse hyperbolic sines"), ("acosh", "function Arcosh", "inverse hyperbolic cosines"),
    ("atanh", "function Artanh", "inverse hyperbolic tangents"), ("cbrt", "function CubeRoot", "cube roots"),
    ("sqrt", "unary SquareRoot", "square roots"), ("rsqrt", "unary InverseSquareRoot", "1 / √x"), ("rec", "unary Reciprocal", "1 / x"),
    ("fabs", "unary Magnitude", "magnitudes"), ("floor", "unary Floor", "the largest integers that are not above the values"),
    ("ceil", "unary Ceiling", "the smallest integers that are not below the values"), ("int", "unary Truncation", "the integer parts"),
    ("nint", "unary Nearest", "the nearest integers, with halves rounded to even integers,"),
]
VFORCE_BINARY = [
    ("pow", "pair_function Power", "xy", "x to the power of y"), ("div", "binary Quotient", "yx", "y / x"),
    ("atan2", "pair_function Angle", "yx", "the angles of the points (x, y) in radians, −π … π"),
    ("fmod", "pair_function TruncatingRemainder", "yx", "the remainders of y / x with a truncated quotient, which have the sign of y,"),
    ("remainder", "pair_function NearestRemainder", "yx", "the remainders of y / x with a quotient rounded to the nearest integer"),
    ("copysign", "binary CopySign", "yx", "the magnitudes of y with the signs of x"),
    ("nextafter", "pair_function NextAfter", "yx", "the next floating-point numbers after y in the direction of x"),
]


def vforce():
    rows = []
    count = "_ n: UnsafePointer<Int32>"
    for name, kernel, words in VFORCE_UNARY:
        family, kernel = kernel.split()
        for kind, suffix, ending in (("Float", "f32", "f"), ("Double", "f64", "")):
            rows.append(f"""/// Writes {words} of the first n elements of x to y, which may be x.
public func vv{name}{ending}(_ y: UnsafeMutablePointer<{kind}>, _ x: UnsafePointer<{kind}>, {count}) {{
    vector_{family}_{suffix}(Vector{kernel}, x, 1, y, 1, elementCount(n))
}}
""")
    rows.append(None)
    for name, kernel, order, words in VFORCE_BINARY:
        family, kernel = kernel.split()
        for kind, suffix, ending in (("Float", "f32", "f"), ("Double", "f64", "")):
            rows.append(f"""/// Writes {words} for the first n elements to z, which may be y or x.
public func vv{name}{ending}(
    _ z: UnsafeMutablePointer<{kind}>, _ y: UnsafePointer<{kind}>, _ x: UnsafePointer<{kind}>, {count}
) {{
    vector_{family}_{suffix}(Vector{kernel}, {order[0]}, 1, {order[1]}, 1, z, 1, elementCount(n))
}}
""")
    for kind, suffix, ending in (("Float", "f32", "f"), ("Double", "f64", "")):
        rows.append(f"""/// Raises the first n elements of x to the power of a single number y, and writes the results to z, which may be x.
public func vvpows{ending}(
    _ z: UnsafeMutablePointer<{kind}>, _ y: UnsafePointer<{kind}>, _ x: UnsafePointer<{kind}>, {count}
) {{
    vector_pair_function_{suffix}(VectorPower, x, 1, y, 0, z, 1, elementCount(n))
}}

/// Writes the sines of the first n angles of x to z, and their cosines to y. The angles are in radians. One of the results may be x.
public func vvsincos{ending}(
    _ z: UnsafeMutablePointer<{kind}>, _ y: UnsafeMutablePointer<{kind}>, _ x: UnsafePointer<{kind}>, {count}
) {{
    let count = elementCount(n)
    // The result in the place of the angles comes last.
    if UnsafePointer(z) == x {{
        vector_function_{suffix}(VectorCos, x, 1, y, 1, count)
        vector_function_{suffix}(VectorSin, x, 1, z, 1, count)
    }} else {{
        vector_function_{suffix}(VectorSin, x, 1, z, 1, count)
        vector_function_{suffix}(VectorCos, x, 1, y, 1, count)
    }}
}}
""")
    split = rows.index(None)
    return {"vForce/Generated/vv_Functions.swift": rows[:split], "vForce/Generated/vv_Pairs.swift": rows[split + 1:]}


FORMS = (("Float", "f32", "", "DSPComplex", "DSPSplitComplex"), ("Double", "f64", "D", "DSPDoubleComplex", "DSPDoubleSplitComplex"))


def parameter(token, kind, pair, split):
    """The declaration of a parameter, and the name that bodies use for it."""
    fill = lambda text: text.format(T=kind, Z=pair, S=split)
    if token == "N":
        return ["_ n: vDSP_Length"], {"N": "Int(bitPattern: n)"}
    if token[:2] == ">@":
        name = token[2:]
        return [f"_ {name.lower()}: UnsafePointer<{split}>", f"_ stride{name}: vDSP_Stride"], {}
    if token[0] == "@":
        name = token[1:]
        return [f"_ {name.lower()}: UnsafePointer<{split}>", f"_ stride{name}: vDSP_Stride"], {}
    if token.endswith(":contiguous"):
        name = token[1].lower()
        return [f"_ {name}: UnsafeMutablePointer<{kind}>"], {}
    if ":" in token:
        name, type_ = token.split(":", 1)
        # A pointer in a body has the name of the parameter.
        return [f"_ {name}: {fill(type_)}"], {}
    if token[0] == ">":
        name = token[1:]
        return [f"_ {name.lower()}: UnsafeMutablePointer<{kind}>", f"_ stride{name}: vDSP_Stride"], {name: f"{name.lower()}, stride{name}"}
    if token[0] == "=":
        return [f"_ {token[1:]}: UnsafeMutablePointer<{kind}>"], {}
    if token[0] == "#":
        return [f"_ {token[1:]}: UnsafeMutablePointer<vDSP_Length>"], {}
    if token.isupper():
        return [f"_ {token.lower()}: UnsafePointer<{kind}>", f"_ stride{token}: vDSP_Stride"], {token: f"{token.lower()}, stride{token}"}
    return [f"_ {token}: UnsafePointer<{kind}>"], {token: f"{token}, 0"}


def wrapped(words):
    lines, line = [], "///"
    for word in words.split():
        if len(line) + 1 + len(word) > 138:
            lines.append(line)
            line = "///"
        line += " " + word
    return "\n".join(lines + [line])


def function(row, form):
    kind, suffix, ending, pair, split = form
    name, parameters, words, body = row
    declarations, names = [], {"T": kind, "s": suffix, "Z": pair, "S": split}
    for token in parameters.split():
        declared, called = parameter(token, kind, pair, split)
        declarations += declared
        names.update(called)
    text = body.format(**names)
    listed = ", ".join(declarations)
    # Pointers have small letters.
    for letter in re.findall(r"_ ([A-Z]): ", listed):
        listed = listed.replace(f"_ {letter}: ", f"_ {letter.lower()}: ")
        text = re.sub(rf"(?<![A-Za-z$.]){letter}(?![A-Za-z])", letter.lower(), text)
    text = "\n".join(line for line in text.split("\n") if line.strip())
    return f"{wrapped(words)}\npublic func {name}{ending}({listed}) {{\n    {text}\n}}\n"


GROUPS = {
    "Arithmetic": (ARITHMETIC, ""), "Combined": (COMBINED, ""), "Limits": (LIMITS, ""), "Sums": (SUMS, ""),
    "Moving": (MOVING, ""), "Sequences": (SEQUENCES, ""), "Windows": (WINDOWS, "import Foundation\n"), "Complex": (COMPLEX, "import Foundation\n"),
    "Conversions": (CONVERSIONS, ""),
}


def files():
    for group, (rows, imports) in GROUPS.items():
        for form in FORMS:
            path = f"vDSP/Generated/vDSP_{group}{'Double' if form[2] else ''}.swift"
            yield path, imports, [function(row, form) for row in rows]
    for path, rows in vforce().items():
        yield path, "", rows


def main():
    generated.run(OUTPUT, {path: HEADING + imports + "\n" + "\n".join(rows) for path, imports, rows in files()})


if __name__ == "__main__":
    main()
