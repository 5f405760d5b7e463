#include "Contours.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

struct ContourSet {
    std::vector<Contour> contours;
    std::vector<float> points;
};

namespace {

struct Free {
    void operator()(void *memory) const { std::free(memory); }
};

/// The pixels to trace, one byte per pixel, with a margin of one pixel that is not traced.
class Mask {
public:
    const int64_t width, height, stride;

    Mask(const GrayView &plane, ContourSettings settings)
        : width(plane.width), height(plane.height), stride((width + 2 + 15) / 16 * 16), bytes(stride * (height + 2) + 16) {
        const int32_t limit = static_cast<int32_t>(std::ceil(std::clamp(settings.level, 0.0f, 256.0f)));
        const uint8_t inside = settings.dark_on_light ? 1 : 0;
        for (int64_t y = 0; y < height; y++) {
            const uint8_t *source = plane.base + y * plane.bytes_per_row;
            uint8_t *target = bytes.data() + (y + 1) * stride + 1;
            if (limit > 255) {
                std::memset(target, inside, width);
                continue;
            }
            const uint8_t first_light = static_cast<uint8_t>(limit);
            for (int64_t x = 0; x < width; x++) target[x] = (source[x] < first_light) == inside;
        }
    }

    /// The pixels of a row, from the pixel (-1, y) on.
    const uint8_t *row(int64_t y) const { return bytes.data() + (y + 1) * stride; }

    const uint8_t *pixel(int64_t x, int64_t y) const { return row(y) + x + 1; }

private:
    std::vector<uint8_t> bytes;
};

/// Follows the sides between pixels of which only one is traced. The traced pixels are on the right of the path.
class Tracer {
public:
    Tracer(const GrayView &plane, ContourSettings settings)
        : plane(plane), settings(settings), mask(plane, settings), label_stride(plane.width + 1),
          // Pages that are never written cost nothing.
          labels(static_cast<int32_t *>(std::calloc(label_stride * plane.height, sizeof(int32_t)))) {
        if (!labels) throw std::bad_alloc();
    }

    /// Traces all borders after Suzuki and Abe, Topological Structural Analysis of Digitized Binary Images by Border Following (1985). The parent of
    /// a new border follows from the border that was crossed last in the row.
    void trace(ContourSet &set) {
        for (int64_t y = 0; y < plane.height; y++) {
            const uint8_t *row = mask.row(y);
            int32_t *row_labels = labels.get() + y * label_stride;
            int32_t last = -1;
            for (int64_t x = next_crack(row, 0); x <= plane.width; x = next_crack(row, x + 1)) {
                if (row_labels[x] == 0) begin(x, y, !row[x + 1], last, set);
                last = row_labels[x] - 1;
            }
        }
        keep(set);
    }

private:
    struct Border {
        Contour contour;
        bool is_faint;
    };

    const GrayView &plane;
    const ContourSettings settings;
    const Mask mask;
    const int64_t label_stride;
    /// For each vertical side between two pixels, the number of its border, counted from 1. The number is 0 if no border has been followed
    /// along this side.
    std::unique_ptr<int32_t, Free> labels;
    std::vector<Border> borders;

    /// The first x from `x` on at which the pixels to the left and right differ; beyond the width if there is none.
    int64_t next_crack(const uint8_t *row, int64_t x) const {
        while (x <= plane.width) {
            uint64_t left, right;
            std::memcpy(&left, row + x, 8);
            std::memcpy(&right, row + x + 1, 8);
            const uint64_t difference = left ^ right;
            if (difference) return x + __builtin_ctzll(difference) / 8;
            x += 8;
        }
        return x;
    }

    void begin(int64_t x, int64_t y, bool is_hole, int32_t last, ContourSet &set) {
        int32_t parent = -1;
        if (last >= 0) parent = (borders[last].contour.is_hole != 0) == is_hole ? borders[last].contour.parent : last;
        const int64_t first = static_cast<int64_t>(set.points.size()) / 2;
        borders.push_back({{parent, is_hole, first, 0}, false});
        const int range = follow(x, y, is_hole, set.points);
        Border &border = borders.back();
        border.is_faint = range < settings.minimum_range;
        if (border.is_faint) {
            set.points.resize(2 * first);
        } else {
            border.contour.point_count = static_cast<int64_t>(set.points.size()) / 2 - first;
        }
    }

