#include "EdgeMap.h"
#include "Rectangles.h"

#include <algorithm>

namespace rectangles {

namespace {

struct SideLine {
    Point middle, direction;
};

/// The brightness interpolated between the middles of pixels. Pixels at the edge of the plane are repeated.
float sample(const GrayView &plane, Point place) {
    const float x = std::clamp(place.x, 0.0f, plane.width - 1.0f), y = std::clamp(place.y, 0.0f, plane.height - 1.0f);
    const int column = std::min(static_cast<int>(x), std::max(plane.width - 2, 0));
    const int row = std::min(static_cast<int>(y), std::max(plane.height - 2, 0));
    const float fx = x - column, fy = y - row;
    const uint8_t *first = plane.base + row * plane.bytes_per_row + column;
    const uint8_t *second = plane.height > 1 ? first + plane.bytes_per_row : first;
    const int right = plane.width > 1 ? 1 : 0;
    return (first[0] * (1 - fx) + first[right] * fx) * (1 - fy) + (second[0] * (1 - fx) + second[right] * fx) * fy;
}

/// The place at which the brightness changes most across a side, and the size of the change. The place is the centroid of the change.
struct Crossing {
    Point place;
    float strength;
};

constexpr int maximum_steps = 48;

/// Searches for a crossing along the normal at one point of a side. Returns false if there is none.
bool cross(const GrayView &plane, Point at, Point normal, float step, int steps, float sign, Crossing &crossing) {
    float profile[2 * maximum_steps + 3];
    for (int index = 0; index <= 2 * steps + 2; index++) profile[index] = sample(plane, at + normal * (step * (index - steps - 1)));
    int best = -1;
    float most = 0;
    for (int index = 1; index <= 2 * steps + 1; index++) {
        // Among edges of equal strength, the nearest one is chosen.
        const float gradient = sign * (profile[index + 1] - profile[index - 1]);
        const float value = gradient * (1 - 0.4f * std::abs(index - steps - 1) / (steps + 1));
        if (value > most) {
            most = value;
            best = index;
        }
    }
    if (best < 0) return false;
    float sum = 0, moment = 0;
    for (int index = std::max(best - 3, 1); index <= std::min(best + 3, 2 * steps + 1); index++) {
        const float gradient = std::max(sign * (profile[index + 1] - profile[index - 1]), 0.0f);
        sum += gradient;
        moment += gradient * (index - steps - 1);
    }
    crossing = {at + normal * (step * moment / sum), sum};
    return true;
}

/// Fits a line to crossings. Crossings far from it have little weight (Geman and McClure).
bool fit(const std::vector<Crossing> &crossings, float scale, SideLine &line) {
    if (crossings.size() < 4) return false;
    for (int round = 0; round < 8; round++) {
        const float width = std::max(scale * std::pow(0.6f, static_cast<float>(round)), 0.6f);
        double weight = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
        std::vector<double> weights;
        for (const Crossing &crossing : crossings) {
            const float distance = line.direction.cross(crossing.place - line.middle) / width;
            const double factor = 1 / ((1 + distance * distance) * (1 + distance * distance));
            weights.push_back(factor);
            weight += factor;
            x += factor * crossing.place.x;
            y += factor * crossing.place.y;
        }
        if (weight < 0.15 * crossings.size()) return false;
        x /= weight;
        y /= weight;
        for (size_t index = 0; index < crossings.size(); index++) {
            const double dx = crossings[index].place.x - x, dy = crossings[index].place.y - y;
            xx += weights[index] * dx * dx;
            xy += weights[index] * dx * dy;
            yy += weights[index] * dy * dy;
        }
        const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
        Point direction = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
        if (direction.dot(line.direction) < 0) direction = direction * -1;
        // Crossings that lie close together do not determine a direction.
        if (direction.dot(line.direction) < 0.97f) return false;
        line = {{static_cast<float>(x), static_cast<float>(y)}, direction};
    }
    return true;
}

SideLine refined(const GrayView &plane, Point from, Point to, float reach) {
    const Point along = to - from;
    const float length = along.length();
    SideLine line = {from + along * 0.5f, along * (1 / length)};
    if (length < 4) return line;
    const Point normal = line.direction.turned();
    const int count = std::clamp(static_cast<int>(length), 12, 240);
    const float step = std::max(0.5f, reach / maximum_steps);
    const int steps = std::clamp(static_cast<int>(reach / step), 2, maximum_steps);
    // The crossings from dark to bright and those from bright to dark, along `normal`. The line is fitted to those with the higher total strength.
    std::vector<Crossing> crossings[2];
    double strength[2] = {0, 0};
    for (int sign = 0; sign < 2; sign++) {
        for (int index = 0; index < count; index++) {
            Crossing crossing;
            const Point at = from + along * (0.05f + 0.9f * (index + 0.5f) / count);
            if (!cross(plane, at, normal, step, steps, sign ? 1.0f : -1.0f, crossing)) continue;
            crossings[sign].push_back(crossing);
            strength[sign] += std::min(crossing.strength, 60.0f);
        }
    }
    SideLine better = line;
    return fit(crossings[strength[1] > strength[0]], reach / 2, better) ? better : line;
}

} // namespace

} // namespace rectangles

using namespace rectangles;

void rectangles_refine(const GrayView *plane, Quadrilateral *quadrilateral, float reach) {
    if (plane->width < 2 || plane->height < 2) return;
    const Point half = {0.5f, 0.5f};
    Point corners[4];
    for (int index = 0; index < 4; index++) corners[index] = Point{quadrilateral->x[index], quadrilateral->y[index]} - half;
    // The second pass starts from the result of the first, and sees less of the surroundings.
    for (float width : {reach, std::max(reach / 3, 1.5f)}) {
        SideLine lines[4];
        for (int side = 0; side < 4; side++) lines[side] = refined(*plane, corners[side], corners[(side + 1) % 4], width);
        Point moved[4];
        for (int index = 0; index < 4; index++) {
            const SideLine &before = lines[(index + 3) % 4], &after = lines[index];
            const float sine = before.direction.cross(after.direction);
            moved[index] = corners[index];
            if (std::fabs(sine) < 0.1f) continue;
            const float place = (after.middle - before.middle).cross(after.direction) / sine;
            const Point meeting = before.middle + before.direction * place;
            if ((meeting - corners[index]).length() <= 3 * width) moved[index] = meeting;
        }
        std::copy(moved, moved + 4, corners);
    }
    for (int index = 0; index < 4; index++) {
        quadrilateral->x[index] = corners[index].x + half.x;
        quadrilateral->y[index] = corners[index].y + half.y;
    }
}
