#ifndef CWEBSOCKETS_DOOR_H
#define CWEBSOCKETS_DOOR_H

#include "Connections.h"

// Listens for connections, and passes on those whose request heads are valid. libwebsockets decodes the escapes of a request's target before it
// splits the head into lines, so that an escaped line feed would become a header. The head is therefore checked here as it arrived, before
// libwebsockets reads it. The check only peeks at its bytes. One connection carries one request, so that no second head passes unchecked.

// Starts to listen. Returns NULL on failure; `message` then says why.
Door *cwebsockets_door_open(CWebServer *server, char *message, size_t messageSize);
// The port on which the door listens.
int32_t cwebsockets_door_port(const Door *door);
// Starts the thread that checks heads. Returns -1 if it cannot be started.
int cwebsockets_door_start(Door *door);
// The socket of the next caller that was let in; -1 if there is none.
int cwebsockets_door_next(Door *door);
// Ends the thread and closes the waiting connections. Does nothing if the door is NULL.
void cwebsockets_door_close(Door *door);

#endif
