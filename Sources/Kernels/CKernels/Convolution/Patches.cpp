#include "Patches.h"
#include "Vectors.hpp"
#include <Team.h>

using namespace vectors;

namespace {

/// The number of elements below which a second thread costs more time than it saves.
constexpr int64_t numbers_for_threads = 1 << 14;

struct Run {
    const KernelPatches &work;
    const void *source;
    uint16_t *result;
};

/// Cuts a row of the image into pieces, one for each patch. In the result, the pieces are `step` elements apart.
template <typename Number> KERNEL_INLINE void cut_row(const Number *source, int64_t patches, int64_t width, int64_t step, uint16_t *result) {
    for (int64_t patch = 0; patch < patches; patch++, source += width, result += step)
        for (int64_t i = 0; i < width; i++) put(result, i, element(source, i));
}

KERNEL_EACH_PROCESSOR void cut_floats(const float *source, int64_t patches, int64_t width, int64_t step, uint16_t *result) {
    cut_row(source, patches, width, step, result);
}

KERNEL_EACH_PROCESSOR void cut_halves(const uint16_t *source, int64_t patches, int64_t width, int64_t step, uint16_t *result) {
    cut_row(source, patches, width, step, result);
}

/// Runs a thread's part of the rows of patches.
void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const auto &work = run.work;
    const int64_t rows = work.height / work.patch_height, patches = work.width / work.patch_width;
    const int64_t step = work.channels * work.patch_height * work.patch_width, all = work.images * rows;
    for (int64_t row = all * index / count; row < all * (index + 1) / count; row++)
        for (int64_t channel = 0; channel < work.channels; channel++)
            for (int64_t y = 0; y < work.patch_height; y++) {
                const int64_t plane = row / rows * work.channels + channel, line = row % rows * work.patch_height + y;
                const int64_t from = (plane * work.height + line) * work.width;
                uint16_t *to = run.result + row * patches * step + (channel * work.patch_height + y) * work.patch_width;
                if (work.source == KernelElementBFloat16)
                    cut_halves(static_cast<const uint16_t *>(run.source) + from, patches, work.patch_width, step, to);
                else
                    cut_floats(static_cast<const float *>(run.source) + from, patches, work.patch_width, step, to);
            }
}

} // namespace

void kernel_patches_run(const KernelPatches *work, const void *source, void *result, int threads) {
    Run run{*work, source, static_cast<uint16_t *>(result)};
    const int64_t numbers = work->images * work->channels * work->height * work->width;
    team_run(numbers < numbers_for_threads ? 1 : threads, run_share, &run);
}
