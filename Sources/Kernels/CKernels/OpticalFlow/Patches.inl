// Patches of 8 × 8 pixels of one picture, and the search for them in another picture.

constexpr int side = 8;

/// The pixels of a patch without their mean, and the data for the search of the patch.
struct Patch {
    Floats pixels[side], across[side], down[side];
    /// The inverse of the patch's structure tensor: of the matrix of the sums of gx², gx · gy and gy² over all pixels.
    float xx, xy, yy;

    Patch(const Picture &picture, int left, int top) {
        Floats total = 0, total_x = 0, total_y = 0;
        for (int i = 0; i < side; i++) {
            const uint8_t *first = picture.pixel(left, top + i);
            pixels[i] = read(first);
            across[i] = 0.5f * (read(first + 1) - read(first - 1));
            down[i] = 0.5f * (read(first + picture.stride) - read(first - picture.stride));
            total += pixels[i], total_x += across[i], total_y += down[i];
        }
        constexpr float share = 1.0f / (side * side);
        const float mean = sum(total) * share, mean_x = sum(total_x) * share, mean_y = sum(total_y) * share;
        Floats a = 0, b = 0, c = 0;
        for (int i = 0; i < side; i++) {
            pixels[i] -= mean, across[i] -= mean_x, down[i] -= mean_y;
            a += across[i] * across[i], b += across[i] * down[i], c += down[i] * down[i];
        }
        // A patch without texture keeps its position.
        const float p = sum(a) + 4, q = sum(b), r = sum(c) + 4, determinant = p * r - q * q;
        xx = r / determinant, xy = -q / determinant, yy = p / determinant;
    }
};

/// The comparison of a patch with a place in the other picture.
struct Comparison {
    float energy, x, y;
};

struct Sampler {
    const uint8_t *first;
    int64_t stride;
    float right, low;

    /// Prepares to sample the patch at (x, y). A position too far outside the picture is moved to the nearest one at which the extended picture has
    /// all pixels of the patch.
    Sampler(const Picture &picture, float x, float y) {
        x = std::clamp(x, static_cast<float>(-margin + 1), static_cast<float>(picture.width + margin - side - 2));
        y = std::clamp(y, static_cast<float>(-margin + 1), static_cast<float>(picture.height + margin - side - 2));
        const int column = static_cast<int>(std::floor(x)), line = static_cast<int>(std::floor(y));
        right = x - column, low = y - line;
        first = picture.pixel(column, line), stride = picture.stride;
    }

    inline Floats row(int i) const {
        const uint8_t *upper = first + i * stride, *lower = upper + stride;
        const Floats a = read(upper), b = read(lower), c = read(upper + 1), d = read(lower + 1);
        const Floats start = a + low * (b - a), end = c + low * (d - c);
        return start + right * (end - start);
    }
};

static Comparison compare(const Patch &patch, const Picture &picture, float x, float y) {
    const Sampler sampler(picture, x, y);
    Floats total = 0, squares = 0, with_x = 0, with_y = 0;
    for (int i = 0; i < side; i++) {
        const Floats difference = sampler.row(i) - patch.pixels[i];
        total += difference, squares += difference * difference;
        with_x += difference * patch.across[i], with_y += difference * patch.down[i];
    }
    const float mean = sum(total) * (1.0f / (side * side));
    return {sum(squares) - mean * mean * side * side, sum(with_x), sum(with_y)};
}

/// The flow of patches on a grid.
struct Grid {
    int columns, rows, step;
    std::vector<float> x, y;

    Grid(const Picture &picture, int step)
        : columns((picture.width - side + step - 1) / step + 1), rows((picture.height - side + step - 1) / step + 1), step(step),
          x(static_cast<size_t>(columns) * static_cast<size_t>(rows)), y(x.size()) {}

    int left(int column, const Picture &picture) const { return std::min(column * step, picture.width - side); }
    int top(int row, const Picture &picture) const { return std::min(row * step, picture.height - side); }
};

