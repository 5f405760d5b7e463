// Corner features: detection, description and matching.

/// Sums up the 5 × 5 pixels around each pixel. In the outermost two rows and columns, 25 times the pixel itself is used instead.
static void smooth(const GrayView &plane, uint16_t *smooth, uint16_t *line) {
    const int width = plane.width, height = plane.height;
    for (int y = 0; y < height; y++) {
        uint16_t *target = smooth + static_cast<int64_t>(y) * width;
        const uint8_t *middle = row(plane, y);
        for (int x = 0; x < width; x++) target[x] = static_cast<uint16_t>(25 * middle[x]);
        if (y < 2 || y >= height - 2) continue;
        const uint8_t *a = row(plane, y - 2), *b = row(plane, y - 1), *c = row(plane, y + 1), *d = row(plane, y + 2);
        for (int x = 0; x < width; x++) line[x] = static_cast<uint16_t>(a[x] + b[x] + middle[x] + c[x] + d[x]);
        for (int x = 2; x < width - 2; x++)
            target[x] = static_cast<uint16_t>(line[x - 2] + line[x - 1] + line[x] + line[x + 1] + line[x + 2]);
    }
}

/// Computes the smaller eigenvalue of the structure tensor over 5 × 5 pixels, row by row. `sums` has three products of gradients for five rows.
struct Responses {
    const GrayView &plane;
    float *products, *columns;
    static constexpr int reach = 2, span = 2 * reach + 1;

    static int64_t count(int width) { return static_cast<int64_t>(3 * span + 3) * width; }

    Responses(const GrayView &plane, float *memory)
        : plane(plane), products(memory), columns(memory + static_cast<int64_t>(3 * span) * plane.width) {}

    float *product(int y, int kind) const { return products + static_cast<int64_t>(y % span * 3 + kind) * plane.width; }

    void enter(int y) const {
        const uint8_t *line = row(plane, y);
        float *xx = product(y, 0), *xy = product(y, 1), *yy = product(y, 2);
        for (int x = 1; x < plane.width - 1; x++) {
            const float across = line[x + 1] - line[x - 1], down = line[x + plane.bytes_per_row] - line[x - plane.bytes_per_row];
            xx[x] = across * across, xy[x] = across * down, yy[x] = down * down;
        }
    }

    /// Computes the values of row y. The products of the rows y - 2 … y + 2 must have been added.
    void respond(int y, float *response) const {
        const int width = plane.width;
        for (int kind = 0; kind < 3; kind++) {
            float *column = columns + static_cast<int64_t>(kind) * width;
            const float *a = product(y - 2, kind), *b = product(y - 1, kind), *c = product(y, kind), *d = product(y + 1, kind);
            const float *e = product(y + 2, kind);
            for (int x = 1; x < width - 1; x++) column[x] = a[x] + b[x] + c[x] + d[x] + e[x];
        }
        for (int x = 3; x < width - 3; x += lanes) {
            // The last vector may overlap the vector before it.
            const int here = std::min(x, width - 3 - lanes);
            const Floats p = five(0, here), q = five(1, here), r = five(2, here);
            write(response + here, 0.5f * (p + r - __builtin_elementwise_sqrt((p - r) * (p - r) + 4 * q * q)));
        }
    }

  private:
    Floats five(int kind, int x) const {
        const float *column = columns + static_cast<int64_t>(kind) * plane.width + x;
        return read(column - 2) + read(column - 1) + read(column) + read(column + 1) + read(column + 2);
    }
};

/// The pairs of points around a corner at which the brightness is compared. The points are normally distributed, so that most of them lie near the
/// corner. There is a rotated set of pairs for each direction of a corner.
struct Pattern {
    static constexpr int pairs = 256, reach = 14, directions = 64;
    int8_t points[directions][pairs][4];

    Pattern() {
        uint64_t state = 0x9e3779b97f4a7c15u;
        const auto uniform = [&] {
            state = state * 6364136223846793005u + 1442695040888963407u;
            return static_cast<double>(state >> 40) / (1 << 24);
        };
        for (int pair = 0; pair < pairs; pair++)
            for (int i = 0; i < 4; i += 2) {
                double length, angle;
                do {
                    length = 6 * std::sqrt(-2 * std::log(uniform() + 1e-9)), angle = 2 * M_PI * uniform();
                } while (length > reach);
                for (int d = 0; d < directions; d++) {
                    const double turned = angle + 2 * M_PI * d / directions;
                    points[d][pair][i] = static_cast<int8_t>(std::lround(length * std::cos(turned)));
                    points[d][pair][i + 1] = static_cast<int8_t>(std::lround(length * std::sin(turned)));
                }
            }
    }

    static const Pattern &shared() {
        static const Pattern pattern;
        return pattern;
    }
};

/// The least distance of a corner from the edges, in pixels. At this distance its surroundings lie in the plane.
constexpr int margin = Pattern::reach + 2;

/// The disc of pixels from which a corner's direction is computed. For a pixel in the disc, `right` is its column minus the corner's column, and
/// `inside` is 1. Outside of the disc, both are 0.
struct Disc {
    static constexpr int radius = 12, rows = 2 * radius + 1, columns = 32;
    float right[rows][columns], inside[rows][columns];

    Disc() {
        for (int j = 0; j < rows; j++)
            for (int i = 0; i < columns; i++) {
                const int x = i - radius, y = j - radius;
                inside[j][i] = x * x + y * y <= radius * radius;
                right[j][i] = x * inside[j][i];
            }
    }

    static const Disc &shared() {
        static const Disc disc;
        return disc;
    }
};

