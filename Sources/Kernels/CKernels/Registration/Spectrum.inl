// Phase correlation.
//
// A plane's spectrum has (rows / 2) / 8 + 1 strips of `columns` elements. The lanes of a strip are vertical frequencies. Frequencies above rows / 2
// are not stored: they follow from the others, because the plane is real.

/// A window function that is 1 in the middle and falls to zero over a quarter of the length at each end.
static void make_window(float *window, int length, int size) {
    const int taper = length / 4;
    for (int i = 0; i < size; i++) {
        const int edge = std::min(i, length - 1 - i);
        window[i] = edge < 0 ? 0 : edge >= taper ? 1 : static_cast<float>(0.5 - 0.5 * std::cos(M_PI * (edge + 0.5) / taper));
    }
}

/// Scales every frequency to a magnitude of about 1. Frequencies far weaker than the mean get a magnitude below 1.
static void whiten(float *spectrum, int64_t count) {
    Floats total = 0;
    for (int64_t i = 0; i < count; i += element) {
        const Floats re = read(spectrum + i), im = read(spectrum + i + lanes);
        total += __builtin_elementwise_sqrt(re * re + im * im);
    }
    const float floor = 0.05f * sum(total) * 2 / static_cast<float>(count) + 1e-20f;
    for (int64_t i = 0; i < count; i += element) {
        const Floats re = read(spectrum + i), im = read(spectrum + i + lanes);
        const Floats scale = 1 / (__builtin_elementwise_sqrt(re * re + im * im) + floor);
        write(spectrum + i, re * scale);
        write(spectrum + i + lanes, im * scale);
    }
}

static int spectrum(const GrayView *plane, int32_t columns, int32_t rows, float *spectrum) {
    const int width = std::min(plane->width, columns), height = std::min(plane->height, rows);
    const uint8_t *first = row(*plane, (plane->height - height) / 2) + (plane->width - width) / 2;
    const int half = columns / 2, longest = std::max(columns, rows);
    Strips buffers(2 * static_cast<int64_t>(longest) * element + columns + rows);
    if (!buffers.memory) return -1;
    float *strip = buffers.memory, *scratch = strip + static_cast<int64_t>(longest) * element;
    float *across = scratch + static_cast<int64_t>(longest) * element, *down = across + columns;
    make_window(across, width, columns);
    make_window(down, height, rows);

    uint64_t total = 0;
    for (int y = 0; y < height; y++) {
        uint32_t line = 0;
        for (int x = 0; x < width; x++) line += first[y * plane->bytes_per_row + x];
        total += line;
    }
    const float mean = static_cast<float>(static_cast<double>(total) / (static_cast<double>(width) * height));

    // Two real columns, half a width apart, make one complex column.
    for (int x = 0; x < half; x += lanes) {
        for (int y = 0; y < rows; y++) {
            float pair[element] = {};
            if (y < height) {
                const uint8_t *line = first + y * plane->bytes_per_row;
                for (int l = 0; l < lanes; l++) {
                    if (x + l < width) pair[l] = (line[x + l] - mean) * across[x + l] * down[y];
                    if (x + half + l < width) pair[lanes + l] = (line[x + half + l] - mean) * across[x + half + l] * down[y];
                }
            }
            std::memcpy(strip + static_cast<int64_t>(y) * element, pair, sizeof pair);
        }
        const float *result = transform(strip, scratch, rows);
        float *parts = result == strip ? scratch : strip;
        for (int k = 0; k <= rows / 2; k += lanes) {
            // The spectra of the two columns follow from the even and the odd part of the spectrum of the complex column.
            for (int j = 0; j < lanes; j++) {
                const int up = k + j, downward = up == 0 ? 0 : rows - up;
                Complex one = {0, 0}, two = {0, 0};
                if (up <= rows / 2) {
                    const Complex a = at(result, up), b = at(result, downward);
                    one = {0.5f * (a.re + b.re), 0.5f * (a.im - b.im)};
                    two = {0.5f * (a.im + b.im), 0.5f * (b.re - a.re)};
                }
                put(parts, 2 * j, one);
                put(parts, 2 * j + 1, two);
            }
            float *target = spectrum + static_cast<int64_t>(k / lanes) * columns * element;
            for (int part = 0; part < 2; part++)
                for (int l = 0; l < lanes; l++) {
                    float *destination = target + (x + part * half + l) * element;
                    for (int j = 0; j < lanes; j++) {
                        destination[j] = parts[(2 * j + part) * element + l];
                        destination[lanes + j] = parts[(2 * j + part) * element + lanes + l];
                    }
                }
        }
    }
    for (int k = 0; k <= rows / 2; k += lanes) {
        float *target = spectrum + static_cast<int64_t>(k / lanes) * columns * element;
        const float *result = transform(target, scratch, columns);
        if (result != target) std::memcpy(target, result, static_cast<size_t>(columns) * element * sizeof(float));
    }
    whiten(spectrum, registration_spectrum_count(columns, rows));
    return 0;
}

