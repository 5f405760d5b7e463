// Square windows of a picture, resampled to a fixed number of samples. Beyond the picture, its edge pixels are repeated.

using Line = std::vector<float>;

/// The pixels of each sample along one side of a window, and their weights.
struct Taps {
    int count;
    std::vector<int> index;
    std::vector<float> weight;

    /// Places the samples. Sample j extends from `origin` + j · `step` to `origin` + (j + 1) · `step`. A sample is interpolated between two pixels
    /// or, if samples are wider than pixels, is the mean of up to four pixels.
    Taps(int samples, float origin, float step, int limit) {
        count = step <= 1.5f ? 2 : std::min(4, static_cast<int>(std::ceil(step)));
        index.resize(static_cast<size_t>(samples) * count);
        weight.assign(index.size(), 1.0f / count);
        for (int j = 0; j < samples; j++) {
            if (step <= 1.5f) {
                const float place = bounded(origin + (j + 0.5f) * step - 0.5f, limit), whole = std::floor(place);
                for (int m = 0; m < 2; m++) index[2 * j + m] = std::clamp(static_cast<int>(whole) + m, 0, limit - 1);
                weight[2 * j + 1] = place - whole;
                weight[2 * j] = 1 - weight[2 * j + 1];
            } else {
                for (int m = 0; m < count; m++) {
                    const float place = bounded(origin + (j + (m + 0.5f) / count) * step, limit);
                    index[j * count + m] = std::clamp(static_cast<int>(std::floor(place)), 0, limit - 1);
                }
            }
        }
    }

    int first() const { return *std::min_element(index.begin(), index.end()); }
    int last() const { return *std::max_element(index.begin(), index.end()); }

    /// Computes the samples of a line. The first pixel of the line is `start`, and pixels are `stride` floats apart.
    template <int stride = 1> void read(const float *line, int start, int samples, float *output) const {
        line -= static_cast<int64_t>(start) * stride;
        if (count == 4) return average<4, stride>(line, samples, output);
        if (count == 3) return average<3, stride>(line, samples, output);
        const int *i = index.data();
        const float *w = weight.data();
        for (int j = 0; j < samples; j++, i += 2, w += 2) output[j] = w[0] * line[i[0] * stride] + w[1] * line[i[1] * stride];
    }

    /// Computes the weighted sum of the lines that belong to a sample.
    ///
    /// - Parameter line: returns the first pixel of the line with an index.
    template <class Lines> void blend(int sample, Lines line, int count, float *__restrict output) const {
        const int *i = &index[static_cast<size_t>(sample) * this->count];
        const float *w = &weight[static_cast<size_t>(sample) * this->count];
        for (int m = 0; m < this->count; m += 2) {
            const auto *first = line(i[m]);
            if (m + 1 == this->count)
                for (int x = 0; x < count; x++) output[x] += w[m] * first[x];
            else if (const auto *second = line(i[m + 1]); m == 0)
                for (int x = 0; x < count; x++) output[x] = w[0] * first[x] + w[1] * second[x];
            else
                for (int x = 0; x < count; x++) output[x] += w[m] * first[x] + w[m + 1] * second[x];
        }
    }

  private:
    template <int taps, int stride> void average(const float *line, int samples, float *output) const {
        const int *i = index.data();
        for (int j = 0; j < samples; j++, i += taps) {
            float sum = 0;
            for (int m = 0; m < taps; m++) sum += line[i[m] * stride];
            output[j] = sum * (1.0f / taps);
        }
    }

    static float bounded(float place, int limit) { return std::clamp(place, -4.0f, limit + 4.0f); }
};

/// A window of a picture: luminance at full size, and colour at half the size.
struct Window {
    int side = 0;
    Line luma;
    Line red, green, blue;

    /// - Parameters: `x` and `y` are the window's middle in the picture. `step` is the number of pixels in a sample.
    void sample(const TrackingPicture &picture, float x, float y, float step, int samples) {
        side = samples;
        luma.resize(static_cast<size_t>(side) * side);
        const int half = side / 2;
        for (Line *colour : {&red, &green, &blue}) colour->resize(static_cast<size_t>(half) * half);
        const float left = x - 0.5f * side * step, top = y - 0.5f * side * step;
        const Taps across(side, left, step, picture.width), down(side, top, step, picture.height);
        if (picture.bytes_per_pixel == 1) {
            gather<1>(picture, across, down, across);
            chroma(picture, left, top, 2 * step);
            return;
        }
        const Taps coarse(half, left, 2 * step, picture.width);
        picture.bytes_per_pixel == 3 ? gather<3>(picture, across, down, coarse) : gather<4>(picture, across, down, coarse);
    }

