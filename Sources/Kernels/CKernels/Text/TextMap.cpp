#include "TextMap.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

namespace {

struct Point {
    float x, y;
};

float cross(Point o, Point a, Point b) { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); }

/// The convex hull of points sorted by x and then y, after Andrew's monotone chain.
std::vector<Point> hull(const std::vector<Point> &points) {
    std::vector<Point> chain(2 * points.size());
    size_t count = 0;
    for (const Point &point : points) {
        while (count >= 2 && cross(chain[count - 2], chain[count - 1], point) <= 0) count--;
        chain[count++] = point;
    }
    for (size_t index = points.size() - 1, lower = count + 1; index > 0; index--) {
        const Point &point = points[index - 1];
        while (count >= lower && cross(chain[count - 2], chain[count - 1], point) <= 0) count--;
        chain[count++] = point;
    }
    chain.resize(count > 1 ? count - 1 : count);
    return chain;
}

/// A rectangle around a part of the map. Its `length` is its extent along `axis`.
struct Box {
    Point middle;
    Point axis;
    float length, height;
};

/// The smallest rectangle around a convex polygon: one of its sides lies on a side of the polygon.
Box smallest_box(const std::vector<Point> &polygon) {
    Box best{};
    float least = INFINITY;
    for (size_t i = 0; i < polygon.size(); i++) {
        const Point &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
        const float side = std::hypot(to.x - from.x, to.y - from.y);
        if (side < 1e-6f) continue;
        const Point axis{(to.x - from.x) / side, (to.y - from.y) / side};
        float low = INFINITY, high = -INFINITY, top = INFINITY, bottom = -INFINITY;
        for (const Point &p : polygon) {
            const float along = p.x * axis.x + p.y * axis.y, down = -p.x * axis.y + p.y * axis.x;
            low = std::min(low, along), high = std::max(high, along);
            top = std::min(top, down), bottom = std::max(bottom, down);
        }
        const float area = (high - low) * (bottom - top);
        if (area < least) {
            least = area;
            const float along = (low + high) / 2, down = (top + bottom) / 2;
            best = {{along * axis.x - down * axis.y, along * axis.y + down * axis.x}, axis, high - low, bottom - top};
        }
    }
    return best;
}

/// The box with its axis in the direction of reading. If the box is nearly square, the direction decides which sides are along the text.
Box along_text(Box box, Point direction) {
    const float ratio = box.length / std::max(box.height, 1e-6f);
    const float along = std::fabs(box.axis.x * direction.x + box.axis.y * direction.y);
    const float down = std::fabs(-box.axis.y * direction.x + box.axis.x * direction.y);
    const bool is_turned = ratio > 2 ? false : ratio < 0.5f ? true : down > along;
    if (is_turned) {
        box.axis = {-box.axis.y, box.axis.x};
        std::swap(box.length, box.height);
    }
    if (box.axis.x * direction.x + box.axis.y * direction.y < 0) box.axis = {-box.axis.x, -box.axis.y};
    return box;
}

/// Reduces the height of a box towards the mean height of its cells, by at most the diagonal of a cell. The steps of a slanted edge make a box too
/// high by at most this much. Any further height is the bend of a curved line, and is kept.
void lower(Box &box, float cells) { box.height = std::min(box.height, std::max(cells / box.length, box.height - std::sqrt(2.0f))); }

/// Enlarges the box around the middle of a line to the box of the whole line.
void grow(Box &box, float shrink) {
    const float height = box.height / (1 - 2 * shrink);
    // In the training data, the marked middle of a short line is shortened at each end by at most this fraction of the line's length.
    const float most = 0.3f;
    const float length = box.length + 2 * shrink * height;
    box.length = shrink * height <= most * length ? length : box.length / (1 - 2 * most);
    box.height = height;
}

/// Collects connected cells.
class Parts {
  public:
    Parts(const float *middles, const float *directions, int32_t rows, int32_t columns, float threshold)
        : middles(middles), directions(directions), rows(rows), columns(columns), threshold(threshold),
          is_seen(static_cast<size_t>(rows) * columns) {}

