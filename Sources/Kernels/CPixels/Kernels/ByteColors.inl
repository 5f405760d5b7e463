// Loops over pixels of bytes, which are converted to floats for the computation.

#include "Pairs.inl"

#define INLINE_MEMBER inline __attribute__((always_inline))

typedef uint8_t PixelBytes __attribute__((vector_size(4)));

/// The amount that is added before numbers are rounded down. It is one half plus a small amount, so that rounding errors do not move exact
/// halves down.
constexpr float ROUNDING = 0.5f + 255 * 2e-6f;

INLINE Pair load_pair(const uint8_t *pixels) {
    Bytes bytes;
    std::memcpy(&bytes, pixels, sizeof bytes);
    return __builtin_convertvector(__builtin_convertvector(bytes, Whole), Pair);
}

INLINE Single load_single(const uint8_t *pixel) {
    PixelBytes bytes;
    std::memcpy(&bytes, pixel, sizeof bytes);
    return __builtin_convertvector(__builtin_convertvector(bytes, SingleWhole), Single);
}

static int multiply(uint8_t *pixels, const float *matrix, size_t count) {
    Pair columns[4];
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 3; j++) columns[j][i] = matrix[4 * j + i % 4];
        columns[3][i] = 255 * (matrix[12 + i % 4] + matrix[16 + i % 4]) + ROUNDING;
    }
    const Pair red = columns[0], green = columns[1], blue = columns[2], rest = columns[3];
    const auto two = [=](uint8_t *target) {
        const Pair p = load_pair(target);
        Pair sum = red * EACH(p, 0, 0, 0, 0) + green * EACH(p, 1, 1, 1, 1) + (blue * EACH(p, 2, 2, 2, 2) + rest);
        sum = choose(sum > 0, sum, Pair{});
        sum = choose(sum < 255.5f, sum, all(255));
        const Bytes made = __builtin_convertvector(__builtin_convertvector(sum, Whole), Bytes);
        std::memcpy(target, &made, sizeof made);
    };
    const auto is_opaque = [=](size_t i) { return pixels[4 * i + 3] == 255; };
    size_t i = 0;
    for (; i + 2 <= count && is_opaque(i) && is_opaque(i + 1); i += 2) two(pixels + 4 * i);
    // Computes the remaining pixels one at a time. They begin with the first pair that is incomplete or not opaque.
    for (; i < count; i++) {
        uint8_t last[8];
        std::memcpy(last, pixels + 4 * i, 4);
        uint32_t given;
        std::memcpy(&given, last, sizeof given);
        if (given == 0) continue;
        if (last[3] != 255) return 0;
        std::memcpy(last + 4, last, 4);
        two(last);
        std::memcpy(pixels + 4 * i, last, 4);
    }
    return 1;
}

/// Whether `index` is at least 0 and less than `limit`.
INLINE bool is_inside(ptrdiff_t index, ptrdiff_t limit) { return static_cast<size_t>(index) < static_cast<size_t>(limit < 0 ? 0 : limit); }

/// A position in a picture, in units of 2^-32 pixels.
struct Position {
    int64_t across, down;

    INLINE_MEMBER Position moved(Position step, int64_t count) const { return {across + count * step.across, down + count * step.down}; }
    INLINE_MEMBER ptrdiff_t column() const { return across >> 32; }
    INLINE_MEMBER ptrdiff_t row() const { return down >> 32; }
};

/// The part of a position beyond a whole number.
INLINE float fraction(int64_t place) { return static_cast<float>(static_cast<int32_t>((place >> 8) & 0xFFFFFF)) * 0x1p-24f; }

/// The fractions of eight places.
INLINE Pair fractions(int64_t place, int64_t step) {
    typedef uint32_t Parts __attribute__((vector_size(32)));
    const Parts parts = static_cast<uint32_t>(place) + Parts{0, 1, 2, 3, 4, 5, 6, 7} * static_cast<uint32_t>(step);
    return __builtin_convertvector(reinterpret_cast<Whole>(parts >> 8), Pair) * 0x1p-24f;
}

