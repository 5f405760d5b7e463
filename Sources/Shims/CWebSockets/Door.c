#define _GNU_SOURCE

#include "Door.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    // The maximum length of a head, which is also the most that libwebsockets stores.
    longestHead = 16384,
    longestAnswer = 4096,
    // A refused caller may go on sending for this many seconds, and up to this many bytes, so that it can still receive the answer.
    drainSeconds = 2,
    maximumDrainedSize = 32 * 1024 * 1024,
};

// A client whose connection has not been passed on to libwebsockets yet.
typedef struct {
    int socket;
    // The number of bytes of the head that have arrived.
    int arrived;
    int isRefused;
    size_t drained;
    time_t deadline;
    // The number of callers that came before this one.
    uint64_t number;
} Caller;

struct Door {
    CWebServer *server;
    int listener, wake, port, isStarted;
    pthread_t thread;
    Caller *callers;
    struct pollfd *places;
    int count, capacity;
    uint64_t lastNumber;
    char head[longestHead], answer[longestAnswer];
    // Shared with the service thread.
    pthread_mutex_t lock;
    int *admitted;
    int admittedCount, isClosing;
};

static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

// MARK: Listening

static int listenAt(const char *address, int32_t port, int *found) {
    struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM}, *list = NULL;
    char service[16];
    snprintf(service, sizeof service, "%d", port);
    if (port < 0 || port > 65535 || getaddrinfo(address, service, &hints, &list)) return -1;
    int listener = -1, one = 1;
    for (struct addrinfo *place = list; place && listener < 0; place = place->ai_next) {
        listener = socket(place->ai_family, place->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, place->ai_protocol);
        if (listener < 0) continue;
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        if (bind(listener, place->ai_addr, place->ai_addrlen) == 0 && listen(listener, 128) == 0) break;
        close(listener);
        listener = -1;
    }
    freeaddrinfo(list);
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    if (listener >= 0 && getsockname(listener, (struct sockaddr *)&bound, &size) == 0)
        *found = ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port : ((struct sockaddr_in *)&bound)->sin_port);
    return listener;
}

Door *cwebsockets_door_open(CWebServer *server, char *message, size_t messageSize) {
    const CWebOptions *options = &server->options;
    Door *door = calloc(1, sizeof *door);
    if (!door) {
        snprintf(message, messageSize, "no memory for a server");
        return NULL;
    }
    door->server = server;
    door->capacity = options->maximumConnections;
    door->callers = calloc((size_t)door->capacity, sizeof *door->callers);
    door->places = calloc((size_t)door->capacity + 2, sizeof *door->places);
    door->admitted = calloc((size_t)door->capacity, sizeof *door->admitted);
    door->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&door->lock, NULL);
    door->listener = listenAt(options->address, options->port, &door->port);
    if (door->listener < 0 || door->wake < 0 || !door->callers || !door->places || !door->admitted) {
        snprintf(message, messageSize, "cannot listen at %s, port %d: it is taken, or not an address of this machine", options->address, options->port);
        cwebsockets_door_close(door);
        return NULL;
    }
    return door;
}

int32_t cwebsockets_door_port(const Door *door) { return door->port; }

// MARK: Callers

static void forget(Door *door, int index) {
    close(door->callers[index].socket);
    door->callers[index] = door->callers[--door->count];
}

// Drops the caller that came first. Anybody may connect and send nothing. Such callers must not keep out callers that send a request.
static int makeRoom(Door *door) {
    if (door->count == 0) return 0;
    int first = 0;
    for (int index = 1; index < door->count; index++)
        if (door->callers[index].number < door->callers[first].number) first = index;
    forget(door, first);
    return 1;
}

