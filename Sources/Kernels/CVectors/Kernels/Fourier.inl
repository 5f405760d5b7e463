// Stockham's transform: each pass reads one pair of vectors and writes the other one, and the last result is in order.

#define VECTOR_LOOP(variable, end) \
    _Pragma("clang loop vectorize(assume_safety)") for (size_t variable = 0; variable < (end); variable++)

template <class T> struct Number {
    T real, imaginary;
};

template <class T> static inline __attribute__((always_inline)) Number<T> operator+(Number<T> a, Number<T> b) {
    return {a.real + b.real, a.imaginary + b.imaginary};
}

template <class T> static inline __attribute__((always_inline)) Number<T> operator-(Number<T> a, Number<T> b) {
    return {a.real - b.real, a.imaginary - b.imaginary};
}

template <class T> static inline __attribute__((always_inline)) Number<T> operator*(Number<T> a, Number<T> b) {
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

template <class T> static inline __attribute__((always_inline)) Number<T> scaled(Number<T> a, T factor) {
    return {a.real * factor, a.imaginary * factor};
}

/// The product of a number with −i.
template <class T> static inline __attribute__((always_inline)) Number<T> turned(Number<T> a) { return {a.imaginary, -a.real}; }

/// Transforms `Radix` numbers in place.
template <int Radix, class T> static inline __attribute__((always_inline)) void butterfly(Number<T> (&x)[Radix]) {
    if constexpr (Radix == 2) {
        const Number<T> sum = x[0] + x[1];
        x[1] = x[0] - x[1];
        x[0] = sum;
    } else if constexpr (Radix == 3) {
        const Number<T> sum = x[1] + x[2], rest = turned(scaled(x[1] - x[2], T(0.86602540378443864676)));
        const Number<T> middle = x[0] - scaled(sum, T(0.5));
        x[0] = x[0] + sum;
        x[1] = middle + rest;
        x[2] = middle - rest;
    } else if constexpr (Radix == 4) {
        const Number<T> even = x[0] + x[2], other = x[0] - x[2], odd = x[1] + x[3], rest = turned(x[1] - x[3]);
        x[0] = even + odd;
        x[1] = other + rest;
        x[2] = even - odd;
        x[3] = other - rest;
    } else {
        constexpr T c1 = T(0.30901699437494742410), c2 = T(-0.80901699437494742410);
        constexpr T s1 = T(0.95105651629515357212), s2 = T(0.58778525229247312917);
        const Number<T> sum1 = x[1] + x[4], sum2 = x[2] + x[3], rest1 = x[1] - x[4], rest2 = x[2] - x[3];
        const Number<T> even1 = x[0] + scaled(sum1, c1) + scaled(sum2, c2), even2 = x[0] + scaled(sum1, c2) + scaled(sum2, c1);
        const Number<T> odd1 = turned(scaled(rest1, s1) + scaled(rest2, s2)), odd2 = turned(scaled(rest1, s2) - scaled(rest2, s1));
        x[0] = x[0] + sum1 + sum2;
        x[1] = even1 + odd1;
        x[2] = even2 + odd2;
        x[3] = even2 - odd2;
        x[4] = even1 - odd1;
    }
}

/// Computes the butterfly at one element. The numbers to read are `reach` apart, and the numbers to write are `step` apart.
template <int Radix, class T>
static inline __attribute__((always_inline)) void
single(Parts<const T> x, size_t reach, Parts<T> y, size_t step, const Number<T> (&factors)[Radix]) {
    Number<T> values[Radix];
    for (int j = 0; j < Radix; j++) values[j] = {x.real[reach * j], x.imaginary[reach * j]};
    butterfly<Radix, T>(values);
    for (int j = 0; j < Radix; j++) {
        const Number<T> result = j == 0 ? values[0] : values[j] * factors[j];
        y.real[step * j] = result.real;
        y.imaginary[step * j] = result.imaginary;
    }
}

template <int Radix, class T>
static inline __attribute__((always_inline)) void
read_factors(const FourierStage<T> &stage, size_t steps, size_t p, Number<T> (&factors)[Radix]) {
    for (int j = 1; j < Radix; j++) factors[j] = {stage.cosines[(j - 1) * steps + p], stage.sines[(j - 1) * steps + p]};
}

template <int Radix, class T> static void pass(const FourierStage<T> &stage, Parts<const T> x, Parts<T> y) {
    const size_t steps = stage.length / Radix, stride = stage.stride, reach = stride * steps;
    if (stride == 1) {
        VECTOR_LOOP(p, steps) {
            Number<T> factors[Radix];
            for (int j = 1; j < Radix; j++) factors[j] = {stage.cosines[(j - 1) * steps + p], stage.sines[(j - 1) * steps + p]};
            single<Radix, T>(x.at(p), reach, y.at(Radix * p), 1, factors);
        }
        return;
    }
    for (size_t p = 0; p < steps; p++) {
        Number<T> factors[Radix];
        read_factors<Radix, T>(stage, steps, p, factors);
        const Parts<const T> from = x.at(stride * p);
        const Parts<T> to = y.at(stride * Radix * p);
        if (stride == 4) {
            VECTOR_LOOP(q, 4) single<Radix, T>(from.at(q), reach, to.at(q), 4, factors);
        } else {
            VECTOR_LOOP(q, stride) single<Radix, T>(from.at(q), reach, to.at(q), stride, factors);
        }
    }
}

template <class T> static void run_stage(const FourierStage<T> &stage, Parts<const T> x, Parts<T> y) {
    switch (stage.radix) {
    case 2: return pass<2, T>(stage, x, y);
    case 3: return pass<3, T>(stage, x, y);
    case 4: return pass<4, T>(stage, x, y);
    default: return pass<5, T>(stage, x, y);
    }
}

/// Computes twice the transform of a real vector from the transform of its even and odd elements. If `Folds`, computes twice the inverse of this
/// step.
template <bool Folds, class T> static void unfold(const FourierPlan<T> &plan, T *real, T *imaginary) {
    const size_t count = plan.count;
    const T first = real[0], second = imaginary[0];
    real[0] = Folds ? first + second : 2 * (first + second);
    imaginary[0] = Folds ? first - second : 2 * (first - second);
    const T *cosines = plan.cosines.data(), *sines = plan.sines.data();
    auto each = [=](size_t k) {
        const size_t other = count - k;
        const T evenReal = real[k] + real[other], evenImaginary = imaginary[k] - imaginary[other];
        const T oddReal = real[k] - real[other], oddImaginary = imaginary[k] + imaginary[other];
        const T c = cosines[k], s = Folds ? -sines[k] : sines[k];
        // The odd part multiplied by −i (c + i s) if `Folds` is true, otherwise by i (c − i s).
        const T turnedReal = oddReal * c - oddImaginary * s, turnedImaginary = oddReal * s + oddImaginary * c;
        const T partReal = Folds ? -turnedImaginary : turnedImaginary, partImaginary = Folds ? turnedReal : -turnedReal;
        real[k] = evenReal + partReal;
        imaginary[k] = evenImaginary + partImaginary;
        real[other] = evenReal - partReal;
        imaginary[other] = partImaginary - evenImaginary;
    };
    if (count < 2) return;
    VECTOR_LOOP(i, (count - 1) / 2) each(i + 1);
    if (count % 2 == 0) {
        real[count / 2] *= 2;
        imaginary[count / 2] *= -2;
    }
}

#undef VECTOR_LOOP

static const Table table = {
    {run_stage<float>, unfold<false, float>, unfold<true, float>},
    {run_stage<double>, unfold<false, double>, unfold<true, double>},
};
