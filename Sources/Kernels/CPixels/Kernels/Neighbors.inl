// Blurs, scaling and sampling of rows of pixels.

#include "Pairs.inl"

static void box_row(const float *source, PixelBox box, float *target, size_t count) {
    const ptrdiff_t reach = box.reach;
    Single inner = {};
    for (ptrdiff_t i = 1; i < 2 * reach; i++) inner += load_one(source + 4 * i);
    const float *last = source + 8 * reach;
    for (size_t i = 0; i < count; i++, source += 4, last += 4) {
        store_one((inner + (load_one(source) + load_one(last)) * box.edge) * box.scale, target + 4 * i);
        inner += load_one(last) - load_one(source + 4);
    }
}

static void box_column(
    float *inner, const float *first, const float *next, const float *last, PixelBox box, float *target, size_t count) {
    const size_t values = 4 * count;
    size_t i = 0;
    for (; i + 8 <= values; i += 8) {
        const Pair sum = load(inner + i), end = load(last + i);
        store((sum + (load(first + i) + end) * box.edge) * box.scale, target + i);
        store(sum + (end - load(next + i)), inner + i);
    }
    for (; i < values; i++) {
        target[i] = (inner[i] + (first[i] + last[i]) * box.edge) * box.scale;
        inner[i] += last[i] - next[i];
    }
}

INLINE Single low(const Pair &pair) { return __builtin_shufflevector(pair, pair, 0, 1, 2, 3); }
INLINE Single high(const Pair &pair) { return __builtin_shufflevector(pair, pair, 4, 5, 6, 7); }

static void halve(const float *const *rows, float *target, size_t count) {
    const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
    const auto column = [=](size_t i) { return (load(a + i) + load(d + i)) + (load(b + i) + load(c + i)) * 3.0f; };
    Pair left = column(0);
    for (size_t i = 0; i < count; i++) {
        const Pair right = column(8 * i + 8);
        store_one(((low(left) + high(right)) + (high(left) + low(right)) * 3.0f) * (1 / 64.0f), target + 4 * i);
        left = right;
    }
}

static void enlarge(const float *upper, const float *lower, float weight, size_t first, float *target, size_t count) {
    const float rest = 1 - weight;
    const auto mixed = [=](size_t i) { return load_one(upper + 4 * i) * weight + load_one(lower + 4 * i) * rest; };
    size_t i = 0, cell = first / 2;
    if (first % 2 == 1 && count > 0) {
        store_one(mixed(cell) * 0.75f + mixed(cell + 1) * 0.25f, target);
        i = 1;
        cell++;
    }
    if (i == count) return;
    Single before = mixed(cell - 1), here = mixed(cell);
    for (; i + 2 <= count; i += 2, cell++) {
        const Single after = mixed(cell + 1), most = here * 0.75f;
        store_one(most + before * 0.25f, target + 4 * i);
        store_one(most + after * 0.25f, target + 4 * i + 4);
        before = here;
        here = after;
    }
    if (i < count) store_one(here * 0.75f + before * 0.25f, target + 4 * i);
}

/// Whether `index` is at least 0 and less than `limit`.
INLINE bool is_inside(ptrdiff_t index, ptrdiff_t limit) { return static_cast<size_t>(index) < static_cast<size_t>(limit < 0 ? 0 : limit); }

INLINE Single pixel_or_nothing(const PixelGrid &grid, ptrdiff_t column, ptrdiff_t row) {
    if (!is_inside(column, grid.width) || !is_inside(row, grid.height)) return Single{};
    return load_one(grid.pixels + 4 * (row * grid.width + column));
}

