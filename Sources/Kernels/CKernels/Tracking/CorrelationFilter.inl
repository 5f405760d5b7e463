// A correlation filter that responds with a narrow peak at the object. Its support is the object's box, as in Galoogahi et al., Learning
// Background-Aware Correlation Filters (2017). It changes little from frame to frame, as in Li et al., Learning Spatial-Temporal Regularized
// Correlation Filters (2018). It is learnt by the alternating direction method of multipliers (ADMM).
//
// Sixteen real channels form eight complex channels. A spectrum has rows of `half` + 1 frequencies. Each frequency has two elements of eight
// channels. The other frequencies of a row follow from these, because the channels are real.

struct Peak {
    /// The position relative to the window's middle, in cells.
    float x, y;
    float value;
    /// The height of the peak above the mean of all places that are not near it, in standard deviations of these places.
    float ratio;
};

struct CorrelationFilter {
    static constexpr int floats = 2 * element;

    const int cells, half;
    /// The map: cells with sixteen channels. Learning and detection overwrite it.
    float *const map;

    CorrelationFilter(int cells, float *map, float width, float height)
        : cells(cells), half(cells / 2), map(map), frequencies(cells * (half + 1)), sample(count()), filter(count()), next(count()),
          masked(count()), dual(count()), work(4 * static_cast<int64_t>(cells) * element), columns((half / lanes + 1) * static_cast<int64_t>(cells) * element),
          response(2 * static_cast<size_t>(frequencies)), surface(static_cast<size_t>(cells) * cells), desired(frequencies), support(surface.size()) {
        describePeak(std::sqrt(width * height) / 16);
        for (int y = 0; y < cells; y++)
            for (int x = 0; x < cells; x++) support[y * cells + x] = std::abs(x - half) <= width / 2 + 0.5f && std::abs(y - half) <= height / 2 + 0.5f;
    }

    /// Finds the place at which the filter responds most strongly to the map.
    Peak detect() {
        forward(sample.data());
        for (int f = 0; f < frequencies; f++) {
            Floats re = 0, im = 0;
            for (int e = 0; e < 2; e++) {
                const Complex product = multiplied(at(sample.data(), 2 * f + e), at(filter.data(), 2 * f + e));
                re += product.re;
                im += product.im;
            }
            response[2 * f] = sum(re);
            response[2 * f + 1] = sum(im);
        }
        answer();
        return highest();
    }

    /// Learns that the object is in the middle of the map.
    void learn(bool first) {
        // Penalties of a change in time and of a disagreement between the two halves of the problem, for transforms that are not normalised.
        const float area = static_cast<float>(cells * cells), memory = first ? 0 : 30 * area;
        forward(sample.data());
        solve(memory, area, true);
        std::memcpy(masked.data(), next.data(), bytes());
        confine(masked.data());
        for (int64_t i = 0; i < count(); i += lanes)
            write(dual.data() + i, 0.1f * (read(next.data() + i) - read(masked.data() + i)));
        solve(memory, 10 * area, false);
        for (int64_t i = 0; i < count(); i += lanes) write(filter.data() + i, read(next.data() + i) + read(dual.data() + i));
        confine(filter.data());
    }

  private:
    const int frequencies;
    Line sample, filter, next, masked, dual, work, columns;
    std::vector<float> response, surface, desired, support;

    int64_t count() const { return static_cast<int64_t>(frequencies) * floats; }
    size_t bytes() const { return static_cast<size_t>(count()) * sizeof(float); }

