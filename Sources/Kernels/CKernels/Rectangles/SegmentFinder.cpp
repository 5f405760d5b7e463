#include "SegmentFinder.h"

#include <algorithm>

namespace rectangles {

namespace {

/// A pixel in which the gradient has its maximum across an edge, and the position of the maximum within the pixel.
struct EdgePoint {
    int x, y;
    Point place;
    float strength;
};

/// A line fitted to points by least squares.
struct Line {
    Point middle, direction;
    /// The root mean square distance of the points from the line.
    float deviation;

    template <typename Points>
    explicit Line(const Points &points) {
        double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
        for (const EdgePoint &point : points) {
            x += point.place.x;
            y += point.place.y;
        }
        const double count = static_cast<double>(points.size());
        x /= count;
        y /= count;
        for (const EdgePoint &point : points) {
            const double dx = point.place.x - x, dy = point.place.y - y;
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
        const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
        middle = {static_cast<float>(x), static_cast<float>(y)};
        direction = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
        const double least = 0.5 * (xx + yy - std::sqrt((xx - yy) * (xx - yy) + 4 * xy * xy));
        deviation = static_cast<float>(std::sqrt(std::max(least, 0.0) / count));
    }
};

class Finder {
public:
    Finder(const EdgeMap &edges, float minimum_length)
        : edges(edges), minimum_length(minimum_length), numbers(edges.magnitude.size(), -1) {}

    std::vector<Segment> find() {
        thin();
        std::vector<int> order(points.size());
        for (size_t index = 0; index < order.size(); index++) order[index] = static_cast<int>(index);
        std::sort(order.begin(), order.end(), [&](int a, int b) {
            return points[a].strength != points[b].strength ? points[a].strength > points[b].strength : a < b;
        });
        taken.assign(points.size(), false);
        std::vector<EdgePoint> group;
        for (int seed : order) {
            if (taken[seed]) continue;
            grow(seed, group);
            if (group.size() >= 4 && group.size() + 2 >= minimum_length) split(group.begin(), group.end());
        }
        std::sort(segments.begin(), segments.end(), [](const Segment &a, const Segment &b) {
            return (a.to - a.from).length() > (b.to - b.from).length();
        });
        return segments;
    }

private:
    const EdgeMap &edges;
    const float minimum_length;
    std::vector<EdgePoint> points;
    /// The index of the edge point in each pixel; -1 if there is none.
    std::vector<int32_t> numbers;
    std::vector<bool> taken;
    std::vector<Segment> segments;

    /// Keeps only the pixels in which the gradient is stronger than on both sides of the edge.
    void thin() {
        for (int y = 2; y < edges.height - 2; y++) {
            for (int x = 2; x < edges.width - 2; x++) {
                const int64_t here = edges.index(x, y);
                const float size = edges.magnitude[here];
                if (size < edges.threshold) continue;
                const Point normal = {edges.across[here] / size, edges.down[here] / size};
                const float ahead = sample(x + normal.x, y + normal.y), behind = sample(x - normal.x, y - normal.y);
                if (size < ahead || size <= behind) continue;
                const float curvature = ahead + behind - 2 * size;
                const float offset = curvature < 0 ? std::clamp(0.5f * (behind - ahead) / curvature, -0.5f, 0.5f) : 0;
                numbers[here] = static_cast<int32_t>(points.size());
                points.push_back({x, y, {x + offset * normal.x, y + offset * normal.y}, size});
            }
        }
    }

    float sample(float x, float y) const {
        const int column = static_cast<int>(x), row = static_cast<int>(y);
        const float fx = x - column, fy = y - row;
        const float *first = &edges.magnitude[edges.index(column, row)], *second = first + edges.width;
        return (first[0] * (1 - fx) + first[1] * fx) * (1 - fy) + (second[0] * (1 - fx) + second[1] * fx) * fy;
    }

    Point normal(const EdgePoint &point) const {
        const int64_t here = edges.index(point.x, point.y);
        return Point{edges.across[here], edges.down[here]} * (1 / point.strength);
    }

    /// Collects connected points whose gradient directions agree within 22.5°. The method is that of Grompone von Gioi et al., LSD, 2010.
    void grow(int seed, std::vector<EdgePoint> &group) {
        group.assign(1, points[seed]);
        taken[seed] = true;
        Point sum = normal(points[seed]);
        for (size_t next = 0; next < group.size(); next++) {
            const EdgePoint at = group[next];
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    const int number = numbers[edges.index(at.x + dx, at.y + dy)];
                    if (number < 0 || taken[number]) continue;
                    const Point direction = normal(points[number]);
                    if (direction.dot(sum) < 0.924f * sum.length()) continue;
                    taken[number] = true;
                    sum = sum + direction;
                    group.push_back(points[number]);
                }
            }
        }
    }

    using Iterator = std::vector<EdgePoint>::iterator;

    struct Range {
        Iterator first, last;
        Iterator begin() const { return first; }
        Iterator end() const { return last; }
        size_t size() const { return static_cast<size_t>(last - first); }
    };

    /// Splits bent runs of points at the point furthest from the line between the ends.
    void split(Iterator first, Iterator last) {
        const Range range = {first, last};
        if (range.size() < 4) return;
        const Line line(range);
        const auto along = [&](const EdgePoint &point) { return (point.place - line.middle).dot(line.direction); };
        if (line.deviation <= 0.7f) {
            float least = INFINITY, most = -INFINITY, strength = 0;
            Point gradient = {0, 0};
            for (const EdgePoint &point : range) {
                least = std::min(least, along(point));
                most = std::max(most, along(point));
                strength += point.strength;
                gradient = gradient + normal(point);
            }
            // A few points that are far apart are not a line.
            if (most - least < minimum_length || range.size() < 0.6f * (most - least)) return;
            Point from = line.middle + line.direction * least, to = line.middle + line.direction * most;
            if (line.direction.turned().dot(gradient) < 0) std::swap(from, to);
            segments.push_back({from, to, strength / range.size()});
            return;
        }
        std::sort(first, last, [&](const EdgePoint &a, const EdgePoint &b) { return along(a) < along(b); });
        const Point start = first->place, chord = (last - 1)->place - start;
        const float length = chord.length();
        Iterator farthest = first;
        float most = -1;
        for (Iterator point = first; point != last; point++) {
            const float distance = std::fabs(chord.cross(point->place - start)) / std::max(length, 1e-3f);
            if (distance > most) {
                most = distance;
                farthest = point;
            }
        }
        if (farthest - first < 2 || last - farthest < 2) farthest = first + range.size() / 2;
        split(first, farthest);
        split(farthest, last);
    }
};

} // namespace

std::vector<Segment> find_segments(const EdgeMap &edges, float minimum_length) {
    if (edges.threshold == 0) return {};
    return Finder(edges, minimum_length).find();
}

} // namespace rectangles
