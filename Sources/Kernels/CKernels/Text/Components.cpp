#include "Components.h"

#include <algorithm>
#include <cmath>

namespace text {

/// Computes sums over windows row by row, from sums of columns. Windows are clipped to the plane.
Surroundings::Surroundings(const GrayView &plane, int reach)
    : mean(static_cast<size_t>(plane.width) * plane.height), deviation(mean.size()) {
    const int width = plane.width, height = plane.height;
    std::vector<uint32_t> sums(width, 0), squares(width, 0);
    const auto add = [&](int y, int sign) {
        const uint8_t *row = plane.base + y * plane.bytes_per_row;
        for (int x = 0; x < width; x++) {
            sums[x] += sign * row[x];
            squares[x] += sign * row[x] * row[x];
        }
    };
    for (int y = 0; y < std::min(reach, height); y++) add(y, 1);
    for (int y = 0; y < height; y++) {
        if (y + reach < height) add(y + reach, 1);
        if (y - reach - 1 >= 0) add(y - reach - 1, -1);
        const int rows = std::min(y + reach, height - 1) - std::max(y - reach, 0) + 1;
        uint64_t sum = 0, square = 0;
        for (int x = 0; x < std::min(reach, width); x++) {
            sum += sums[x];
            square += squares[x];
        }
        float *means = &mean[static_cast<size_t>(y) * width], *deviations = &deviation[static_cast<size_t>(y) * width];
        for (int x = 0; x < width; x++) {
            if (x + reach < width) {
                sum += sums[x + reach];
                square += squares[x + reach];
            }
            if (x - reach - 1 >= 0) {
                sum -= sums[x - reach - 1];
                square -= squares[x - reach - 1];
            }
            const float count = static_cast<float>(rows * (std::min(x + reach, width - 1) - std::max(x - reach, 0) + 1));
            means[x] = sum / count;
            deviations[x] = std::sqrt(std::max(square / count - means[x] * means[x], 0.0f));
        }
    }
}

namespace {

/// Consecutive pixels of a row that belong to one component.
struct Run {
    int first, last, row, label;
};

struct Statistics {
    int left, top, right, bottom, area, border;
    float brightness, ground;
};

class Labels {
public:
    std::vector<int> parents;

    int make() {
        parents.push_back(static_cast<int>(parents.size()));
        return parents.back();
    }

    int root(int label) {
        while (parents[label] != label) label = parents[label] = parents[parents[label]];
        return label;
    }