    /// Follows a border. Returns the difference between the brightest and the darkest pixel along it. The difference is negative if all of the border
    /// lies at the plane's edge.
    int follow(int64_t x, int64_t y, bool is_hole, std::vector<float> &points) {
        // The step along a crack, and the inner and outer pixel beside it, by direction from a corner: right, down, left and up.
        static constexpr int dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
        static constexpr int inner_x[4] = {0, -1, -1, 0}, inner_y[4] = {0, 0, -1, -1};
        static constexpr int outer_x[4] = {0, 0, -1, -1}, outer_y[4] = {-1, 0, 0, -1};
        const int32_t label = static_cast<int32_t>(borders.size());
        const int first_direction = is_hole ? 1 : 3;
        const int64_t first_x = x, first_y = is_hole ? y : y + 1;
        int64_t corner_x = first_x, corner_y = first_y;
        int direction = first_direction, inner_least = 256, inner_most = -1, outer_least = 256, outer_most = -1;
        do {
            const int64_t ix = corner_x + inner_x[direction], iy = corner_y + inner_y[direction];
            const int64_t ox = corner_x + outer_x[direction], oy = corner_y + outer_y[direction];
            const int inner = plane.base[iy * plane.bytes_per_row + ix];
            float share = 0.5f;
            if (ox >= 0 && oy >= 0 && ox < plane.width && oy < plane.height) {
                const int outer = plane.base[oy * plane.bytes_per_row + ox];
                share = std::clamp((settings.level - inner) / static_cast<float>(outer - inner), 0.0f, 1.0f);
                inner_least = std::min(inner_least, inner);
                inner_most = std::max(inner_most, inner);
                outer_least = std::min(outer_least, outer);
                outer_most = std::max(outer_most, outer);
            }
            points.push_back(ix + 0.5f + share * (ox - ix));
            points.push_back(iy + 0.5f + share * (oy - iy));
            if (direction == 1) labels.get()[corner_y * label_stride + corner_x] = label;
            if (direction == 3) labels.get()[(corner_y - 1) * label_stride + corner_x] = label;
            corner_x += dx[direction];
            corner_y += dy[direction];
            // The pixels of a component are connected also at corners. The pixels around it are not.
            const bool left = *mask.pixel(corner_x + outer_x[direction], corner_y + outer_y[direction]);
            const bool right = *mask.pixel(corner_x + inner_x[direction], corner_y + inner_y[direction]);
            direction = left ? (direction + 3) % 4 : right ? direction : (direction + 1) % 4;
        } while (corner_x != first_x || corner_y != first_y || direction != first_direction);
        return settings.dark_on_light ? outer_most - inner_least : inner_most - outer_least;
    }

    /// Keeps the borders that are not faint. If a faint border is the parent of another border, that border gets the faint border's parent.
    void keep(ContourSet &set) const {
        std::vector<int32_t> places(borders.size());
        for (size_t index = 0; index < borders.size(); index++) {
            const Border &border = borders[index];
            const int32_t around = border.contour.parent < 0 ? -1 : places[border.contour.parent];
            if (border.is_faint) {
                places[index] = around;
                continue;
            }
            places[index] = static_cast<int32_t>(set.contours.size());
            set.contours.push_back(border.contour);
            set.contours.back().parent = around;
        }
    }
};

/// The squared distance of a point from the line segment between two others.
float squared_distance(const float *point, const float *from, const float *to) {
    const float dx = to[0] - from[0], dy = to[1] - from[1], px = point[0] - from[0], py = point[1] - from[1];
    const float length = dx * dx + dy * dy;
    const float share = length > 0 ? std::clamp((px * dx + py * dy) / length, 0.0f, 1.0f) : 0;
    const float ex = px - share * dx, ey = py - share * dy;
    return ex * ex + ey * ey;
}

} // namespace

