#include "Connections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define lib cwebsockets_library

// The maximum number of bytes that are passed to the socket in one call.
static const size_t pieceSize = 64 * 1024;

// The maximum number of bytes of a refused body that are read. With it, a client that sends its whole body first still receives the answer.
static const size_t maximumDiscardedSize = 32 * 1024 * 1024;

// MARK: Requests

static void copyHeader(struct lws *wsi, char *target, size_t size, enum lws_token_indexes token) {
    target[0] = 0;
    if (lib.lws_hdr_total_length(wsi, token) > 0 && lib.lws_hdr_copy(wsi, target, (int)size, token) < 0) target[0] = 0;
}

// Copies the decoded parts of a query, separated by a character that no part contains.
static void copyQuery(struct lws *wsi, char *target, size_t size) {
    size_t place = 0;
    for (int part = 0; place + 2 < size; part++) {
        int count = lib.lws_hdr_copy_fragment(wsi, target + place, (int)(size - place - 1), WSI_TOKEN_HTTP_URI_ARGS, part);
        if (count < 0) break;
        place += (size_t)count;
        target[place++] = CWEB_QUERY_SEPARATOR;
    }
    target[place] = 0;
}

static const struct { enum lws_token_indexes token; const char *name; } methods[] = {
    {WSI_TOKEN_GET_URI, "GET"}, {WSI_TOKEN_POST_URI, "POST"}, {WSI_TOKEN_PUT_URI, "PUT"}, {WSI_TOKEN_DELETE_URI, "DELETE"},
    {WSI_TOKEN_HEAD_URI, "HEAD"}, {WSI_TOKEN_PATCH_URI, "PATCH"}, {WSI_TOKEN_OPTIONS_URI, "OPTIONS"},
};

// Passes a request's head to the server's callback.
static int32_t announce(CWebServer *server, struct lws *wsi, uint64_t identifier, int isWebSocket, int64_t *contentLength) {
    char path[2048], query[4096], cookie[2048], authorization[600], length[40];
    const char *method = "";
    path[0] = 0;
    for (size_t index = 0; index < sizeof methods / sizeof *methods && !path[0]; index++) {
        copyHeader(wsi, path, sizeof path, methods[index].token);
        method = methods[index].name;
    }
    copyQuery(wsi, query, sizeof query);
    copyHeader(wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_COOKIE);
    copyHeader(wsi, authorization, sizeof authorization, WSI_TOKEN_HTTP_AUTHORIZATION);
    copyHeader(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    CWebRequest request = {
        .identifier = identifier, .method = method, .path = path, .query = query, .cookie = cookie,
        .authorization = authorization, .contentLength = length[0] ? strtoll(length, NULL, 10) : -1, .isWebSocket = isWebSocket,
    };
    *contentLength = request.contentLength;
    return server->callbacks.request(server->callbacks.context, &request);
}

static int begin(CWebServer *server, struct lws *wsi, Session *session) {
    if (session->isUsed) return -1;
    session->isUsed = 1;
    Connection *connection = session->connection = cwebsockets_open(server, wsi, 0);
    if (!connection) return -1;
    int64_t length;
    announce(server, wsi, connection->identifier, 0, &length);
    connection->hasBody = length > 0;
    if (!connection->hasBody) {
        connection->isBodyComplete = 1;
        server->callbacks.body(server->callbacks.context, connection->identifier, NULL, 0);
    }
    return 0;
}

// MARK: Answers

static int sendHead(CWebServer *server, Connection *connection) {
    struct lws *wsi = connection->wsi;
    size_t size = LWS_PRE + 1024 + strlen(connection->headers);
    unsigned char *buffer = malloc(size);
    if (!buffer) return -1;
    unsigned char *start = buffer + LWS_PRE, *place = start, *end = buffer + size - 1;
    int failed = lib.lws_add_http_header_status(wsi, (unsigned)connection->status, &place, end);
    for (char *line = strtok(connection->headers, "\n"); line && !failed; line = strtok(NULL, "\n")) {
        char *value = strstr(line, ": "), name[80];
        if (!value || (size_t)(value - line) + 2 > sizeof name) continue;
        snprintf(name, sizeof name, "%.*s:", (int)(value - line), line);
        failed = lib.lws_add_http_header_by_name(
            wsi, (unsigned char *)name, (unsigned char *)value + 2, (int)strlen(value + 2), &place, end);
    }
    failed = failed || lib.lws_add_http_header_content_length(wsi, connection->answerSize, &place, end)
        || lib.lws_finalize_write_http_header(wsi, start, &place, end);
    free(buffer);
    (void)server;
    return failed ? -1 : 0;
}

// Called when the socket is writable. The lock is held. Returns 1 when everything has been sent.
static int sendAnswer(CWebServer *server, Connection *connection) {
    if (!connection->hasAnswer) return 0;
    if (!connection->isHeadSent) {
        if (sendHead(server, connection)) return -1;
        connection->isHeadSent = 1;
        if (connection->first) {
            lib.lws_callback_on_writable(connection->wsi);
            return 0;
        }
    }
    Chunk *chunk = connection->first;
    if (chunk) {
        size_t rest = chunk->count - chunk->sent, size = rest < pieceSize ? rest : pieceSize;
        enum lws_write_protocol kind = size == rest ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
        if (lib.lws_write(connection->wsi, chunk->bytes + LWS_PRE + chunk->sent, size, kind) < 0) return -1;
        chunk->sent += size;
        lib.lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, server->options.timeoutSeconds);
        if (chunk->sent < chunk->count) {
            lib.lws_callback_on_writable(connection->wsi);
            return 0;
        }
        cwebsockets_drop_first(connection);
    }
    // The rest of an unwanted body must not be parsed as another request. It is read and discarded, and then the connection is closed.
    if (!connection->isBodyComplete) {
        connection->mustClose = 1;
        return 0;
    }
    return connection->mustClose ? -1 : 1;
}

