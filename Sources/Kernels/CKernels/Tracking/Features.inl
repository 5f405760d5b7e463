// The features that a tracker sees of a window: a map of cells with sixteen channels, eleven of gradients, four of colour names and one of gray. The
// first two kinds are principal components, found in the first window, as in Danelljan et al., ECO (2017), section 3.1.

struct FeatureMap {
    static constexpr int channels = 16, colours = 4, gradients = channels - colours - 1;
    /// The number of raw features (`raw`), with padding: 31 of gradients, 11 of colour names and one of gray. `names` and `gray` are the indices of
    /// the first colour name and of gray.
    static constexpr int raw = 48, names = Gradients::features, gray = names + ColorNames::names;

    int cells = 0;
    /// The features, cell by cell in the order of rows.
    Line values;

    explicit FeatureMap(int cells)
        : cells(cells), values(static_cast<int64_t>(cells) * cells * channels), features(static_cast<int64_t>(cells) * cells * raw),
          projection(static_cast<size_t>(raw) * channels), taper(static_cast<size_t>(cells) * cells) {
        const auto rise = [cells](int i) { return static_cast<float>(0.5 - 0.5 * std::cos(2 * M_PI * (i + 0.5) / cells)); };
        for (int y = 0; y < cells; y++)
            for (int x = 0; x < cells; x++) taper[y * cells + x] = rise(x) * rise(y);
        std::fill(features.data(), features.data() + static_cast<int64_t>(cells) * cells * raw, 0.0f);
    }

    /// The number of samples along a side of the window. The window has one cell more than the map on each side.
    int samples() const { return (cells + 2) * Gradients::cell; }

    /// - Parameter first: whether the principal components are computed from this window.
    void describe(const Window &window, bool first) {
        histograms.describe(window.luma.data(), window.side, window.side, features.data(), raw);
        describeColours(window);
        if (first) findComponents();
        project();
    }

  private:
    Line features;
    Line projection, taper;
    Gradients histograms;

    void describeColours(const Window &window) {
        const ColorNames &table = ColorNames::shared();
        const int half = window.side / 2;
        for (int y = 0; y < cells; y++)
            for (int x = 0; x < cells; x++) {
                float *cell = features.data() + (static_cast<int64_t>(y) * cells + x) * raw;
                Floats low = 0, high = 0;
                for (int j = 0; j < 2; j++)
                    for (int i = 0; i < 2; i++) {
                        const int place = (2 * y + 2 + j) * half + 2 * x + 2 + i;
                        const float *likelihoods = table.of(window.red[place], window.green[place], window.blue[place]);
                        low += read(likelihoods);
                        high += read(likelihoods + lanes);
                    }
                float means[2 * lanes];
                write(means, low * 0.25f);
                write(means + lanes, high * 0.25f);
                std::memcpy(cell + names, means, ColorNames::names * sizeof(float));
                float total = 0;
                for (int j = 0; j < Gradients::cell; j++) {
                    const float *row = &window.luma[static_cast<size_t>(4 * y + 4 + j) * window.side + 4 * x + 4];
                    total += row[0] + row[1] + row[2] + row[3];
                }
                cell[gray] = total / (16 * 255) - 0.5f;
            }
    }

    void findComponents() {
        std::fill(projection.begin(), projection.end(), 0.0f);
        findComponents(0, Gradients::features, 0, gradients);
        findComponents(names, ColorNames::names, gradients, colours);
        projection[gray * channels + gradients + colours] = 1;
    }

