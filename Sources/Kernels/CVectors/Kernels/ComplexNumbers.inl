// Loops over complex numbers.

#define VECTOR_LOOP _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < count; i++)

/// Applies a function to complex numbers. Both parts are read before either is written.
template <class C, class F> static void map(const C &a, const C &b, const C &result, size_t count, F f) {
    const auto *ar = a.real, *ai = a.imaginary, *br = b.real, *bi = b.imaginary;
    auto *cr = result.real, *ci = result.imaginary;
    if (a.stride == 1 && b.stride == 1 && result.stride == 1) {
        VECTOR_LOOP f(ar[i], ai[i], br[i], bi[i], cr[i], ci[i]);
    } else {
        for (size_t n = 0; n < count; n++) {
            const ptrdiff_t i = static_cast<ptrdiff_t>(n), u = i * a.stride, v = i * b.stride, w = i * result.stride;
            f(ar[u], ai[u], br[v], bi[v], cr[w], ci[w]);
        }
    }
}

template <class T, class C> static void multiply(const C *a, int conjugates, const C *b, const C *addend, const C *result, size_t count) {
    const T sign = conjugates ? T(-1) : T(1);
    if (addend) {
        const T *real = addend->real, *imaginary = addend->imaginary;
        for (size_t n = 0; n < count; n++) {
            const ptrdiff_t i = static_cast<ptrdiff_t>(n), u = i * a->stride, v = i * b->stride, w = i * addend->stride, z = i * result->stride;
            const T ar = a->real[u], ai = sign * a->imaginary[u], br = b->real[v], bi = b->imaginary[v];
            const T sumReal = ar * br - ai * bi + real[w], sumImaginary = ar * bi + ai * br + imaginary[w];
            result->real[z] = sumReal;
            result->imaginary[z] = sumImaginary;
        }
        return;
    }
    map(*a, *b, *result, count, [sign](T ar, T ai, T br, T bi, T &cr, T &ci) {
        cr = ar * br - sign * ai * bi;
        ci = ar * bi + sign * ai * br;
    });
}

template <class T, class C> static void divide(const C *a, const C *b, const C *result, size_t count) {
    map(*a, *b, *result, count, [](T ar, T ai, T br, T bi, T &cr, T &ci) {
        // Scaled, so that squares of large or small numbers stay in range.
        const T size = std::fabs(br) > std::fabs(bi) ? std::fabs(br) : std::fabs(bi), x = br / size, y = bi / size;
        const T length = (x * x + y * y) * size;
        cr = (ar * x + ai * y) / length;
        ci = (ai * x - ar * y) / length;
    });
}

template <class T, class C> static void separate(const T *pairs, ptrdiff_t stride, const C *result, size_t count) {
    T *real = result->real, *imaginary = result->imaginary;
    if (stride == 2 && result->stride == 1) {
        VECTOR_LOOP {
            real[i] = pairs[2 * i];
            imaginary[i] = pairs[2 * i + 1];
        }
        return;
    }
    for (size_t n = 0; n < count; n++) {
        const ptrdiff_t i = static_cast<ptrdiff_t>(n);
        real[i * result->stride] = pairs[i * stride];
        imaginary[i * result->stride] = pairs[i * stride + 1];
    }
}

template <class T, class C> static void interleave(const C *a, T *pairs, ptrdiff_t stride, size_t count) {
    const T *real = a->real, *imaginary = a->imaginary;
    if (stride == 2 && a->stride == 1) {
        VECTOR_LOOP {
            pairs[2 * i] = real[i];
            pairs[2 * i + 1] = imaginary[i];
        }
        return;
    }
    for (size_t n = 0; n < count; n++) {
        const ptrdiff_t i = static_cast<ptrdiff_t>(n);
        pairs[i * stride] = real[i * a->stride];
        pairs[i * stride + 1] = imaginary[i * a->stride];
    }
}

#undef VECTOR_LOOP

static const Table table = {
    {multiply<float, VectorComplex_f32>, divide<float, VectorComplex_f32>, separate<float, VectorComplex_f32>,
     interleave<float, VectorComplex_f32>},
    {multiply<double, VectorComplex_f64>, divide<double, VectorComplex_f64>, separate<double, VectorComplex_f64>,
     interleave<double, VectorComplex_f64>},
};
