// Parts of loops that process two pixels at a time.

#define INLINE static inline __attribute__((always_inline))
#define EACH(vector, a, b, c, d) __builtin_shufflevector(vector, vector, a, b, c, d, 4 + (a), 4 + (b), 4 + (c), 4 + (d))

INLINE Pair load(const float *values) {
    Pair pair;
    std::memcpy(&pair, values, sizeof pair);
    return pair;
}

INLINE void store(const Pair &pair, float *values) { std::memcpy(values, &pair, sizeof pair); }

INLINE Single load_one(const float *values) {
    Single pixel;
    std::memcpy(&pixel, values, sizeof pixel);
    return pixel;
}

INLINE void store_one(const Single &pixel, float *values) { std::memcpy(values, &pixel, sizeof pixel); }

INLINE Pair all(float value) { return Pair{} + value; }

/// The elements of `first` where the mask is set, and the elements of `second` elsewhere.
INLINE Pair choose(const Whole &mask, const Pair &first, const Pair &second) {
    return reinterpret_cast<Pair>((mask & reinterpret_cast<Whole>(first)) | (~mask & reinterpret_cast<Whole>(second)));
}

INLINE Pair smaller(const Pair &first, const Pair &second) { return choose(first < second, first, second); }

INLINE Pair larger(const Pair &first, const Pair &second) { return choose(first > second, first, second); }

INLINE Pair magnitude(const Pair &values) { return reinterpret_cast<Pair>(reinterpret_cast<Whole>(values) & 0x7FFFFFFF); }

/// The values limited to 0…1. NaN becomes 0.
INLINE Pair unit(const Pair &values) { return smaller(larger(values, Pair{}), all(1)); }

static const Whole is_alpha = {0, 0, 0, -1, 0, 0, 0, -1};

INLINE Pair alphas(const Pair &pixels) { return EACH(pixels, 3, 3, 3, 3); }

INLINE bool are_opaque(const Pair &pixels) { return pixels[3] == 1 && pixels[7] == 1; }

/// The colours divided by alpha, if alpha is above 0.
INLINE Pair divided(const Pair &pixels) {
    const Pair alpha = alphas(pixels);
    return choose(is_alpha, pixels, pixels / choose(alpha > 0, alpha, all(1)));
}

/// Replaces pixels by the results of a function.
template <class F> INLINE void change(float *pixels, size_t count, F f) {
    size_t i = 0;
    for (; i + 2 <= count; i += 2) store(f(load(pixels + 4 * i)), pixels + 4 * i);
    if (i == count) return;
    float last[8] = {};
    std::memcpy(last, pixels + 4 * i, 16);
    store(f(load(last)), last);
    std::memcpy(pixels + 4 * i, last, 16);
}

/// Replaces pixels by the results of a function of them and of other pixels.
template <class F> INLINE void combine(float *pixels, const float *others, size_t count, F f) {
    size_t i = 0;
    for (; i + 2 <= count; i += 2) store(f(load(pixels + 4 * i), load(others + 4 * i)), pixels + 4 * i);
    if (i == count) return;
    float last[8] = {}, other[8] = {};
    std::memcpy(last, pixels + 4 * i, 16);
    std::memcpy(other, others + 4 * i, 16);
    store(f(load(last), load(other)), last);
    std::memcpy(pixels + 4 * i, last, 16);
}
