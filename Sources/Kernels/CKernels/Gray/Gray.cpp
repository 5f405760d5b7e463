#include "GrayView.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

// Product and sum are rounded separately on every processor. With fused instructions, pixels would differ by one level.
#pragma STDC FP_CONTRACT OFF

namespace {

typedef uint8_t Bytes __attribute__((vector_size(16)));

constexpr int32_t side = 16;

/// Transposes a block. Each round is a perfect shuffle of the rows, and after four rounds every byte is in its place.
void transpose_block(const uint8_t *from, int64_t from_row, uint8_t *to, int64_t to_row) {
    Bytes a[side], b[side];
    for (int32_t row = 0; row < side; row++) std::memcpy(&a[row], from + row * from_row, side);
    for (int32_t round = 0; round < 4; round++) {
        for (int32_t row = 0; row < side / 2; row++) {
            b[2 * row] = __builtin_shufflevector(a[row], a[row + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            b[2 * row + 1] = __builtin_shufflevector(a[row], a[row + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        }
        std::memcpy(a, b, sizeof a);
    }
    for (int32_t row = 0; row < side; row++) std::memcpy(to + row * to_row, &a[row], side);
}

/// Divides each sum by `count`, and stores the rounded quotient. The divisor's inverse may be slightly too small, so half a sample more is added to
/// keep exact quotients from being rounded down.
void store_means(const int32_t *sums, int32_t columns, int32_t count, uint8_t *means) {
    const float inverse = 1 / static_cast<float>(count);
    const float half = static_cast<float>(count / 2) + 0.5f;
    for (int32_t x = 0; x < columns; x++) {
        means[x] = static_cast<uint8_t>(static_cast<int32_t>((static_cast<float>(sums[x]) + half) * inverse));
    }
}

int32_t clamped(int64_t index, int32_t count) {
    return static_cast<int32_t>(index < 0 ? 0 : index >= count ? count - 1 : index);
}

/// The mean of each sample's neighbours in a row; the outermost samples are repeated.
void blur_row(const uint8_t *row, int32_t width, int32_t radius, int32_t *sums, uint8_t *means) {
    int32_t sum = 0;
    for (int64_t x = -static_cast<int64_t>(radius); x <= radius; x++) sum += row[clamped(x, width)];
    int32_t x = 0;
    auto border = [&](int32_t end) {
        for (; x < end; x++) {
            sums[x] = sum;
            sum += row[clamped(static_cast<int64_t>(x) + radius + 1, width)] - row[clamped(static_cast<int64_t>(x) - radius, width)];
        }
    };
    border(radius < width ? radius : width);
    for (; x < width - radius - 1; x++) {
        sums[x] = sum;
        sum += row[x + radius + 1] - row[x - radius];
    }
    border(width);
    store_means(sums, width, 2 * radius + 1, means);
}

/// The luminance at a point, interpolated between four pixels. Up to half a pixel outside, the outermost pixels are repeated; everything beyond is
/// white.
uint8_t sample(const GrayView *plane, double x, double y) {
    const double right = plane->width - 1, bottom = plane->height - 1;
    if (!(x >= -0.5 && y >= -0.5 && x <= right + 0.5 && y <= bottom + 0.5)) return 255;
    x = std::clamp(x, 0.0, right), y = std::clamp(y, 0.0, bottom);
    const int32_t column = static_cast<int32_t>(x), row = static_cast<int32_t>(y);
    const int64_t next = column < plane->width - 1, below = row < plane->height - 1 ? plane->bytes_per_row : 0;
    const uint8_t *pixel = plane->base + row * plane->bytes_per_row + column;
    const double fx = x - column, fy = y - row;
    const double upper = pixel[0] + fx * (pixel[next] - pixel[0]);
    const double lower = pixel[below] + fx * (pixel[below + next] - pixel[below]);
    return static_cast<uint8_t>(upper + fy * (lower - upper) + 0.5);
}

/// Narrows the range `first` … `end` to the indices for which `start + step * index` is within `low` … `high`.
void narrow(double start, double step, double low, double high, int32_t &first, int32_t &end) {
    if (step == 0) {
        if (start < low || start > high) end = first;
        return;
    }
    double one = (low - start) / step, other = (high - start) / step;
    if (one > other) std::swap(one, other);
    first = static_cast<int32_t>(std::clamp(std::ceil(one), static_cast<double>(first), static_cast<double>(end)));
    end = static_cast<int32_t>(std::clamp(std::floor(other) + 1, static_cast<double>(first), static_cast<double>(end)));
}

constexpr int place_bits = 32, weight_bits = 11;

/// Samples along a line, in fixed-point arithmetic. Every sample must have four pixels of the plane around it.
void warp_inside(const GrayView *plane, double x, double y, double dx, double dy, uint8_t *output, int32_t count) {
    constexpr double one = 4294967296.0;
    constexpr int32_t full = 1 << weight_bits;
    int64_t u = static_cast<int64_t>(x * one), v = static_cast<int64_t>(y * one);
    const int64_t du = static_cast<int64_t>(dx * one), dv = static_cast<int64_t>(dy * one);
    for (int32_t i = 0; i < count; i++, u += du, v += dv) {
        const uint8_t *pixel = plane->base + (v >> place_bits) * plane->bytes_per_row + (u >> place_bits);
        const uint8_t *below = pixel + plane->bytes_per_row;
        const int32_t fx = static_cast<int32_t>(u >> (place_bits - weight_bits)) & (full - 1);
        const int32_t fy = static_cast<int32_t>(v >> (place_bits - weight_bits)) & (full - 1);
        const int32_t upper = pixel[0] * full + fx * (pixel[1] - pixel[0]);
        const int32_t lower = below[0] * full + fx * (below[1] - below[0]);
        const int32_t value = upper * (full - fy) + lower * fy;
        output[i] = static_cast<uint8_t>((value + (1 << (2 * weight_bits - 1))) >> (2 * weight_bits));
    }
}

} // namespace

void gray_warp(const GrayView *plane, const GrayMap *map, uint8_t *output, int64_t bytes_per_row, int32_t width, int32_t height) {
    // A margin that keeps samples inside the plane although the rounding errors of the fixed-point steps add up over a row.
    constexpr double reserve = 1e-3;
    for (int32_t y = 0; y < height; y++) {
        uint8_t *row = output + y * bytes_per_row;
        const double startX = map->c * y + map->tx, startY = map->d * y + map->ty;
        int32_t first = 0, end = width;
        narrow(startX, map->a, reserve, plane->width - 1 - reserve, first, end);
        narrow(startY, map->b, reserve, plane->height - 1 - reserve, first, end);
        for (int32_t x = 0; x < first; x++) row[x] = sample(plane, startX + map->a * x, startY + map->b * x);
        warp_inside(plane, startX + map->a * first, startY + map->b * first, map->a, map->b, row + first, end - first);
        for (int32_t x = end; x < width; x++) row[x] = sample(plane, startX + map->a * x, startY + map->b * x);
    }
}

void gray_transpose(const GrayView *plane, uint8_t *output, int64_t bytes_per_row) {
    for (int32_t top = 0; top < plane->height; top += side) {
        for (int32_t left = 0; left < plane->width; left += side) {
            const uint8_t *from = plane->base + top * plane->bytes_per_row + left;
            uint8_t *to = output + left * bytes_per_row + top;
            if (top + side <= plane->height && left + side <= plane->width) {
                transpose_block(from, plane->bytes_per_row, to, bytes_per_row);
                continue;
            }
            for (int32_t y = 0; y < side && top + y < plane->height; y++) {
                for (int32_t x = 0; x < side && left + x < plane->width; x++) {
                    to[x * bytes_per_row + y] = from[y * plane->bytes_per_row + x];
                }
            }
        }
    }
}

int gray_blur(const GrayView *plane, int32_t radius, uint8_t *output, int64_t bytes_per_row) {
    const int32_t width = plane->width, height = plane->height;
    const size_t columns = static_cast<size_t>(width);
    int32_t *sums = static_cast<int32_t *>(std::calloc(columns, 2 * sizeof(int32_t)));
    uint8_t *across = static_cast<uint8_t *>(std::malloc(columns * static_cast<size_t>(height)));
    if (!sums || !across) {
        std::free(sums);
        std::free(across);
        return -1;
    }
    for (int32_t y = 0; y < height; y++) {
        blur_row(plane->base + y * plane->bytes_per_row, width, radius, sums + columns, across + static_cast<size_t>(y) * columns);
    }
    auto row = [&](int64_t y) { return across + static_cast<size_t>(clamped(y, height)) * columns; };
    for (int64_t y = -static_cast<int64_t>(radius); y <= radius; y++) {
        const uint8_t *added = row(y);
        for (int32_t x = 0; x < width; x++) sums[x] += added[x];
    }
    for (int32_t y = 0; y < height; y++) {
        store_means(sums, width, 2 * radius + 1, output + y * bytes_per_row);
        const uint8_t *added = row(static_cast<int64_t>(y) + radius + 1), *removed = row(static_cast<int64_t>(y) - radius);
        for (int32_t x = 0; x < width; x++) sums[x] += static_cast<int32_t>(added[x]) - static_cast<int32_t>(removed[x]);
    }
    std::free(sums);
    std::free(across);
    return 0;
}
