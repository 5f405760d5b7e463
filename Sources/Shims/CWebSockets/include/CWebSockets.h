#ifndef CWEBSOCKETS_H
#define CWEBSOCKETS_H

#include <stddef.h>
#include <stdint.h>

// A server for HTTP/1.1 and WebSockets on one thread, through libwebsockets. The library is loaded when a server is made.

typedef struct CWebServer CWebServer;

// The character between the parts of a query.
#define CWEB_QUERY_SEPARATOR '\x1f'

// A client's request. The texts are valid during the call. Texts that the client did not send are empty.
typedef struct {
    // The number of the exchange or WebSocket. It is never reused.
    uint64_t identifier;
    const char *method;
    const char *path;
    // Decoded parts, "name=value", each followed by CWEB_QUERY_SEPARATOR.
    const char *query;
    const char *cookie;
    const char *authorization;
    // The size of the body that follows; -1 if the client does not give it.
    int64_t contentLength;
    int32_t isWebSocket;
} CWebRequest;

// All callbacks except `head` are called on the thread of cwebsockets_run. They must return quickly.
typedef struct {
    void *context;
    // The bytes of a request's head have arrived, and maybe some of its body. Called on a thread of its own, before anything is parsed. A result
    // of 0 lets the request in. Otherwise the whole answer, which ends with a zero, has been written to `answer`.
    int32_t (*head)(void *context, const char *bytes, size_t count, char *answer, size_t answerSize);
    // The head of a request has arrived. A result of 0 accepts the WebSocket or the body. Another result refuses a WebSocket with this status.
    int32_t (*request)(void *context, const CWebRequest *request);
    // A part of a request's body. At its end, `bytes` is NULL; without a body this happens immediately.
    void (*body)(void *context, uint64_t identifier, const void *bytes, size_t count);
    // A whole message of a WebSocket.
    void (*message)(void *context, uint64_t identifier, const void *bytes, size_t count, int32_t isBinary);
    // The exchange is over, or the WebSocket closed, by either side.
    void (*closed)(void *context, uint64_t identifier);
} CWebCallbacks;

typedef struct {
    // The numeric address on which the server listens.
    const char *address;
    // The port on which the server listens; 0 for any free port.
    int32_t port;
    int32_t maximumConnections;
    // The largest message of a WebSocket, in bytes.
    size_t maximumMessage;
    // The maximum number of bytes that wait to be sent on a WebSocket. A slower client is disconnected.
    size_t maximumBacklog;
    // The number of seconds for which a client may be silent in the middle of a request.
    int32_t timeoutSeconds;
} CWebOptions;

// Makes a server that listens. Returns NULL on failure; `message` then says why.
CWebServer *cwebsockets_make(const CWebOptions *options, const CWebCallbacks *callbacks, char *message, size_t messageSize);

// The port on which the server listens.
int32_t cwebsockets_port(const CWebServer *server);

// Serves until cwebsockets_stop is called.
void cwebsockets_run(CWebServer *server);

// Ends cwebsockets_run. May be called from any thread.
void cwebsockets_stop(CWebServer *server);

// Closes all connections, after cwebsockets_run has returned. Anything sent afterwards is discarded.
void cwebsockets_shut(CWebServer *server);

// Frees the server, which must not be used any more.
void cwebsockets_free(CWebServer *server);

// Answers a request, from any thread. `headers` are lines "name: value\n". Returns 0, or -1 if the client has disconnected.
int32_t cwebsockets_answer(
    CWebServer *server, uint64_t identifier, int32_t status, const char *headers, const void *body, size_t count);

// Sends a message on a WebSocket, from any thread. Returns 0, or -1 if the client has disconnected or is too slow; a slow client is disconnected.
int32_t cwebsockets_send(CWebServer *server, uint64_t identifier, const void *bytes, size_t count, int32_t isBinary);

// Closes a connection; from any thread.
void cwebsockets_close(CWebServer *server, uint64_t identifier);

#endif
