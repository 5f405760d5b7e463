#pragma once

#include "EdgeMap.h"

namespace rectangles {

/// A straight piece of an edge. Seen in the direction from `from` to `to`, the brighter side is on the right.
struct Segment {
    Point from, to;
    /// The mean gradient.
    float strength;
};

/// The straight pieces of edges, the longest first.
std::vector<Segment> find_segments(const EdgeMap &edges, float minimum_length);

} // namespace rectangles
