#include "Connections.h"

#include <stdlib.h>
#include <string.h>

Connection *cwebsockets_open(CWebServer *server, struct lws *wsi, int isWebSocket) {
    Connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->wsi = wsi;
    connection->isWebSocket = isWebSocket;
    pthread_mutex_lock(&server->lock);
    connection->identifier = ++server->lastIdentifier;
    connection->next = server->connections;
    server->connections = connection;
    pthread_mutex_unlock(&server->lock);
    return connection;
}

void cwebsockets_drop_first(Connection *connection) {
    Chunk *chunk = connection->first;
    connection->first = chunk->next;
    if (!connection->first) connection->last = NULL;
    connection->backlog -= chunk->count;
    free(chunk);
}

void cwebsockets_end(CWebServer *server, Session *session) {
    Connection *connection = session->connection;
    if (!connection) return;
    session->connection = NULL;
    pthread_mutex_lock(&server->lock);
    for (Connection **place = &server->connections; *place; place = &(*place)->next) {
        if (*place != connection) continue;
        *place = connection->next;
        break;
    }
    pthread_mutex_unlock(&server->lock);
    uint64_t identifier = connection->identifier;
    while (connection->first) cwebsockets_drop_first(connection);
    free(connection->headers);
    free(connection->message);
    free(connection);
    server->callbacks.closed(server->callbacks.context, identifier);
}

Connection *cwebsockets_find(CWebServer *server, uint64_t identifier) {
    Connection *connection = server->connections;
    while (connection && connection->identifier != identifier) connection = connection->next;
    return connection;
}

int cwebsockets_append(Connection *connection, const void *bytes, size_t count, int isBinary) {
    Chunk *chunk = malloc(sizeof *chunk + LWS_PRE + count);
    if (!chunk) return -1;
    chunk->next = NULL;
    chunk->count = count;
    chunk->sent = 0;
    chunk->isBinary = isBinary;
    if (count > 0) memcpy(chunk->bytes + LWS_PRE, bytes, count);
    if (connection->last) connection->last->next = chunk;
    else connection->first = chunk;
    connection->last = chunk;
    connection->backlog += count;
    return 0;
}
