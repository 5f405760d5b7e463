#pragma once

#include "GrayView.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace optical_flow {

/// The greatest distance of a patch from the picture, in pixels.
constexpr int margin = 24;

/// A plane of luminance, extended by repetition of its border pixels.
class Picture {
  public:
    explicit Picture(const GrayView &plane)
        : width(plane.width), height(plane.height), stride(plane.width + 2 * margin + 16),
          memory(static_cast<size_t>(stride) * static_cast<size_t>(plane.height + 2 * margin)) {
        for (int y = -margin; y < height + margin; y++) {
            const uint8_t *source = plane.base + std::clamp(y, 0, height - 1) * plane.bytes_per_row;
            uint8_t *target = memory.data() + (y + margin) * stride;
            std::memset(target, source[0], margin);
            std::memcpy(target + margin, source, static_cast<size_t>(width));
            std::memset(target + margin + width, source[width - 1], static_cast<size_t>(stride - margin - width));
        }
    }

    const uint8_t *pixel(int x, int y) const { return memory.data() + (y + margin) * stride + margin + x; }

    int width, height;
    int64_t stride;

  private:
    std::vector<uint8_t> memory;
};

/// A number for each pixel, with room for a vector before and after each row.
class Field {
  public:
    Field() : width(0), height(0), stride(0) {}
    Field(int width, int height)
        : width(width), height(height), stride((width + 7) / 8 * 8 + 16),
          memory(static_cast<size_t>(stride) * static_cast<size_t>(height)) {}

    float *row(int y) { return memory.data() + y * stride + 8; }
    const float *row(int y) const { return memory.data() + y * stride + 8; }

    int width, height;
    int64_t stride;

  private:
    std::vector<float> memory;
};

/// The flow: the displacement of each pixel in columns to the right (`x`) and in rows down (`y`).
struct Flow {
    Field x, y;

    Flow() {}
    Flow(int width, int height) : x(width, height), y(width, height) {}
};

} // namespace optical_flow
