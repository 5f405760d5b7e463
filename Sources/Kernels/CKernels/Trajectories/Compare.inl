// This file is included once for each set of instructions, in a namespace of its own.

/// Computes the differences of a row in eighths of a step of luminance, summed up over three neighbouring pixels.
static void sum_across(const uint8_t *pixels, const int16_t *luminance, int32_t width, int16_t offset, int16_t *difference, int16_t *sums) {
    for (int32_t x = 0; x < width; x++) {
        const int16_t whole = static_cast<int16_t>((pixels[x] << 6) - luminance[x] - offset);
        difference[x] = std::clamp<int16_t>(static_cast<int16_t>(whole >> 3), -largest_difference, largest_difference);
    }
    sums[0] = static_cast<int16_t>(2 * difference[0] + difference[1]);
    for (int32_t x = 1; x < width - 1; x++) sums[x] = static_cast<int16_t>(difference[x - 1] + difference[x] + difference[x + 1]);
    sums[width - 1] = static_cast<int16_t>(2 * difference[width - 1] + difference[width - 2]);
}

/// Writes the difference of each pixel of a row from the scene, or 0 if the pixel does not differ. The scene learns from the row. Returns the number
/// of pixels that differ.
static int32_t judge(
    const uint8_t *pixels, const int16_t *const rows[3], int32_t width, const Change &change, int16_t *luminance, int16_t *deviation,
    int16_t *strength) {
    const int16_t *above = rows[0], *here = rows[1], *below = rows[2];
    const int16_t floor = change.threshold, rounding = static_cast<int16_t>((1 << change.shift) >> 1);
    const int shift = change.shift;
    int32_t count = 0;
    for (int32_t x = 0; x < width; x++) {
        const int16_t sum = static_cast<int16_t>(above[x] + here[x] + below[x]);
        const int16_t size = static_cast<int16_t>(sum < 0 ? -sum : sum);
        const int16_t threshold = std::max<int16_t>(floor, static_cast<int16_t>(6 * deviation[x]));
        const bool differs = size > threshold;
        strength[x] = differs ? std::min<int16_t>(size, static_cast<int16_t>(2 * std::min<int16_t>(threshold, 16000))) : int16_t(0);
        const int16_t stray = static_cast<int16_t>((size - deviation[x] + rounding) >> shift);
        const int16_t strayed = static_cast<int16_t>(deviation[x] + (differs ? int16_t(change.restlessness) : stray));
        deviation[x] = std::min<int16_t>(strayed, largest_deviation);
        const int16_t apart = static_cast<int16_t>((pixels[x] << 6) - luminance[x]);
        const int16_t slow = std::clamp<int16_t>(apart, -slow_step, slow_step), quick = static_cast<int16_t>((apart + rounding) >> shift);
        luminance[x] = static_cast<int16_t>(luminance[x] + (differs ? slow : quick));
        count += differs;
    }
    return count;
}

static const Table table = {sum_across, judge};
