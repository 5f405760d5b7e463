// Loops over elements. With strides of 1 they become vector instructions. The pragma tells the compiler that no element of the result is an operand
// of another element.

#define VECTOR_LOOP _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < count; i++)

template <class T> static T at(const T *values, ptrdiff_t stride, size_t i) { return values[static_cast<ptrdiff_t>(i) * stride]; }

template <class T, class F> static void map(const T *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count, F f) {
    if (ia == 1 && ic == 1) {
        VECTOR_LOOP c[i] = f(a[i]);
    } else {
        for (size_t i = 0; i < count; i++) c[static_cast<ptrdiff_t>(i) * ic] = f(at(a, ia, i));
    }
}

template <class T, class F>
static void map(const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, T *c, ptrdiff_t ic, size_t count, F f) {
    if (count == 0) return;
    if (ia == 1 && ib == 1 && ic == 1) {
        VECTOR_LOOP c[i] = f(a[i], b[i]);
    } else if (ia == 1 && ib == 0 && ic == 1) {
        const T scalar = *b;
        VECTOR_LOOP c[i] = f(a[i], scalar);
    } else if (ia == 0 && ib == 1 && ic == 1) {
        const T scalar = *a;
        VECTOR_LOOP c[i] = f(scalar, b[i]);
    } else {
        for (size_t i = 0; i < count; i++) c[static_cast<ptrdiff_t>(i) * ic] = f(at(a, ia, i), at(b, ib, i));
    }
}

template <class T, class F>
static void map(
    const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, const T *c, ptrdiff_t ic, T *d, ptrdiff_t id, size_t count, F f) {
    if (count == 0) return;
    if (ia == 1 && ib == 1 && ic == 1 && id == 1) {
        VECTOR_LOOP d[i] = f(a[i], b[i], c[i]);
    } else if (ia == 1 && ib == 0 && ic == 1 && id == 1) {
        const T scalar = *b;
        VECTOR_LOOP d[i] = f(a[i], scalar, c[i]);
    } else if (ia == 1 && ib == 1 && ic == 0 && id == 1) {
        const T scalar = *c;
        VECTOR_LOOP d[i] = f(a[i], b[i], scalar);
    } else if (ia == 1 && ib == 0 && ic == 0 && id == 1) {
        const T first = *b, second = *c;
        VECTOR_LOOP d[i] = f(a[i], first, second);
    } else {
        for (size_t i = 0; i < count; i++) d[static_cast<ptrdiff_t>(i) * id] = f(at(a, ia, i), at(b, ib, i), at(c, ic, i));
    }
}

template <class T, class F>
static void map(
    const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, const T *c, ptrdiff_t ic, const T *d, ptrdiff_t id, T *e, ptrdiff_t ie,
    size_t count, F f) {
    if (count == 0) return;
    if (ia == 1 && ib == 1 && ic == 1 && id == 1 && ie == 1) {
        VECTOR_LOOP e[i] = f(a[i], b[i], c[i], d[i]);
    } else if (ia == 1 && ib == 0 && ic == 1 && id == 0 && ie == 1) {
        const T first = *b, second = *d;
        VECTOR_LOOP e[i] = f(a[i], first, c[i], second);
    } else {
        for (size_t i = 0; i < count; i++) {
            e[static_cast<ptrdiff_t>(i) * ie] = f(at(a, ia, i), at(b, ib, i), at(c, ic, i), at(d, id, i));
        }
    }
}

template <class T> static T magnitude(T x) { return std::fabs(x); }

#define EACH(formula) return map(a, ia, c, ic, count, [](T x) -> T { return formula; })
template <class T> static void unary(VectorUnary operation, const T *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count) {
    switch (operation) {
    case VectorCopy: EACH(x);
    case VectorNegative: EACH(-x);
    case VectorMagnitude: EACH(magnitude(x));
    case VectorNegativeMagnitude: EACH(-magnitude(x));
    case VectorSquare: EACH(x * x);
    case VectorSignedSquare: EACH(x * magnitude(x));
    case VectorFraction: EACH(x - std::trunc(x));
    case VectorSquareRoot: EACH(__builtin_elementwise_sqrt(x));
    case VectorInverseSquareRoot: EACH(T(1) / __builtin_elementwise_sqrt(x));
    case VectorReciprocal: EACH(T(1) / x);
    case VectorFloor: EACH(std::floor(x));
    case VectorCeiling: EACH(std::ceil(x));
    case VectorTruncation: EACH(std::trunc(x));
    case VectorNearest: EACH(std::nearbyint(x));
    }
}
#undef EACH

#define EACH(formula) return map(a, ia, b, ib, c, ic, count, [](T x, T y) -> T { return formula; })
template <class T>
static void binary(VectorBinary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, T *c, ptrdiff_t ic, size_t count) {
    switch (operation) {
    case VectorSum: EACH(x + y);
    case VectorDifference: EACH(x - y);
    case VectorProduct: EACH(x * y);
    case VectorQuotient: EACH(x / y);
    case VectorLarger: EACH(x > y ? x : y);
    case VectorSmaller: EACH(x < y ? x : y);
    case VectorLargerMagnitude: EACH(magnitude(x) > magnitude(y) ? magnitude(x) : magnitude(y));
    case VectorSmallerMagnitude: EACH(magnitude(x) < magnitude(y) ? magnitude(x) : magnitude(y));
    case VectorDistance: EACH(__builtin_elementwise_sqrt(x * x + y * y));
    case VectorThreshold: EACH(x >= y ? x : y);
    case VectorThresholdOrZero: EACH(x >= y ? x : T(0));
    case VectorCopySign: EACH(std::copysign(x, y));
    }
}
#undef EACH

