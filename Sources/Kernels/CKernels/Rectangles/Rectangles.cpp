#include "Rectangles.h"

#include "QuadrilateralFinder.h"

#include <algorithm>
#include <new>

using namespace rectangles;

int32_t rectangles_find(const GrayView *plane, RectangleSettings settings, Quadrilateral *found, int32_t capacity) {
    try {
        const EdgeMap edges(*plane);
        const std::vector<Quadrilateral> quads = QuadrilateralFinder(edges, settings).find();
        const int32_t count = std::min(static_cast<int32_t>(quads.size()), capacity);
        for (int32_t index = 0; index < count; index++) {
            found[index] = quads[index];
            for (int corner = 0; corner < 4; corner++) {
                found[index].x[corner] += 0.5f;
                found[index].y[corner] += 0.5f;
            }
        }
        return count;
    } catch (const std::bad_alloc &) {
        return -1;
    }
}

int32_t rectangles_segments(const GrayView *plane, float minimum_length, EdgeSegment *segments, int32_t capacity) {
    try {
        const EdgeMap edges(*plane);
        const std::vector<Segment> pieces = find_segments(edges, minimum_length);
        const int32_t count = std::min(static_cast<int32_t>(pieces.size()), capacity);
        for (int32_t index = 0; index < count; index++) {
            const Segment &piece = pieces[index];
            segments[index] = {piece.from.x + 0.5f, piece.from.y + 0.5f, piece.to.x + 0.5f, piece.to.y + 0.5f, piece.strength};
        }
        return count;
    } catch (const std::bad_alloc &) {
        return -1;
    }
}
