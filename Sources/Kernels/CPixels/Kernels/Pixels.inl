// Loops over pixels, two at a time.

#include "Pairs.inl"

#define INLINE_MEMBER __attribute__((always_inline))

/// The magnitudes of `values` with the signs of `signs`.
INLINE Pair with_sign(const Pair &values, const Pair &signs) {
    return reinterpret_cast<Pair>(reinterpret_cast<Whole>(values) | (reinterpret_cast<Whole>(signs) & INT32_MIN));
}

// Raises positive, normal and finite values to a power. It uses a series for the logarithm between √½ and √2, and a series for the exponential.
INLINE Pair power(const Pair &values, float exponent) {
    const Whole bits = reinterpret_cast<Whole>(values);
    const Whole scale = (bits - 0x3F3504F3) >> 23;
    const Pair mantissa = reinterpret_cast<Pair>(bits - (scale << 23));
    const Pair t = (mantissa - 1.0f) / (mantissa + 1.0f);
    const Pair s = t * t;
    const Pair log = t * (2.885390082f + s * (0.961796694f + s * (0.577078016f + s * 0.412198583f)));
    Pair y = (log + __builtin_convertvector(scale, Pair)) * exponent;
    y = choose(y < 127.0f, y, all(127.0f));
    y = choose(y > -126.0f, y, all(-126.0f));
    const Whole n = __builtin_convertvector(y + with_sign(all(0.5f), y), Whole);
    const Pair f = y - __builtin_convertvector(n, Pair);
    const Pair e = 1.0f + f * (0.693147181f + f * (0.240226507f + f * (0.0555041087f + f * (0.00961812911f + f * (0.00133335581f + f * 0.000154035304f)))));
    return reinterpret_cast<Pair>(reinterpret_cast<Whole>(e) + (n << 23));
}

INLINE Pair light(const Pair &stored) {
    const Pair m = magnitude(stored);
    const Pair curved = power((m + 0.055f) * (1 / 1.055f), 2.4f);
    const Pair result = with_sign(choose(m <= 0.04045f, m * (1 / 12.92f), curved), stored);
    return choose(m < 1e15f, result, stored);
}

INLINE Pair stored(const Pair &light) {
    const Pair m = magnitude(light);
    const Pair curved = 1.055f * power(choose(m < 1e-6f, all(1), m), 1 / 2.4f) - 0.055f;
    const Pair result = with_sign(choose(m <= 0.0031308f, m * 12.92f, curved), light);
    return choose(m < 1e30f, result, light);
}

/// Applies a function to colours that are divided by alpha, and multiplies the results by alpha.
template <class F> INLINE Pair straight(const Pair &pixels, F f) {
    if (are_opaque(pixels)) return choose(is_alpha, pixels, f(pixels));
    const Pair alpha = alphas(pixels);
    const Pair divisor = choose((alpha < 0) | (alpha > 0), alpha, all(1));
    return choose(is_alpha, pixels, f(pixels / divisor) * divisor);
}

static void decode(float *pixels, size_t count) {
    change(pixels, count, [](const Pair &p) { return straight(p, [](const Pair &c) { return light(c); }); });
}

static void encode(float *pixels, size_t count) {
    change(pixels, count, [](const Pair &p) { return straight(p, [](const Pair &c) { return stored(c); }); });
}

static void raise(float *pixels, size_t count, float exponent) {
    const Pair zero = all(exponent == 0 ? 1 : 0);
    change(pixels, count, [=](const Pair &p) {
        return straight(p, [=](const Pair &c) {
            const Whole positive = c > 1.2e-38f;
            return choose(positive, power(choose(positive, c, all(1)), exponent), zero);
        });
    });
}

/// A matrix as columns of pairs of pixels. The columns stay in registers.
struct Columns {
    Pair red, green, blue, opacity, bias;

    INLINE_MEMBER explicit Columns(const float *matrix) {
        Pair columns[5];
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 8; j++) columns[i][j] = matrix[4 * i + j % 4];
        }
        red = columns[0], green = columns[1], blue = columns[2], opacity = columns[3], bias = columns[4];
    }

    INLINE_MEMBER Pair apply(const Pair &c, const Pair &alpha) const {
        return red * EACH(c, 0, 0, 0, 0) + green * EACH(c, 1, 1, 1, 1) + blue * EACH(c, 2, 2, 2, 2) + opacity * alpha + bias;
    }
};

static void multiply(float *pixels, size_t count, const float *matrix) {
    const Columns columns(matrix);
    change(pixels, count, [=](const Pair &p) {
        const Pair sum = columns.apply(are_opaque(p) ? p : divided(p), alphas(p));
        return choose(is_alpha, sum, sum * alphas(sum));
    });
}

static void tint(float *pixels, size_t count, const float *matrix, float amount) {
    const Columns columns(matrix);
    change(pixels, count, [=](const Pair &p) {
        const Pair alpha = alphas(p);
        const Pair c = are_opaque(p) ? p : divided(p);
        const Pair made = c + (unit(columns.apply(c, alpha)) - c) * amount;
        return choose(is_alpha, p, made * alpha);
    });
}

