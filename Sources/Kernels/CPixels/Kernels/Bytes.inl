// Loops over the bytes of pixels, 32 at a time. The remaining bytes are padded with zeros.

#define INLINE static inline __attribute__((always_inline))

typedef uint8_t Octets __attribute__((vector_size(32)));
typedef uint16_t Words __attribute__((vector_size(64)));
typedef uint32_t Four __attribute__((vector_size(32)));
typedef uint8_t Many __attribute__((vector_size(128)));

template <class V> INLINE V smaller(const V &a, const V &b) { return __builtin_elementwise_min(a, b); }
template <class V> INLINE V larger(const V &a, const V &b) { return __builtin_elementwise_max(a, b); }
INLINE Words wide(const Octets &bytes) { return __builtin_convertvector(bytes, Words); }
INLINE Octets narrow(const Words &words) { return __builtin_convertvector(words, Octets); }

/// Divides products of two bytes by 255, and rounds them.
INLINE Words divided(const Words &products) {
    const Words sum = products + 128;
    return (sum + (sum >> 8)) >> 8;
}

/// The alpha of each pixel, at the places of all its components.
INLINE Octets alphas(const Octets &pixels) {
    const Four alpha = reinterpret_cast<Four>(pixels) >> 24;
    const Four two = alpha | alpha << 8;
    return reinterpret_cast<Octets>(two | two << 16);
}

template <class V> INLINE V load(const uint8_t *source, size_t size = sizeof(V)) {
    V bytes = {};
    std::memcpy(&bytes, source, size);
    return bytes;
}

/// Sets bytes to the results of `f`. The argument of `f` is a function that loads the bytes at the same place from a given pointer.
template <class V = Octets, class F> INLINE void fill(uint8_t *target, size_t size, F f) {
    size_t i = 0;
    for (; i + sizeof(V) <= size; i += sizeof(V)) {
        const V result = f([i](const uint8_t *source) { return load<V>(source + i); });
        std::memcpy(target + i, &result, sizeof result);
    }
    const size_t rest = size - i;
    if (rest == 0) return;
    const V result = f([i, rest](const uint8_t *source) { return load<V>(source + i, rest); });
    std::memcpy(target + i, &result, rest);
}

INLINE bool is_any(const Four &mask) {
    uint64_t parts[4];
    std::memcpy(parts, &mask, sizeof parts);
    return (parts[0] | parts[1] | parts[2] | parts[3]) != 0;
}

/// Copies pixels, with their bytes reordered by `arrange`. Pixels with an alpha of 0 become transparent black. Returns 0 if `taken`
/// excludes one of the pixels, or else 1.
template <class F> INLINE int copy(const uint8_t *pixels, PixelsTaken taken, uint8_t *target, size_t count, F arrange) {
    Four rejected = {};
    const size_t size = 4 * count;
    size_t i = 0;
    const auto step = [&](Octets bytes) {
        bytes = arrange(bytes);
        const Four alpha = reinterpret_cast<Four>(bytes) >> 24;
        if (taken == pixels_opaque) rejected |= alpha ^ 255;
        return reinterpret_cast<Octets>(reinterpret_cast<Four>(bytes) & reinterpret_cast<Four>(alpha != 0));
    };
    for (; i + 32 <= size; i += 32) {
        Octets bytes;
        std::memcpy(&bytes, pixels + i, sizeof bytes);
        bytes = step(bytes);
        std::memcpy(target + i, &bytes, sizeof bytes);
    }
    if (i < size) {
        Octets bytes = Octets{} + 255;
        std::memcpy(&bytes, pixels + i, size - i);
        bytes = step(bytes);
        std::memcpy(target + i, &bytes, size - i);
    }
    return !is_any(rejected);
}

#define EACH_FOUR(v, a, b, c, d)                                                                                                                    \
    __builtin_shufflevector(                                                                                                                        \
        v, v, a, b, c, d, 4 + a, 4 + b, 4 + c, 4 + d, 8 + a, 8 + b, 8 + c, 8 + d, 12 + a, 12 + b, 12 + c, 12 + d, 16 + a, 16 + b, 16 + c, 16 + d,   \
        20 + a, 20 + b, 20 + c, 20 + d, 24 + a, 24 + b, 24 + c, 24 + d, 28 + a, 28 + b, 28 + c, 28 + d)