/// The bilinear sample of one pixel. Pixels outside the picture are transparent.
INLINE void sample_one(const ByteGrid &grid, Position at, uint8_t *target) {
    const ptrdiff_t column = at.column(), row = at.row();
    if (!is_inside(column + 1, grid.width + 1) || !is_inside(row + 1, grid.height + 1)) {
        std::memset(target, 0, 4);
        return;
    }
    const uint8_t *pixels = grid.pixels + row * grid.bytes_per_row + 4 * column;
    const auto corner = [&](ptrdiff_t right, ptrdiff_t below) {
        const bool is_there = is_inside(column + right, grid.width) && is_inside(row + below, grid.height);
        return is_there ? load_single(pixels + 4 * right + below * grid.bytes_per_row) : Single{};
    };
    const Pair upper = __builtin_shufflevector(corner(0, 0), corner(1, 0), 0, 1, 2, 3, 4, 5, 6, 7);
    const Pair lower = __builtin_shufflevector(corner(0, 1), corner(1, 1), 0, 1, 2, 3, 4, 5, 6, 7);
    const Pair both = upper + (lower - upper) * fraction(at.down);
    const Single left = __builtin_shufflevector(both, both, 0, 1, 2, 3), right = __builtin_shufflevector(both, both, 4, 5, 6, 7);
    const Single mixed = left + (right - left) * fraction(at.across) + ROUNDING;
    const PixelBytes made = __builtin_convertvector(__builtin_convertvector(mixed, SingleWhole), PixelBytes);
    std::memcpy(target, &made, sizeof made);
}

/// The number of pixels of a row that are computed before the next row. What two rows read is mostly the same, and remains in the cache.
constexpr size_t PART = 192;

/// The bilinear samples of pixels in a row, eight at a time if all their neighbours are inside the picture.
struct Sampler {
    const ByteGrid &grid;
    const Position step;

    INLINE_MEMBER const uint8_t *pixels(Position at) const { return grid.pixels + at.row() * grid.bytes_per_row + 4 * at.column(); }

    INLINE_MEMBER bool has_neighbors(Position at) const { return is_inside(at.column(), grid.width - 1) && is_inside(at.row(), grid.height - 1); }

    /// Whether eight successive positions have neighbours. If the first and the last have, so have those between.
    INLINE_MEMBER bool are_inner(Position at) const { return has_neighbors(at) && has_neighbors(at.moved(step, 7)); }

    INLINE_MEMBER Pair mixed_rows(Position at, float weight) const {
        const uint8_t *const upper_pixels = pixels(at);
        const Pair upper = load_pair(upper_pixels), lower = load_pair(upper_pixels + grid.bytes_per_row);
        return upper + (lower - upper) * weight;
    }

    INLINE_MEMBER void sample_eight(Position at, uint8_t *target) const {
        const Pair across = fractions(at.across, step.across), down = fractions(at.down, step.down);
        const auto two = [&](auto number) {
            constexpr int first = decltype(number)::value, second = first + 1;
            const Pair one = mixed_rows(at.moved(step, first), down[first]), other = mixed_rows(at.moved(step, second), down[second]);
            const Pair left = __builtin_shufflevector(one, other, 0, 1, 2, 3, 8, 9, 10, 11);
            const Pair right = __builtin_shufflevector(one, other, 4, 5, 6, 7, 12, 13, 14, 15);
            const Pair weights = __builtin_shufflevector(across, across, first, first, first, first, second, second, second, second);
            const Pair mixed = left + (right - left) * weights + ROUNDING;
            const Bytes made = __builtin_convertvector(__builtin_convertvector(mixed, Whole), Bytes);
            std::memcpy(target + 4 * first, &made, sizeof made);
        };
        two(std::integral_constant<int, 0>());
        two(std::integral_constant<int, 2>());
        two(std::integral_constant<int, 4>());
        two(std::integral_constant<int, 6>());
    }

    INLINE_MEMBER void sample(Position at, uint8_t *target, size_t count) const {
        for (size_t i = 0; i < count;) {
            if (i + 8 > count || !are_inner(at)) {
                sample_one(grid, at, target + 4 * i);
                i += 1, at = at.moved(step, 1);
                continue;
            }
            // Loads what the next part of the row reads.
            const Position later = at.moved(step, PART);
            if (are_inner(later)) {
                for (int j = 0; j < 8; j += 2) __builtin_prefetch(pixels(later.moved(step, j)));
            }
            sample_eight(at, target + 4 * i);
            i += 8, at = at.moved(step, 8);
        }
    }
};

static void sample(ByteGrid grid, SamplePlaces places, uint8_t *target, ptrdiff_t bytes_per_row, size_t width, size_t height) {
    const auto position = [](double x, double y) { return Position{static_cast<int64_t>(x * 0x1p32), static_cast<int64_t>(y * 0x1p32)}; };
    const Sampler sampler = {grid, position(places.right_x, places.right_y)};
    for (size_t first = 0; first < width; first += PART) {
        const size_t count = std::min(PART, width - first);
        for (size_t y = 0; y < height; y++) {
            const double row = static_cast<double>(y);
            const Position start = position(places.x + row * places.below_x, places.y + row * places.below_y);
            uint8_t *const pixels = target + static_cast<ptrdiff_t>(y) * bytes_per_row + 4 * first;
            sampler.sample(start.moved(sampler.step, static_cast<int64_t>(first)), pixels, count);
        }
    }
}

static const Table table = {multiply, sample};

#undef EACH
#undef INLINE
#undef INLINE_MEMBER