/// The direction from a corner to the centroid of the brightness around it. The unit is a full turn divided by `Pattern::directions`.
static int direction(const uint16_t *middle, int64_t stride) {
    const Disc &disc = Disc::shared();
    Floats x = 0, y = 0;
    for (int j = 0; j < Disc::rows; j++) {
        const uint16_t *line = middle + (j - Disc::radius) * stride - Disc::radius;
        Floats total = 0;
        for (int i = 0; i < Disc::columns; i += lanes) {
            const Floats values = read(line + i);
            x += values * read(disc.right[j] + i);
            total += values * read(disc.inside[j] + i);
        }
        y += total * static_cast<float>(j - Disc::radius);
    }
    const double turn = std::atan2(sum(y), sum(x)) / (2 * M_PI) * Pattern::directions;
    return static_cast<int>(std::lround(turn) + Pattern::directions) % Pattern::directions;
}

static void describe(const uint16_t *middle, int64_t stride, RegistrationDescriptor &descriptor) {
    const auto &points = Pattern::shared().points[direction(middle, stride)];
    for (int word = 0; word < 4; word++) {
        uint64_t bits = 0;
        for (int i = 0; i < 64; i++) {
            const int8_t *pair = points[64 * word + i];
            bits |= static_cast<uint64_t>(middle[pair[1] * stride + pair[0]] < middle[pair[3] * stride + pair[2]]) << i;
        }
        descriptor.words[word] = bits;
    }
}

/// The strongest corners of each cell. A corner must be stronger than the eight pixels around it.
static int strongest(
    const float *responses, int width, int height, int cell, int per_cell, RegistrationFeature *features, int32_t capacity) {
    int count = 0;
    for (int top = margin; top < height - margin; top += cell)
        for (int left = margin; left < width - margin; left += cell) {
            const int first = count, most = std::min(per_cell, capacity - count);
            for (int y = top; y < std::min(top + cell, height - margin); y++)
                for (int x = left; x < std::min(left + cell, width - margin); x++) {
                    const float *here = responses + static_cast<int64_t>(y) * width + x;
                    const float value = *here;
                    // A step of one gray value in each of the 5 × 5 pixels gives 25. Lower values are rounding errors.
                    if (value < 25) continue;
                    if (count - first == most && (most == 0 || value <= features[count - 1].strength)) continue;
                    if (value < here[-1] || value <= here[1] || value < here[-width - 1] || value < here[-width] || value < here[-width + 1] ||
                        value <= here[width - 1] || value <= here[width] || value <= here[width + 1])
                        continue;
                    int place = count - first < most ? count++ : count - 1;
                    for (; place > first && features[place - 1].strength < value; place--) features[place] = features[place - 1];
                    features[place] = {
                        static_cast<float>(x) + summit(here[-1], value, here[1]), static_cast<float>(y) + summit(here[-width], value, here[width]),
                        value};
                }
        }
    return count;
}

static int features(
    const GrayView *plane, int32_t cell, int32_t per_cell, RegistrationFeature *features, RegistrationDescriptor *descriptors,
    int32_t capacity) {
    const int width = plane->width, height = plane->height;
    if (width <= 2 * margin || height <= 2 * margin) return 0;
    const int64_t pixels = static_cast<int64_t>(width) * height;
    Strips memory(pixels + (pixels + 1) / 2 + Responses::count(width) + width);
    if (!memory.memory) return -1;
    float *response = memory.memory, *work = response + pixels;
    auto *means = reinterpret_cast<uint16_t *>(work + Responses::count(width) + width);
    std::fill(response, response + pixels, 0.0f);
    const Responses responses(*plane, work);
    for (int y = 1; y < height - 1; y++) {
        responses.enter(y);
        if (y >= 5) responses.respond(y - 2, response + static_cast<int64_t>(y - 2) * width);
    }
    smooth(*plane, means, reinterpret_cast<uint16_t *>(work + Responses::count(width)));
    const int count = strongest(response, width, height, cell, per_cell, features, capacity);
    for (int i = 0; i < count; i++) {
        const int x = static_cast<int>(features[i].x + 0.5f), y = static_cast<int>(features[i].y + 0.5f);
        describe(means + static_cast<int64_t>(y) * width + x, width, descriptors[i]);
    }
    return count;
}

static void match(
    const RegistrationDescriptor *descriptors, int32_t count, const RegistrationDescriptor *others, int32_t other_count,
    RegistrationMatch *matches) {
    for (int32_t i = 0; i < count; i++) {
        const uint64_t *a = descriptors[i].words;
        RegistrationMatch best = {-1, 257, 257};
        for (int32_t j = 0; j < other_count; j++) {
            const uint64_t *b = others[j].words;
            int32_t distance = 0;
            for (int word = 0; word < 4; word++) distance += __builtin_popcountll(a[word] ^ b[word]);
            if (distance < best.distance)
                best = {j, distance, best.distance};
            else if (distance < best.next)
                best.next = distance;
        }
        matches[i] = best;
    }
}

static double support(const double *matrix, const float *from, const float *to, int32_t count, float limit) {
    float m[9];
    for (int i = 0; i < 9; i++) m[i] = static_cast<float>(matrix[i]);
    const float scale = 1 / (limit * limit);
    float total = 0;
    for (int32_t i = 0; i < count; i++) {
        const float x = from[2 * i], y = from[2 * i + 1];
        const float w = m[6] * x + m[7] * y + m[8];
        const float u = (m[0] * x + m[1] * y + m[2]) / w - to[2 * i], v = (m[3] * x + m[4] * y + m[5]) / w - to[2 * i + 1];
        const float gain = 1 - (u * u + v * v) * scale;
        total += w > 0 && gain > 0 ? gain : 0;
    }
    return total;
}
