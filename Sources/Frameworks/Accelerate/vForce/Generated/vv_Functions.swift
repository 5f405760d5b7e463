// Written by Scripts/generate_vdsp.py.

import CVectors

/// Writes eˣ of the first n elements of x to y, which may be x.
public func vvexpf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorExp, x, 1, y, 1, elementCount(n))
}

/// Writes eˣ of the first n elements of x to y, which may be x.
public func vvexp(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorExp, x, 1, y, 1, elementCount(n))
}

/// Writes 2ˣ of the first n elements of x to y, which may be x.
public func vvexp2f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorExp2, x, 1, y, 1, elementCount(n))
}

/// Writes 2ˣ of the first n elements of x to y, which may be x.
public func vvexp2(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorExp2, x, 1, y, 1, elementCount(n))
}

/// Writes eˣ − 1, exact for small x of the first n elements of x to y, which may be x.
public func vvexpm1f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorExpMinus1, x, 1, y, 1, elementCount(n))
}

/// Writes eˣ − 1, exact for small x of the first n elements of x to y, which may be x.
public func vvexpm1(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorExpMinus1, x, 1, y, 1, elementCount(n))
}

/// Writes natural logarithms of the first n elements of x to y, which may be x.
public func vvlogf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorLog, x, 1, y, 1, elementCount(n))
}

/// Writes natural logarithms of the first n elements of x to y, which may be x.
public func vvlog(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorLog, x, 1, y, 1, elementCount(n))
}

/// Writes natural logarithms of 1 + x, exact for small x of the first n elements of x to y, which may be x.
public func vvlog1pf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorLogOfPlus1, x, 1, y, 1, elementCount(n))
}

/// Writes natural logarithms of 1 + x, exact for small x of the first n elements of x to y, which may be x.
public func vvlog1p(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorLogOfPlus1, x, 1, y, 1, elementCount(n))
}

/// Writes logarithms to the base 2 of the first n elements of x to y, which may be x.
public func vvlog2f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorLog2, x, 1, y, 1, elementCount(n))
}

/// Writes logarithms to the base 2 of the first n elements of x to y, which may be x.
public func vvlog2(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorLog2, x, 1, y, 1, elementCount(n))
}

/// Writes logarithms to the base 10 of the first n elements of x to y, which may be x.
public func vvlog10f(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorLog10, x, 1, y, 1, elementCount(n))
}

/// Writes logarithms to the base 10 of the first n elements of x to y, which may be x.
public func vvlog10(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorLog10, x, 1, y, 1, elementCount(n))
}

/// Writes binary exponents, as floating-point numbers of the first n elements of x to y, which may be x.
public func vvlogbf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorExponent, x, 1, y, 1, elementCount(n))
}

/// Writes binary exponents, as floating-point numbers of the first n elements of x to y, which may be x.
public func vvlogb(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorExponent, x, 1, y, 1, elementCount(n))
}

/// Writes sines of angles in radians of the first n elements of x to y, which may be x.
public func vvsinf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorSin, x, 1, y, 1, elementCount(n))
}

/// Writes sines of angles in radians of the first n elements of x to y, which may be x.
public func vvsin(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorSin, x, 1, y, 1, elementCount(n))
}

/// Writes cosines of angles in radians of the first n elements of x to y, which may be x.
public func vvcosf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorCos, x, 1, y, 1, elementCount(n))
}

/// Writes cosines of angles in radians of the first n elements of x to y, which may be x.
public func vvcos(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorCos, x, 1, y, 1, elementCount(n))
}

/// Writes tangents of angles in radians of the first n elements of x to y, which may be x.
public func vvtanf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorTan, x, 1, y, 1, elementCount(n))
}

/// Writes tangents of angles in radians of the first n elements of x to y, which may be x.
public func vvtan(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorTan, x, 1, y, 1, elementCount(n))
}

/// Writes sines of π x of the first n elements of x to y, which may be x.
public func vvsinpif(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorSinOfPi, x, 1, y, 1, elementCount(n))
}

/// Writes sines of π x of the first n elements of x to y, which may be x.
public func vvsinpi(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorSinOfPi, x, 1, y, 1, elementCount(n))
}

/// Writes cosines of π x of the first n elements of x to y, which may be x.
public func vvcospif(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorCosOfPi, x, 1, y, 1, elementCount(n))
}

/// Writes cosines of π x of the first n elements of x to y, which may be x.
public func vvcospi(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorCosOfPi, x, 1, y, 1, elementCount(n))
}

/// Writes tangents of π x of the first n elements of x to y, which may be x.
public func vvtanpif(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorTanOfPi, x, 1, y, 1, elementCount(n))
}

/// Writes tangents of π x of the first n elements of x to y, which may be x.
public func vvtanpi(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorTanOfPi, x, 1, y, 1, elementCount(n))
}

/// Writes arc sines in radians of the first n elements of x to y, which may be x.
public func vvasinf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorArcsin, x, 1, y, 1, elementCount(n))
}

/// Writes arc sines in radians of the first n elements of x to y, which may be x.
public func vvasin(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorArcsin, x, 1, y, 1, elementCount(n))
}

/// Writes arc cosines in radians of the first n elements of x to y, which may be x.
public func vvacosf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorArccos, x, 1, y, 1, elementCount(n))
}

/// Writes arc cosines in radians of the first n elements of x to y, which may be x.
public func vvacos(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorArccos, x, 1, y, 1, elementCount(n))
}

/// Writes arc tangents in radians of the first n elements of x to y, which may be x.
public func vvatanf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorArctan, x, 1, y, 1, elementCount(n))
}

