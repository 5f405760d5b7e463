// Blocks of 16 × 16 pixels, compared independently of brightness and contrast.

constexpr int side = REGISTRATION_BLOCK_SIDE, area = side * side;

static void halve(const GrayView *plane, uint8_t *half, int64_t bytes_per_row) {
    const int width = plane->width / 2, height = plane->height / 2;
    for (int y = 0; y < height; y++) {
        const uint8_t *upper = row(*plane, 2 * y), *lower = upper + plane->bytes_per_row;
        uint8_t *target = half + y * bytes_per_row;
        int x = 0;
#if COMPILED_FOR_AVX2
        const __m256i ones = _mm256_set1_epi8(1), rounding = _mm256_set1_epi16(2);
        for (; x + 32 <= width; x += 32) {
            __m256i sums[2];
            for (int i = 0; i < 2; i++) {
                const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(upper + 2 * x + 32 * i));
                const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(lower + 2 * x + 32 * i));
                const __m256i pairs = _mm256_add_epi16(_mm256_maddubs_epi16(a, ones), _mm256_maddubs_epi16(b, ones));
                sums[i] = _mm256_srli_epi16(_mm256_add_epi16(pairs, rounding), 2);
            }
            const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(sums[0], sums[1]), 0xd8);
            _mm256_storeu_si256(reinterpret_cast<__m256i *>(target + x), packed);
        }
#endif
        for (; x < width; x++)
            target[x] = static_cast<uint8_t>((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) >> 2);
    }
}

/// Twice the horizontal derivative at eight pixels.
static inline Floats across(const uint8_t *pixel) { return read(pixel + 1) - read(pixel - 1); }
static inline Floats down(const uint8_t *pixel, int64_t stride) { return read(pixel + stride) - read(pixel - stride); }

static void prepare(const uint8_t *first, int64_t stride, float *pixels, RegistrationBlock &block) {
    float *gx = pixels + area, *gy = gx + area;
    Floats total = 0, total_x = 0, total_y = 0;
    for (int i = 0; i < area; i += lanes) {
        const uint8_t *pixel = first + i / side * stride + i % side;
        const Floats value = read(pixel), x = 0.5f * across(pixel), y = 0.5f * down(pixel, stride);
        write(pixels + i, value);
        write(gx + i, x);
        write(gy + i, y);
        total += value, total_x += x, total_y += y;
    }
    const float mean = sum(total) / area, mean_x = sum(total_x) / area, mean_y = sum(total_y) / area;
    Floats energy = 0, with_x = 0, with_y = 0;
    for (int i = 0; i < area; i += lanes) {
        const Floats value = read(pixels + i) - mean, x = read(gx + i) - mean_x, y = read(gy + i) - mean_y;
        write(pixels + i, value);
        write(gx + i, x);
        write(gy + i, y);
        energy += value * value, with_x += value * x, with_y += value * y;
    }
    block.energy = sum(energy);
    const float scale = block.energy > 0 ? 1 / block.energy : 0, share_x = sum(with_x) * scale, share_y = sum(with_y) * scale;
    Floats xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < area; i += lanes) {
        const Floats value = read(pixels + i), x = read(gx + i) - share_x * value, y = read(gy + i) - share_y * value;
        write(gx + i, x);
        write(gy + i, y);
        xx += x * x, xy += x * y, yy += y * y;
    }
    block.xx = sum(xx), block.xy = sum(xy), block.yy = sum(yy);
}

static void blocks(
    const GrayView *plane, const RegistrationCorner *corners, int32_t count, float *templates, RegistrationBlock *blocks) {
    for (int32_t i = 0; i < count; i++)
        prepare(
            row(*plane, corners[i].y) + corners[i].x, plane->bytes_per_row, templates + static_cast<int64_t>(i) * REGISTRATION_BLOCK_FLOATS,
            blocks[i]);
}

/// The smaller eigenvalue of the structure tensor of a block.
static float texture(const uint8_t *first, int64_t stride) {
    Floats xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < area; i += lanes) {
        const uint8_t *pixel = first + i / side * stride + i % side;
        const Floats x = across(pixel), y = down(pixel, stride);
        xx += x * x, xy += x * y, yy += y * y;
    }
    const float a = sum(xx), b = sum(xy), c = sum(yy);
    return 0.5f * (a + c - std::sqrt((a - c) * (a - c) + 4 * b * b));
}

