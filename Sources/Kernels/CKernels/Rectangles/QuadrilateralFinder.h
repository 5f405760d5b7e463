#pragma once

#include "Rectangles.h"
#include "SegmentFinder.h"

namespace rectangles {

/// A line along which there are edges, which may have gaps.
struct EdgeLine {
    Point from, direction;
    float length;
    /// Where along the line there are edges.
    struct Interval {
        float first, last;
    };
    std::vector<Interval> intervals;

    /// The part of the line between two places that shows as edges.
    float coverage(float first, float last) const;
};

/// The lines that segments lie on. If the segments are pieces of a slightly bent edge, the line along all of it is among them.
std::vector<EdgeLine> merge(const std::vector<Segment> &segments, size_t maximum_count);

/// Quadrilaterals in a plane, by their lines.
class QuadrilateralFinder {
public:
    QuadrilateralFinder(const EdgeMap &edges, RectangleSettings settings);

    std::vector<Quadrilateral> find() const;

private:
    struct Corner {
        int line;
        /// Where the lines meet, on the one and on the other.
        float here, there;
    };

    struct Candidate {
        Point corners[4];
        /// How much of its four sides the lines' segments cover, at most 4; a small candidate gets less.
        float promise;
    };

    const EdgeMap &edges;
    const RectangleSettings settings;
    const float greatest_sine;
    std::vector<EdgeLine> lines;
    std::vector<std::vector<Corner>> corners;

    void find_corners();
    bool meets(const EdgeLine &line, float place) const;
    void find_four(std::vector<Candidate> &candidates) const;
    void find_three(std::vector<Candidate> &candidates) const;
    void add(Point a, Point b, Point c, Point d, float covered, std::vector<Candidate> &candidates) const;
    static void keep_promising(std::vector<Candidate> &candidates);
    float prominence(float area) const;
    bool fits(const Point corners[4]) const;
    float evidence(const Point corners[4]) const;
};

} // namespace rectangles