/// Searches for a patch. The search starts from the best position among the previous one and those of the neighbours.
static void search(
    const Patch &patch, const Picture &to, int left, int top, int iterations, const float (*starts)[2], int count, float &x, float &y) {
    Comparison best{INFINITY, 0, 0};
    for (int i = 0; i < count; i++) {
        if (i > 0 && starts[i][0] == starts[0][0] && starts[i][1] == starts[0][1]) continue;
        const Comparison found = compare(patch, to, left + starts[i][0], top + starts[i][1]);
        if (found.energy < best.energy) best = found, x = starts[i][0], y = starts[i][1];
    }
    const float start_x = x, start_y = y;
    // If a step is too long, as happens in fine texture, it is tried again with half the length.
    float length = 1;
    for (int i = 0; i < iterations; i++) {
        const float dx = length * (patch.xx * best.x + patch.xy * best.y), dy = length * (patch.xy * best.x + patch.yy * best.y);
        if (dx * dx + dy * dy < 1e-4f) break;
        const Comparison found = compare(patch, to, left + x - dx, top + y - dy);
        if (found.energy < best.energy)
            x -= dx, y -= dy, best = found;
        else
            length *= 0.5f;
    }
    // If a point moves farther than the width of the patch, the search has failed, and the point returns to its start.
    if (std::fabs(x - start_x) > side || std::fabs(y - start_y) > side) x = start_x, y = start_y;
}

/// Searches for all patches, first row by row and then in the opposite order. In this way a good position spreads to neighbours, first down and to
/// the right, and then back.
static void search_all(const Picture &from, const Picture &to, const Flow &start, int iterations, Grid &grid) {
    for (int pass = 0; pass < 2; pass++) {
        for (int n = 0; n < grid.columns * grid.rows; n++) {
            const int index = pass ? grid.columns * grid.rows - 1 - n : n;
            const int row = index / grid.columns, column = index % grid.columns;
            const int left = grid.left(column, from), top = grid.top(row, from);
            float starts[3][2];
            int count = 0;
            const auto add = [&](float x, float y) { starts[count][0] = x, starts[count][1] = y, count++; };
            if (pass)
                add(grid.x[index], grid.y[index]);
            else
                add(start.x.row(top + side / 2)[left + side / 2], start.y.row(top + side / 2)[left + side / 2]);
            const int across = pass ? index + 1 : index - 1, down = pass ? index + grid.columns : index - grid.columns;
            if (pass ? column + 1 < grid.columns : column > 0) add(grid.x[across], grid.y[across]);
            if (pass ? row + 1 < grid.rows : row > 0) add(grid.x[down], grid.y[down]);
            const Patch patch(from, left, top);
            search(patch, to, left, top, pass ? iterations / 2 : iterations, starts, count, grid.x[index], grid.y[index]);
        }
    }
}

/// Computes each pixel's flow as the weighted mean of the flows of the patches over it. A patch has a high weight if the pixel to which its flow
/// leads has the same luminance.
static void spread(const Picture &from, const Picture &to, const Grid &grid, Flow &flow) {
    Field weights(from.width, from.height);
    for (int y = 0; y < from.height; y++) {
        std::fill_n(flow.x.row(y), from.width, 0.0f);
        std::fill_n(flow.y.row(y), from.width, 0.0f);
    }
    for (int index = 0; index < grid.columns * grid.rows; index++) {
        const int left = grid.left(index % grid.columns, from), top = grid.top(index / grid.columns, from);
        const float x = grid.x[index], y = grid.y[index];
        const Sampler sampler(to, left + x, top + y);
        Floats rows[side], total = 0;
        for (int i = 0; i < side; i++) rows[i] = sampler.row(i) - read(from.pixel(left, top + i)), total += rows[i];
        const float mean = sum(total) * (1.0f / (side * side));
        for (int i = 0; i < side; i++) {
            const Floats difference = rows[i] - mean;
            const Floats size = difference < 0 ? -difference : difference;
            const Floats weight = 1.0f / (size < 1 ? Floats(1) : size);
            float *target_x = flow.x.row(top + i) + left, *target_y = flow.y.row(top + i) + left, *target = weights.row(top + i) + left;
            write(target_x, read(target_x) + weight * x);
            write(target_y, read(target_y) + weight * y);
            write(target, read(target) + weight);
        }
    }
    for (int y = 0; y < from.height; y++) {
        float *row_x = flow.x.row(y), *row_y = flow.y.row(y);
        const float *weight = weights.row(y);
        for (int x = 0; x < from.width; x++) {
            const float scale = 1 / weight[x];
            row_x[x] *= scale, row_y[x] *= scale;
        }
    }
}