static void descend(const GrayView *plane, const RegistrationCorner *coarse, int32_t count, bool takes_all, RegistrationCorner *fine) {
    for (int32_t i = 0; i < count; i++) {
        float most = -1;
        for (int quarter = 0; quarter < 4; quarter++) {
            const int32_t x = std::min(2 * coarse[i].x + quarter % 2 * side, plane->width - side - 1);
            const int32_t y = std::min(2 * coarse[i].y + quarter / 2 * side, plane->height - side - 1);
            if (takes_all) {
                fine[4 * i + quarter] = {x, y};
                continue;
            }
            const float strength = texture(row(*plane, y) + x, plane->bytes_per_row);
            if (strength > most) fine[i] = {x, y}, most = strength;
        }
    }
}

struct Sums {
    /// The brightness of one pixel of the block. It is subtracted from all pixels first, because sums of squares of whole values would lose the
    /// digits of a faint texture.
    float offset;
    Floats total, squares, product, x, y;

    explicit Sums(float offset) : offset(offset), total(0), squares(0), product(0), x(0), y(0) {}

    inline void add(Floats pixels, const float *pixel) {
        const Floats value = pixels - offset;
        total += value;
        squares += value * value;
        product += value * read(pixel);
        x += value * read(pixel + area);
        y += value * read(pixel + 2 * area);
    }

    RegistrationComparison comparison() const {
        const float mean = sum(total) / area;
        return {std::max(sum(squares) - mean * mean * area, 0.0f), sum(product), sum(x), sum(y)};
    }
};

/// Compares a block with the plane at a shifted place. Each sample is interpolated between four pixels, with the same weights for all samples.
static RegistrationComparison compare_shifted(const GrayView &plane, float left, float top, const float *pixels) {
    const int x = static_cast<int>(std::floor(left)), y = static_cast<int>(std::floor(top));
    const float right = left - x, low = top - y;
    Sums sums(row(plane, y + side / 2)[x + side / 2]);
    for (int i = 0; i < side; i++) {
        const uint8_t *upper = row(plane, y + i) + x, *lower = upper + plane.bytes_per_row;
        for (int j = 0; j < side; j += lanes) {
            const Floats a = read(upper + j), b = read(lower + j);
            const Floats start = a + low * (b - a);
            const Floats c = read(upper + j + 1), d = read(lower + j + 1);
            const Floats end = c + low * (d - c);
            sums.add(start + right * (end - start), pixels + i * side + j);
        }
    }
    return sums.comparison();
}

static RegistrationComparison compare_placed(const GrayView &plane, const RegistrationPlacement &place, const float *pixels) {
    constexpr float middle = 0.5f * (side - 1);
    Sums sums(row(plane, static_cast<int>(place.y))[static_cast<int>(place.x)]);
    for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j += lanes) {
            float corners[4][lanes], right[lanes], low[lanes];
            for (int l = 0; l < lanes; l++) {
                const float u = j + l - middle, v = i - middle;
                const float x = place.x + place.xx * u + place.xy * v, y = place.y + place.yx * u + place.yy * v;
                const int column = static_cast<int>(x), line = static_cast<int>(y);
                right[l] = x - column, low[l] = y - line;
                const uint8_t *pixel = row(plane, line) + column;
                corners[0][l] = pixel[0], corners[1][l] = pixel[1];
                corners[2][l] = pixel[plane.bytes_per_row], corners[3][l] = pixel[plane.bytes_per_row + 1];
            }
            const Floats a = read(corners[0]), b = read(corners[2]), c = read(corners[1]), d = read(corners[3]);
            const Floats start = a + read(low) * (b - a), end = c + read(low) * (d - c);
            sums.add(start + read(right) * (end - start), pixels + i * side + j);
        }
    }
    return sums.comparison();
}

static void compare(
    const GrayView *floating, const RegistrationPlacement *placements, const float *templates, int32_t count,
    RegistrationComparison *comparisons) {
    constexpr float middle = 0.5f * (side - 1);
    for (int32_t i = 0; i < count; i++) {
        const RegistrationPlacement &place = placements[i];
        const float wide = middle * (std::fabs(place.xx) + std::fabs(place.xy)), high = middle * (std::fabs(place.yx) + std::fabs(place.yy));
        // The tolerance of a hundredth of a pixel is larger than the rounding error of any pixel's position.
        const bool inside = place.x - wide >= 0 && place.x + wide < floating->width - 1.01f && place.y - high >= 0 &&
                            place.y + high < floating->height - 1.01f;
        const float *pixels = templates + static_cast<int64_t>(i) * REGISTRATION_BLOCK_FLOATS;
        if (!inside)
            comparisons[i] = {-1, 0, 0, 0};
        else if (place.xx == 1 && place.yy == 1 && place.xy == 0 && place.yx == 0)
            comparisons[i] = compare_shifted(*floating, place.x - middle, place.y - middle, pixels);
        else
            comparisons[i] = compare_placed(*floating, place, pixels);
    }
}
