// Blends by the formulas of the W3C's Compositing and Blending, which are for colours that are not premultiplied.

#include "Pairs.inl"

INLINE Pair hard_light(const Pair &top, const Pair &bottom) {
    return choose(top <= 0.5f, 2.0f * top * bottom, 1.0f - 2.0f * (1.0f - top) * (1.0f - bottom));
}

INLINE Pair square_root(const Pair &values) {
    Pair roots;
    for (int i = 0; i < 8; i++) roots[i] = __builtin_sqrtf(values[i]);
    return roots;
}

INLINE Pair soft_light(const Pair &top, const Pair &bottom) {
    const Pair curve = ((16.0f * bottom - 12.0f) * bottom + 4.0f) * bottom;
    const Pair root = choose(bottom <= 0.25f, curve, square_root(larger(bottom, Pair{})));
    return choose(top <= 0.5f, bottom - (1.0f - 2.0f * top) * bottom * (1.0f - bottom), bottom + (2.0f * top - 1.0f) * (root - bottom));
}

INLINE Pair dodge(const Pair &top, const Pair &bottom) {
    const Pair ratio = smaller(bottom / choose(top < 1, 1.0f - top, all(1)), all(1));
    return choose(bottom > 0, choose(top < 1, ratio, all(1)), Pair{});
}

INLINE Pair burn(const Pair &top, const Pair &bottom) {
    const Pair ratio = smaller((1.0f - bottom) / choose(top > 0, top, all(1)), all(1));
    return choose(bottom < 1, choose(top > 0, 1.0f - ratio, Pair{}), all(1));
}

template <class F> INLINE void each(float *top, const float *bottom, size_t count, F blend) {
    combine(top, bottom, count, [=](const Pair &upper, const Pair &lower) {
        if (are_opaque(upper) && are_opaque(lower)) return choose(is_alpha, all(1), blend(upper, lower));
        const Pair a = alphas(upper), b = alphas(lower), both = a * b;
        const Pair mixed = choose(is_alpha, both, blend(divided(upper), divided(lower)) * both);
        return choose((a > 0) & (b > 0), upper * (1.0f - b) + lower * (1.0f - a) + mixed, upper + lower);
    });
}

static void blend(float *top, const float *bottom, PixelBlend kind, size_t count) {
#define CASE(name, formula) \
    case pixel_blend_##name: return each(top, bottom, count, [](const Pair &t, const Pair &b) { return formula; });
    switch (kind) {
    CASE(multiply, t * b)
    CASE(screen, t + b - t * b)
    CASE(overlay, hard_light(b, t))
    CASE(darken, smaller(t, b))
    CASE(lighten, larger(t, b))
    CASE(dodge, dodge(t, b))
    CASE(burn, burn(t, b))
    CASE(hard_light, hard_light(t, b))
    CASE(soft_light, soft_light(t, b))
    CASE(difference, magnitude(t - b))
    CASE(exclusion, t + b - 2.0f * t * b)
    CASE(linear_burn, larger(t + b - 1.0f, Pair{}))
    CASE(linear_dodge, smaller(t + b, all(1)))
    CASE(linear_light, unit(b + 2.0f * t - 1.0f))
    CASE(vivid_light, choose(t <= 0.5f, burn(2.0f * t, b), dodge(2.0f * t - 1.0f, b)))
    CASE(pin_light, choose(t <= 0.5f, smaller(2.0f * t, b), larger(2.0f * t - 1.0f, b)))
    CASE(subtract, larger(b - t, Pair{}))
    CASE(divide, choose(t > 0, smaller(b / choose(t > 0, t, all(1)), all(1)), all(1)))
    }
#undef CASE
}

static void mask(float *pixels, const float *others, const float *weights, const float *factors, size_t count) {
    const float red = factors[0], green = factors[1], blue = factors[2], alpha = factors[3];
    for (size_t i = 0; i < 4 * count; i += 4) {
        const float *m = weights + i;
        const float weight = m[0] * red + m[1] * green + m[2] * blue + m[3] * alpha;
        const Single below = load_one(others + i);
        store_one(below + (load_one(pixels + i) - below) * weight, pixels + i);
    }
}

static const Table table = {blend, mask};

#undef EACH
#undef INLINE