ContourSet *contours_trace(const GrayView *plane, ContourSettings settings) {
    try {
        auto set = std::make_unique<ContourSet>();
        Tracer(*plane, settings).trace(*set);
        return set.release();
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void contours_free(ContourSet *set) { delete set; }

int32_t contours_count(const ContourSet *set) { return static_cast<int32_t>(set->contours.size()); }

int64_t contours_point_count(const ContourSet *set) { return static_cast<int64_t>(set->points.size()) / 2; }

void contours_copy(const ContourSet *set, ContourPlacement placement, Contour *contours, float *points) {
    std::copy(set->contours.begin(), set->contours.end(), contours);
    for (const Contour &contour : set->contours) {
        // The tracer follows contours in the opposite direction.
        const float *source = set->points.data() + 2 * (contour.first_point + contour.point_count);
        float *target = points + 2 * contour.first_point;
        for (int64_t index = 0; index < contour.point_count; index++) {
            source -= 2;
            target[2 * index] = source[0] * placement.x_scale + placement.x_offset;
            target[2 * index + 1] = source[1] * placement.y_scale + placement.y_offset;
        }
    }
}

float contours_level(const GrayView *plane) {
    int64_t histogram[4][256] = {};
    for (int64_t y = 0; y < plane->height; y++) {
        const uint8_t *row = plane->base + y * plane->bytes_per_row;
        for (int64_t x = 0; x < plane->width; x++) histogram[x % 4][row[x]]++;
    }
    double total = 0, sum = 0;
    for (int value = 0; value < 256; value++) {
        histogram[0][value] += histogram[1][value] + histogram[2][value] + histogram[3][value];
        total += histogram[0][value];
        sum += static_cast<double>(value) * histogram[0][value];
    }
    double best = -1, below = 0, below_sum = 0, first = 127, last = 127;
    for (int value = 0; value < 255; value++) {
        below += histogram[0][value];
        below_sum += static_cast<double>(value) * histogram[0][value];
        if (below == 0 || below == total) continue;
        const double difference = below_sum / below - (sum - below_sum) / (total - below);
        const double variance = below * (total - below) * difference * difference;
        if (variance > best) {
            best = variance;
            first = value;
        }
        // All levels between two peaks with nothing between them are equally good. The middle one is taken.
        if (variance >= best) last = value;
    }
    return static_cast<float>((first + last) / 2 + 0.5);
}

int64_t contours_simplify(const float *points, int64_t count, float epsilon, uint8_t *kept) {
    std::memset(kept, 0, count);
    if (count < 3) {
        std::memset(kept, 1, count);
        return count;
    }
    const auto farthest = [&](int64_t from) {
        int64_t best = from;
        float most = -1;
        for (int64_t index = 0; index < count; index++) {
            const float dx = points[2 * index] - points[2 * from], dy = points[2 * index + 1] - points[2 * from + 1];
            if (dx * dx + dy * dy > most) {
                most = dx * dx + dy * dy;
                best = index;
            }
        }
        return best;
    };
    // Two points that are sure to remain: the ends of about the longest chord of the contour.
    const int64_t one = farthest(0), other = farthest(one);
    kept[one] = kept[other] = 1;
    try {
        std::vector<std::pair<int64_t, int64_t>> spans = {{one, other}, {other, one}};
        while (!spans.empty()) {
            const auto [from, to] = spans.back();
            spans.pop_back();
            int64_t best = -1;
            float most = epsilon * epsilon;
            for (int64_t index = (from + 1) % count; index != to && from != to; index = index + 1 == count ? 0 : index + 1) {
                const float distance = squared_distance(points + 2 * index, points + 2 * from, points + 2 * to);
                if (distance > most) {
                    most = distance;
                    best = index;
                }
            }
            if (best < 0) continue;
            kept[best] = 1;
            spans.push_back({from, best});
            spans.push_back({best, to});
        }
    } catch (const std::bad_alloc &) {
        return -1;
    }
    return std::count(kept, kept + count, 1);
}
