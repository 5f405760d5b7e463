// The search for the object's size: a one-dimensional correlation filter over sizes, as in Danelljan et al., Discriminative Scale Space Tracking
// (2017).

struct ScaleFilter {
    /// - Parameters: `width` and `height` are the size of the object's box, in samples of a window. `count` is the number of sizes that are compared,
    ///   and `step` the factor from one size to the next.
    ScaleFilter(float width, float height, int count, float step)
        : width(width), height(height), count(count), frequencies(count / 2 + 1), step(step), taper(count) {
        const float shrink = std::min(1.0f, std::sqrt(512 / (width * height)));
        columns = std::clamp(static_cast<int>(std::lround(width * shrink / Gradients::cell)), 2, 64);
        rows = std::clamp(static_cast<int>(std::lround(height * shrink / Gradients::cell)), 2, 64);
        length = columns * rows * stride;
        describeResponse();
        features.resize(static_cast<size_t>(count) * length);
        numerator.resize(2 * static_cast<size_t>(frequencies) * length);
        spectrum.resize(2 * static_cast<size_t>(length));
        denominator.resize(frequencies);
    }

    /// The factor from the object's size in the window to the size that fits best.
    float detect(const Window &window, float x, float y) {
        describe(window, x, y);
        std::vector<float> re(frequencies), im(frequencies);
        for (int k = 0; k < frequencies; k++) {
            transformFeatures(k);
            const float *a = &numerator[2 * static_cast<size_t>(k) * length], *b = a + length, *c = spectrum.data(), *d = c + length;
            Floats sumRe = 0, sumIm = 0;
            for (int i = 0; i < length; i += lanes) {
                sumRe += read(a + i) * read(c + i) - read(b + i) * read(d + i);
                sumIm += read(a + i) * read(d + i) + read(b + i) * read(c + i);
            }
            const float scale = 1 / (denominator[k] + 0.01f * length);
            re[k] = sum(sumRe) * scale;
            im[k] = sum(sumIm) * scale;
        }
        // Between the steps, the response is interpolated by the trigonometric polynomial through the steps.
        float best = 0, most = -1e30f;
        constexpr int parts = 4;
        for (int place = -parts * (count / 2); place <= parts * (count / 2); place++) {
            const float at = count / 2 + static_cast<float>(place) / parts;
            float value = re[0];
            for (int k = 1; k < frequencies; k++) {
                const float angle = static_cast<float>(2 * M_PI) * k * at / count;
                value += 2 * (re[k] * std::cos(angle) - im[k] * std::sin(angle));
            }
            if (value > most) {
                most = value;
                best = static_cast<float>(place) / parts;
            }
        }
        return std::pow(step, best);
    }

    /// Learns the appearance of the object in the middle of the window at its present size.
    void learn(const Window &window, bool first) {
        describe(window, 0, 0);
        const float rate = first ? 1 : 0.025f;
        for (int k = 0; k < frequencies; k++) {
            transformFeatures(k);
            float *a = &numerator[2 * static_cast<size_t>(k) * length], *b = a + length;
            const float *c = spectrum.data(), *d = c + length, re = desired[2 * k], im = desired[2 * k + 1];
            Floats energy = 0;
            for (int i = 0; i < length; i += lanes) {
                const Floats x = read(c + i), y = read(d + i);
                write(a + i, (1 - rate) * read(a + i) + rate * (re * x + im * y));
                write(b + i, (1 - rate) * read(b + i) + rate * (im * x - re * y));
                energy += x * x + y * y;
            }
            denominator[k] = (1 - rate) * denominator[k] + rate * sum(energy);
        }
    }

  private:
    static constexpr int stride = 32;
    const float width, height;
    const int count, frequencies;
    const float step;
    int columns = 0, rows = 0, length = 0;
    Line taper, desired, features, numerator, denominator, spectrum, image;
    Gradients histograms;

    void describeResponse() {
        desired.assign(2 * static_cast<size_t>(frequencies), 0.0f);
        const double deviation = count / 16.0;
        for (int i = 0; i < count; i++) {
            const int distance = i - count / 2;
            taper[i] = static_cast<float>(0.5 + 0.5 * std::cos(M_PI * distance / (count / 2 + 1)));
            const double value = std::exp(-0.5 * distance * distance / (deviation * deviation));
            for (int k = 0; k < frequencies; k++) {
                desired[2 * k] += static_cast<float>(value * std::cos(2 * M_PI * k * i / count));
                desired[2 * k + 1] -= static_cast<float>(value * std::sin(2 * M_PI * k * i / count));
            }
        }
    }

    /// Computes the features of the object at every size.
    void describe(const Window &window, float x, float y) {
        const int across = (columns + 2) * Gradients::cell, down = (rows + 2) * Gradients::cell;
        image.resize(static_cast<size_t>(across) * down);
        Line line(window.side);
        for (int k = 0; k < count; k++) {
            const float size = std::pow(step, k - count / 2);
            const float stepX = width * size / (columns * Gradients::cell), stepY = height * size / (rows * Gradients::cell);
            const Taps tapsX(across, 0.5f * window.side + x - 0.5f * across * stepX, stepX, window.side);
            const Taps tapsY(down, 0.5f * window.side + y - 0.5f * down * stepY, stepY, window.side);
            const int first = tapsX.first(), last = tapsX.last();
            for (int j = 0; j < down; j++) {
                tapsY.blend(
                    j, [&](int y) { return &window.luma[static_cast<size_t>(y) * window.side + first]; }, last - first + 1, line.data());
                tapsX.read(line.data(), first, across, &image[j * across]);
            }
            float *target = &features[static_cast<size_t>(k) * length];
            histograms.describe(image.data(), across, down, target, stride);
            for (int i = 0; i < length; i++) target[i] *= taper[k];
        }
    }

    /// Computes one frequency of every feature: first all real parts, then all imaginary parts.
    void transformFeatures(int frequency) {
        std::fill(spectrum.begin(), spectrum.end(), 0.0f);
        float *re = spectrum.data(), *im = re + length;
        for (int k = 0; k < count; k++) {
            const double angle = -2 * M_PI * frequency * k / count;
            const float c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
            const float *feature = &features[static_cast<size_t>(k) * length];
            for (int i = 0; i < length; i += lanes) {
                const Floats value = read(feature + i);
                write(re + i, read(re + i) + c * value);
                write(im + i, read(im + i) + s * value);
            }
        }
    }
};