/// Multiplies one spectrum with the conjugate of the other, and transforms the rows of the product back. High frequencies get low weights,
/// because they are mostly noise.
///
/// The inverse transform is the transform with real and imaginary parts exchanged before and after it.
static void cross(const float *floating, const float *reference, int columns, int rows, float *product, float *scratch) {
    const auto weight = [](int k, int length) {
        const double frequency = static_cast<double>(std::min(k, length - k)) / length;
        return static_cast<float>(std::exp(-frequency * frequency / (2 * 0.2 * 0.2)));
    };
    for (int k = 0; k <= rows / 2; k += lanes) {
        float vertical[lanes];
        for (int j = 0; j < lanes; j++) vertical[j] = k + j <= rows / 2 ? weight(k + j, rows) : 0;
        const Floats down = read(vertical);
        const int64_t first = static_cast<int64_t>(k / lanes) * columns;
        float *target = product + first * element;
        for (int x = 0; x < columns; x++) {
            const Complex r = at(reference, first + x), f = at(floating, first + x);
            const Floats scale = down * weight(x, columns);
            put(target, x, {(r.im * f.re - r.re * f.im) * scale, (r.re * f.re + r.im * f.im) * scale});
        }
        const float *result = transform(target, scratch, columns);
        if (result != target) std::memcpy(target, result, static_cast<size_t>(columns) * element * sizeof(float));
    }
}

/// Transforms the columns of `product`, whose rows have already been transformed back, to `rows` × `columns` numbers. In `product`, real and
/// imaginary parts are exchanged.
static void columns_back(const float *product, int columns, int rows, float *strip, float *scratch, float *surface) {
    const int half = columns / 2;
    for (int x = 0; x < half; x += lanes) {
        for (int k = 0; k <= rows / 2; k++) {
            const float *source = product + static_cast<int64_t>(k / lanes) * columns * element + k % lanes;
            float one[element], two[element];
            for (int l = 0; l < lanes; l++) {
                const float *a = source + (x + l) * element, *b = source + (x + half + l) * element;
                one[l] = a[lanes], one[lanes + l] = a[0];
                two[l] = b[lanes], two[lanes + l] = b[0];
            }
            const Complex a = at(one, 0), b = at(two, 0);
            put(strip, k, {a.im + b.re, a.re - b.im});
            if (k > 0) put(strip, rows - k, {b.re - a.im, a.re + b.im});
        }
        const float *result = transform(strip, scratch, rows);
        for (int y = 0; y < rows; y++) {
            const Complex value = at(result, y);
            write(surface + static_cast<int64_t>(y) * columns + x, value.im);
            write(surface + static_cast<int64_t>(y) * columns + x + half, value.re);
        }
    }
}

/// The position of the maximum of the parabola through three neighbours, relative to the middle one.
static float summit(float before, float middle, float after) {
    const float curvature = 2 * middle - before - after;
    return curvature > 0 ? std::clamp(0.5f * (after - before) / curvature, -0.5f, 0.5f) : 0;
}

static float row_maximum(const float *line, int columns) {
    Floats most = read(line);
    for (int x = lanes; x < columns; x += lanes) most = __builtin_elementwise_max(most, read(line + x));
    float least = most[0];
    for (int l = 1; l < lanes; l++) least = std::max(least, most[l]);
    return least;
}

/// Finds the highest peaks of the surface, one after the other. The surroundings of each peak are flattened before the next one is searched.
static int highest(float *surface, float *maxima, int columns, int rows, RegistrationPeak *peaks, int capacity) {
    constexpr int radius = 3;
    for (int y = 0; y < rows; y++) maxima[y] = row_maximum(surface + static_cast<int64_t>(y) * columns, columns);
    int count = 0;
    for (; count < capacity; count++) {
        const int y = static_cast<int>(std::max_element(maxima, maxima + rows) - maxima);
        float *line = surface + static_cast<int64_t>(y) * columns;
        const float value = maxima[y];
        if (!(value > 0)) break;
        const int x = static_cast<int>(std::find(line, line + columns, value) - line);
        const auto near = [&](int i, int j) { return surface[static_cast<int64_t>((y + j) & (rows - 1)) * columns + ((x + i) & (columns - 1))]; };
        peaks[count] = {
            static_cast<float>(x < columns / 2 ? x : x - columns) + summit(near(-1, 0), value, near(1, 0)),
            static_cast<float>(y < rows / 2 ? y : y - rows) + summit(near(0, -1), value, near(0, 1)), value};
        for (int j = -radius; j <= radius; j++) {
            const int other = (y + j) & (rows - 1);
            float *levelled = surface + static_cast<int64_t>(other) * columns;
            for (int i = -radius; i <= radius; i++) levelled[(x + i) & (columns - 1)] = 0;
            maxima[other] = row_maximum(levelled, columns);
        }
    }
    return count;
}

static int peaks(
    const float *floating, const float *reference, int32_t columns, int32_t rows, RegistrationPeak *peaks, int32_t capacity) {
    const int64_t count = registration_spectrum_count(columns, rows), longest = std::max(columns, rows);
    Strips buffers(count + 2 * longest * element + static_cast<int64_t>(columns) * rows + rows);
    if (!buffers.memory) return -1;
    float *product = buffers.memory, *strip = product + count, *scratch = strip + longest * element;
    float *surface = scratch + longest * element, *maxima = surface + static_cast<int64_t>(columns) * rows;
    cross(floating, reference, columns, rows, product, scratch);
    columns_back(product, columns, rows, strip, scratch, surface);
    return highest(surface, maxima, columns, rows, peaks, capacity);
}