static void sample(PixelGrid grid, double x, double y, double step_x, double step_y, float weight, float *target, size_t count) {
    // Positions in units of 2^-32 pixels.
    const double unit = 0x1p32;
    int64_t across = static_cast<int64_t>(x * unit), down = static_cast<int64_t>(y * unit);
    const int64_t step_across = static_cast<int64_t>(step_x * unit), step_down = static_cast<int64_t>(step_y * unit);
    for (size_t i = 0; i < count; i++, across += step_across, down += step_down) {
        const ptrdiff_t column = across >> 32, row = down >> 32;
        const float fx = static_cast<float>(static_cast<int32_t>((across >> 8) & 0xFFFFFF)) * 0x1p-24f;
        const float fy = static_cast<float>(static_cast<int32_t>((down >> 8) & 0xFFFFFF)) * 0x1p-24f;
        Single a, b, c, d;
        if (is_inside(column, grid.width - 1) && is_inside(row, grid.height - 1)) {
            const float *pixels = grid.pixels + 4 * (row * grid.width + column);
            a = load_one(pixels);
            b = load_one(pixels + 4);
            c = load_one(pixels + 4 * grid.width);
            d = load_one(pixels + 4 * grid.width + 4);
        } else if (is_inside(column + 1, grid.width + 1) && is_inside(row + 1, grid.height + 1)) {
            a = pixel_or_nothing(grid, column, row);
            b = pixel_or_nothing(grid, column + 1, row);
            c = pixel_or_nothing(grid, column, row + 1);
            d = pixel_or_nothing(grid, column + 1, row + 1);
        } else {
            continue;
        }
        const Single above = a + (b - a) * fx, below = c + (d - c) * fx;
        store_one(load_one(target + 4 * i) + (above + (below - above) * fy) * weight, target + 4 * i);
    }
}

static void resample_row(const float *source, const int32_t *firsts, const float *weights, size_t taps, float *target, size_t count) {
    for (size_t i = 0; i < count; i++, weights += taps) {
        const float *pixels = source + 4 * static_cast<ptrdiff_t>(firsts[i]);
        Single even = {}, odd = {};
        size_t k = 0;
        for (; k + 2 <= taps; k += 2) {
            even += load_one(pixels + 4 * k) * weights[k];
            odd += load_one(pixels + 4 * k + 4) * weights[k + 1];
        }
        if (k < taps) even += load_one(pixels + 4 * k) * weights[k];
        store_one(even + odd, target + 4 * i);
    }
}

static void sharpen(float *pixels, const float *blurred, float amount, int is_gray, size_t count) {
    const Pair none = {};
    if (is_gray) {
        combine(pixels, blurred, count, [=](const Pair &p, const Pair &b) {
            const Pair d = p - b;
            const Pair gray = EACH(d, 0, 0, 0, 0) * 0.2125f + EACH(d, 1, 1, 1, 1) * 0.7154f + EACH(d, 2, 2, 2, 2) * 0.0721f;
            return p + choose(is_alpha, none, gray * amount);
        });
    } else {
        combine(pixels, blurred, count, [=](const Pair &p, const Pair &b) { return p + choose(is_alpha, none, (p - b) * amount); });
    }
}

template <class F> INLINE void fold(const float *const *rows, size_t row_count, float *target, size_t count, F better) {
    const size_t values = 4 * count;
    size_t i = 0;
    for (; i + 16 <= values; i += 16) {
        Pair left = load(rows[0] + i), right = load(rows[0] + i + 8);
        for (size_t row = 1; row < row_count; row++) {
            left = better(load(rows[row] + i), left);
            right = better(load(rows[row] + i + 8), right);
        }
        store(left, target + i);
        store(right, target + i + 8);
    }
    for (; i < values; i += 4) {
        float last[8] = {}, next[8] = {};
        std::memcpy(last, rows[0] + i, 16);
        for (size_t row = 1; row < row_count; row++) {
            std::memcpy(next, rows[row] + i, 16);
            store(better(load(next), load(last)), last);
        }
        std::memcpy(target + i, last, 16);
    }
}

static void extremes(const float *const *rows, size_t row_count, int is_maximum, float *target, size_t count) {
    if (is_maximum) {
        fold(rows, row_count, target, count, [](const Pair &a, const Pair &b) { return larger(a, b); });
    } else {
        fold(rows, row_count, target, count, [](const Pair &a, const Pair &b) { return smaller(a, b); });
    }
}

static const Table table = {box_row, box_column, halve, enlarge, sample, resample_row, sharpen, extremes};

#undef EACH
#undef INLINE
