#include "CUnfairLock.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// The states of a lock, as in Drepper's "Futexes Are Tricky". Freeing a lock takes a kernel call only if another thread may be waiting for it.
enum { isFree = 0, isTaken = 1, isAwaited = 2 };

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
    uint32_t expected = isFree;
    return __atomic_compare_exchange_n(
        &lock->_os_unfair_lock_opaque, &expected, isTaken, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    if (os_unfair_lock_trylock(lock)) return;
    while (__atomic_exchange_n(&lock->_os_unfair_lock_opaque, isAwaited, __ATOMIC_ACQUIRE) != isFree) {
        syscall(SYS_futex, &lock->_os_unfair_lock_opaque, FUTEX_WAIT_PRIVATE, isAwaited, NULL, NULL, 0);
    }
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    if (__atomic_exchange_n(&lock->_os_unfair_lock_opaque, isFree, __ATOMIC_RELEASE) == isAwaited) {
        syscall(SYS_futex, &lock->_os_unfair_lock_opaque, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
}
