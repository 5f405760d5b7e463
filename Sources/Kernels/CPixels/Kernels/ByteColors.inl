// Loops over pixels of bytes, which are converted to floats for the computation.

#include "Pairs.inl"

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

static void sample(ByteGrid grid, double x, double y, double step_x, double step_y, uint8_t *target, size_t count) {
    // Positions in units of 2^-32 pixels.
    const double unit = 0x1p32;
    int64_t across = static_cast<int64_t>(x * unit), down = static_cast<int64_t>(y * unit);
    const int64_t step_across = static_cast<int64_t>(step_x * unit), step_down = static_cast<int64_t>(step_y * unit);
    for (size_t i = 0; i < count; i++, across += step_across, down += step_down, target += 4) {
        const ptrdiff_t column = across >> 32, row = down >> 32;
        const float fx = static_cast<float>(static_cast<int32_t>((across >> 8) & 0xFFFFFF)) * 0x1p-24f;
        const float fy = static_cast<float>(static_cast<int32_t>((down >> 8) & 0xFFFFFF)) * 0x1p-24f;
        const uint8_t *pixels = grid.pixels + row * grid.bytes_per_row + 4 * column;
        Pair upper, lower;
        if (is_inside(column, grid.width - 1) && is_inside(row, grid.height - 1)) {
            upper = load_pair(pixels);
            lower = load_pair(pixels + grid.bytes_per_row);
        } else if (is_inside(column + 1, grid.width + 1) && is_inside(row + 1, grid.height + 1)) {
            const auto at = [=](ptrdiff_t right, ptrdiff_t below) {
                const bool is_there = is_inside(column + right, grid.width) && is_inside(row + below, grid.height);
                return is_there ? load_single(pixels + 4 * right + below * grid.bytes_per_row) : Single{};
            };
            upper = __builtin_shufflevector(at(0, 0), at(1, 0), 0, 1, 2, 3, 4, 5, 6, 7);
            lower = __builtin_shufflevector(at(0, 1), at(1, 1), 0, 1, 2, 3, 4, 5, 6, 7);
        } else {
            std::memset(target, 0, 4);
            continue;
        }
        const Pair both = upper + (lower - upper) * fy;
        const Single left = __builtin_shufflevector(both, both, 0, 1, 2, 3), right = __builtin_shufflevector(both, both, 4, 5, 6, 7);
        const Single mixed = left + (right - left) * fx + ROUNDING;
        const PixelBytes made = __builtin_convertvector(__builtin_convertvector(mixed, SingleWhole), PixelBytes);
        std::memcpy(target, &made, sizeof made);
    }
}

static const Table table = {multiply, sample};

#undef EACH
#undef INLINE
