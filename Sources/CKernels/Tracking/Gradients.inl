// Histograms of oriented gradients over cells of 4 × 4 samples, as of Felzenszwalb et al., Object Detection with Discriminatively Trained
// Part-Based Models (2010), section 6: 18 signed and 9 unsigned directions and 4 texture energies.

typedef int32_t Ints __attribute__((ext_vector_type(8)));

struct Gradients {
    static constexpr int cell = 4, directions = 9, features = 31;

    /// Features of all cells but the outermost ones.
    ///
    /// - Parameters: `width` and `height` are multiples of 4 and 8 or more; a cell's features are `stride` floats from the next one's.
    void describe(const float *image, int width, int height, float *output, int stride) {
        columns = width / cell + 2, rows = height / cell + 2;
        histograms.assign(static_cast<size_t>(columns) * rows * bins, 0.0f);
        energies.resize(static_cast<size_t>(columns) * rows);
        strengths.resize(width);
        places.resize(width);
        line.resize(static_cast<size_t>(columns) * bins);
        for (int y = 0; y < height; y++) accumulate(image, y, width, height);
        for (size_t i = 0; i < energies.size(); i++) {
            const float *histogram = &histograms[i * bins];
            float energy = 0;
            for (int k = 0; k < directions; k++) {
                const float both = histogram[k] + histogram[k + directions];
                energy += both * both;
            }
            energies[i] = energy;
        }
        for (int y = 2; y < rows - 2; y++)
            for (int x = 2; x < columns - 2; x++)
                normalize(y * columns + x, output + (static_cast<int64_t>(y - 2) * (columns - 4) + x - 2) * stride);
    }

  private:
    /// 18 signed directions, and room for whole vectors.
    static constexpr int bins = 24;
    int columns = 0, rows = 0;
    Line histograms, energies, line, strengths;
    std::vector<int32_t> places;

    struct Directions {
        float cosine[directions], sine[directions];

        Directions() {
            for (int k = 0; k < directions; k++) {
                cosine[k] = static_cast<float>(std::cos(M_PI * k / directions));
                sine[k] = static_cast<float>(std::sin(M_PI * k / directions));
            }
        }
    };

    /// Adds a row of samples to the two rows of cells whose middles are nearest.
    void accumulate(const float *image, int y, int width, int height) {
        measure(image + static_cast<int64_t>(y) * width, y > 0 ? -width : 0, y + 1 < height ? width : 0, width);
        std::fill(line.begin(), line.end(), 0.0f);
        for (int x = 0; x < width; x++) {
            const float share = ((x + 2) % cell + 0.5f) / cell;
            float *bin = &line[(x + 2) / cell * bins + places[x]];
            bin[0] += strengths[x] * (1 - share);
            bin[bins] += strengths[x] * share;
        }
        const float share = ((y + 2) % cell + 0.5f) / cell;
        float *upper = &histograms[static_cast<size_t>((y + 2) / cell) * columns * bins], *lower = upper + columns * bins;
        for (size_t i = 0; i < line.size(); i += lanes) {
            const Floats values = read(&line[i]);
            write(upper + i, read(upper + i) + values * (1 - share));
            write(lower + i, read(lower + i) + values * share);
        }
    }

    /// The gradients' lengths, and the nearest of 18 directions.
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
            Floats most = 0;
            Ints place = 0;
            for (int k = 0; k < directions; k++) {
                const Floats along = dx * shared.cosine[k] + dy * shared.sine[k];
                const Ints forward = along > most;
                most = forward ? along : most;
                place = forward ? static_cast<Ints>(k) : place;
                const Ints backward = -along > most;
                most = backward ? -along : most;
                place = backward ? static_cast<Ints>(k + directions) : place;
            }
            write(&strengths[x], __builtin_elementwise_sqrt(dx * dx + dy * dy));
            std::memcpy(&places[x], &place, sizeof place);
        }
    }

    /// A cell's features: its histogram normalised by each of the four blocks of 2 × 2 cells that it is in, and clipped.
    void normalize(int index, float *output) const {
        const float *histogram = &histograms[static_cast<size_t>(index) * bins];
        float unsignedBins[2 * lanes] = {};
        for (int k = 0; k < directions; k++) unsignedBins[k] = histogram[k] + histogram[k + directions];
        Floats sums[5] = {0, 0, 0, 0, 0};
        float textures[4];
        for (int block = 0; block < 4; block++) {
            const int across = block % 2 ? 1 : -1, down = block / 2 ? columns : -columns;
            const float energy = energies[index] + energies[index + across] + energies[index + down] + energies[index + across + down];
            const float scale = 1 / std::sqrt(energy + 0.1f);
            Floats texture = 0;
            for (int k = 0; k < 3; k++) {
                const Floats clipped = __builtin_elementwise_min(read(histogram + lanes * k) * scale, static_cast<Floats>(0.2f));
                sums[k] += clipped;
                texture += clipped;
            }
            textures[block] = sum(texture) * 0.2357f;
            for (int k = 0; k < 2; k++)
                sums[3 + k] += __builtin_elementwise_min(read(unsignedBins + lanes * k) * scale, static_cast<Floats>(0.2f));
        }
        float values[5 * lanes];
        for (int k = 0; k < 5; k++) write(values + lanes * k, sums[k] * 0.5f);
        std::memcpy(output, values, 2 * directions * sizeof(float));
        std::memcpy(output + 2 * directions, values + 3 * lanes, directions * sizeof(float));
        std::memcpy(output + 3 * directions, textures, sizeof textures);
    }
};
