#pragma once

#include "Rectangles.h"
#include "SegmentFinder.h"

namespace rectangles {

/// A line through edge segments. There may be gaps between the segments.
struct EdgeLine {
    Point from, direction;
    float length;
    /// A range along the line that edges cover.
    struct Interval {
        float first, last;
    };
    std::vector<Interval> intervals;

    /// The fraction of the line between two positions that edges cover.
    float coverage(float first, float last) const;
};

/// The lines on which segments lie. If the segments are pieces of a slightly bent edge, the lines include one along the whole edge.
std::vector<EdgeLine> merge(const std::vector<Segment> &segments, size_t maximum_count);

/// Finds quadrilaterals in a plane from its lines.
class QuadrilateralFinder {
public:
    QuadrilateralFinder(const EdgeMap &edges, RectangleSettings settings);

    std::vector<Quadrilateral> find() const;

private:
    struct Corner {
        int line;
        /// The positions at which two lines meet: `here` on the first line, and `there` on the second.
        float here, there;
    };

    struct Candidate {
        Point corners[4];
        /// The sum of the fractions of the four sides that the segments of the lines cover, at most 4. It is reduced for a small candidate.
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
