#ifndef CDESCRIPTORS_H
#define CDESCRIPTORS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Descriptors that another process passes over a local socket (SCM_RIGHTS). Swift has neither the macros for them nor those for seals.

// Receives bytes, as `recv` does, and a descriptor that was sent with them. `*descriptor` is set to that descriptor, which the caller must close, or
// to -1 if none was sent. If several were sent, the first is kept and the others are closed.
ssize_t cdescriptors_receive(int32_t socket, void *bytes, size_t count, int32_t *descriptor);

// Whether a descriptor is that of a file in memory that cannot be shortened any more (F_SEAL_SHRINK).
int32_t cdescriptors_is_sealed(int32_t descriptor);

#endif
