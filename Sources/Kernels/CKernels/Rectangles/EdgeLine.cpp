#include "QuadrilateralFinder.h"

#include <algorithm>

namespace rectangles {

float EdgeLine::coverage(float first, float last) const {
    if (first > last) std::swap(first, last);
    float covered = 0;
    for (const Interval &interval : intervals)
        covered += std::max(0.0f, std::min(interval.last, last) - std::max(interval.first, first));
    return last > first ? covered / (last - first) : 0;
}

namespace {

/// Whether a segment continues a line. It must have the line's direction, and begin where the line ends or lie in a gap of the line.
///
/// `bend`: a factor of the tolerances: 1 for a straight line, and more for the edge of an object that is not quite flat.
bool continues(const EdgeLine &line, const Segment &segment, float bend) {
    const Point along = segment.to - segment.from;
    const float length = along.length();
    // The tolerance is 3°, and a little more for a short segment.
    if (std::fabs(line.direction.cross(along)) > length * std::max(0.05f, std::min(1 / length, 0.12f)) * bend) return false;
    const float first = (segment.from - line.from).dot(line.direction), last = (segment.to - line.from).dot(line.direction);
    const float gap = std::max(0.0f, std::max(std::min(first, last) - line.length, -std::max(first, last)));
    if (gap > std::max(line.length, 20.0f)) return false;
    const float limit = (1.5f + 0.01f * gap) * bend;
    return std::fabs(line.direction.cross(segment.from - line.from)) < limit
        && std::fabs(line.direction.cross(segment.to - line.from)) < limit;
}

/// Fits a line through the ends of all segments, weighted by length.
EdgeLine joined(const std::vector<Segment> &segments) {
    double weight = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (const Segment &segment : segments) {
        const double length = (segment.to - segment.from).length();
        weight += 2 * length;
        x += length * (segment.from.x + segment.to.x);
        y += length * (segment.from.y + segment.to.y);
    }
    x /= weight;
    y /= weight;
    for (const Segment &segment : segments) {
        const double length = (segment.to - segment.from).length();
        for (const Point end : {segment.from, segment.to}) {
            xx += length * (end.x - x) * (end.x - x);
            xy += length * (end.x - x) * (end.y - y);
            yy += length * (end.y - y) * (end.y - y);
        }
    }
    const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
    EdgeLine line;
    line.direction = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    const Point middle = {static_cast<float>(x), static_cast<float>(y)};
    float least = INFINITY, most = -INFINITY;
    for (const Segment &segment : segments) {
        const float first = (segment.from - middle).dot(line.direction), last = (segment.to - middle).dot(line.direction);
        line.intervals.push_back({std::min(first, last), std::max(first, last)});
        least = std::min(least, line.intervals.back().first);
        most = std::max(most, line.intervals.back().last);
    }
    line.from = middle + line.direction * least;
    line.length = most - least;
    std::sort(line.intervals.begin(), line.intervals.end(), [](auto a, auto b) { return a.first < b.first; });
    float end = 0;
    for (EdgeLine::Interval &interval : line.intervals) {
        // Overlapping parts count once.
        interval.first = std::max(interval.first - least, end);
        interval.last = std::max(interval.last - least, interval.first);
        end = interval.last;
    }
    return line;
}


std::vector<EdgeLine> merge(const std::vector<Segment> &segments, float bend, size_t maximum_count) {
    std::vector<bool> taken(segments.size(), false);
    std::vector<EdgeLine> lines;
    for (size_t seed = 0; seed < segments.size(); seed++) {
        if (taken[seed]) continue;
        std::vector<Segment> parts = {segments[seed]};
        EdgeLine line = joined(parts);
        for (bool grew = true; grew;) {
            grew = false;
            for (size_t other = seed + 1; other < segments.size(); other++) {
                if (taken[other] || !continues(line, segments[other], bend)) continue;
                taken[other] = grew = true;
                parts.push_back(segments[other]);
                line = joined(parts);
            }
        }
        lines.push_back(line);
    }
    std::sort(lines.begin(), lines.end(), [](const EdgeLine &a, const EdgeLine &b) { return a.length > b.length; });
    if (lines.size() > maximum_count) lines.resize(maximum_count);
    return lines;
}

bool same(const EdgeLine &a, const EdgeLine &b) {
    return std::fabs(a.length - b.length) < 4 && (a.from - b.from).length() < 4;
}

} // namespace

std::vector<EdgeLine> merge(const std::vector<Segment> &segments, size_t maximum_count) {
    std::vector<EdgeLine> lines = merge(segments, 1, maximum_count * 3 / 4);
    const size_t straight = lines.size();
    for (const EdgeLine &line : merge(segments, 3, maximum_count)) {
        const auto known = [&](const EdgeLine &other) { return same(line, other); };
        if (lines.size() < maximum_count && std::none_of(lines.begin(), lines.begin() + straight, known)) lines.push_back(line);
    }
    return lines;
}

} // namespace rectangles
