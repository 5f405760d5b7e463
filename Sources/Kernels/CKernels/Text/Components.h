#pragma once

#include "GrayView.h"

#include <cstdint>
#include <vector>

namespace text {

/// Connected pixels that differ from their surroundings, such as a letter or a part of a letter.
struct Component {
    int left, top, right, bottom;
    /// The number of pixels (`area`), and the length of the border in sides of pixels (`border`).
    int area, border;
    /// The mean brightness, and the difference from the mean brightness of the surroundings.
    float brightness, contrast;
    /// The fraction of its box that the component fills.
    float fill() const { return static_cast<float>(area) / (width() * height()); }

    int width() const { return right - left; }
    int height() const { return bottom - top; }
    float middle_x() const { return 0.5f * (left + right); }
    float middle_y() const { return 0.5f * (top + bottom); }
    /// The mean width of its strokes: the width of a long strip with the same area and border.
    float stroke() const { return 2.0f * area / border; }
};

/// The mean and the standard deviation of the brightness in a square around each pixel.
class Surroundings {
public:
    Surroundings(const GrayView &plane, int reach);

    std::vector<float> mean, deviation;
};

/// Finds components that are darker, or lighter, than their surroundings and have a letter's size and shape.
std::vector<Component> find_components(const GrayView &plane, const Surroundings &surroundings, bool is_dark);

} // namespace text