/// Converts pixels of three bytes to opaque pixels of four bytes.
template <class F> INLINE void enlarge(const uint8_t *pixels, uint8_t *target, size_t count, F arrange) {
    typedef uint8_t Sixteen __attribute__((vector_size(16)));
    typedef uint32_t FourPixels __attribute__((vector_size(16)));
    size_t i = 0;
    for (; i + 6 <= count; i += 4) {
        const FourPixels made = reinterpret_cast<FourPixels>(arrange(load<Sixteen>(pixels + 3 * i))) | 0xFF000000;
        std::memcpy(target + 4 * i, &made, sizeof made);
    }
    for (; i < count; i++) {
        const Sixteen made = arrange(load<Sixteen>(pixels + 3 * i, 3));
        std::memcpy(target + 4 * i, &made, 3);
        target[4 * i + 3] = 255;
    }
}

static int from_order(const uint8_t *pixels, PixelOrder order, PixelsTaken taken, uint8_t *target, size_t count) {
    const bool is_reversed = order.red == 2 && order.blue == 0;
    if (order.size == 4 && order.alpha == 3) {
        if (!is_reversed) return copy(pixels, taken, target, count, [](const Octets &b) { return b; });
        return copy(pixels, taken, target, count, [](const Octets &b) { return EACH_FOUR(b, 2, 1, 0, 3); });
    }
    if (order.size == 3) {
        if (is_reversed) {
            enlarge(pixels, target, count, [](auto b) { return __builtin_shufflevector(b, b, 2, 1, 0, 0, 5, 4, 3, 3, 8, 7, 6, 6, 11, 10, 9, 9); });
        } else {
            enlarge(pixels, target, count, [](auto b) { return __builtin_shufflevector(b, b, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11); });
        }
        return 1;
    }
    for (size_t i = 0; i < count; i++, pixels += order.size, target += 4) {
        const uint8_t alpha = order.alpha < 0 ? 255 : pixels[order.alpha];
        if (taken == pixels_opaque && alpha != 255) return 0;
        target[0] = alpha == 0 ? 0 : pixels[order.red];
        target[1] = alpha == 0 ? 0 : pixels[order.green];
        target[2] = alpha == 0 ? 0 : pixels[order.blue];
        target[3] = alpha;
    }
    return 1;
}

static int are_taken(const uint8_t *pixels, PixelsTaken taken, size_t count) {
    Four rejected = {};
    const auto look = [&](const Octets &bytes) {
        const Four given = reinterpret_cast<Four>(bytes), alpha = given >> 24;
        rejected |= taken == pixels_opaque ? alpha ^ 255 : given & reinterpret_cast<Four>(alpha == 0);
    };
    size_t i = 0;
    for (; i + 8 <= count; i += 8) look(load<Octets>(pixels + 4 * i));
    for (; i < count; i++) {
        Four last = Four{} + 0xFF000000;
        std::memcpy(&last, pixels + 4 * i, 4);
        look(reinterpret_cast<Octets>(last));
    }
    return !is_any(rejected);
}

static int to_order(const uint8_t *pixels, PixelOrder order, PixelsTaken taken, uint8_t *target, size_t count) {
    const auto take = [=](auto arrange) { return copy(pixels, taken, target, count, arrange); };
    if (order.alpha == 3 && order.red == 0) return take([](const Octets &b) { return b; });
    if (order.alpha == 3) return take([](const Octets &b) { return EACH_FOUR(b, 2, 1, 0, 3); });
    int are_taken = 1;
    for (size_t i = 0; i < count; i++, pixels += 4, target += 4) {
        if (taken == pixels_opaque && pixels[3] != 255) are_taken = 0;
        target[order.red] = pixels[0];
        target[order.green] = pixels[1];
        target[order.blue] = pixels[2];
        target[order.alpha] = pixels[3];
    }
    return are_taken;
}

struct Sorted {
    Octets low, middle, high;

    __attribute__((always_inline)) Sorted(const Octets &a, const Octets &b, const Octets &c) {
        const Octets least = smaller(a, b), greatest = larger(a, b), rest = smaller(greatest, c);
        low = smaller(least, rest), middle = larger(least, rest), high = larger(greatest, c);
    }