    void join(int one, int other) {
        one = root(one);
        other = root(other);
        parents[std::max(one, other)] = std::min(one, other);
    }
};

/// Finds runs of pixels that are darker or lighter than their surroundings. The difference must exceed the noise. Runs that touch, even at
/// corners, get labels with the same root.
std::vector<Run> find_runs(const GrayView &plane, const Surroundings &surroundings, bool is_dark, Labels &labels) {
    const int width = plane.width;
    const float sign = is_dark ? 1.0f : -1.0f;
    std::vector<Run> runs;
    std::vector<uint8_t> mask(width + 1, 0);
    size_t before = 0, before_end = 0;
    for (int y = 0; y < plane.height; y++) {
        const uint8_t *row = plane.base + y * plane.bytes_per_row;
        const float *mean = &surroundings.mean[static_cast<size_t>(y) * width];
        const float *deviation = &surroundings.deviation[static_cast<size_t>(y) * width];
        for (int x = 0; x < width; x++) mask[x] = sign * (mean[x] - row[x]) > std::max(0.3f * deviation[x], 6.0f);
        const size_t start = runs.size();
        size_t above = before;
        for (int x = 0; x < width;) {
            if (!mask[x]) {
                x++;
                continue;
            }
            Run run = {x, x, y, -1};
            while (mask[x]) x++;
            run.last = x - 1;
            while (above < before_end && runs[above].last < run.first - 1) above++;
            for (size_t other = above; other < before_end && runs[other].first <= run.last + 1; other++) {
                if (run.label < 0) run.label = runs[other].label;
                else labels.join(run.label, runs[other].label);
            }
            if (run.label < 0) run.label = labels.make();
            runs.push_back(run);
        }
        before = start;
        before_end = runs.size();
    }
    return runs;
}

/// Measures components by label. The root of a component's labels has all of its statistics. Of the borders, only the left and right ends of runs are
/// counted here.
std::vector<Statistics> measure(
    const GrayView &plane, const Surroundings &surroundings, bool is_dark, const std::vector<Run> &runs, Labels &labels) {
    std::vector<Statistics> statistics(labels.parents.size(), {plane.width, plane.height, 0, 0, 0, 0, 0, 0});
    for (const Run &run : runs) {
        Statistics &s = statistics[labels.root(run.label)];
        s.left = std::min(s.left, run.first);
        s.right = std::max(s.right, run.last + 1);
        s.top = std::min(s.top, run.row);
        s.bottom = std::max(s.bottom, run.row + 1);
        s.area += run.last - run.first + 1;
        s.border += 2;
        const uint8_t *row = plane.base + run.row * plane.bytes_per_row;
        const float *mean = &surroundings.mean[static_cast<size_t>(run.row) * plane.width];
        const float *deviation = &surroundings.deviation[static_cast<size_t>(run.row) * plane.width];
        for (int x = run.first; x <= run.last; x++) {
            s.brightness += row[x];
            s.ground += mean[x] + (is_dark ? deviation[x] : -deviation[x]);
        }
    }
    return statistics;
}

/// Moves along the runs of a row and the runs of another row at the same time. For each run of the first row, counts its pixels that runs of the
/// other row cover.
class Cover {
public:
    Cover(const std::vector<Run> &runs, int rows) : runs(runs), rows(rows) {}

    int operator()(const Run &run) {
        const int row = run.row + rows;
        while (next < runs.size() && (runs[next].row < row || (runs[next].row == row && runs[next].last < run.first))) next++;
        int covered = 0;
        for (size_t other = next; other < runs.size() && runs[other].row == row && runs[other].first <= run.last; other++)
            covered += std::min(runs[other].last, run.last) - std::max(runs[other].first, run.first) + 1;
        return covered;
    }

private:
    const std::vector<Run> &runs;
    const int rows;
    size_t next = 0;
};

/// Adds the upper and lower sides of runs to the borders, where no run of the neighbouring row covers them.
void add_cracks(const std::vector<Run> &runs, Labels &labels, std::vector<Statistics> &statistics) {
    Cover above(runs, -1), below(runs, 1);
    for (const Run &run : runs)
        statistics[labels.root(run.label)].border += 2 * (run.last - run.first + 1) - above(run) - below(run);
}

bool looks_like_letter(const Component &c) {
    const int width = c.width(), height = c.height();
    if (height < 6 || height > 72 || width < 2 || width > 10 * height || width > 220) return false;
    if (height > 8 * width && height > 24) return false;
    const float fill = static_cast<float>(c.area) / (width * height);
    if (fill < 0.12f || (fill > 0.92f && width > height)) return false;
    const float stroke = c.stroke();
    if (stroke > 0.75f * height && stroke > 0.75f * width) return false;
    return c.contrast >= 14;
}

} // namespace

std::vector<Component> find_components(const GrayView &plane, const Surroundings &surroundings, bool is_dark) {
    Labels labels;
    const std::vector<Run> runs = find_runs(plane, surroundings, is_dark, labels);
    std::vector<Statistics> statistics = measure(plane, surroundings, is_dark, runs, labels);
    add_cracks(runs, labels, statistics);
    std::vector<Component> components;
    for (size_t label = 0; label < statistics.size(); label++) {
        const Statistics &s = statistics[label];
        if (s.area < 8 || labels.parents[label] != static_cast<int>(label)) continue;
        const Component component = {
            s.left, s.top, s.right, s.bottom, s.area, s.border, s.brightness / s.area, std::fabs(s.ground - s.brightness) / s.area};
        if (looks_like_letter(component)) components.push_back(component);
    }
    return components;
}

} // namespace text