    /// Finds the line at a cell that has not been visited. Returns false if the connected part is too small for a line.
    bool line(int32_t start, float shrink, TextMapLine &line) {
        collect(start);
        if (cells.size() < 4) return false;
        double sum = 0, x = 0, y = 0;
        const size_t plane = static_cast<size_t>(rows / 2) * (columns / 2);
        std::vector<Point> corners;
        for (const int32_t cell : cells) {
            const int32_t row = cell / columns, column = cell % columns;
            sum += middles[cell];
            const size_t place = static_cast<size_t>(std::min(row / 2, rows / 2 - 1)) * (columns / 2) + std::min(column / 2, columns / 2 - 1);
            x += directions[place], y += directions[plane + place];
            if (is_inner(row, column)) continue;
            for (int corner = 0; corner < 4; corner++)
                corners.push_back({static_cast<float>(column + corner % 2), static_cast<float>(row + corner / 2)});
        }
        std::sort(corners.begin(), corners.end(), [](Point a, Point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
        const float count = static_cast<float>(cells.size());
        Point direction{static_cast<float>(x) / count, static_cast<float>(y) / count};
        if (!(std::hypot(direction.x, direction.y) > 0.1f)) direction = {1, 0.01f};
        Box box = along_text(smallest_box(hull(corners)), direction);
        lower(box, count);
        grow(box, shrink);
        line.confidence = static_cast<float>(sum) / count;
        const float across_x = box.axis.x * box.length / 2, across_y = box.axis.y * box.length / 2;
        const float down_x = -box.axis.y * box.height / 2, down_y = box.axis.x * box.height / 2;
        const float signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        for (int i = 0; i < 4; i++) {
            line.x[i] = box.middle.x + signs[i][0] * across_x + signs[i][1] * down_x;
            line.y[i] = box.middle.y + signs[i][0] * across_y + signs[i][1] * down_y;
        }
        return true;
    }

    bool begins(int32_t cell) const { return middles[cell] >= threshold && !is_seen[cell]; }

  private:
    const float *middles, *directions;
    int32_t rows, columns;
    float threshold;
    std::vector<bool> is_seen;
    std::vector<int32_t> cells;

    bool is_marked(int32_t row, int32_t column) const {
        return row >= 0 && column >= 0 && row < rows && column < columns && middles[row * columns + column] >= threshold;
    }

    bool is_inner(int32_t row, int32_t column) const {
        return is_marked(row - 1, column) && is_marked(row + 1, column) && is_marked(row, column - 1) && is_marked(row, column + 1);
    }

    /// Collects in `cells` the cells that are connected with a cell. Cells are connected if they have a common side.
    void collect(int32_t start) {
        cells.clear();
        cells.push_back(start);
        is_seen[start] = true;
        for (size_t index = 0; index < cells.size(); index++) {
            const int32_t row = cells[index] / columns, column = cells[index] % columns;
            const int32_t around[4][2] = {{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}};
            for (const auto &place : around) {
                if (!is_marked(place[0], place[1])) continue;
                const int32_t cell = place[0] * columns + place[1];
                if (is_seen[cell]) continue;
                is_seen[cell] = true;
                cells.push_back(cell);
            }
        }
    }
};

}  // namespace

extern "C" int32_t text_map_lines(
    const float *middles, const float *directions, int32_t rows, int32_t columns, float threshold, float shrink, TextMapLine *lines,
    int32_t limit) try {
    Parts parts(middles, directions, rows, columns, threshold);
    int32_t count = 0;
    for (int32_t cell = 0; cell < rows * columns; cell++) {
        if (!parts.begins(cell)) continue;
        TextMapLine line;
        if (!parts.line(cell, shrink, line)) continue;
        if (count < limit) lines[count] = line;
        count++;
    }
    return count;
} catch (const std::bad_alloc &) {
    return -1;
}