// MARK: WebSockets

static int sendMessage(Connection *connection) {
    Chunk *chunk = connection->first;
    if (!chunk) {
        if (!connection->mustClose) return 0;
        lib.lws_close_reason(connection->wsi, LWS_CLOSE_STATUS_GOINGAWAY, NULL, 0);
        return -1;
    }
    enum lws_write_protocol kind = chunk->isBinary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT;
    if (lib.lws_write(connection->wsi, chunk->bytes + LWS_PRE, chunk->count, kind) < (int)chunk->count) return -1;
    cwebsockets_drop_first(connection);
    if (connection->first || connection->mustClose) lib.lws_callback_on_writable(connection->wsi);
    return 0;
}

static int receive(CWebServer *server, Connection *connection, const void *bytes, size_t count) {
    struct lws *wsi = connection->wsi;
    if (lib.lws_is_first_fragment(wsi)) connection->messageSize = 0;
    size_t size = connection->messageSize + count;
    if (size > server->options.maximumMessage || size + lib.lws_remaining_packet_payload(wsi) > server->options.maximumMessage) {
        lib.lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (size > connection->messageCapacity) {
        size_t capacity = size + lib.lws_remaining_packet_payload(wsi);
        unsigned char *grown = realloc(connection->message, capacity);
        if (!grown) return -1;
        connection->message = grown;
        connection->messageCapacity = capacity;
    }
    if (count > 0) memcpy(connection->message + connection->messageSize, bytes, count);
    connection->messageSize = size;
    if (lib.lws_is_final_fragment(wsi)) {
        server->callbacks.message(
            server->callbacks.context, connection->identifier, connection->message, size, lib.lws_frame_is_binary(wsi));
        connection->messageSize = 0;
    }
    return 0;
}

static int confirm(CWebServer *server, struct lws *wsi, Session *session) {
    if (session->isUsed) return -1;
    session->isUsed = 1;
    Connection *connection = cwebsockets_open(server, wsi, 1);
    if (!connection) return -1;
    session->connection = connection;
    int64_t length;
    int32_t status = announce(server, wsi, connection->identifier, 1, &length);
    if (status == 0) return 0;
    cwebsockets_end(server, session);
    lib.lws_return_http_status(wsi, (unsigned)status, "This connection is not allowed.");
    return -1;
}

// MARK: Events

// Sends the answers and messages that other threads have queued.
static void attend(CWebServer *server) {
    pthread_mutex_lock(&server->lock);
    for (Connection *connection = server->connections; connection; connection = connection->next) {
        if (!connection->wantsAttention) continue;
        connection->wantsAttention = 0;
        lib.lws_callback_on_writable(connection->wsi);
        // The client of a connection that is to be closed may receive nothing more. The timeout then closes the connection.
        if (connection->mustClose) lib.lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, 2);
    }
    pthread_mutex_unlock(&server->lock);
}

static int completeBody(CWebServer *server, Connection *connection) {
    connection->isBodyComplete = 1;
    pthread_mutex_lock(&server->lock);
    int isAnswered = connection->mustClose && connection->isHeadSent && !connection->first;
    pthread_mutex_unlock(&server->lock);
    if (isAnswered) return -1;
    server->callbacks.body(server->callbacks.context, connection->identifier, NULL, 0);
    return 0;
}

int cwebsockets_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    CWebServer *server = lib.lws_context_user(lib.lws_get_context(wsi));
    Session *session = user;
    Connection *connection = session ? session->connection : NULL;
    int result = 0;
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: server->count++; return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        // The library also destroys sockets of its own, which were not counted.
        if (server->count > 0) server->count--;
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: attend(server); return 0;
    case LWS_CALLBACK_HTTP: return begin(server, wsi, session);
    case LWS_CALLBACK_HTTP_BODY:
        if (!connection || length == 0) return 0;
        if (connection->isHeadSent && (connection->discarded += length) > maximumDiscardedSize) return -1;
        server->callbacks.body(server->callbacks.context, connection->identifier, in, length);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return connection && connection->hasBody ? completeBody(server, connection) : 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return confirm(server, wsi, session);
    case LWS_CALLBACK_RECEIVE: return connection ? receive(server, connection, in, length) : 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (!connection) return 0;
        pthread_mutex_lock(&server->lock);
        if (connection->isWebSocket) result = sendMessage(connection);
        else if (connection->isFinished || (connection->mustClose && !connection->hasAnswer)) result = -1;
        else result = sendAnswer(server, connection);
        if (result == 1) connection->isFinished = 1;
        pthread_mutex_unlock(&server->lock);
        if (result != 1) return result;
        // The connection is closed when the library has sent all bytes that it has buffered.
        if (!lib.lws_partial_buffered(wsi)) return -1;
        lib.lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        if (session) cwebsockets_end(server, session);
        return 0;
    default: return 0;
    }
}