static void from_bytes(
    const uint8_t *bytes, PixelOrder order, int is_premultiplied, const float *values, int is_light, float *pixels, size_t count) {
    for (size_t i = 0; i < count; i++, bytes += order.size, pixels += 4) {
        const uint8_t alpha = order.alpha < 0 ? 255 : bytes[order.alpha];
        const uint8_t red = bytes[order.red], green = bytes[order.green], blue = bytes[order.blue];
        if (alpha == 255) {
            pixels[0] = values[red];
            pixels[1] = values[green];
            pixels[2] = values[blue];
            pixels[3] = 1;
        } else if (alpha == 0) {
            std::memset(pixels, 0, 16);
        } else {
            const float opacity = alpha / 255.0f;
            const float scale = is_premultiplied ? 1 / 255.0f : opacity;
            pixels[0] = is_premultiplied ? red * scale : values[red] * scale;
            pixels[1] = is_premultiplied ? green * scale : values[green] * scale;
            pixels[2] = is_premultiplied ? blue * scale : values[blue] * scale;
            pixels[3] = opacity;
            // The stored value is multiplied by alpha. `decode` converts its quotient with alpha to linear light.
            if (is_premultiplied && is_light) decode(pixels, 1);
        }
    }
}

/// The stored values of linear light from 0 to 1, by linear interpolation between points of the curve. The error is at most 0.005 of the step between
/// two byte values.
INLINE Single stored_by_lines(const Single &light, const CurveLine *lines) {
    const Single low = Single{} + CURVE_LEAST, high = Single{} + CURVE_GREATEST;
    // NaN becomes the lower limit.
    Single limited = light > low ? light : low;
    limited = limited < high ? limited : high;
    SingleWhole indices = (reinterpret_cast<SingleWhole>(limited) - CURVE_FIRST) >> CURVE_SHIFT;
    const CurveLine red = lines[indices[0]], green = lines[indices[1]], blue = lines[indices[2]];
    const Single start = {red.start, green.start, blue.start, 0}, slope = {red.slope, green.slope, blue.slope, 1};
    return start + limited * slope;
}

template <class F> INLINE void to_bytes(const float *pixels, uint8_t *bytes, int is_straight, int encodes, float tolerance, size_t count, F arrange) {
    const float offset = 0.5f + 255 * tolerance;
    const CurveLine *lines = encodes ? curve_lines() : nullptr;
    for (size_t i = 0; i < count; i += 2) {
        // The missing pixel of an incomplete pair counts as opaque, so that an opaque last pixel is treated as it would be in a whole pair.
        float last[8] = {0, 0, 0, 0, 0, 0, 0, 1};
        const size_t rest = count - i;
        if (rest == 1) std::memcpy(last, pixels + 4 * i, 16);
        Pair p = load(rest == 1 ? last : pixels + 4 * i);
        if (!are_opaque(p)) {
            if (encodes) p = straight(p, [](const Pair &c) { return stored(c); });
            if (is_straight) p = divided(p);
        } else if (encodes) {
            const Single first = stored_by_lines(__builtin_shufflevector(p, p, 0, 1, 2, 3), lines);
            const Single second = stored_by_lines(__builtin_shufflevector(p, p, 4, 5, 6, 7), lines);
            p = choose(is_alpha, all(1), __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7));
        }
        // Comparisons with NaN are false, so NaN becomes 0.
        p = choose(p > 0, p, Pair{});
        p = choose(p < 1, p * 255.0f, all(255));
        const Bytes result = arrange(__builtin_convertvector(__builtin_convertvector(p + offset, Whole), Bytes));
        std::memcpy(bytes + 4 * i, &result, rest == 1 ? 4 : 8);
    }
}

static void to_bytes(const float *pixels, uint8_t *bytes, PixelOrder order, int is_straight, int encodes, float tolerance, size_t count) {
    if (order.alpha == 3 && order.red == 0) {
        to_bytes(pixels, bytes, is_straight, encodes, tolerance, count, [](const Bytes &b) { return b; });
    } else if (order.alpha == 3) {
        to_bytes(pixels, bytes, is_straight, encodes, tolerance, count, [](const Bytes &b) { return EACH(b, 2, 1, 0, 3); });
    } else if (order.red == 1) {
        to_bytes(pixels, bytes, is_straight, encodes, tolerance, count, [](const Bytes &b) { return EACH(b, 3, 0, 1, 2); });
    } else {
        to_bytes(pixels, bytes, is_straight, encodes, tolerance, count, [](const Bytes &b) { return EACH(b, 3, 2, 1, 0); });
    }
}

static void lay_over(float *upper, const float *lower, size_t count) {
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        const Pair top = load(upper + 4 * i);
        store(top + load(lower + 4 * i) * (1.0f - alphas(top)), upper + 4 * i);
    }
    if (i == count) return;
    const float rest = 1 - upper[4 * i + 3];
    for (int j = 0; j < 4; j++) upper[4 * i + j] += lower[4 * i + j] * rest;
}

static void sum(float *sums, const float *const *sources, const float *weights, size_t sources_count, size_t count) {
    const size_t values = 4 * count;
    size_t i = 0;
    // Eight pixels at a time. Their sums stay in registers.
    for (; i + 32 <= values; i += 32) {
        Pair s0 = {}, s1 = {}, s2 = {}, s3 = {};
        for (size_t k = 0; k < sources_count; k++) {
            const float *source = sources[k] + i;
            const Pair weight = all(weights[k]);
            s0 += load(source) * weight;
            s1 += load(source + 8) * weight;
            s2 += load(source + 16) * weight;
            s3 += load(source + 24) * weight;
        }
        store(s0, sums + i);
        store(s1, sums + i + 8);
        store(s2, sums + i + 16);
        store(s3, sums + i + 24);
    }
    for (; i < values; i++) {
        float s = 0;
        for (size_t k = 0; k < sources_count; k++) s += sources[k][i] * weights[k];
        sums[i] = s;
    }
}

static const Table table = {decode, encode, raise, multiply, tint, from_bytes, to_bytes, lay_over, sum};

#undef EACH
#undef INLINE
#undef INLINE_MEMBER