static void welcome(Door *door) {
    int socket;
    while ((socket = accept4(door->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0) {
        if (door->count + door->server->count >= door->capacity && !makeRoom(door)) {
            close(socket);
            continue;
        }
        time_t deadline = now() + door->server->options.timeoutSeconds;
        door->callers[door->count++] = (Caller){.socket = socket, .deadline = deadline, .number = ++door->lastNumber};
    }
}

// Whether the head is complete, or has a line that ends without a carriage return, which makes it invalid.
static int isComplete(const char *bytes, int count) {
    for (int index = 0; index < count; index++) {
        if (bytes[index] != '\n') continue;
        if (index == 0 || bytes[index - 1] != '\r') return 1;
        if (index >= 3 && bytes[index - 2] == '\n' && bytes[index - 3] == '\r') return 1;
    }
    return 0;
}

// Sends the answer. Then reads what the caller still sends for a while, because unread bytes would make the system discard the answer.
static void refuse(Door *door, Caller *caller) {
    size_t size = strnlen(door->answer, sizeof door->answer);
    // The answer fits into the socket's buffer, which is empty.
    if (send(caller->socket, door->answer, size, MSG_NOSIGNAL) < 0) caller->deadline = 0;
    else caller->deadline = now() + drainSeconds;
    shutdown(caller->socket, SHUT_WR);
    int one = 1;
    setsockopt(caller->socket, SOL_SOCKET, SO_RCVLOWAT, &one, sizeof one);
    caller->isRefused = 1;
}

static int admit(Door *door, Caller *caller) {
    int one = 1;
    setsockopt(caller->socket, SOL_SOCKET, SO_RCVLOWAT, &one, sizeof one);
    pthread_mutex_lock(&door->lock);
    int fits = door->admittedCount < door->capacity;
    if (fits) door->admitted[door->admittedCount++] = caller->socket;
    pthread_mutex_unlock(&door->lock);
    if (fits) cwebsockets_wake(door->server);
    return fits;
}

// Reads the bytes that a caller has sent. Returns whether the caller stays in the list.
static int attend(Door *door, Caller *caller) {
    if (caller->isRefused) {
        ssize_t count = recv(caller->socket, door->head, sizeof door->head, 0);
        if (count > 0) caller->drained += (size_t)count;
        return (count > 0 && caller->drained < maximumDrainedSize) || (count < 0 && (errno == EAGAIN || errno == EINTR));
    }
    ssize_t count = recv(caller->socket, door->head, sizeof door->head, MSG_PEEK);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    // If no new bytes have arrived, the caller has disconnected.
    if (count <= caller->arrived) return 0;
    caller->arrived = (int)count;
    if (count < longestHead && !isComplete(door->head, caller->arrived)) {
        // The caller's socket is reported again only when more bytes have arrived.
        int next = caller->arrived + 1;
        setsockopt(caller->socket, SOL_SOCKET, SO_RCVLOWAT, &next, sizeof next);
        return 1;
    }
    const CWebCallbacks *callbacks = &door->server->callbacks;
    memset(door->answer, 0, sizeof door->answer);
    if (callbacks->head(callbacks->context, door->head, (size_t)count, door->answer, sizeof door->answer)) {
        refuse(door, caller);
        return 1;
    }
    if (admit(door, caller)) caller->socket = -1;
    return 0;
}

static int isClosing(Door *door) {
    pthread_mutex_lock(&door->lock);
    int isClosing = door->isClosing;
    pthread_mutex_unlock(&door->lock);
    return isClosing;
}

static void *keep(void *context) {
    Door *door = context;
    while (!isClosing(door)) {
        door->places[0] = (struct pollfd){.fd = door->wake, .events = POLLIN};
        door->places[1] = (struct pollfd){.fd = door->listener, .events = POLLIN};
        for (int index = 0; index < door->count; index++)
            door->places[index + 2] = (struct pollfd){.fd = door->callers[index].socket, .events = POLLIN | POLLRDHUP};
        int known = door->count;
        if (poll(door->places, (nfds_t)known + 2, known > 0 ? 1000 : -1) < 0 && errno != EINTR) break;
        time_t time = now();
        // The callers are visited from the last to the first, because the last caller takes the place of a removed one.
        for (int index = known - 1; index >= 0; index--) {
            Caller *caller = &door->callers[index];
            int stays = !door->places[index + 2].revents || attend(door, caller);
            if (stays && time < caller->deadline) continue;
            if (caller->socket >= 0) forget(door, index);
            else door->callers[index] = door->callers[--door->count];
        }
        if (door->places[1].revents) welcome(door);
    }
    return NULL;
}

int cwebsockets_door_start(Door *door) {
    door->isStarted = pthread_create(&door->thread, NULL, keep, door) == 0;
    return door->isStarted ? 0 : -1;
}

int cwebsockets_door_next(Door *door) {
    pthread_mutex_lock(&door->lock);
    int socket = door->admittedCount > 0 ? door->admitted[--door->admittedCount] : -1;
    pthread_mutex_unlock(&door->lock);
    return socket;
}

void cwebsockets_door_close(Door *door) {
    if (!door) return;
    pthread_mutex_lock(&door->lock);
    door->isClosing = 1;
    pthread_mutex_unlock(&door->lock);
    uint64_t one = 1;
    if (door->isStarted && write(door->wake, &one, sizeof one) >= 0) pthread_join(door->thread, NULL);
    for (int index = 0; index < door->count; index++) close(door->callers[index].socket);
    for (int index = 0; index < door->admittedCount; index++) close(door->admitted[index]);
    if (door->listener >= 0) close(door->listener);
    if (door->wake >= 0) close(door->wake);
    pthread_mutex_destroy(&door->lock);
    free(door->callers);
    free(door->places);
    free(door->admitted);
    free(door);
}
