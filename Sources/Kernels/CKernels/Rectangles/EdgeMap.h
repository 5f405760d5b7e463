#pragma once

#include "GrayView.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace rectangles {

struct Point {
    float x, y;

    Point operator+(Point other) const { return {x + other.x, y + other.y}; }
    Point operator-(Point other) const { return {x - other.x, y - other.y}; }
    Point operator*(float factor) const { return {x * factor, y * factor}; }
    float dot(Point other) const { return x * other.x + y * other.y; }
    float cross(Point other) const { return x * other.y - y * other.x; }
    float length() const { return std::sqrt(dot(*this)); }
    /// The vector rotated by 90°, clockwise in the picture.
    Point turned() const { return {-y, x}; }
};

/// The gradients of a slightly smoothed plane. Point (0, 0) is the middle of the top left pixel.
class EdgeMap {
public:
    const int width, height;
    /// The least gradient that is not noise.
    float threshold;
    std::vector<float> across, down, magnitude;

    /// The least length of a plane's side. Smaller planes have no gradients.
    static constexpr int shortest_side = 8;

    explicit EdgeMap(const GrayView &plane);

    int64_t index(int x, int y) const { return static_cast<int64_t>(y) * width + x; }

    bool contains(Point point) const { return point.x >= 2 && point.y >= 2 && point.x < width - 3 && point.y < height - 3; }

    /// The strongest gradient component along `normal`, searched along the normal within `reach` pixels of a point; 0 if none points that way.
    float along(Point point, Point normal, float reach) const;

private:
    void smooth(const GrayView &plane, std::vector<float> &smoothed) const;
    float noise_threshold() const;
};

} // namespace rectangles
