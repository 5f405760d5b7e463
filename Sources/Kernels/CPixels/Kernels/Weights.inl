// Loops over the components of pixels, 32 at a time, in 16-bit numbers. The remaining components are padded with zeros.

#define INLINE static inline __attribute__((always_inline))

typedef int16_t Words __attribute__((vector_size(32)));
typedef int32_t Longs __attribute__((vector_size(64)));
typedef uint8_t Half __attribute__((vector_size(16)));

INLINE Words load(const uint8_t *source, size_t count) {
    Half bytes = {};
    std::memcpy(&bytes, source, count);
    return __builtin_convertvector(bytes, Words);
}

INLINE Words load(const int16_t *source, size_t count) {
    Words words = {};
    std::memcpy(&words, source, 2 * count);
    return words;
}

INLINE void store(const Words &words, uint8_t *target, size_t count) {
    const Half bytes = __builtin_convertvector(__builtin_elementwise_min(__builtin_elementwise_max(words, Words{}), Words{} + 255), Half);
    std::memcpy(target, &bytes, count);
}

INLINE void store(const Words &words, int16_t *target, size_t count) { std::memcpy(target, &words, 2 * count); }

/// The upper 16 bits of products.
INLINE Words upper(const Words &a, const Words &b) {
    return __builtin_convertvector((__builtin_convertvector(a, Longs) * __builtin_convertvector(b, Longs)) >> 16, Words);
}

/// Computes the weighted sums of components from `place` on, in one or two vectors.
template <class Source> INLINE void add(const Source *const *sources, const WeightGroups &weights, size_t place, size_t count, Words *sums, int vectors) {
    for (int v = 0; v < vectors; v++) sums[v] = Words{} + weights.start;
    for (size_t g = 0; g < weights.count; g++) {
        const WeightGroup group = weights.groups[g];
        Words sum[2];
        for (int v = 0; v < vectors; v++) sum[v] = load(*sources + place + 16 * v, count);
        sources++;
        for (int32_t tap = 1; tap < group.taps; tap++, sources++) {
            for (int v = 0; v < vectors; v++) sum[v] += load(*sources + place + 16 * v, count);
        }
        for (int v = 0; v < vectors; v++) sums[v] += upper(sum[v] << group.shift, Words{} + group.weight);
    }
}

/// Calls `f` with the weighted sums at each place, for at most 16 components at a time.
template <class Source, class F> INLINE void weigh(const Source *const *sources, const WeightGroups &weights, size_t size, F f) {
    size_t i = 0;
    for (; i + 32 <= size; i += 32) {
        Words sums[2];
        add(sources, weights, i, 16, sums, 2);
        f(sums[0], i, 16);
        f(sums[1], i + 16, 16);
    }
    for (; i < size; i += 16) {
        const size_t count = std::min<size_t>(size - i, 16);
        Words sums[1];
        add(sources, weights, i, count, sums, 1);
        f(sums[0], i, count);
    }
}

static const Words is_alpha = {0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1};

INLINE Words choose(const Words &mask, const Words &first, const Words &second) { return (mask & first) | (~mask & second); }

static void bytes_to_bytes(
    const uint8_t *const *sources, WeightGroups weights, int bits, const uint8_t *alphas, uint8_t *target, size_t count) {
    const int16_t shift = static_cast<int16_t>(bits);
    if (alphas) {
        weigh(sources, weights, 4 * count, [=](const Words &sums, size_t i, size_t n) {
            store(choose(is_alpha, load(alphas + i, n), sums >> shift), target + i, n);
        });
    } else {
        weigh(sources, weights, 4 * count, [=](const Words &sums, size_t i, size_t n) { store(sums >> shift, target + i, n); });
    }
}

static void bytes_to_words(const uint8_t *const *sources, WeightGroups weights, int16_t *target, size_t count) {
    weigh(sources, weights, 4 * count, [=](const Words &sums, size_t i, size_t n) { store(sums, target + i, n); });
}

static void words_to_bytes(const int16_t *const *sources, WeightGroups weights, int bits, uint8_t *target, size_t count) {
    const int16_t shift = static_cast<int16_t>(bits);
    weigh(sources, weights, 4 * count, [=](const Words &sums, size_t i, size_t n) { store(sums >> shift, target + i, n); });
}

