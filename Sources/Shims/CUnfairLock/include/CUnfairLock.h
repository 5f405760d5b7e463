#ifndef CUNFAIRLOCK_H
#define CUNFAIRLOCK_H

#include <stdbool.h>
#include <stdint.h>

/// A lock of four bytes, which is free if they are zero. It is not recursive. The thread that has taken it must release it.
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

typedef struct os_unfair_lock_s os_unfair_lock_s;

/// Waits until no other thread holds the lock, and takes it.
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock);

/// Takes the lock if no thread holds it. Returns whether it was taken.
bool os_unfair_lock_trylock(os_unfair_lock_t _Nonnull lock);

/// Releases the lock, and wakes a thread that waits for it.
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock);

#endif
