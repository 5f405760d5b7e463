#define _GNU_SOURCE

#include "CDescriptors.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Keeps the first of the received descriptors, and closes the others.
static void take(struct cmsghdr *entry, int32_t *descriptor) {
    size_t count = (entry->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
        int found;
        memcpy(&found, CMSG_DATA(entry) + index * sizeof(int), sizeof(int));
        if (*descriptor < 0) {
            *descriptor = found;
        } else {
            close(found);
        }
    }
}

ssize_t cdescriptors_receive(int32_t socket, void *bytes, size_t count, int32_t *descriptor) {
    // The system closes descriptors that do not fit.
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *descriptor = -1;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *entry = CMSG_FIRSTHDR(&message); entry != NULL; entry = CMSG_NXTHDR(&message, entry)) {
        if (entry->cmsg_level == SOL_SOCKET && entry->cmsg_type == SCM_RIGHTS) take(entry, descriptor);
    }
    return received;
}

int32_t cdescriptors_is_sealed(int32_t descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    return seals >= 0 && (seals & F_SEAL_SHRINK) != 0;
}
