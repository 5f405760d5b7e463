// Histograms of oriented gradients over cells of 4 × 4 samples, as in Felzenszwalb et al., Object Detection with Discriminatively Trained Part-Based
// Models (2010), section 6: 18 signed and 9 unsigned directions and 4 texture energies.

typedef int32_t Ints __attribute__((ext_vector_type(8)));

struct Gradients {
    static constexpr int cell = 4, directions = 9, features = 31;

    /// Computes the features of all cells except the outermost ones.
    ///
    /// - Parameters: `width` and `height` are multiples of 4, and at least 8. `stride` is the distance between the features of two cells, in floats.
    void describe(const float *image, int width, int height, float *output, int stride) {
        columns = width / cell + 2, rows = height / cell + 2;
        histograms.assign(static_cast<size_t>(columns) * rows * bins, 0.0f);
        energies.resize(static_cast<size_t>(columns) * rows);
        scales.resize(energies.size());
        strengths.resize(width);
        places.resize(width);
        line.resize(static_cast<size_t>(columns) * bins);
        for (int y = 0; y < height; y++) accumulate(image, y, width, height);
        for (size_t i = 0; i < energies.size(); i++) {
            const float *histogram = &histograms[i * bins];
            const Floats both = read(histogram) + read(histogram + directions);
            const float last = histogram[directions - 1] + histogram[2 * directions - 1];
            energies[i] = sum(both * both) + last * last;
        }
        for (size_t i = columns + 1; i < energies.size(); i++)
            scales[i] = 1 / std::sqrt(energies[i] + energies[i - 1] + energies[i - columns] + energies[i - columns - 1] + 0.1f);
        for (int y = 2; y < rows - 2; y++)
            for (int x = 2; x < columns - 2; x++)
                normalize(y * columns + x, output + (static_cast<int64_t>(y - 2) * (columns - 4) + x - 2) * stride);
    }

  private:
    /// The number of histogram bins: 18 signed directions, padded to whole vectors.
    static constexpr int bins = 24;
    int columns = 0, rows = 0;
    Line histograms, energies, line, strengths;
    /// The factors that scale blocks of 2 × 2 cells to an energy of 1. The lower right cell of a block stores the factor.
    Line scales;
    std::vector<int32_t> places;

    /// The number of directions from 0° to 80°. The other directions are mirror images of these.
    static constexpr int quarter = directions / 2 + 1;

    struct Directions {
        float cosine[quarter], sine[quarter];

        Directions() {
            for (int k = 0; k < quarter; k++) {
                cosine[k] = static_cast<float>(std::cos(M_PI * k / directions));
                sine[k] = static_cast<float>(std::sin(M_PI * k / directions));
            }
        }
    };

    /// Adds a row of samples to the two rows of cells with the nearest middles.
    void accumulate(const float *image, int y, int width, int height) {
        measure(image + static_cast<int64_t>(y) * width, y > 0 ? -width : 0, y + 1 < height ? width : 0, width);
        std::fill(line.begin(), line.end(), 0.0f);
        static_assert(cell == 4);
        float *bin = line.data();
        for (int x = 0; x < width; x += cell) {
            // The middle of a cell lies between its second and its third sample.
            const auto add = [&](int sample, float share) {
                bin[places[x + sample]] += strengths[x + sample] * (1 - share);
                bin[places[x + sample] + bins] += strengths[x + sample] * share;
            };
            add(0, 0.625f);
            add(1, 0.875f);
            bin += bins;
            add(2, 0.125f);
            add(3, 0.375f);
        }
        const float share = ((y + 2) % cell + 0.5f) / cell;
        float *upper = &histograms[static_cast<size_t>((y + 2) / cell) * columns * bins], *lower = upper + columns * bins;
        for (size_t i = 0; i < line.size(); i += lanes) {
            const Floats values = read(&line[i]);
            write(upper + i, read(upper + i) + values * (1 - share));
            write(lower + i, read(lower + i) + values * share);
        }
    }

    /// Computes the length of each gradient, and the nearest of 18 directions.
    void measure(const float *row, int above, int below, int width) {
        static const Directions shared;
        for (int start = 0; start < width; start += lanes) {
            const int x = std::min(start, width - lanes);
            const Floats dy = read(row + below + x) - read(row + above + x);
            Floats dx;
            if (x > 0 && x + lanes < width)
                dx = read(row + x + 1) - read(row + x - 1);
            else
                for (int l = 0; l < lanes; l++) dx[l] = row[std::min(x + l + 1, width - 1)] - row[std::max(x + l - 1, 0)];
            const Floats right = __builtin_elementwise_abs(dx), down = __builtin_elementwise_abs(dy);
            Floats most = right;
            Ints place = 0;
            for (int k = 1; k < quarter; k++) {
                const Floats along = right * shared.cosine[k] + down * shared.sine[k];
                const Ints nearer = along > most;
                most = nearer ? along : most;
                place = nearer ? static_cast<Ints>(k) : place;
            }
            // The quadrant that the gradient is in.
            place = dx < 0 ? directions - place : place;
            place = dy < 0 ? 2 * directions - place : place;
            place = place == 2 * directions ? static_cast<Ints>(0) : place;
            write(&strengths[x], __builtin_elementwise_sqrt(dx * dx + dy * dy));
            std::memcpy(&places[x], &place, sizeof place);
        }
    }

    /// Computes the features of a cell. Its histogram is normalised by each of the four blocks of 2 × 2 cells that contain the cell, and clipped.
    void normalize(int index, float *output) const {
        const float *histogram = &histograms[static_cast<size_t>(index) * bins];
        const Floats both = read(histogram) + read(histogram + directions);
        const float last = histogram[directions - 1] + histogram[2 * directions - 1];
        Floats sums[3] = {0, 0, 0}, bothSum = 0;
        float lastSum = 0;
        const Floats most = 0.2f;
        for (int block = 0; block < 4; block++) {
            const float scale = scales[index + block % 2 + block / 2 * columns];
            Floats texture = 0;
            for (int k = 0; k < 3; k++) {
                const Floats clipped = __builtin_elementwise_min(read(histogram + lanes * k) * scale, most);
                sums[k] += clipped;
                texture += clipped;
            }
            output[3 * directions + block] = sum(texture) * 0.2357f;
            bothSum += __builtin_elementwise_min(both * scale, most);
            lastSum += std::min(last * scale, 0.2f);
        }
        write(output, sums[0] * 0.5f);
        write(output + lanes, sums[1] * 0.5f);
        for (int k = 2 * lanes; k < 2 * directions; k++) output[k] = sums[2][k - 2 * lanes] * 0.5f;
        write(output + 2 * directions, bothSum * 0.5f);
        output[3 * directions - 1] = lastSum * 0.5f;
    }
};
