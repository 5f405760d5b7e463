#pragma once

#include <cstdint>

// The threads that kernels run on: the OpenMP regions of the library and loops of our own share them.
//
// Libraries built with GNU OpenMP wait by spinning for milliseconds. On a machine that does anything else, that costs more than the work itself.
// These teams spin for microseconds and then sleep. Parts of the work that no other thread has begun are run by the thread that requested the work.
// That thread therefore never waits for a thread that the system does not schedule.

namespace team {

/// The number of products below which a second thread costs more time than it saves.
constexpr int64_t products_for_threads = 1 << 17;

/// Runs `body(data)` as `threads` parts, in parallel where threads are free, and returns when all have ended. Inside a part, `part_index` and
/// `part_count` say which part is running. A call from inside a part runs `body` once, as a single part.
void run_parts(int threads, void (*body)(void *), void *data) noexcept;

int part_index() noexcept;
int part_count() noexcept;
bool is_inside_part() noexcept;

/// Waits until every part of the job has called this function.
void wait_for_other_parts() noexcept;

/// Sets the maximum number of parts into which this thread divides its work, including the parallel regions of oneDNN.
void set_thread_limit(int count) noexcept;
int limit_of_thread() noexcept;

/// The number of cores that this process may use. The process's affinity and its share of a control group's quota limit this number.
int available_cores() noexcept;

/// The number of bytes of memory that the machine has or that the control group allows, whichever is less.
int64_t available_memory() noexcept;

} // namespace team
