#define _GNU_SOURCE

#include "CMappings.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { slotCount = 4096 };

// A base of 1 belongs to a slot that is being filled.
static struct {
    atomic_uintptr_t base;
    atomic_size_t count;
    atomic_int isDamaged;
} slots[slotCount];

static atomic_int used, damageCount;
static uintptr_t pageSize;
static struct sigaction former;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Replaces the part of a mapping that begins at the page of `address` with zeros. It calls only functions that are allowed in a signal handler.
static int repair(uintptr_t address) {
    int end = atomic_load(&used);
    for (int index = 0; index < end; index++) {
        uintptr_t base = atomic_load(&slots[index].base);
        size_t count = atomic_load(&slots[index].count);
        if (base <= 1 || address < base || address - base >= count) continue;
        uintptr_t page = address & ~(pageSize - 1);
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
        if (mmap((void *)page, base + count - page, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) return 0;
        if (atomic_exchange(&slots[index].isDamaged, 1) == 0) atomic_fetch_add(&damageCount, 1);
        return 1;
    }
    return 0;
}

static void handle(int number, siginfo_t *information, void *context) {
    int error = errno;
    int isRepaired = information->si_code > 0 && repair((uintptr_t)information->si_addr);
    errno = error;
    if (isRepaired) return;
    if (former.sa_flags & SA_SIGINFO) {
        former.sa_sigaction(number, information, context);
    } else if (former.sa_handler == SIG_DFL || former.sa_handler == SIG_IGN) {
        // After the handler returns, the access is repeated and ends the process.
        signal(number, SIG_DFL);
        if (information->si_code <= 0) raise(number);
    } else {
        former.sa_handler(number);
    }
}

static void install(void) {
    pageSize = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &former);
}

int32_t cmappings_guard(const void *base, size_t count) {
    pthread_once(&once, install);
    for (int index = 0; index < slotCount; index++) {
        uintptr_t expected = 0;
        if (atomic_load(&slots[index].base) != 0 || !atomic_compare_exchange_strong(&slots[index].base, &expected, 1)) continue;
        atomic_store(&slots[index].isDamaged, 0);
        // The size is rounded up to whole pages, because the last page is replaced as a whole.
        atomic_store(&slots[index].count, (count + pageSize - 1) & ~(pageSize - 1));
        int end = atomic_load(&used);
        while (end <= index && !atomic_compare_exchange_weak(&used, &end, index + 1)) {}
        atomic_store(&slots[index].base, (uintptr_t)base);
        return index;
    }
    return -1;
}

void cmappings_release(int32_t number) { atomic_store(&slots[number].base, 0); }

int32_t cmappings_is_damaged(int32_t number) { return atomic_load(&slots[number].isDamaged); }

int32_t cmappings_damage_count(void) { return atomic_load_explicit(&damageCount, memory_order_relaxed); }