/// Writes arc tangents in radians of the first n elements of x to y, which may be x.
public func vvatan(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorArctan, x, 1, y, 1, elementCount(n))
}

/// Writes hyperbolic sines of the first n elements of x to y, which may be x.
public func vvsinhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorSinh, x, 1, y, 1, elementCount(n))
}

/// Writes hyperbolic sines of the first n elements of x to y, which may be x.
public func vvsinh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorSinh, x, 1, y, 1, elementCount(n))
}

/// Writes hyperbolic cosines of the first n elements of x to y, which may be x.
public func vvcoshf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorCosh, x, 1, y, 1, elementCount(n))
}

/// Writes hyperbolic cosines of the first n elements of x to y, which may be x.
public func vvcosh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorCosh, x, 1, y, 1, elementCount(n))
}

/// Writes hyperbolic tangents of the first n elements of x to y, which may be x.
public func vvtanhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorTanh, x, 1, y, 1, elementCount(n))
}

/// Writes hyperbolic tangents of the first n elements of x to y, which may be x.
public func vvtanh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorTanh, x, 1, y, 1, elementCount(n))
}

/// Writes inverse hyperbolic sines of the first n elements of x to y, which may be x.
public func vvasinhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorArsinh, x, 1, y, 1, elementCount(n))
}

/// Writes inverse hyperbolic sines of the first n elements of x to y, which may be x.
public func vvasinh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorArsinh, x, 1, y, 1, elementCount(n))
}

/// Writes inverse hyperbolic cosines of the first n elements of x to y, which may be x.
public func vvacoshf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorArcosh, x, 1, y, 1, elementCount(n))
}

/// Writes inverse hyperbolic cosines of the first n elements of x to y, which may be x.
public func vvacosh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorArcosh, x, 1, y, 1, elementCount(n))
}

/// Writes inverse hyperbolic tangents of the first n elements of x to y, which may be x.
public func vvatanhf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorArtanh, x, 1, y, 1, elementCount(n))
}

/// Writes inverse hyperbolic tangents of the first n elements of x to y, which may be x.
public func vvatanh(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorArtanh, x, 1, y, 1, elementCount(n))
}

/// Writes cube roots of the first n elements of x to y, which may be x.
public func vvcbrtf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_function_f32(VectorCubeRoot, x, 1, y, 1, elementCount(n))
}

/// Writes cube roots of the first n elements of x to y, which may be x.
public func vvcbrt(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_function_f64(VectorCubeRoot, x, 1, y, 1, elementCount(n))
}

/// Writes square roots of the first n elements of x to y, which may be x.
public func vvsqrtf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_unary_f32(VectorSquareRoot, x, 1, y, 1, elementCount(n))
}

/// Writes square roots of the first n elements of x to y, which may be x.
public func vvsqrt(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_unary_f64(VectorSquareRoot, x, 1, y, 1, elementCount(n))
}

/// Writes 1 / √x of the first n elements of x to y, which may be x.
public func vvrsqrtf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_unary_f32(VectorInverseSquareRoot, x, 1, y, 1, elementCount(n))
}

/// Writes 1 / √x of the first n elements of x to y, which may be x.
public func vvrsqrt(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_unary_f64(VectorInverseSquareRoot, x, 1, y, 1, elementCount(n))
}

/// Writes 1 / x of the first n elements of x to y, which may be x.
public func vvrecf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_unary_f32(VectorReciprocal, x, 1, y, 1, elementCount(n))
}

/// Writes 1 / x of the first n elements of x to y, which may be x.
public func vvrec(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_unary_f64(VectorReciprocal, x, 1, y, 1, elementCount(n))
}

/// Writes magnitudes of the first n elements of x to y, which may be x.
public func vvfabsf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_unary_f32(VectorMagnitude, x, 1, y, 1, elementCount(n))
}

/// Writes magnitudes of the first n elements of x to y, which may be x.
public func vvfabs(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_unary_f64(VectorMagnitude, x, 1, y, 1, elementCount(n))
}

/// Writes the largest integers that are not above the values of the first n elements of x to y, which may be x.
public func vvfloorf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_unary_f32(VectorFloor, x, 1, y, 1, elementCount(n))
}

/// Writes the largest integers that are not above the values of the first n elements of x to y, which may be x.
public func vvfloor(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_unary_f64(VectorFloor, x, 1, y, 1, elementCount(n))
}

/// Writes the smallest integers that are not below the values of the first n elements of x to y, which may be x.
public func vvceilf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_unary_f32(VectorCeiling, x, 1, y, 1, elementCount(n))
}

/// Writes the smallest integers that are not below the values of the first n elements of x to y, which may be x.
public func vvceil(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_unary_f64(VectorCeiling, x, 1, y, 1, elementCount(n))
}

/// Writes the integer parts of the first n elements of x to y, which may be x.
public func vvintf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_unary_f32(VectorTruncation, x, 1, y, 1, elementCount(n))
}

/// Writes the integer parts of the first n elements of x to y, which may be x.
public func vvint(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_unary_f64(VectorTruncation, x, 1, y, 1, elementCount(n))
}

/// Writes the nearest integers, with halves rounded to even integers, of the first n elements of x to y, which may be x.
public func vvnintf(_ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>) {
    vector_unary_f32(VectorNearest, x, 1, y, 1, elementCount(n))
}

/// Writes the nearest integers, with halves rounded to even integers, of the first n elements of x to y, which may be x.
public func vvnint(_ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>) {
    vector_unary_f64(VectorNearest, x, 1, y, 1, elementCount(n))
}