#define EACH(formula) return map(a, ia, b, ib, c, ic, d, id, count, [](T x, T y, T z) -> T { return formula; })
template <class T>
static void ternary(
    VectorTernary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, const T *c, ptrdiff_t ic, T *d, ptrdiff_t id,
    size_t count) {
    switch (operation) {
    case VectorProductPlus: EACH(x * y + z);
    case VectorProductMinus: EACH(x * y - z);
    case VectorSumTimes: EACH((x + y) * z);
    case VectorDifferenceTimes: EACH((x - y) * z);
    case VectorClip: EACH((x < y ? y : x) > z ? z : (x < y ? y : x));
    case VectorInvertedClip: EACH(x <= y || z <= x ? x : x < T(0) ? y : z);
    case VectorLimit: EACH(x >= y ? z : -z);
    case VectorInterpolation: EACH(x + z * (y - x));
    }
}
#undef EACH

#define EACH(formula) return map(a, ia, b, ib, c, ic, d, id, e, ie, count, [](T x, T y, T z, T w) -> T { return formula; })
template <class T>
static void quaternary(
    VectorQuaternary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, const T *c, ptrdiff_t ic, const T *d, ptrdiff_t id,
    T *e, ptrdiff_t ie, size_t count) {
    switch (operation) {
    case VectorProductPlusProduct: EACH(x * y + z * w);
    case VectorProductMinusProduct: EACH(x * y - z * w);
    case VectorSumTimesSum: EACH((x + y) * (z + w));
    case VectorSumTimesDifference: EACH((x + y) * (z - w));
    case VectorDifferenceTimesDifference: EACH((x - y) * (z - w));
    case VectorDistanceOfPoints: EACH(__builtin_elementwise_sqrt((x - z) * (x - z) + (y - w) * (y - w)));
    }
}
#undef EACH

template <class T> static void fill(T value, T *c, ptrdiff_t ic, size_t count) {
    if (ic == 1) {
        VECTOR_LOOP c[i] = value;
    } else {
        for (size_t i = 0; i < count; i++) c[static_cast<ptrdiff_t>(i) * ic] = value;
    }
}

template <class T> static void ramp(T start, T step, T *c, ptrdiff_t ic, size_t count) {
    if (ic == 1 && count < (size_t(1) << 31)) {
        VECTOR_LOOP c[i] = start + static_cast<T>(static_cast<int32_t>(i)) * step;
    } else {
        for (size_t i = 0; i < count; i++) c[static_cast<ptrdiff_t>(i) * ic] = start + static_cast<T>(i) * step;
    }
}

#undef VECTOR_LOOP

/// Transposes a dense matrix, in tiles of four by four elements. `rows` and `columns` are the numbers of rows and columns of `a`.
template <class T> static void transpose(const T *a, T *c, size_t rows, size_t columns) {
    typedef T Four __attribute__((ext_vector_type(4)));
    const size_t whole_rows = rows & ~size_t(3), whole_columns = columns & ~size_t(3);
    for (size_t column = 0; column < whole_columns; column += 4) {
        for (size_t row = 0; row < whole_rows; row += 4) {
            Four x[4], y[4];
            for (size_t i = 0; i < 4; i++) std::memcpy(&x[i], a + (row + i) * columns + column, sizeof(Four));
            y[0] = __builtin_shufflevector(x[0], x[2], 0, 4, 1, 5);
            y[1] = __builtin_shufflevector(x[1], x[3], 0, 4, 1, 5);
            y[2] = __builtin_shufflevector(x[0], x[2], 2, 6, 3, 7);
            y[3] = __builtin_shufflevector(x[1], x[3], 2, 6, 3, 7);
            x[0] = __builtin_shufflevector(y[0], y[1], 0, 4, 1, 5);
            x[1] = __builtin_shufflevector(y[0], y[1], 2, 6, 3, 7);
            x[2] = __builtin_shufflevector(y[2], y[3], 0, 4, 1, 5);
            x[3] = __builtin_shufflevector(y[2], y[3], 2, 6, 3, 7);
            for (size_t i = 0; i < 4; i++) std::memcpy(c + (column + i) * rows + row, &x[i], sizeof(Four));
        }
    }
    for (size_t column = 0; column < columns; column++) {
        for (size_t row = column < whole_columns ? whole_rows : 0; row < rows; row++) c[column * rows + row] = a[row * columns + column];
    }
}

static const Table table = {
    {fill<float>, ramp<float>, unary<float>, binary<float>, ternary<float>, quaternary<float>, transpose<float>},
    {fill<double>, ramp<double>, unary<double>, binary<double>, ternary<double>, quaternary<double>, transpose<double>},
};
