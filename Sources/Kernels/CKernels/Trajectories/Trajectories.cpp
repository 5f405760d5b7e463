#include "Trajectories.h"

#include <Instructions.h>
#include "Components.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

namespace trajectories {

/// The greatest difference, in eighths of a step of luminance. The sum of nine such differences fits into 16 bits.
constexpr int16_t largest_difference = 3640;
/// The greatest deviation, in 72nds of a step of luminance. Six times this value fits into 16 bits.
constexpr int16_t largest_deviation = 5400;
/// The least difference that is noticed: five steps of luminance. The unit of smoothed differences is a 72nd of a step.
constexpr int smallest_threshold = 5 * 72;
/// The greatest amount by which the scene learns from a pixel that differs, in 64ths of a step of luminance. It is so small that a slow object leaves
/// no trail.
constexpr int16_t slow_step = 8;
/// The grid of samples from which the camera's noise and changes of light are estimated.
constexpr int samples_across = 96, samples_down = 64;

/// The change that all pixels of a plane have in common.
struct Change {
    /// The difference in brightness between the plane and the scene, in 64ths of a step of luminance.
    int16_t offset;
    /// The upper bound of the camera's noise, in 72nds of a step of luminance.
    int16_t threshold;
    /// The learning rate of the scene as a shift: it learns 2^-shift of a difference.
    int shift;
    /// The amount by which a pixel's deviation grows in each frame in which the pixel differs, in 72nds of a step of luminance. If a pixel differs
    /// for a long time, the scene itself is moving there.
    int restlessness;
};

/// The kernels that are faster with wide vectors, compiled for one set of instructions.
struct Table {
    void (*sum_across)(const uint8_t *, const int16_t *, int32_t, int16_t, int16_t *, int16_t *);
    int32_t (*judge)(const uint8_t *, const int16_t *const[3], int32_t, const Change &, int16_t *, int16_t *, int16_t *);
};

#define KERNELS "Trajectories/Compare.inl"
#include "../EachInstructionSet.inl"

static const uint8_t *row(const GrayView &plane, int64_t y) { return plane.base + y * plane.bytes_per_row; }

static int median(std::vector<int> &values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Estimates the change of brightness that all pixels have in common, from a grid of samples of 3 × 3 pixels each. Most samples are assumed to show
/// the scene and no moving object.
static Change change(const GrayView &plane, const TrajectoryScene &scene, int32_t frame) {
    std::vector<int> differences, sizes;
    const int across = std::min(samples_across, plane.width - 2), down = std::min(samples_down, plane.height - 2);
    for (int j = 0; j < down; j++) {
        for (int i = 0; i < across; i++) {
            const int64_t x = 1 + static_cast<int64_t>(i) * (plane.width - 2) / across;
            const int64_t y = 1 + static_cast<int64_t>(j) * (plane.height - 2) / down;
            int sum = 0;
            for (int64_t v = y - 1; v <= y + 1; v++)
                for (int64_t u = x - 1; u <= x + 1; u++) sum += (row(plane, v)[u] << 6) - scene.luminance[v * plane.width + u];
            differences.push_back(sum / 8);
        }
    }
    const int middle = median(differences);
    for (int difference : differences) sizes.push_back(std::abs(difference - middle));
    // The threshold is 5.5 standard deviations, which are estimated from the median.
    const int noise = static_cast<int>(1.4826 * 5.5 * median(sizes));
    Change change;
    change.offset = static_cast<int16_t>(std::clamp(middle * 8 / 9, -16000, 16000));
    change.threshold = static_cast<int16_t>(std::clamp(noise, smallest_threshold, 32000));
    change.shift = frame < 2 ? 1 : frame < 4 ? 2 : frame < 8 ? 3 : 4;
    change.restlessness = 4;
    return change;
}

/// Compares a plane with the scene, which learns from it. Returns the number of pixels that differ in each row.
static std::vector<int32_t> compare(const GrayView &plane, const TrajectoryScene &scene, const Change &change, int16_t *strength) {
    const int32_t width = plane.width, height = plane.height;
    std::vector<int16_t> memory(static_cast<size_t>(width) * 4);
    int16_t *sums[3] = {memory.data(), memory.data() + width, memory.data() + 2 * static_cast<int64_t>(width)};
    int16_t *difference = memory.data() + 3 * static_cast<int64_t>(width);
    const Table &table = chosen();
    const auto sum = [&](int32_t y) {
        table.sum_across(row(plane, y), scene.luminance + static_cast<int64_t>(y) * width, width, change.offset, difference, sums[y % 3]);
    };
    std::vector<int32_t> counts(static_cast<size_t>(height));
    sum(0);
    for (int32_t y = 0; y < height; y++) {
        if (y + 1 < height) sum(y + 1);
        const int16_t *const rows[3] = {sums[std::max(y - 1, 0) % 3], sums[y % 3], sums[std::min(y + 1, height - 1) % 3]};
        const int64_t first = static_cast<int64_t>(y) * width;
        counts[static_cast<size_t>(y)] = table.judge(
            row(plane, y), rows, width, change, scene.luminance + first, scene.deviation + first, strength + first);
    }
    return counts;
}

static int blobs(
    const GrayView &plane, const TrajectoryScene &scene, int32_t frame, int32_t smallest_area, TrajectoryBlob *blobs, int32_t capacity) {
    const int64_t count = static_cast<int64_t>(plane.width) * plane.height;
    std::vector<int16_t> strength(static_cast<size_t>(count));
    const auto counts = compare(plane, scene, change(plane, scene, frame), strength.data());
    int64_t differing = 0;
    for (int32_t pixels : counts) differing += pixels;
    if (3 * differing > count) {
        trajectories_begin(&plane, scene);
        return 0;
    }
    auto found = components(strength.data(), counts.data(), plane.width, plane.height);
    found.erase(std::remove_if(found.begin(), found.end(), [&](const auto &blob) { return blob.area < smallest_area; }), found.end());
    const auto kept = std::min(found.size(), static_cast<size_t>(capacity));
    std::partial_sort(
        found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(),
        [](const auto &one, const auto &other) { return one.area > other.area; });
    std::copy(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), blobs);
    return static_cast<int>(kept);
}

} // namespace trajectories

void trajectories_begin(const GrayView *plane, TrajectoryScene scene) {
    for (int32_t y = 0; y < plane->height; y++) {
        const uint8_t *pixels = plane->base + y * plane->bytes_per_row;
        int16_t *luminance = scene.luminance + static_cast<int64_t>(y) * plane->width;
        for (int32_t x = 0; x < plane->width; x++) luminance[x] = static_cast<int16_t>(pixels[x] << 6);
    }
    std::fill_n(scene.deviation, static_cast<int64_t>(plane->width) * plane->height, int16_t(0));
}

int trajectories_blobs(
    const GrayView *plane, TrajectoryScene scene, int32_t frame, int32_t smallest_area, TrajectoryBlob *blobs, int32_t capacity) {
    try {
        return trajectories::blobs(*plane, scene, frame, smallest_area, blobs, capacity);
    } catch (const std::bad_alloc &) {
        return -1;
    }
}