static void words_to_sharp_bytes(
    const int16_t *const *sources, WeightGroups weights, int bits, const uint8_t *pixels, float amount, uint8_t *target, size_t count) {
    // The amount as a 16-bit number with `exponent` binary digits after the point, and the binary digits of the product.
    int exponent = 15;
    while (std::fabs(std::ldexp(amount, exponent)) > 32767) exponent--;
    const int16_t factor = static_cast<int16_t>(std::lrint(std::ldexp(amount, exponent)));
    const int16_t given = static_cast<int16_t>(bits), made = static_cast<int16_t>(bits + exponent - 16);
    weigh(sources, weights, 4 * count, [=](const Words &sums, size_t i, size_t n) {
        const Words here = load(pixels + i, n);
        const Words added = upper((here << given) - sums, Words{} + factor);
        const Words sharp = ((here << made) + added + static_cast<int16_t>(1 << made >> 1)) >> made;
        store(choose(is_alpha, here, sharp), target + i, n);
    });
}

static void move_columns(uint16_t *__restrict sums, const uint8_t *__restrict added, const uint8_t *__restrict removed, size_t count) {
    if (removed) {
        for (size_t i = 0; i < 4 * count; i++) sums[i] += added[i] - removed[i];
    } else {
        for (size_t i = 0; i < 4 * count; i++) sums[i] += added[i];
    }
}

typedef uint16_t PixelWords __attribute__((vector_size(8)));
typedef int32_t PixelSum __attribute__((vector_size(16)));
typedef float Pixel __attribute__((vector_size(16)));

INLINE PixelSum pixel(const uint16_t *words) {
    PixelWords result;
    std::memcpy(&result, words, sizeof result);
    return __builtin_convertvector(result, PixelSum);
}

typedef uint16_t Sums __attribute__((vector_size(32)));

INLINE Sums load_sums(const uint16_t *sums) {
    Sums result;
    std::memcpy(&result, sums, sizeof result);
    return result;
}

/// Computes the results of `box_row` for four pixels at a time, if the sums fit into 16 bits. Returns the number of components that are done.
static size_t small_box_row(const uint16_t *sums, size_t taps, uint8_t *target, size_t count) {
    const uint32_t pixels = static_cast<uint32_t>(taps * taps);
    // A factor of 16 bits whose highest bit is set. It is rounded up, so that means that are whole numbers stay whole.
    uint16_t shift = 0;
    while ((65536u << (shift + 1)) / pixels < 65536) shift++;
    const uint16_t factor = static_cast<uint16_t>(((65536u << shift) + pixels - 1) / pixels), half = static_cast<uint16_t>(pixels / 2);
    uint16_t first[4] = {};
    for (size_t i = 0; i < 4 * taps; i++) first[i % 4] += sums[i];
    Sums sum;
    for (int i = 0; i < 16; i++) sum[i] = first[i % 4];
    const Sums none = {};
    const uint16_t *after = sums + 4 * taps;
    size_t i = 0;
    for (; i + 16 <= 4 * count; i += 16) {
        // The differences from each pixel's sum to the next one, and the running sums of these differences.
        const Sums steps = load_sums(after + i) - load_sums(sums + i);
        const Sums pairs = steps + __builtin_shufflevector(none, steps, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
        const Sums all = pairs + __builtin_shufflevector(none, pairs, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
        const Sums here = sum + (all - steps) + half;
        sum += __builtin_shufflevector(all, all, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
        typedef uint32_t Products __attribute__((vector_size(64)));
        const Products products = __builtin_convertvector(here, Products) * static_cast<uint32_t>(factor);
        const Sums means = __builtin_convertvector(products >> 16, Sums) >> shift;
        store(reinterpret_cast<Words>(means), target + i, 16);
    }
    return i;
}

static void box_row(const uint16_t *sums, size_t taps, float scale, uint8_t *target, size_t count) {
    const size_t start = 255 * taps * taps + taps * taps / 2 <= 65535 ? small_box_row(sums, taps, target, count) : 0;
    PixelSum sum = {};
    for (size_t i = 0; i < taps; i++) sum += pixel(sums + start + 4 * i);
    const uint16_t *after = sums + 4 * taps;
    const auto next = [&](size_t i) {
        const PixelSum mean = __builtin_convertvector(__builtin_convertvector(sum, Pixel) * scale + 0.5f, PixelSum);
        sum += pixel(after + i) - pixel(sums + i);
        return mean;
    };
    size_t i = start;
    for (; i + 16 <= 4 * count; i += 16) {
        const PixelSum a = next(i), b = next(i + 4), c = next(i + 8), d = next(i + 12);
        const Longs means = __builtin_shufflevector(
            __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7), __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7), 0, 1, 2, 3, 4, 5, 6, 7, 8,
            9, 10, 11, 12, 13, 14, 15);
        store(__builtin_convertvector(means, Words), target + i, 16);
    }
    for (; i < 4 * count; i += 4) {
        const PixelSum mean = next(i);
        for (int j = 0; j < 4; j++) target[i + j] = static_cast<uint8_t>(mean[j]);
    }
}

static const Table table = {bytes_to_bytes, bytes_to_words, words_to_bytes, words_to_sharp_bytes, move_columns, box_row};

#undef INLINE
