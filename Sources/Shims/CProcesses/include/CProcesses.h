#ifndef CPROCESSES_H
#define CPROCESSES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Programs that run as processes of their own, and files in memory for them. Swift does not have all of the system's functions for this.

typedef struct {
    int32_t identifier;
    // The descriptors from which the program's output and its messages are read. The caller closes them.
    int32_t output, messages;
} CProcess;

// Starts a program. It has `input` open for reading as descriptor 3, its output and its messages go to pipes, and it has no other descriptors of this
// process, if the C library can close them. It is the leader of a process group. No shell is involved.
//
// `words` and `environment` end with a null pointer. The first word is the name of the program, which is looked up in PATH. `memory` is the maximum
// size of the program's address space in bytes, and `seconds` its maximum processor time.
//
// Returns 0, or the system's error: ENOENT if there is no such program.
int32_t cprocesses_start(
    char *const _Nullable *_Nonnull words, char *const _Nullable *_Nonnull environment, int32_t input, uint64_t memory, uint64_t seconds,
    CProcess *_Nonnull process);

// Makes a file in memory, which has no path. Returns its descriptor, or -1 with the reason in `errno`.
int32_t cprocesses_memory_file(void);

#ifdef __cplusplus
}
#endif

#endif
