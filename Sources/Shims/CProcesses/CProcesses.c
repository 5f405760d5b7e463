#define _GNU_SOURCE

#include "CProcesses.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// glibc has this function from version 2.34 on.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from) __attribute__((weak));

enum { firstFree = 10 };

// Replaces a descriptor by one with a number that the program does not use.
static int move(int *descriptor) {
    int moved = fcntl(*descriptor, F_DUPFD_CLOEXEC, firstFree);
    if (moved < 0) return errno;
    close(*descriptor);
    *descriptor = moved;
    return 0;
}

static int set_signals(posix_spawnattr_t *attributes) {
    sigset_t none, standard;
    sigemptyset(&none);
    sigemptyset(&standard);
    sigaddset(&standard, SIGPIPE);
    int status = posix_spawnattr_setsigmask(attributes, &none);
    if (!status) status = posix_spawnattr_setsigdefault(attributes, &standard);
    if (!status) status = posix_spawnattr_setpgroup(attributes, 0);
    if (!status) status = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    return status;
}

static int set_descriptors(posix_spawn_file_actions_t *actions, int input, int output, int messages) {
    int status = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    if (!status) status = posix_spawn_file_actions_adddup2(actions, output, 1);
    if (!status) status = posix_spawn_file_actions_adddup2(actions, messages, 2);
    if (!status) status = posix_spawn_file_actions_adddup2(actions, input, 3);
    if (!status && posix_spawn_file_actions_addclosefrom_np) status = posix_spawn_file_actions_addclosefrom_np(actions, 4);
    return status;
}

static int start(char *const *words, char *const *environment, int input, int output, int messages, int32_t *identifier) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int status = posix_spawn_file_actions_init(&actions);
    if (status) return status;
    status = posix_spawnattr_init(&attributes);
    if (!status) {
        pid_t process = 0;
        status = set_signals(&attributes);
        if (!status) status = set_descriptors(&actions, input, output, messages);
        if (!status) status = posix_spawnp(&process, words[0], &actions, &attributes, words, environment);
        *identifier = process;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

int32_t cprocesses_start(
    char *const *words, char *const *environment, int32_t input, uint64_t memory, uint64_t seconds, CProcess *process) {
    int ends[4] = {-1, -1, -1, -1};
    int status = pipe2(ends, O_CLOEXEC) || pipe2(ends + 2, O_CLOEXEC) ? errno : 0;
    for (int index = 0; index < 4 && !status; index++) status = move(ends + index);
    int file = status ? -1 : fcntl(input, F_DUPFD_CLOEXEC, firstFree);
    if (!status && file < 0) status = errno;
    if (!status) status = start(words, environment, file, ends[1], ends[3], &process->identifier);
    if (!status) {
        struct rlimit space = {memory, memory}, time = {seconds, seconds};
        prlimit(process->identifier, RLIMIT_AS, &space, NULL);
        prlimit(process->identifier, RLIMIT_CPU, &time, NULL);
        process->output = ends[0];
        process->messages = ends[2];
        ends[0] = ends[2] = -1;
    }
    for (int index = 0; index < 4; index++) {
        if (ends[index] >= 0) close(ends[index]);
    }
    if (file >= 0) close(file);
    return status;
}

int32_t cprocesses_memory_file(void) { return memfd_create("file", MFD_CLOEXEC); }