  private:
    template <int bytes>
    void gather(const TrackingPicture &picture, const Taps &across, const Taps &down, const Taps &coarse) {
        const int first = std::min(across.first(), coarse.first()), span = std::max(across.last(), coarse.last()) - first + 1;
        Line pixels(static_cast<size_t>(span) * bytes), above(pixels.size()), gray(span);
        for (int v = 0; v < side; v++) {
            down.blend(
                v, [&](int y) { return picture.base + y * picture.bytes_per_row + static_cast<int64_t>(first) * bytes; }, span * bytes,
                pixels.data());
            if constexpr (bytes == 1) {
                across.read(pixels.data(), first, side, &luma[v * side]);
                continue;
            }
            for (int i = 0; i < span; i++) {
                const float *pixel = &pixels[i * bytes];
                gray[i] = 0.299f * pixel[picture.red] + 0.587f * pixel[picture.green] + 0.114f * pixel[picture.blue];
            }
            across.read(gray.data(), first, side, &luma[v * side]);
            if (v % 2 == 0) {
                above.swap(pixels);
                continue;
            }
            for (size_t i = 0; i < pixels.size(); i++) above[i] = 0.5f * (above[i] + pixels[i]);
            const int half = side / 2, place = v / 2 * half;
            coarse.read<bytes>(above.data() + picture.red, first, half, &red[place]);
            coarse.read<bytes>(above.data() + picture.green, first, half, &green[place]);
            coarse.read<bytes>(above.data() + picture.blue, first, half, &blue[place]);
        }
    }

    /// Computes red, green and blue at half the window's size, from the mean luminance of 2 × 2 samples and the nearest chrominance. Without
    /// chrominance, all three are the luminance.
    void chroma(const TrackingPicture &picture, float left, float top, float step) {
        const int half = side / 2, columns = (picture.width + 1) / 2, rows = (picture.height + 1) / 2;
        const float black = picture.is_full_range ? 0 : 16, range = picture.is_full_range ? 1 : 255.0f / 219, tint = picture.is_full_range ? 1 : 255.0f / 224;
        const auto place = [step](float origin, int index, int limit) {
            return std::clamp(static_cast<int>(std::clamp((origin + (index + 0.5f) * step) / 2, 0.0f, limit - 1.0f)), 0, limit - 1);
        };
        std::vector<int> columnsOf(half);
        for (int u = 0; u < half; u++) columnsOf[u] = 2 * place(left, u, columns);
        Line luminance(half), cb(half), cr(half);
        for (int v = 0; v < half; v++) {
            const float *upper = &luma[static_cast<size_t>(2 * v) * side], *lower = upper + side;
            for (int u = 0; u < half; u++) luminance[u] = 0.25f * (upper[2 * u] + upper[2 * u + 1] + lower[2 * u] + lower[2 * u + 1]);
            float *r = &red[static_cast<size_t>(v) * half], *g = &green[static_cast<size_t>(v) * half], *b = &blue[static_cast<size_t>(v) * half];
            if (!picture.chroma) {
                for (float *colour : {r, g, b}) std::copy(luminance.begin(), luminance.end(), colour);
                continue;
            }
            const uint8_t *row = picture.chroma + place(top, v, rows) * picture.chroma_bytes_per_row;
            for (int u = 0; u < half; u++) {
                cb[u] = row[columnsOf[u]];
                cr[u] = row[columnsOf[u] + 1];
            }
            for (int u = 0; u < half; u++) {
                const float y = (luminance[u] - black) * range, blueness = (cb[u] - 128) * tint, redness = (cr[u] - 128) * tint;
                r[u] = std::clamp(y + 1.402f * redness, 0.0f, 255.0f);
                g[u] = std::clamp(y - 0.344f * blueness - 0.714f * redness, 0.0f, 255.0f);
                b[u] = std::clamp(y + 1.772f * blueness, 0.0f, 255.0f);
            }
        }
    }
};

static void warp(
    const TrackingPicture *picture, const double *m, uint8_t *plane, int64_t bytes_per_row, int32_t width, int32_t height) {
    const auto luminance = [picture](int x, int y) {
        const uint8_t *pixel = picture->base + std::clamp(y, 0, picture->height - 1) * picture->bytes_per_row
            + static_cast<int64_t>(std::clamp(x, 0, picture->width - 1)) * picture->bytes_per_pixel;
        if (picture->bytes_per_pixel == 1) return static_cast<float>(*pixel);
        return 0.299f * pixel[picture->red] + 0.587f * pixel[picture->green] + 0.114f * pixel[picture->blue];
    };
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            const double u = i + 0.5, v = j + 0.5, w = m[6] * u + m[7] * v + m[8];
            const auto place = [w](double value, int limit) {
                return w > 1e-9 ? static_cast<float>(std::clamp(value / w - 0.5, -2.0, limit + 2.0)) : -2.0f;
            };
            const float x = place(m[0] * u + m[1] * v + m[2], picture->width), y = place(m[3] * u + m[4] * v + m[5], picture->height);
            const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
            const float a = x - left, b = y - top;
            const float upper = luminance(left, top) * (1 - a) + luminance(left + 1, top) * a;
            const float lower = luminance(left, top + 1) * (1 - a) + luminance(left + 1, top + 1) * a;
            plane[j * bytes_per_row + i] = static_cast<uint8_t>(upper * (1 - b) + lower * b + 0.5f);
        }
}
