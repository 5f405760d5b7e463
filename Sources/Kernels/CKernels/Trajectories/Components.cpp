#include "Components.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace trajectories {

namespace {

/// Consecutive pixels of a row, from `first` up to but not including `end`, and the group to which they belong.
struct Run {
    int32_t first, end;
    int32_t group;
};

struct Group {
    double weight = 0, x = 0, y = 0;
    int32_t area = 0;
    int32_t left = INT32_MAX, right = -1, top = INT32_MAX, bottom = -1;
    /// The index of the larger group that contains this group; the group's own index if there is no larger group.
    int32_t whole = 0;

    void add(const Group &other) {
        weight += other.weight, x += other.x, y += other.y, area += other.area;
        left = std::min(left, other.left), right = std::max(right, other.right);
        top = std::min(top, other.top), bottom = std::max(bottom, other.bottom);
    }

    TrajectoryBlob blob(int32_t width, int32_t height) const {
        TrajectoryBlob blob;
        blob.x = static_cast<float>(x / weight), blob.y = static_cast<float>(y / weight);
        // Smoothing made the group a pixel larger on each side.
        blob.radius = std::max(0.5f * (std::max(right - left, bottom - top) - 1), 0.5f);
        blob.area = area;
        blob.is_cut = left == 0 || top == 0 || right == width - 1 || bottom == height - 1;
        blob.is_fragment = 0;
        return blob;
    }
};

class Groups {
  public:
    int32_t begin(const Group &group) {
        groups.push_back(group);
        groups.back().whole = static_cast<int32_t>(groups.size() - 1);
        return groups.back().whole;
    }

    int32_t whole(int32_t group) {
        while (groups[group].whole != group) {
            groups[group].whole = groups[groups[group].whole].whole;
            group = groups[group].whole;
        }
        return group;
    }

    int32_t join(int32_t one, int32_t other) {
        one = whole(one), other = whole(other);
        if (one == other) return one;
        const int32_t first = std::min(one, other), second = std::max(one, other);
        groups[first].add(groups[second]);
        groups[second].whole = first;
        return first;
    }

    void add(int32_t group, const Group &pixels) { groups[whole(group)].add(pixels); }

    /// - rows: the runs of each row.
    std::vector<TrajectoryBlob> blobs(const std::vector<std::vector<Run>> &rows, int32_t width) {
        int32_t largest = 0;
        for (const Group &group : groups) largest = std::max(largest, group.area);
        std::vector<TrajectoryBlob> blobs;
        for (size_t i = 0; i < groups.size(); i++) {
            if (groups[i].whole != static_cast<int32_t>(i)) continue;
            blobs.push_back(groups[i].blob(width, static_cast<int32_t>(rows.size())));
            blobs.back().is_fragment = groups[i].area * larger_area <= largest && is_fragment(static_cast<int32_t>(i), rows);
        }
        return blobs;
    }

  private:
    /// The least ratio of the areas of a group and a fragment of it, and the greatest distance between both, in pixels.
    static constexpr int32_t larger_area = 16, fragment_distance = 4;

    bool is_fragment(int32_t number, const std::vector<std::vector<Run>> &rows) {
        const Group group = groups[number];
        const int32_t bottom = std::min(group.bottom + fragment_distance, static_cast<int32_t>(rows.size()) - 1);
        for (int32_t y = std::max(group.top - fragment_distance, 0); y <= bottom; y++)
            for (const Run &run : rows[y]) {
                if (run.end <= group.left - fragment_distance || run.first > group.right + fragment_distance) continue;
                const int32_t other = whole(run.group);
                if (other != number && groups[other].area >= larger_area * group.area) return true;
            }
        return false;
    }

    std::vector<Group> groups;
};

/// The index of the first pixel from `x` on that is not 0; `width` if there is none.
int32_t next(const int16_t *row, int32_t x, int32_t width) {
    for (; x + 8 <= width; x += 8) {
        uint64_t pixels[2];
        std::memcpy(pixels, row + x, sizeof pixels);
        if (pixels[0] | pixels[1]) break;
    }
    while (x < width && !row[x]) x++;
    return x;
}

Group pixels(const int16_t *row, const Run &run, int32_t y) {
    Group group;
    int64_t weight = 0, across = 0;
    for (int32_t x = run.first; x < run.end; x++) weight += row[x], across += static_cast<int64_t>(row[x]) * (2 * x + 1);
    group.weight = static_cast<double>(weight), group.x = 0.5 * static_cast<double>(across), group.y = (y + 0.5) * group.weight;
    group.area = run.end - run.first;
    group.left = run.first, group.right = run.end - 1, group.top = group.bottom = y;
    return group;
}

} // namespace

std::vector<TrajectoryBlob> components(const int16_t *strength, const int32_t *counts, int32_t width, int32_t height) {
    Groups groups;
    std::vector<std::vector<Run>> rows(static_cast<size_t>(height));
    const std::vector<Run> none;
    for (int32_t y = 0; y < height; y++) {
        const int16_t *row = strength + static_cast<int64_t>(y) * width;
        const std::vector<Run> &above = y ? rows[y - 1] : none;
        size_t nearby = 0;
        for (int32_t x = counts[y] ? next(row, 0, width) : width; x < width;) {
            Run run{x, x, -1};
            while (run.end < width && row[run.end]) run.end++;
            while (nearby < above.size() && above[nearby].end < run.first) nearby++;
            for (size_t i = nearby; i < above.size() && above[i].first <= run.end; i++)
                run.group = run.group < 0 ? groups.whole(above[i].group) : groups.join(run.group, above[i].group);
            if (run.group < 0)
                run.group = groups.begin(pixels(row, run, y));
            else
                groups.add(run.group, pixels(row, run, y));
            rows[y].push_back(run);
            x = next(row, run.end, width);
        }
    }
    return groups.blobs(rows, width);
}

} // namespace trajectories
