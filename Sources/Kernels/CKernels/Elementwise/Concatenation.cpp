#include "Concatenation.h"
#include "Tiles.hpp"
#include "Vectors.hpp"
#include <Processor.h>
#include <Team.h>

#include <algorithm>

using namespace kernels;

namespace {

constexpr int64_t bytes_for_threads = 1 << 15;

/// The maximum length in bytes of pieces that are copied by the loops here. The system's functions copy pieces beyond this length.
constexpr int64_t longest = 1 << 11;

/// The number of bytes of the result that are filled at a time, part after part, while they are in the L1 cache.
constexpr int64_t near_bytes = 1 << 14;

/// The size of a cache line. Threads that share a piece copy whole lines.
constexpr int64_t line = 64;

/// Contiguous pieces of `length` bytes, and their destination.
struct Pieces {
    const char *source;
    char *result;
    int64_t count, length, result_step;
};

template <int Size> using Bytes = uint8_t __attribute__((ext_vector_type(Size)));

/// Copies pieces of at least `Size` bytes. The last vector of a piece may overlap the vector before it.
template <int Size> KERNEL_INLINE void copy_vectors(const Pieces pieces) {
    const char *from = pieces.source;
    char *to = pieces.result;
    for (int64_t piece = 0; piece < pieces.count; piece++, from += pieces.length, to += pieces.result_step) {
        Bytes<Size> bytes;
        for (int64_t i = 0; i + Size < pieces.length; i += Size) {
            std::memcpy(&bytes, from + i, Size);
            std::memcpy(to + i, &bytes, Size);
        }
        std::memcpy(&bytes, from + pieces.length - Size, Size);
        std::memcpy(to + pieces.length - Size, &bytes, Size);
    }
}

/// Copies pieces with vectors of up to `Size` bytes.
template <int Size> KERNEL_INLINE void copy_pieces(const Pieces &pieces) {
    if constexpr (Size > 1)
        if (pieces.length < Size) return copy_pieces<Size / 2>(pieces);
    copy_vectors<Size>(pieces);
}

using Copy = void (*)(const Pieces &pieces);

#if defined(__x86_64__)
KERNEL_WIDE void copy_wide(const Pieces &pieces) { copy_pieces<64>(pieces); }
KERNEL_MEDIUM void copy_medium(const Pieces &pieces) { copy_pieces<32>(pieces); }
#endif
void copy_narrow(const Pieces &pieces) { copy_pieces<16>(pieces); }

/// The copy function with the longest vectors that this processor has.
Copy copy() {
#if defined(__x86_64__)
    if (processor_has_512_bit_vectors()) return copy_wide;
    if (processor_has_256_bit_vectors()) return copy_medium;
#endif
    return copy_narrow;
}

struct Run {
    const KernelConcatenation &work;
    void *const *addresses;
    Copy copy;
    /// The number of bytes in a row.
    int64_t width;

    char *result() const { return static_cast<char *>(addresses[0]); }
    const char *part(int index) const { return static_cast<const char *>(addresses[index + 1]); }
};

/// Copies the rows from `first` on.
void copy_rows(const Run &run, int64_t first, int64_t end) {
    char *result = run.result() + first * run.width;
    for (int part = 0; part < run.work.count; part++) {
        const int64_t length = run.work.lengths[part];
        const Pieces pieces{run.part(part) + first * length, result, end - first, length, run.width};
        result += length;
        if (length > longest)
            for (int64_t row = 0; row < pieces.count; row++)
                std::memcpy(pieces.result + row * run.width, pieces.source + row * length, static_cast<size_t>(length));
        else if (length > 0)
            run.copy(pieces);
    }
}

/// Runs a thread's part of the work if rows are divided among the threads.
void run_rows(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const int64_t end = run.work.rows * (index + 1) / count, step = std::max<int64_t>(1, near_bytes / run.width);
    for (int64_t row = run.work.rows * index / count; row < end; row += step) copy_rows(run, row, std::min(row + step, end));
}

/// Runs a thread's part of the work if each piece is divided among the threads.
void run_pieces(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    for (int64_t row = 0; row < run.work.rows; row++) {
        char *result = run.result() + row * run.width;
        for (int part = 0; part < run.work.count; part++) {
            const int64_t length = run.work.lengths[part], lines = up(length, line);
            const int64_t begin = lines * index / count * line, end = std::min(lines * (index + 1) / count * line, length);
            if (begin < end) std::memcpy(result + begin, run.part(part) + row * length + begin, static_cast<size_t>(end - begin));
            result += length;
        }
    }
}

} // namespace

void kernel_concatenation_run(const KernelConcatenation *work, void *const *addresses, int threads) {
    Run run{*work, addresses, copy(), 0};
    for (int part = 0; part < work->count; part++) run.width += work->lengths[part];
    if (run.width * work->rows < bytes_for_threads) threads = 1;
    team_run(threads, work->rows < 4 * threads ? run_pieces : run_rows, &run);
}
