#include "LineStrip.h"

#include <algorithm>
#include <cmath>

namespace {

/// The weights of four consecutive pixels in Catmull-Rom interpolation.
struct Weights {
    float w[4];

    explicit Weights(float t) {
        const float t2 = t * t, t3 = t2 * t;
        w[0] = 0.5f * (-t3 + 2 * t2 - t);
        w[1] = 0.5f * (3 * t3 - 5 * t2 + 2);
        w[2] = 0.5f * (-3 * t3 + 4 * t2 + t);
        w[3] = 0.5f * (t3 - t2);
    }
};

/// The brightness at a point, interpolated by cubic convolution. (0, 0) is the middle of the top left pixel.
float cubic(const GrayView &plane, float x, float y) {
    const float left = std::floor(x), top = std::floor(y);
    const Weights across(x - left), down(y - top);
    int columns[4];
    for (int i = 0; i < 4; i++) columns[i] = std::clamp(static_cast<int>(left) - 1 + i, 0, plane.width - 1);
    float sum = 0;
    for (int j = 0; j < 4; j++) {
        const uint8_t *row = plane.base + std::clamp(static_cast<int>(top) - 1 + j, 0, plane.height - 1) * plane.bytes_per_row;
        float line = 0;
        for (int i = 0; i < 4; i++) line += across.w[i] * row[columns[i]];
        sum += down.w[j] * line;
    }
    return sum;
}

float linear(const GrayView &plane, float x, float y) {
    x = std::clamp(x, 0.0f, static_cast<float>(plane.width - 1));
    y = std::clamp(y, 0.0f, static_cast<float>(plane.height - 1));
    const int left = static_cast<int>(x), top = static_cast<int>(y);
    const int right = std::min(left + 1, plane.width - 1), bottom = std::min(top + 1, plane.height - 1);
    const float s = x - left, t = y - top;
    const uint8_t *first = plane.base + top * plane.bytes_per_row, *second = plane.base + bottom * plane.bytes_per_row;
    return (1 - t) * ((1 - s) * first[left] + s * first[right]) + t * ((1 - s) * second[left] + s * second[right]);
}

uint8_t rounded(float value) { return static_cast<uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f)); }

/// A quantile of the brightness: at most `part` of all pixels are darker.
int quantile(const int64_t (&counts)[256], int64_t total, double part) {
    int64_t rest = static_cast<int64_t>(static_cast<double>(total) * part);
    for (int value = 0; value < 256; value++) {
        rest -= counts[value];
        if (rest < 0) return value;
    }
    return 255;
}

/// The fraction of pixels below the threshold that separates dark and light pixels best, after Otsu.
double dark_part(const int64_t (&counts)[256], int64_t total) {
    double sum = 0, below = 0, sum_below = 0, best = -1, part = 0;
    for (int value = 0; value < 256; value++) sum += static_cast<double>(value) * static_cast<double>(counts[value]);
    for (int value = 0; value < 255; value++) {
        below += static_cast<double>(counts[value]);
        sum_below += static_cast<double>(value) * static_cast<double>(counts[value]);
        const double above = static_cast<double>(total) - below;
        if (below <= 0 || above <= 0) continue;
        const double difference = sum_below / below - (sum - sum_below) / above;
        const double between = below * above * difference * difference;
        if (between > best) {
            best = between;
            part = below / static_cast<double>(total);
        }
    }
    return part;
}

} // namespace

void line_strip_cut(
    const GrayView *plane, const LineStripPlace *place, uint8_t *output, int64_t bytes_per_row, int32_t width, int32_t height) {
    const float ax = place->across_x / width, ay = place->across_y / width;
    const float dx = place->down_x / height, dy = place->down_y / height;
    // The size of a pixel of the strip, in pixels of the plane.
    const float size = std::max(std::hypot(ax, ay), std::hypot(dx, dy));
    const int samples = std::clamp(static_cast<int>(std::ceil(size)), 1, 16);
    for (int v = 0; v < height; v++) {
        uint8_t *row = output + v * bytes_per_row;
        for (int u = 0; u < width; u++) {
            if (samples == 1) {
                const float s = u + 0.5f, t = v + 0.5f;
                row[u] = rounded(cubic(*plane, place->x + s * ax + t * dx - 0.5f, place->y + s * ay + t * dy - 0.5f));
                continue;
            }
            float sum = 0;
            for (int j = 0; j < samples; j++) {
                for (int i = 0; i < samples; i++) {
                    const float s = u + (i + 0.5f) / samples, t = v + (j + 0.5f) / samples;
                    sum += linear(*plane, place->x + s * ax + t * dx - 0.5f, place->y + s * ay + t * dy - 0.5f);
                }
            }
            row[u] = rounded(sum / (samples * samples));
        }
    }
}

int line_strip_normalize(uint8_t *pixels, int64_t bytes_per_row, int32_t width, int32_t height) {
    int64_t counts[256] = {};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) counts[pixels[y * bytes_per_row + x]]++;
    const int64_t total = static_cast<int64_t>(width) * height;
    const int low = quantile(counts, total, 0.02), high = quantile(counts, total, 0.98);
    const bool is_light_on_dark = dark_part(counts, total) > 0.5;
    uint8_t table[256];
    for (int value = 0; value < 256; value++) {
        table[value] = rounded(255.0f * (value - low) / std::max(high - low, 1));
        if (is_light_on_dark) table[value] = 255 - table[value];
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) pixels[y * bytes_per_row + x] = table[pixels[y * bytes_per_row + x]];
    return is_light_on_dark;
}
