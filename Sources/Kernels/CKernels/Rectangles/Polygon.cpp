#include "Polygon.h"

#include <algorithm>

namespace rectangles {

float area(const Point *corners, size_t count) {
    float sum = 0;
    for (size_t index = 0; index < count; index++) sum += corners[index].cross(corners[(index + 1) % count]);
    return sum / 2;
}

namespace {

/// A quadrilateral that is clipped by the sides of another one. Each side adds at most one corner.
struct Polygon {
    Point corners[12];
    size_t count;

    explicit Polygon(const Quadrilateral &quad) : count(4) {
        for (int index = 0; index < 4; index++) corners[index] = {quad.x[index], quad.y[index]};
    }
};

} // namespace

/// The intersection over union, by clipping after Sutherland and Hodgman (1974).
float overlap(const Quadrilateral &one, const Quadrilateral &other) {
    Polygon common(one);
    const Polygon clip(other);
    const float both = area(common.corners, 4) + area(clip.corners, 4);
    for (int side = 0; side < 4; side++) {
        const Point from = clip.corners[side], along = clip.corners[(side + 1) % 4] - from;
        Polygon kept = common;
        kept.count = 0;
        for (size_t index = 0; index < common.count; index++) {
            const Point here = common.corners[index], next = common.corners[(index + 1) % common.count];
            const float h = along.cross(here - from), n = along.cross(next - from);
            if (h >= 0 && kept.count < 12) kept.corners[kept.count++] = here;
            if ((h >= 0) != (n >= 0) && kept.count < 12) kept.corners[kept.count++] = here + (next - here) * (h / (h - n));
        }
        common = kept;
    }
    const float shared = area(common.corners, common.count);
    return shared / std::max(both - shared, 1e-3f);
}

} // namespace rectangles

using namespace rectangles;

float rectangles_overlap(const Quadrilateral *one, const Quadrilateral *other) { return overlap(*one, *other); }

void rectangles_fill(const Quadrilateral *quadrilateral, uint8_t *base, int64_t bytes_per_row, int32_t width, int32_t height) {
    Point corners[4], normals[4];
    for (int index = 0; index < 4; index++) corners[index] = {quadrilateral->x[index], quadrilateral->y[index]};
    for (int index = 0; index < 4; index++) {
        const Point along = corners[(index + 1) % 4] - corners[index];
        normals[index] = along.turned() * (1 / std::max(along.length(), 1e-6f));
    }
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            float inside = 1;
            for (int side = 0; side < 4; side++)
                inside = std::min(inside, 0.5f + normals[side].dot(Point{x + 0.5f, y + 0.5f} - corners[side]));
            base[y * bytes_per_row + x] = static_cast<uint8_t>(std::clamp(inside, 0.0f, 1.0f) * 255 + 0.5f);
        }
    }
}
