#include "EdgeMap.h"

#include <algorithm>

namespace rectangles {

EdgeMap::EdgeMap(const GrayView &plane) : width(plane.width), height(plane.height), threshold(0) {
    const int64_t count = static_cast<int64_t>(width) * height;
    across.resize(count);
    down.resize(count);
    magnitude.resize(count);
    if (width < shortest_side || height < shortest_side) return;
    std::vector<float> smoothed(count);
    smooth(plane, smoothed);
    for (int y = 1; y < height - 1; y++) {
        const float *row = &smoothed[index(0, y)];
        float *dx = &across[index(0, y)], *dy = &down[index(0, y)], *size = &magnitude[index(0, y)];
        for (int x = 1; x < width - 1; x++) {
            dx[x] = row[x + 1] - row[x - 1];
            dy[x] = row[x + width] - row[x - width];
            size[x] = std::sqrt(dx[x] * dx[x] + dy[x] * dy[x]);
        }
    }
    threshold = noise_threshold();
}

/// Smooths a plane with a 5 × 5 binomial filter. Pixels at the edge of the plane are repeated.
void EdgeMap::smooth(const GrayView &plane, std::vector<float> &smoothed) const {
    std::vector<float> line(width + 4);
    for (int y = 0; y < height; y++) {
        const uint8_t *rows[5];
        for (int step = 0; step < 5; step++) rows[step] = plane.base + std::clamp(y + step - 2, 0, height - 1) * plane.bytes_per_row;
        for (int x = 0; x < width; x++)
            line[x + 2] = rows[0][x] + rows[4][x] + 4 * (rows[1][x] + rows[3][x]) + 6 * rows[2][x];
        line[0] = line[1] = line[2];
        line[width + 2] = line[width + 3] = line[width + 1];
        float *target = &smoothed[index(0, y)];
        for (int x = 0; x < width; x++)
            target[x] = (line[x] + line[x + 4] + 4 * (line[x + 1] + line[x + 3]) + 6 * line[x + 2]) * (1.0f / 256);
    }
}

float EdgeMap::noise_threshold() const {
    // In a mostly plain picture, the median gradient is noise. In other pictures it is texture, so the threshold is limited.
    int64_t histogram[256] = {}, count = 0;
    for (int y = 1; y < height - 1; y += 2) {
        for (int x = 1; x < width - 1; x += 2, count++) histogram[std::min(static_cast<int>(magnitude[index(x, y)] * 4), 255)]++;
    }
    int bin = 0;
    for (int64_t below = histogram[0]; below * 2 < count && bin < 255; below += histogram[++bin]) {}
    return std::clamp(2.5f * bin / 4, 3.0f, 12.0f);
}

float EdgeMap::along(Point point, Point normal, float reach) const {
    float best = 0;
    for (float offset = -reach; offset <= reach; offset += 1) {
        const Point place = point + normal * offset;
        if (!contains(place)) continue;
        const int64_t here = index(static_cast<int>(place.x + 0.5f), static_cast<int>(place.y + 0.5f));
        const float part = across[here] * normal.x + down[here] * normal.y;
        if (std::fabs(part) > std::fabs(best) && std::fabs(part) >= 0.85f * magnitude[here]) best = part;
    }
    return best;
}

} // namespace rectangles
