// Pooling row by row. First the rows of pixels under a row of windows are folded into one row, then the pixels of that row under each window. In this
// way a pixel is compared with, or added to, the pixels above and below it only once, however many windows of the row cover it.

#include "Pooling.h"
#include "Tiles.hpp"
#include "Vectors.hpp"
#include <Processor.h>
#include <Team.h>

#include <algorithm>

using namespace kernels;
using namespace vectors;

namespace {

using Work = KernelChannelPooling;

constexpr int64_t elements_for_threads = 1 << 14;

/// The maximum number of elements of a folded row, so that it stays in the L1 cache. A folded row has, for each column of the image, the sums or
/// maxima over the rows that a row of windows covers.
constexpr int64_t kept = 8192;

/// If all channels of enough pixels would need too much room, the channels are divided into parts. The number of channels of each part but the last
/// is a multiple of this number.
constexpr int64_t channel_step = 32;

/// The widest window for which there is room with `channel_step` channels.
constexpr int64_t widest = kept / channel_step;

template <typename Number, int Lanes> using Vector = Number __attribute__((ext_vector_type(Lanes)));

// MARK: Reductions of the numbers under a window

/// The maximum of float32 numbers; NaN if one of them is NaN.
struct Maximum {
    using Element = float;
    using Folded = float;

    template <int Lanes> KERNEL_INLINE void read(const Element *source, Vector<Folded, Lanes> &values) {
        std::memcpy(&values, source, sizeof values);
    }

    template <int Lanes> KERNEL_INLINE void combine(Vector<Folded, Lanes> &values, const Vector<Folded, Lanes> &others) {
        // A comparison with NaN is false, so NaN stays in `values` and is set explicitly from `others`.
        const Vector<Folded, Lanes> larger = others > values ? others : values;
        values = others != others ? __builtin_nanf("") : larger;
    }

    template <int Lanes> KERNEL_INLINE void write(Element *destination, const Vector<Folded, Lanes> &values, float) {
        std::memcpy(destination, &values, sizeof values);
    }
};

/// The maximum of bfloat16 numbers, compared as integers in the same order. NaN of either sign is above all other numbers.
struct NarrowMaximum {
    using Element = uint16_t;
    using Folded = int16_t;

    /// The number of negative bit patterns that are NaN. If all patterns are shifted down by this number, NaN wraps around to the upper end.
    static constexpr uint16_t shift = 0x7f;
    /// The number from which the bits of a negative number are subtracted. The subtraction reverses their order, because these bits grow as the
    /// number falls.
    static constexpr uint16_t turn = 0x7fff - shift;

    template <int Lanes> KERNEL_INLINE void read(const Element *source, Vector<Folded, Lanes> &values) {
        Vector<Element, Lanes> bits;
        std::memcpy(&bits, source, sizeof bits);
        std::memcpy(&values, &bits, sizeof bits);
        const Vector<Element, Lanes> places = values < 0 ? turn - bits : bits - shift;
        std::memcpy(&values, &places, sizeof places);
    }

    template <int Lanes> KERNEL_INLINE void combine(Vector<Folded, Lanes> &values, const Vector<Folded, Lanes> &others) {
        values = __builtin_elementwise_max(values, others);
    }

