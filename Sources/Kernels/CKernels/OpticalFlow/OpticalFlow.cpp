#include "OpticalFlow.h"

#include <Instructions.h>
#include "Planes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <vector>

// Vectors are passed only within this file, so that caller and callee are compiled for the same instructions.
#pragma clang diagnostic ignored "-Wpsabi"

// Finds the flow from coarse to fine. Each level matches patches by inverse search, starting from the flow of the level before (Kroeger, Timofte, Dai
// and Van Gool, Fast Optical Flow using Dense Inverse Search, 2016). The patches vote for the flow of their pixels. Equations for all pixels together
// then make the flow smooth except at its edges (Brox, Bruhn, Papenberg and Weickert, High Accuracy Optical Flow Estimation Based on a Theory for
// Warping, 2004).

namespace optical_flow {

/// The kernels that are faster with wide vectors, compiled for one set of instructions.
struct Table {
    void (*improve)(const Picture &from, const Picture &to, const OpticalFlowEffort &effort, Flow &flow);
};

#define KERNELS "OpticalFlow/Kernels.inl"
#include "../EachInstructionSet.inl"

/// The least length of a plane's sides, in pixels. Smaller planes have room for too few patches.
constexpr int shortest_side = 16;

/// The image pyramid: the plane, and the planes that result from halving it again and again. Each is extended beyond its borders.
static std::vector<Picture> pyramid(const GrayView &plane) {
    std::vector<Picture> levels{Picture(plane)};
    while (std::min(levels.back().width, levels.back().height) / 2 >= shortest_side) {
        const Picture &last = levels.back();
        const GrayView larger{last.pixel(0, 0), last.stride, last.width, last.height};
        const GrayView half{nullptr, larger.width / 2, larger.width / 2, larger.height / 2};
        std::vector<uint8_t> pixels(static_cast<size_t>(half.bytes_per_row) * static_cast<size_t>(half.height));
        gray_halve(&larger, pixels.data(), half.bytes_per_row);
        levels.push_back(Picture({pixels.data(), half.bytes_per_row, half.width, half.height}));
    }
    return levels;
}

/// A position between two elements of a row or column.
struct Between {
    int first, second;
    float share;

    /// - place: in pixels of the coarse field. The middle of its first pixel is at 0.
    Between(float place, int count) {
        place = std::clamp(place, 0.0f, static_cast<float>(count - 1));
        first = static_cast<int>(place), second = std::min(first + 1, count - 1), share = place - static_cast<float>(first);
    }
};

/// The flow, enlarged by the factor `scale`.
template <typename Put>
static void enlarge(const Flow &coarse, int scale, int width, int height, const Put &put) {
    const float step = 1.0f / static_cast<float>(scale), start = 0.5f * step - 0.5f;
    std::vector<Between> columns;
    for (int x = 0; x < width; x++) columns.emplace_back(static_cast<float>(x) * step + start, coarse.x.width);
    for (int y = 0; y < height; y++) {
        const Between line(static_cast<float>(y) * step + start, coarse.x.height);
        const auto value = [&](const Field &field, const Between &column) {
            const float *upper = field.row(line.first), *lower = field.row(line.second);
            const float left = upper[column.first] + line.share * (lower[column.first] - upper[column.first]);
            const float right = upper[column.second] + line.share * (lower[column.second] - upper[column.second]);
            return static_cast<float>(scale) * (left + column.share * (right - left));
        };
        for (int x = 0; x < width; x++) {
            const Between &column = columns[static_cast<size_t>(x)];
            put(x, y, value(coarse.x, column), value(coarse.y, column));
        }
    }
}

static void find(const GrayView &from, const GrayView &to, const OpticalFlowEffort &effort, float *result, int64_t floats_per_row) {
    const auto first = pyramid(from), second = pyramid(to);
    const int coarsest = static_cast<int>(first.size()) - 1, finest = std::clamp(effort.finest_level, 0, coarsest);
    Flow flow(first[static_cast<size_t>(coarsest)].width, first[static_cast<size_t>(coarsest)].height);
    for (int level = coarsest; level >= finest; level--) {
        const Picture &picture = first[static_cast<size_t>(level)];
        if (level < coarsest) {
            Flow finer(picture.width, picture.height);
            enlarge(flow, 2, picture.width, picture.height, [&](int x, int y, float u, float v) {
                finer.x.row(y)[x] = u, finer.y.row(y)[x] = v;
            });
            std::swap(flow, finer);
        }
        chosen().improve(picture, second[static_cast<size_t>(level)], effort, flow);
    }
    enlarge(flow, 1 << finest, from.width, from.height, [&](int x, int y, float u, float v) {
        result[y * floats_per_row + 2 * x] = u, result[y * floats_per_row + 2 * x + 1] = v;
    });
}

} // namespace optical_flow

int optical_flow_find(
    const GrayView *from, const GrayView *to, const OpticalFlowEffort *effort, float *flow, int64_t floats_per_row) {
    try {
        optical_flow::find(*from, *to, *effort, flow, floats_per_row);
        return 0;
    } catch (const std::bad_alloc &) {
        return -1;
    }
}
