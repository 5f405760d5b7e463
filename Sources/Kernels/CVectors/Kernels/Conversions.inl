// Conversions between types of numbers.

template <class From, class To, class F> static void convert(const From *a, ptrdiff_t ia, To *c, ptrdiff_t ic, size_t count, F f) {
    if (ia == 1 && ic == 1) {
        _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < count; i++) c[i] = f(a[i]);
    } else {
        for (size_t i = 0; i < count; i++) c[static_cast<ptrdiff_t>(i) * ic] = f(a[static_cast<ptrdiff_t>(i) * ia]);
    }
}

template <class From, class To> static void convert(const From *a, ptrdiff_t ia, To *c, ptrdiff_t ic, size_t count) {
    convert(a, ia, c, ic, count, [](From x) -> To { return static_cast<To>(x); });
}

/// The number without its fraction, limited to the range of the integer type.
template <class From, class To> static inline __attribute__((always_inline)) To saturated(From x) {
    typedef std::numeric_limits<To> Range;
    constexpr From lowest = static_cast<From>(Range::min());
    if constexpr (sizeof(To) < 4) {
        // NaN becomes the lowest number, which is 0 for unsigned types.
        constexpr From largest = static_cast<From>(Range::max());
        const From above = x > lowest ? x : lowest;
        const int32_t whole = static_cast<int32_t>(above < largest ? above : largest);
        return static_cast<To>(Range::is_signed && x != x ? 0 : whole);
    } else {
        // `end` is one more than the largest integer. It is a power of two, which `From` can represent exactly. The largest integer may be inexact.
        constexpr From end = static_cast<From>(Range::max() / 2 + 1) * 2;
        const From inside = x > lowest ? x : lowest;
        const To whole = static_cast<To>(inside < end ? inside : lowest);
        return x != x ? To(0) : x < end ? whole : Range::max();
    }
}

template <class From, class To> static void to_integers(const From *a, ptrdiff_t ia, To *c, ptrdiff_t ic, size_t count, int rounds) {
    if (rounds) {
        convert(a, ia, c, ic, count, [](From x) -> To { return saturated<From, To>(std::nearbyint(x)); });
    } else {
        convert(a, ia, c, ic, count, [](From x) -> To { return saturated<From, To>(x); });
    }
}

static const Table table = {
#define ROW(T, suffix) {to_integers<float, T>, to_integers<double, T>, convert<T, float>, convert<T, double>},
    VECTOR_INTEGERS(ROW)
#undef ROW
        convert<float, double>,
    convert<double, float>,
};
