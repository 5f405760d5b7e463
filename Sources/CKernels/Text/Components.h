#pragma once

#include "GrayView.h"

#include <cstdint>
#include <vector>

namespace text {

/// Pixels that hang together and differ from what is around them, as a letter or a part of one.
struct Component {
    int left, top, right, bottom;
    /// Pixels, and pixels of them at the border.
    int area, border;
    /// The mean brightness, and how much it differs from that around it.
    float brightness, contrast;
    /// The part of its box that it fills.
    float fill() const { return static_cast<float>(area) / (width() * height()); }

    int width() const { return right - left; }
    int height() const { return bottom - top; }
    float middle_x() const { return 0.5f * (left + right); }
    float middle_y() const { return 0.5f * (top + bottom); }
    /// The mean width of its strokes, as of a long strip with that area and border.
    float stroke() const { return 2.0f * area / border; }
};

/// Brightness as an average of what is around a pixel, and how far pixels there differ from it.
class Surroundings {
public:
    Surroundings(const GrayView &plane, int reach);

    std::vector<float> mean, deviation;
};

/// What is darker, or lighter, than its surroundings, as far as it has a letter's size and shape.
std::vector<Component> find_components(const GrayView &plane, const Surroundings &surroundings, bool is_dark);

} // namespace text
