#include "CWebSockets.h"

#include "Connections.h"
#include "Door.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define lib cwebsockets_library

static const struct lws_protocols protocols[] = {
    {.name = "studio", .callback = cwebsockets_callback, .per_session_data_size = sizeof(Session), .rx_buffer_size = 65536},
    {.name = NULL},
};

CWebServer *cwebsockets_make(const CWebOptions *options, const CWebCallbacks *callbacks, char *message, size_t messageSize) {
    const char *failure = cwebsockets_load();
    if (failure) {
        snprintf(message, messageSize, "%s", failure);
        return NULL;
    }
    CWebServer *server = calloc(1, sizeof *server);
    if (!server) {
        snprintf(message, messageSize, "no memory for a server");
        return NULL;
    }
    server->options = *options;
    server->callbacks = *callbacks;
    pthread_mutex_init(&server->lock, NULL);

    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.user = server;
    info.protocols = protocols;
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.max_http_header_data = 16384;
    info.pt_serv_buf_size = 65536;
    info.timeout_secs = (unsigned)options->timeoutSeconds;
    info.timeout_secs_ah_idle = (unsigned)options->timeoutSeconds;
    info.keepalive_timeout = options->timeoutSeconds;
    info.fd_limit_per_thread = (unsigned)options->maximumConnections + 32;
    info.gid = (gid_t)-1;
    info.uid = (uid_t)-1;
    info.vhost_name = "studio";
    server->door = cwebsockets_door_open(server, message, messageSize);
    if (!server->door) {
        free(server);
        return NULL;
    }
    server->library = lib.lws_create_context(&info);
    server->host = server->library ? lib.lws_create_vhost(server->library, &info) : NULL;
    if (!server->host) {
        snprintf(message, messageSize, "libwebsockets makes no server");
        if (server->library) lib.lws_context_destroy(server->library);
        cwebsockets_door_close(server->door);
        free(server);
        return NULL;
    }
    server->port = cwebsockets_door_port(server->door);
    return server;
}

int32_t cwebsockets_port(const CWebServer *server) { return server->port; }

void cwebsockets_run(CWebServer *server) {
    int isStopped = cwebsockets_door_start(server->door) != 0, socket;
    while (!isStopped && lib.lws_service(server->library, 0) >= 0) {
        while ((socket = cwebsockets_door_next(server->door)) >= 0) lib.lws_adopt_socket_vhost(server->host, socket);
        pthread_mutex_lock(&server->lock);
        isStopped = server->isStopped;
        pthread_mutex_unlock(&server->lock);
    }
}

// Wakes the service thread; the caller holds the lock.
static void wake(CWebServer *server) {
    if (server->library) lib.lws_cancel_service(server->library);
}

void cwebsockets_wake(CWebServer *server) {
    pthread_mutex_lock(&server->lock);
    wake(server);
    pthread_mutex_unlock(&server->lock);
}

void cwebsockets_stop(CWebServer *server) {
    pthread_mutex_lock(&server->lock);
    server->isStopped = 1;
    wake(server);
    pthread_mutex_unlock(&server->lock);
}

void cwebsockets_shut(CWebServer *server) {
    cwebsockets_door_close(server->door);
    server->door = NULL;
    pthread_mutex_lock(&server->lock);
    struct lws_context *library = server->library;
    server->library = NULL;
    pthread_mutex_unlock(&server->lock);
    if (library) lib.lws_context_destroy(library);
}

void cwebsockets_free(CWebServer *server) {
    cwebsockets_shut(server);
    pthread_mutex_destroy(&server->lock);
    free(server);
}

int32_t cwebsockets_answer(
    CWebServer *server, uint64_t identifier, int32_t status, const char *headers, const void *body, size_t count) {
    pthread_mutex_lock(&server->lock);
    Connection *connection = cwebsockets_find(server, identifier);
    int isOpen = connection && !connection->isWebSocket && !connection->hasAnswer;
    if (isOpen) {
        connection->headers = strdup(headers);
        if (!connection->headers || (count > 0 && cwebsockets_append(connection, body, count, 1))) isOpen = 0;
    }
    if (isOpen) {
        connection->hasAnswer = 1;
        connection->status = status;
        connection->answerSize = count;
        connection->wantsAttention = 1;
        wake(server);
    }
    pthread_mutex_unlock(&server->lock);
    return isOpen ? 0 : -1;
}

int32_t cwebsockets_send(CWebServer *server, uint64_t identifier, const void *bytes, size_t count, int32_t isBinary) {
    pthread_mutex_lock(&server->lock);
    Connection *connection = cwebsockets_find(server, identifier);
    int isOpen = connection && connection->isWebSocket && !connection->mustClose, isSent = 0;
    if (isOpen) {
        isSent = connection->backlog + count <= server->options.maximumBacklog
            && cwebsockets_append(connection, bytes, count, isBinary) == 0;
        if (!isSent) connection->mustClose = 1;
        connection->wantsAttention = 1;
        wake(server);
    }
    pthread_mutex_unlock(&server->lock);
    return isSent ? 0 : -1;
}

void cwebsockets_close(CWebServer *server, uint64_t identifier) {
    pthread_mutex_lock(&server->lock);
    Connection *connection = cwebsockets_find(server, identifier);
    if (connection) {
        connection->mustClose = connection->wantsAttention = 1;
        wake(server);
    }
    pthread_mutex_unlock(&server->lock);
}
