#pragma once

#include <stdbool.h>
#include <stdint.h>

// The threads of Team.hpp, for C and Swift.

#ifdef __cplusplus
extern "C" {
#endif

/// Runs `body(index, count, context)` for `parts` parts, in parallel on free threads and the caller's thread. If it is called inside a part, the
/// parts run one after the other.
void team_run(int parts, void (*body)(int index, int count, void *context), void *context);

/// The number of parts that this thread may run in parallel: the limit that was set, or 1 inside a part.
int team_thread_limit(void);

/// The number of cores that this process may use. The process's affinity and the quota of its control group limit this number.
int team_available_cores(void);

/// The number of bytes of memory that the machine has or that the control group allows, whichever is less.
int64_t team_available_memory(void);

#ifdef __cplusplus
}
#endif