    /// Sorts three values, of which the two in `two` are already in order.
    __attribute__((always_inline)) Sorted(const Octets (&two)[2], const Octets &c) {
        const Octets rest = smaller(two[1], c);
        low = smaller(two[0], rest), middle = larger(two[0], rest), high = larger(two[1], c);
    }
};

/// Sets the bytes of two targets to the two results of `f`. The first argument of `f` is a function that loads the bytes at the same place from a
/// given pointer.
template <class V = Octets, class F> INLINE void fill(uint8_t *target, uint8_t *other, size_t size, F f) {
    for (size_t i = 0; i < size; i += sizeof(V)) {
        const size_t part = std::min(size - i, sizeof(V));
        V first, second;
        if (part == sizeof(V)) {
            f([i](const uint8_t *source) { return load<V>(source + i); }, first, second);
            std::memcpy(target + i, &first, sizeof(V));
            std::memcpy(other + i, &second, sizeof(V));
        } else {
            f([i, part](const uint8_t *source) { return load<V>(source + i, part); }, first, second);
            std::memcpy(target + i, &first, part);
            std::memcpy(other + i, &second, part);
        }
    }
}

/// The median of nine values, given as three sorted columns. It is the median of three numbers. They are the greatest low value, the median
/// of the middle values, and the least high value.
INLINE Octets median(const Sorted &left, const Sorted &middle, const Sorted &right) {
    const Octets low = larger(larger(left.low, middle.low), right.low);
    const Octets high = smaller(smaller(left.high, middle.high), right.high);
    return Sorted(low, Sorted(left.middle, middle.middle, right.middle).middle, high).middle;
}

static void medians(const uint8_t *const *rows, uint8_t *target, uint8_t *next, size_t count) {
    const uint8_t *above = rows[0], *here = rows[1], *below = rows[2], *last = rows[3];
    fill(target, next, 4 * count, [=](auto at, Octets &first, Octets &second) {
        const auto low = [=](ptrdiff_t offset) { return smaller(at(here + offset), at(below + offset)); };
        const auto high = [=](ptrdiff_t offset) { return larger(at(here + offset), at(below + offset)); };
        // Both results include the two rows in the middle.
        const Octets left[2] = {low(-4), high(-4)}, middle[2] = {low(0), high(0)}, right[2] = {low(4), high(4)};
        const auto all = [=](const uint8_t *row) {
            return median(Sorted(left, at(row - 4)), Sorted(middle, at(row)), Sorted(right, at(row + 4)));
        };
        first = all(above);
        second = all(last);
    });
}

template <class F> INLINE void fold(const uint8_t *const *rows, size_t row_count, uint8_t *target, size_t count, F better) {
    fill<Many>(target, 4 * count, [=](auto at) {
        Many best = at(rows[0]);
        for (size_t row = 1; row < row_count; row++) best = better(best, at(rows[row]));
        return best;
    });
}

static void extremes(const uint8_t *const *rows, size_t row_count, int is_maximum, uint8_t *target, size_t count) {
    if (is_maximum) return fold(rows, row_count, target, count, [](const Many &a, const Many &b) { return larger(a, b); });
    fold(rows, row_count, target, count, [](const Many &a, const Many &b) { return smaller(a, b); });
}

template <class F> INLINE void fold(const uint8_t *const *rows, size_t row_count, uint8_t *target, uint8_t *next, size_t count, F better) {
    fill<Many>(target, next, 4 * count, [=](auto at, Many &first, Many &second) {
        first = at(rows[0]);
        second = at(rows[row_count]);
        for (size_t row = 1; row < row_count; row++) {
            const Many both = at(rows[row]);
            first = better(first, both);
            second = better(second, both);
        }
    });
}

static void extremes_of_two(const uint8_t *const *rows, size_t row_count, int is_maximum, uint8_t *target, uint8_t *next, size_t count) {
    if (is_maximum) return fold(rows, row_count, target, next, count, [](const Many &a, const Many &b) { return larger(a, b); });
    fold(rows, row_count, target, next, count, [](const Many &a, const Many &b) { return smaller(a, b); });
}

