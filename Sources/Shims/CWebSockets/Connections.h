#ifndef CWEBSOCKETS_CONNECTIONS_H
#define CWEBSOCKETS_CONNECTIONS_H

#include "CWebSockets.h"
#include "Library.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct Door Door;

// Bytes that wait to be sent. The library needs room before them for the frame's header.
typedef struct Chunk {
    struct Chunk *next;
    size_t count, sent;
    int isBinary;
    unsigned char bytes[];
} Chunk;

// One HTTP exchange or one WebSocket. Open connections are in a list. The server's lock guards the list and its connections, except for the
// members that only the service thread uses.
typedef struct Connection {
    struct Connection *next;
    uint64_t identifier;
    struct lws *wsi;
    int isWebSocket;
    Chunk *first, *last;
    size_t backlog;
    // The state of an answer over HTTP.
    int hasAnswer, isHeadSent, isFinished, status;
    char *headers;
    size_t answerSize;
    // Whether there are bytes to send, and whether the connection is to be closed.
    int wantsAttention, mustClose;
    // The following members are used only by the service thread. They describe the body of a request (whether there is one, whether it is complete,
    // and how many unwanted bytes were discarded), and the message whose parts are being received.
    int hasBody, isBodyComplete;
    size_t discarded;
    unsigned char *message;
    size_t messageSize, messageCapacity;
} Connection;

struct CWebServer {
    struct lws_context *library;
    struct lws_vhost *host;
    Door *door;
    CWebOptions options;
    CWebCallbacks callbacks;
    int32_t port;
    pthread_mutex_t lock;
    Connection *connections;
    uint64_t lastIdentifier;
    int isStopped;
    // The number of connections that libwebsockets has.
    atomic_int count;
};

// The data that libwebsockets keeps with a connection.
typedef struct {
    Connection *connection;
    // A connection carries one request.
    int isUsed;
} Session;

Connection *cwebsockets_open(CWebServer *server, struct lws *wsi, int isWebSocket);
void cwebsockets_end(CWebServer *server, Session *session);
// The lock must be held.
Connection *cwebsockets_find(CWebServer *server, uint64_t identifier);
// Wakes the service thread.
void cwebsockets_wake(CWebServer *server);
// Appends to the waiting bytes; the lock must be held. Returns -1 if there is no memory.
int cwebsockets_append(Connection *connection, const void *bytes, size_t count, int isBinary);
void cwebsockets_drop_first(Connection *connection);

int cwebsockets_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

#endif