    static Complex multiplied(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

    /// Computes the spectrum of the desired response, which is a normal distribution around the origin.
    void describePeak(float deviation) {
        std::vector<double> line(cells);
        for (int k = 0; k < cells; k++)
            for (int i = 0; i < cells; i++) {
                const double distance = std::min(i, cells - i) / static_cast<double>(deviation);
                line[k] += std::exp(-0.5 * distance * distance) * std::cos(2 * M_PI * k * i / cells);
            }
        for (int y = 0; y < cells; y++)
            for (int x = 0; x <= half; x++) desired[y * (half + 1) + x] = static_cast<float>(line[x] * line[y]);
    }

    /// Solves the least-squares problem of each frequency. The filter stays near the previous filter, and near the filter that was confined to the
    /// box. The matrix is the identity plus a matrix of rank one, and is inverted with the formula of Sherman and Morrison.
    void solve(float memory, float penalty, bool isFirst) {
        const float total = memory + penalty, inverse = 1 / total;
        for (int f = 0; f < frequencies; f++) {
            Complex x[2], right[2];
            Floats energy = 0, re = 0, im = 0;
            for (int e = 0; e < 2; e++) {
                const int64_t place = 2 * static_cast<int64_t>(f) + e;
                x[e] = at(sample.data(), place);
                right[e] = {x[e].re * desired[f], -x[e].im * desired[f]};
                if (memory > 0) {
                    const Complex before = at(filter.data(), place);
                    right[e] = right[e] + Complex{before.re * memory, before.im * memory};
                }
                if (!isFirst) {
                    const Complex goal = at(masked.data(), place) - at(dual.data(), place);
                    right[e] = right[e] + Complex{goal.re * penalty, goal.im * penalty};
                }
                energy += x[e].re * x[e].re + x[e].im * x[e].im;
                const Complex product = multiplied(x[e], right[e]);
                re += product.re;
                im += product.im;
            }
            const float scale = 1 / (total + sum(energy)), a = sum(re) * scale, b = sum(im) * scale;
            for (int e = 0; e < 2; e++)
                put(next.data(), 2 * static_cast<int64_t>(f) + e,
                    {(right[e].re - x[e].re * a - x[e].im * b) * inverse, (right[e].im - x[e].re * b + x[e].im * a) * inverse});
        }
    }

    /// Sets a filter to zero outside of the object's box.
    void confine(float *spectrum) {
        backward(spectrum);
        for (int i = 0; i < cells * cells; i++) {
            if (support[i] > 0) continue;
            put(map, i, {0, 0});
        }
        forward(spectrum);
    }

    void transformMap() {
        float *strip = work.data(), *scratch = strip + static_cast<int64_t>(cells) * element;
        const size_t row = static_cast<size_t>(cells) * element * sizeof(float);
        for (int y = 0; y < cells; y++) {
            float *line = map + static_cast<int64_t>(y) * cells * element;
            const float *result = transform(line, scratch, cells);
            if (result != line) std::memcpy(line, result, row);
        }
        for (int x = 0; x < cells; x++) {
            for (int y = 0; y < cells; y++) put(strip, y, at(map, static_cast<int64_t>(y) * cells + x));
            const float *result = transform(strip, scratch, cells);
            for (int y = 0; y < cells; y++) put(map, static_cast<int64_t>(y) * cells + x, at(result, y));
        }
    }

    /// Computes the spectrum of the map's channels.
    void forward(float *spectrum) {
        transformMap();
        for (int y = 0; y < cells; y++)
            for (int x = 0; x <= half; x++) {
                const Complex value = at(map, y * cells + x), mirrored = at(map, mirror(y) * cells + mirror(x));
                const int64_t place = 2 * (static_cast<int64_t>(y) * (half + 1) + x);
                put(spectrum, place, {0.5f * (value.re + mirrored.re), 0.5f * (value.im - mirrored.im)});
                put(spectrum, place + 1, {0.5f * (value.im + mirrored.im), 0.5f * (mirrored.re - value.re)});
            }
    }

    /// Computes the map from a spectrum. The inverse transform is the forward transform with real and imaginary parts exchanged before and after it.
    void backward(const float *spectrum) {
        const float scale = 1 / static_cast<float>(cells * cells);
        for (int y = 0; y < cells; y++)
            for (int x = 0; x <= half; x++) {
                const int64_t place = 2 * (static_cast<int64_t>(y) * (half + 1) + x);
                const Complex a = at(spectrum, place), b = at(spectrum, place + 1);
                put(map, y * cells + x, {(a.im + b.re) * scale, (a.re - b.im) * scale});
                if (x > 0 && x < half) put(map, mirror(y) * cells + mirror(x), {(b.re - a.im) * scale, (a.re + b.im) * scale});
            }
        transformMap();
        for (int i = 0; i < cells * cells; i++) {
            const Complex value = at(map, i);
            put(map, i, {value.im, value.re});
        }
    }

    int mirror(int index) const { return (cells - index) & (cells - 1); }

    /// Computes the inverse transform of the response. It transforms eight columns at a time, and then eight rows at a time.
    void answer() {
        float *strip = work.data(), *scratch = strip + static_cast<int64_t>(cells) * element;
        for (int start = 0; start <= half; start += lanes) {
            float *target = columns.data() + static_cast<int64_t>(start) * 2 * cells;
            for (int y = 0; y < cells; y++)
                for (int l = 0; l < lanes; l++) {
                    const bool exists = start + l <= half;
                    const float *value = &response[exists ? 2 * (y * (half + 1) + start + l) : 0];
                    strip[y * element + l] = exists ? value[1] : 0;
                    strip[y * element + lanes + l] = exists ? value[0] : 0;
                }
            std::memcpy(target, transform(strip, scratch, cells), static_cast<size_t>(cells) * element * sizeof(float));
        }
        const float scale = 1 / static_cast<float>(cells * cells);
        for (int top = 0; top < cells; top += lanes) {
            for (int x = 0; x <= half; x++) {
                const float *column = columns.data() + static_cast<int64_t>(x / lanes) * cells * element + x % lanes;
                for (int l = 0; l < lanes; l++) {
                    const float *value = column + (top + l) * element;
                    strip[x * element + l] = value[0];
                    strip[x * element + lanes + l] = value[lanes];
                    if (x > 0 && x < half) {
                        strip[(cells - x) * element + l] = -value[0];
                        strip[(cells - x) * element + lanes + l] = value[lanes];
                    }
                }
            }
            const float *result = transform(strip, scratch, cells);
            for (int x = 0; x < cells; x++)
                for (int l = 0; l < lanes; l++) surface[(top + l) * cells + x] = result[x * element + lanes + l] * scale;
        }
    }

    Peak highest() const {
        const int place = static_cast<int>(std::max_element(surface.begin(), surface.end()) - surface.begin());
        const int px = place % cells, py = place / cells;
        double sum = 0, squares = 0;
        int count = 0;
        for (int y = 0; y < cells; y++)
            for (int x = 0; x < cells; x++) {
                constexpr int near = 5;
                const int dx = std::abs(x - px), dy = std::abs(y - py);
                if (std::min(dx, cells - dx) <= near && std::min(dy, cells - dy) <= near) continue;
                const double value = surface[y * cells + x];
                sum += value;
                squares += value * value;
                count++;
            }
        const double mean = sum / count, deviation = std::sqrt(std::max(squares / count - mean * mean, 0.0)) + 1e-6;
        const int x = px < half ? px : px - cells, y = py < half ? py : py - cells;
        Peak peak = {static_cast<float>(x), static_cast<float>(y), surface[place], static_cast<float>((surface[place] - mean) / deviation)};
        refine(peak);
        return peak;
    }

    /// Refines a peak by Newton's method, on the trigonometric polynomial through the values of the surface.
    void refine(Peak &peak) const {
        float x = peak.x, y = peak.y;
        for (int step = 0; step < 3; step++) {
            const Curvature c = curvature(x, y);
            const double determinant = c.xx * c.yy - c.xy * c.xy;
            if (!(determinant > 0 && c.xx < 0)) return;
            const float dx = static_cast<float>((c.xy * c.y - c.yy * c.x) / determinant);
            const float dy = static_cast<float>((c.xy * c.x - c.xx * c.y) / determinant);
            x += dx;
            y += dy;
            if (!(std::abs(x - peak.x) < 1 && std::abs(y - peak.y) < 1)) return;
            if (std::abs(dx) + std::abs(dy) < 0.01f) break;
        }
        peak.x = x;
        peak.y = y;
    }

    struct Curvature {
        double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    };

    /// The first and second derivatives at a place between cells.
    Curvature curvature(float x, float y) const {
        const float unit = static_cast<float>(2 * M_PI / cells);
        float cosines[33], sines[33];
        for (int k = 0; k <= half; k++) {
            cosines[k] = std::cos(unit * k * x);
            sines[k] = std::sin(unit * k * x);
        }
        Curvature result;
        for (int row = 0; row < cells; row++) {
            const float down = unit * (row < half ? row : row - cells), c = std::cos(down * y), s = std::sin(down * y);
            float value = 0, first = 0, second = 0, odd = 0, mixed = 0;
            for (int k = 0; k <= half; k++) {
                const float *r = &response[2 * (row * (half + 1) + k)];
                const float share = k == 0 || k == half ? 1 : 2, across = unit * k;
                const float cosine = cosines[k] * c - sines[k] * s, sine = sines[k] * c + cosines[k] * s;
                const float re = share * (r[0] * cosine - r[1] * sine), im = share * (r[0] * sine + r[1] * cosine);
                value += re;
                odd += im;
                first += across * im;
                mixed += across * re;
                second += across * across * re;
            }
            result.x -= first;
            result.y -= down * odd;
            result.xx -= second;
            result.xy -= down * mixed;
            result.yy -= down * down * value;
        }
        return result;
    }
};