template <class F> INLINE void each(const uint8_t *top, const uint8_t *bottom, uint8_t *target, size_t count, F f) {
    fill(target, 4 * count, [=](auto at) { return f(at(top), at(bottom)); });
}

/// The products of corresponding bytes, divided by 255.
INLINE Octets product(const Octets &a, const Octets &b) { return narrow(divided(wide(a) * wide(b))); }

/// The sums of two products of bytes, each divided by 255. The sums are limited to 255.
INLINE Octets products(const Octets &a, const Octets &b, const Octets &c, const Octets &d) {
    // The products are divided before they are added: their sum may not fit into 16 bits if colours are larger than their alpha.
    const Words first = divided(wide(a) * wide(b)) + divided(wide(c) * wide(d));
    return narrow(__builtin_elementwise_min(first, Words{} + 255));
}

static void combine(const uint8_t *top, const uint8_t *bottom, ByteRule rule, uint8_t *target, size_t count) {
#define CASE(name, formula) \
    case byte_rule_##name: return each(top, bottom, target, count, [](const Octets &t, const Octets &b) { return formula; });
    switch (rule) {
    CASE(over, __builtin_elementwise_add_sat(t, product(b, ~alphas(t))))
    CASE(in, product(t, alphas(b)))
    CASE(out, product(t, ~alphas(b)))
    CASE(atop, products(t, alphas(b), b, ~alphas(t)))
    CASE(add, __builtin_elementwise_add_sat(t, b))
    CASE(multiply, product(t, b))
    CASE(maximum, larger(t, b))
    CASE(minimum, smaller(t, b))
    }
#undef CASE
}

static void sum(const uint8_t *pixels, uint64_t *sums, size_t count) {
    // Sums of red and blue (`even`), and of green and alpha (`odd`), in 16 bits each as long as they fit.
    typedef uint16_t Half __attribute__((vector_size(32)));
    const size_t size = 4 * count;
    size_t i = 0;
    while (i + 64 <= size) {
        const size_t end = i + (std::min<size_t>((size - i) / 64, 128)) * 64;
        Half even[2] = {}, odd[2] = {};
        for (; i < end; i += 64) {
            Half words[2];
            std::memcpy(words, pixels + i, sizeof words);
            even[0] += words[0] & 255, odd[0] += words[0] >> 8;
            even[1] += words[1] & 255, odd[1] += words[1] >> 8;
        }
        const Half colors = even[0] + even[1], others = odd[0] + odd[1];
        for (int j = 0; j < 16; j++) {
            sums[j % 2 * 2] += colors[j];
            sums[j % 2 * 2 + 1] += others[j];
        }
    }
    for (; i < size; i++) sums[i % 4] += pixels[i];
}

static void sum_values(const uint8_t *pixels, const uint32_t *table, uint64_t *sums, size_t count) {
    uint64_t red = 0, green = 0, blue = 0, alpha = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel;
        std::memcpy(&pixel, pixels + 4 * i, sizeof pixel);
        red += table[pixel & 255];
        green += table[pixel >> 8 & 255];
        blue += table[pixel >> 16 & 255];
        alpha += pixel >> 24;
    }
    sums[0] += red, sums[1] += green, sums[2] += blue, sums[3] += alpha;
}

static void range(const uint8_t *pixels, uint8_t *least, uint8_t *greatest, size_t count) {
    const size_t size = 4 * count;
    size_t i = 0;
    if (size >= 32) {
        Octets low = Octets{} + 255, high = {};
        for (; i + 32 <= size; i += 32) {
            const Octets bytes = load<Octets>(pixels + i);
            low = smaller(low, bytes), high = larger(high, bytes);
        }
        for (int j = 0; j < 32; j++) {
            least[j % 4] = std::min(least[j % 4], static_cast<uint8_t>(low[j]));
            greatest[j % 4] = std::max(greatest[j % 4], static_cast<uint8_t>(high[j]));
        }
    }
    for (; i < size; i++) {
        least[i % 4] = std::min(least[i % 4], pixels[i]);
        greatest[i % 4] = std::max(greatest[i % 4], pixels[i]);
    }
}

static const Table table = {from_order, to_order, are_taken, medians, extremes, extremes_of_two, combine, sum, sum_values, range};

#undef EACH_FOUR
#undef INLINE
