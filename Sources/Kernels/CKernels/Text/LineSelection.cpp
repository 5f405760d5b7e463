#include "LineGrouping.h"

#include <algorithm>
#include <cmath>

namespace text {

namespace {

struct Box {
    float left, top, right, bottom;

    explicit Box(const TextLine &line)
        : left(*std::min_element(line.x, line.x + 4)), top(*std::min_element(line.y, line.y + 4)),
          right(*std::max_element(line.x, line.x + 4)), bottom(*std::max_element(line.y, line.y + 4)) {}

    float area() const { return (right - left) * (bottom - top); }

    float shared(const Box &other) const {
        return std::max(0.0f, std::min(right, other.right) - std::max(left, other.left))
            * std::max(0.0f, std::min(bottom, other.bottom) - std::max(top, other.top));
    }
};

/// The middle axis of a line, from its beginning on.
struct Axis {
    float x, y, ux, uy, length, height;

    explicit Axis(const TextLine &line) {
        const float dx = line.x[1] - line.x[0], dy = line.y[1] - line.y[0];
        length = std::max(std::sqrt(dx * dx + dy * dy), 1e-3f);
        ux = dx / length;
        uy = dy / length;
        height = std::sqrt((line.x[3] - line.x[0]) * (line.x[3] - line.x[0]) + (line.y[3] - line.y[0]) * (line.y[3] - line.y[0]));
        x = (line.x[0] + line.x[3]) / 2;
        y = (line.y[0] + line.y[3]) / 2;
    }
};

/// Whether `right` continues the line `left`. There may be a space between them, or a mark that is too small for a letter.
bool goes_on(const Line &left, const Line &right) {
    const Axis a(left.outline), b(right.outline);
    const float low = std::min(a.height, b.height), high = std::max(a.height, b.height);
    if (high > 1.5f * low || std::fabs(a.ux * b.uy - a.uy * b.ux) > 0.12f) return false;
    const float dx = b.x - a.x - a.ux * a.length, dy = b.y - a.y - a.uy * a.length;
    const float along = dx * a.ux + dy * a.uy, across = dy * a.ux - dx * a.uy;
    return along > -0.4f * high && along < 0.85f * high && std::fabs(across) < 0.22f * high;
}

/// Joins two lines to one line, which is high enough for both.
Line joined(const Line &left, const Line &right) {
    Line line = left.characters.size() >= right.characters.size() ? left : right;
    const Axis a(left.outline), b(right.outline);
    const float end_x = b.x + b.ux * b.length, end_y = b.y + b.uy * b.length;
    const float length = std::max(std::hypot(end_x - a.x, end_y - a.y), 1e-3f);
    const float ux = (end_x - a.x) / length, uy = (end_y - a.y) / length;
    float top = INFINITY, bottom = -INFINITY;
    for (const TextLine *part : {&left.outline, &right.outline}) {
        for (int corner = 0; corner < 4; corner++) {
            const float across = (part->y[corner] - a.y) * ux - (part->x[corner] - a.x) * uy;
            top = std::min(top, across);
            bottom = std::max(bottom, across);
        }
    }
    const float along[4] = {0, length, length, 0}, across[4] = {top, top, bottom, bottom};
    for (int corner = 0; corner < 4; corner++) {
        line.outline.x[corner] = a.x + along[corner] * ux - across[corner] * uy;
        line.outline.y[corner] = a.y + along[corner] * uy + across[corner] * ux;
    }
    line.outline.confidence = std::max(left.outline.confidence, right.outline.confidence);
    line.characters = left.characters;
    line.characters.insert(line.characters.end(), right.characters.begin(), right.characters.end());
    return line;
}

void join_parts(std::vector<Line> &lines) {
    for (size_t one = 0; one < lines.size(); one++) {
        for (size_t other = 0; other < lines.size();) {
            if (one == other || !goes_on(lines[one], lines[other])) {
                other++;
                continue;
            }
            lines[one] = joined(lines[one], lines[other]);
            lines.erase(lines.begin() + other);
            if (other < one) one--;
            other = 0;
        }
    }
}

} // namespace

std::vector<Line> select(std::vector<Line> lines) {
    const auto value = [](const Line &line) { return line.outline.confidence * std::sqrt(static_cast<float>(line.characters.size())); };
    std::sort(lines.begin(), lines.end(), [&](const Line &a, const Line &b) { return value(a) > value(b); });
    std::vector<Line> kept;
    for (Line &line : lines) {
        const Box box(line.outline);
        const auto over = [&](const Line &other) {
            const Box around(other.outline);
            return box.shared(around) > 0.45f * std::min(box.area(), around.area());
        };
        if (std::none_of(kept.begin(), kept.end(), over)) kept.push_back(std::move(line));
    }
    join_parts(kept);
    std::sort(kept.begin(), kept.end(), [](const Line &a, const Line &b) { return a.outline.y[0] < b.outline.y[0]; });
    return kept;
}

} // namespace text