    /// Computes the first principal components of `count` features from `start` on, and stores them in the columns from `column` on.
    void findComponents(int start, int count, int column, int components) {
        const int area = cells * cells;
        std::vector<double> mean(count), covariance(static_cast<size_t>(count) * count);
        for (int i = 0; i < area; i++)
            for (int k = 0; k < count; k++) mean[k] += static_cast<double>(features.data()[static_cast<int64_t>(i) * raw + start + k]) / area;
        for (int i = 0; i < area; i++) {
            const float *cell = features.data() + static_cast<int64_t>(i) * raw + start;
            for (int j = 0; j < count; j++)
                for (int k = 0; k <= j; k++) covariance[j * count + k] += (cell[j] - mean[j]) * (cell[k] - mean[k]);
        }
        for (int j = 0; j < count; j++)
            for (int k = j + 1; k < count; k++) covariance[j * count + k] = covariance[k * count + j];
        std::vector<double> vectors;
        diagonalize(covariance, vectors, count);
        std::vector<int> order(count);
        for (int k = 0; k < count; k++) order[k] = k;
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return covariance[a * count + a] > covariance[b * count + b]; });
        for (int c = 0; c < components; c++)
            for (int k = 0; k < count; k++)
                projection[(start + k) * channels + column + c] = static_cast<float>(vectors[k * count + order[c]]);
    }

    /// Diagonalises a symmetric matrix with Jacobi's rotations. The eigenvalues remain in the matrix's diagonal, and the columns of `vectors` are the
    /// eigenvectors.
    static void diagonalize(std::vector<double> &matrix, std::vector<double> &vectors, int n) {
        vectors.assign(matrix.size(), 0.0);
        for (int i = 0; i < n; i++) vectors[i * n + i] = 1;
        for (int sweep = 0; sweep < 12; sweep++)
            for (int i = 0; i < n; i++)
                for (int j = i + 1; j < n; j++) {
                    const double between = matrix[i * n + j];
                    if (std::abs(between) < 1e-14) continue;
                    const double ratio = (matrix[j * n + j] - matrix[i * n + i]) / (2 * between);
                    const double tangent = (ratio >= 0 ? 1 : -1) / (std::abs(ratio) + std::sqrt(ratio * ratio + 1));
                    const double c = 1 / std::sqrt(tangent * tangent + 1), s = tangent * c;
                    const auto rotate = [c, s](double &x, double &y) {
                        const double before = x;
                        x = c * before - s * y;
                        y = s * before + c * y;
                    };
                    for (int k = 0; k < n; k++) rotate(matrix[k * n + i], matrix[k * n + j]);
                    for (int k = 0; k < n; k++) rotate(matrix[i * n + k], matrix[j * n + k]);
                    for (int k = 0; k < n; k++) rotate(vectors[k * n + i], vectors[k * n + j]);
                }
    }

    /// Computes the map from the features. There are three kinds of features: gradients, colour names and gray. Each kind is scaled, so
    /// that the mean energy of a cell equals the number of features before the projection. At the end the map is multiplied by a window
    /// that falls off towards its edges.
    void project() {
        const int area = cells * cells;
        Floats lowEnergy = 0, highEnergy = 0;
        int i = 0;
        for (; i + 4 <= area; i += 4) projectCells<4>(i, lowEnergy, highEnergy);
        for (; i < area; i++) projectCells<1>(i, lowEnergy, highEnergy);
        float energies[channels], scales[channels];
        write(energies, lowEnergy);
        write(energies + lanes, highEnergy);
        const auto scale = [&](int start, int count, int features) {
            float energy = 1e-9f;
            for (int c = start; c < start + count; c++) energy += energies[c];
            for (int c = start; c < start + count; c++) scales[c] = std::sqrt(static_cast<float>(features * area) / energy);
        };
        scale(0, gradients, Gradients::features);
        scale(gradients, colours, ColorNames::names);
        scale(gradients + colours, 1, 1);
        const Floats low = read(scales), high = read(scales + lanes);
        for (int i = 0; i < area; i++) {
            float *value = values.data() + static_cast<int64_t>(i) * channels;
            write(value, read(value) * low * taper[i]);
            write(value + lanes, read(value + lanes) * high * taper[i]);
        }
    }

    /// Projects the features of `count` cells from `first` on. The cells are computed side by side, so that no addition waits for the
    /// previous one.
    template <int count> void projectCells(int first, Floats &lowEnergy, Floats &highEnergy) {
        const float *cell = features.data() + static_cast<int64_t>(first) * raw;
        Floats low[count], high[count];
        for (int i = 0; i < count; i++) low[i] = high[i] = 0;
        for (int k = 0; k <= gray; k++) {
            const Floats lower = read(&projection[k * channels]), upper = read(&projection[k * channels + lanes]);
            for (int i = 0; i < count; i++) {
                low[i] += cell[i * raw + k] * lower;
                high[i] += cell[i * raw + k] * upper;
            }
        }
        float *value = values.data() + static_cast<int64_t>(first) * channels;
        for (int i = 0; i < count; i++, value += channels) {
            write(value, low[i]);
            write(value + lanes, high[i]);
            lowEnergy += low[i] * low[i];
            highEnergy += high[i] * high[i];
        }
    }
};