    template <int Lanes> KERNEL_INLINE void write(Element *destination, const Vector<Folded, Lanes> &values, float) {
        Vector<Element, Lanes> places;
        std::memcpy(&places, &values, sizeof places);
        const Vector<Element, Lanes> shifted = places + shift;
        Vector<Folded, Lanes> signs;
        std::memcpy(&signs, &shifted, sizeof shifted);
        const Vector<Element, Lanes> bits = signs < 0 ? turn - places : shifted;
        std::memcpy(destination, &bits, sizeof bits);
    }
};

/// The sum of float32 or bfloat16 numbers, multiplied by a factor.
template <typename Number> struct Average {
    using Element = Number;
    using Folded = float;

    template <int Lanes> KERNEL_INLINE void read(const Element *source, Vector<Folded, Lanes> &values) {
        vectors::read<Lanes>(source, values);
    }

    template <int Lanes> KERNEL_INLINE void combine(Vector<Folded, Lanes> &values, const Vector<Folded, Lanes> &others) {
        values += others;
    }

    template <int Lanes> KERNEL_INLINE void write(Element *destination, const Vector<Folded, Lanes> &values, float factor) {
        vectors::write<Lanes>(destination, values * factor);
    }
};

// MARK: Vector loops

/// `count` runs of `length` elements, whose starts are `step` elements apart. Each run is combined, element by element, with the runs at the same
/// position in the other `rows` and `planes`.
struct Runs {
    int64_t count, step, length;
    int64_t planes, plane_step, rows, row_step;
};

/// `count` windows of `pixels` consecutive pixels, each of `length` numbers. The windows begin `step` numbers apart, and their results lie
/// `result_step` apart. Sums are multiplied by `factor`.
struct Windows {
    int64_t count, step, pixels, length, result_step;
    float factor;
};

/// The number of lanes for data that is shorter than a vector of `lanes`.
constexpr int fewer(int lanes) { return lanes > 4 ? lanes / 2 : 1; }

/// The start of the vector after the vector at `i`. The last vector ends with the data, and may overlap the vector before it.
template <int Lanes> KERNEL_INLINE int64_t next(int64_t i, int64_t length) {
    return i + Lanes < length ? std::min(i + Lanes, length - Lanes) : length;
}

/// Combines a run of at least `Lanes` elements with the runs at the same position in the other rows and planes.
template <typename Reduction, int Lanes>
KERNEL_INLINE void fold_run(const typename Reduction::Element *source, const Runs &runs, typename Reduction::Folded *folded) {
    for (int64_t i = 0; i < runs.length; i = next<Lanes>(i, runs.length)) {
        Vector<typename Reduction::Folded, Lanes> values, others;
        Reduction::template read<Lanes>(source + i, values);
        for (int64_t plane = 0; plane < runs.planes; plane++) {
            const auto *rows = source + i + plane * runs.plane_step;
            for (int64_t row = plane == 0 ? 1 : 0; row < runs.rows; row++) {
                Reduction::template read<Lanes>(rows + row * runs.row_step, others);
                Reduction::template combine<Lanes>(values, others);
            }
        }
        std::memcpy(folded + i, &values, sizeof values);
    }
}

template <typename Reduction, int Lanes>
KERNEL_INLINE void fold_rows(const typename Reduction::Element *source, const Runs runs, typename Reduction::Folded *folded) {
    for (int64_t run = 0; run < runs.count; run++)
        fold_run<Reduction, Lanes>(source + run * runs.step, runs, folded + run * runs.length);
}

/// Computes the results of windows from a folded row. Each window covers `Pixels` pixels, or any number if that is 0, and each pixel has at least
/// `Lanes` numbers.
template <typename Reduction, int Lanes, int Pixels>
KERNEL_INLINE void fold_windows(
    const typename Reduction::Folded *folded, const Windows &windows, typename Reduction::Element *result) {
    const int64_t pixels = Pixels > 0 ? Pixels : windows.pixels, length = windows.length;
    for (int64_t i = 0; i < length; i = next<Lanes>(i, length)) {
        const auto *from = folded + i;
        auto *to = result + i;
        for (int64_t window = 0; window < windows.count; window++, from += windows.step, to += windows.result_step) {
            Vector<typename Reduction::Folded, Lanes> values, others;
            std::memcpy(&values, from, sizeof values);
            for (int64_t pixel = 1; pixel < pixels; pixel++) {
                std::memcpy(&others, from + pixel * length, sizeof others);
                Reduction::template combine<Lanes>(values, others);
            }
            Reduction::template write<Lanes>(to, values, windows.factor);
        }
    }
}

template <typename Reduction, int Lanes>
KERNEL_INLINE void fold_columns(
    const typename Reduction::Folded *folded, const Windows windows, typename Reduction::Element *result) {
    switch (windows.pixels) {
    case 2: return fold_windows<Reduction, Lanes, 2>(folded, windows, result);
    case 3: return fold_windows<Reduction, Lanes, 3>(folded, windows, result);
    default: return fold_windows<Reduction, Lanes, 0>(folded, windows, result);
    }
}

struct Kernel {
    int64_t element_size, folded_size;
    void (*fold_rows)(const void *source, const Runs &runs, void *folded);
    void (*fold_columns)(const void *folded, const Windows &windows, void *result);
};

struct Kernels {
    Kernel maximum, narrow_maximum, average, narrow_average;
};

/// The kernels for vectors of `size` bytes, compiled with `attributes`. Long rows are processed four vectors at a time.
#define KERNELS(name, attributes, size)                                                                                                \
    template <typename Reduction, int Lanes>                                                                                           \
    attributes __attribute__((noinline)) void name##_rows(const void *source, const Runs &runs, void *folded) {                        \
        if constexpr (Lanes > 1)                                                                                                       \
            if (runs.length < Lanes) return name##_rows<Reduction, fewer(Lanes)>(source, runs, folded);                                \
        fold_rows<Reduction, Lanes>(                                                                                                   \
            static_cast<const typename Reduction::Element *>(source), runs, static_cast<typename Reduction::Folded *>(folded));        \
    }                                                                                                                                  \
    template <typename Reduction, int Lanes>                                                                                           \
    attributes __attribute__((noinline)) void name##_columns(const void *folded, const Windows &windows, void *result) {               \
        if constexpr (Lanes > 1)                                                                                                       \
            if (windows.length < Lanes) return name##_columns<Reduction, fewer(Lanes)>(folded, windows, result);                       \
        fold_columns<Reduction, Lanes>(                                                                                                \
            static_cast<const typename Reduction::Folded *>(folded), windows, static_cast<typename Reduction::Element *>(result));     \
    }                                                                                                                                  \
    template <typename Reduction> constexpr Kernel name##_kernel() {                                                                   \
        constexpr int lanes = size / sizeof(typename Reduction::Folded);                                                               \
        return {                                                                                                                       \
            sizeof(typename Reduction::Element), sizeof(typename Reduction::Folded), name##_rows<Reduction, 4 * lanes>,                \
            name##_columns<Reduction, lanes>};                                                                                         \
    }                                                                                                                                  \
    constexpr Kernels name{                                                                                                            \
        name##_kernel<Maximum>(), name##_kernel<NarrowMaximum>(), name##_kernel<Average<float>>(),                                     \
        name##_kernel<Average<uint16_t>>()};

#if defined(__x86_64__)
KERNELS(wide, KERNEL_WIDE, 64)
KERNELS(medium, KERNEL_MEDIUM, 32)
#endif
KERNELS(narrow, , 16)

/// The kernels for the longest vectors that this processor has.
const Kernels &kernels() {
#if defined(__x86_64__)
    if (processor_has_512_bit_vectors()) return wide;
    if (processor_has_256_bit_vectors()) return medium;
#endif
    return narrow;
}

const Kernel &kernel(const Work &work) {
    const bool is_narrow = work.type == KernelElementBFloat16;
    if (work.kind == KernelPoolingMaximum) return is_narrow ? kernels().narrow_maximum : kernels().maximum;
    return is_narrow ? kernels().narrow_average : kernels().average;
}

// MARK: Rows of windows

/// The positions along an axis that a window covers.
struct Range {
    int64_t first, end;

    int64_t count() const { return end - first; }
};

Range covered(const Work &work, int axis, int64_t window) {
    const int64_t start = window * work.strides[axis] - work.padding_before[axis];
    return {std::max<int64_t>(start, 0), std::min(start + work.kernel[axis], work.input[axis])};
}

/// The minimum number of columns of a folded row. With fewer, groups of windows that are processed one after the other would more often fold the same
/// columns again.
int64_t kept_columns(const Work &work) {
    return std::min(work.input[2], std::clamp<int64_t>(4 * work.kernel[2], 16, widest));
}

/// The division of a pooling into rows of windows. Each row is divided into parts of `channels` channels. The last part of a row may have fewer.
struct Division {
    int64_t rows, parts, channels;
    /// The number of windows of a row that are processed together.
    int64_t windows;
    /// The windows of a row that lie completely inside the image's columns.
    Range whole;

    Division(const Work &work, int threads) : rows(work.images * work.result[0] * work.result[1]) {
        const int64_t most = kept / kept_columns(work) / channel_step * channel_step;
        const int64_t wanted = 4 * threads;
        parts = up(work.channels, most);
        // Few rows are divided until the threads have equal shares.
        while (rows * parts < wanted && rows * parts % threads != 0 && up(work.channels, parts) > channel_step) parts++;
        channels = parts > 1 ? up(up(work.channels, parts), channel_step) * channel_step : work.channels;
        parts = up(work.channels, channels);
        const int64_t width = kept / channels;
        windows = width >= work.input[2] ? work.result[2] : 1 + std::max<int64_t>(0, width - work.kernel[2]) / work.strides[2];
        const int64_t room = work.input[2] + work.padding_before[2] - work.kernel[2];
        whole = {up(work.padding_before[2], work.strides[2]), room < 0 ? 0 : std::min(room / work.strides[2] + 1, work.result[2])};
    }

    int64_t units() const { return rows * parts; }
};

struct Run {
    const Work &work;
    const Kernel &kernel;
    Division division;
    const char *source;
    char *destination;
};

/// Some channels of a row of windows: the part of the image below the windows, its address, and the results' address.
struct Row {
    const Run &run;
    int64_t length;
    Range planes, rows;
    const char *source;
    char *result;

    Row(const Run &run, int64_t unit) : run(run) {
        const auto &work = run.work;
        const int64_t index = unit / run.division.parts, channel = unit % run.division.parts * run.division.channels;
        const int64_t slice = index / work.result[1], image = slice / work.result[0];
        length = std::min(run.division.channels, work.channels - channel);
        planes = covered(work, 0, slice % work.result[0]);
        rows = covered(work, 1, index % work.result[1]);
        const int64_t first = ((image * work.input[0] + planes.first) * work.input[1] + rows.first) * work.input[2];
        source = run.source + (first * work.channels + channel) * run.kernel.element_size;
        result = run.destination + (index * work.result[2] * work.channels + channel) * run.kernel.element_size;
    }
};

/// Computes the folded row for `windows`: for each column, the sums or maxima over the rows of the image that the windows cover. Returns the first
/// column of the image.
int64_t fold_rows(const Row &row, const Range &windows, char *folded) {
    const auto &work = row.run.work;
    const Range columns{covered(work, 2, windows.first).first, covered(work, 2, windows.end - 1).end};
    const int64_t row_step = work.input[2] * work.channels;
    Runs runs{columns.count(), work.channels, row.length, row.planes.count(), work.input[1] * row_step, row.rows.count(), row_step};
    if (row.length == work.channels) {
        // The runs are contiguous, so they become a single run.
        runs.length *= runs.count;
        runs.count = 1;
    }
    row.run.kernel.fold_rows(row.source + columns.first * work.channels * row.run.kernel.element_size, runs, folded);
    return columns.first;
}

/// Computes the results of windows that cover equally many columns from the folded row, which begins at the image's column `left`.
void fold_columns(const Row &row, const Range &windows, int64_t left, const char *folded) {
    const auto &work = row.run.work;
    const auto &kernel = row.run.kernel;
    const Range columns = covered(work, 2, windows.first);
    const int64_t numbers = work.kind == KernelPoolingAverageWithPadding ? work.kernel[0] * work.kernel[1] * work.kernel[2]
                                                                           : row.planes.count() * row.rows.count() * columns.count();
    kernel.fold_columns(
        folded + (columns.first - left) * row.length * kernel.folded_size,
        {windows.count(), work.strides[2] * row.length, columns.count(), row.length, work.channels, 1.0f / static_cast<float>(numbers)},
        row.result + windows.first * work.channels * kernel.element_size);
}

void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const auto &division = run.division;
    alignas(64) char folded[kept * sizeof(float)];
    for (int64_t unit = division.units() * index / count; unit < division.units() * (index + 1) / count; unit++) {
        const Row row(run, unit);
        for (int64_t first = 0; first < run.work.result[2]; first += division.windows) {
            const Range windows{first, std::min(first + division.windows, run.work.result[2])};
            const int64_t left = fold_rows(row, windows, folded);
            for (int64_t window = first; window < windows.end;) {
                const bool is_whole = window >= division.whole.first && window < division.whole.end;
                const int64_t end = is_whole ? std::min(division.whole.end, windows.end) : window + 1;
                fold_columns(row, {window, end}, left, folded);
                window = end;
            }
        }
    }
}

} // namespace

bool kernel_has_channel_pooling(const Work *work) {
    if (work->type != KernelElementFloat32 && work->type != KernelElementBFloat16) return false;
    for (int axis = 0; axis < 3; axis++) {
        if (work->result[axis] < 1) return false;
        for (int64_t window : {int64_t(0), work->result[axis] - 1})
            if (covered(*work, axis, window).count() < 1) return false;
    }
    return work->images > 0 && work->channels > 0 && std::min(work->kernel[2], work->input[2]) <= widest;
}

void kernel_channel_pooling_run(const Work *work, const void *source, void *destination, int threads) {
    const bool alone = work->images * work->channels * work->input[0] * work->input[1] * work->input[2] < elements_for_threads;
    const int parts = alone ? 1 : std::max(threads, 1);
    Run run{*work, kernel(*work), Division(*work, parts), static_cast<const char *>(source), static_cast<char *>(destination)};
    team_run(parts, run_share, &run);
}
