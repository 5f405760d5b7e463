#ifndef CWEBSOCKETS_DOOR_H
#define CWEBSOCKETS_DOOR_H

#include "Connections.h"

// Listens, and lets in the callers whose heads are in order. libwebsockets decodes the escapes of a request's target before it splits the head
// into lines, so that an escaped line feed becomes a header. For this reason the head is judged here as it arrived, before libwebsockets reads
// it. It is only peeked at. One connection carries one request, so that no second head comes in unseen.

// Starts to listen. Returns NULL on failure; `message` then says why.
Door *cwebsockets_door_open(CWebServer *server, char *message, size_t messageSize);
// The port that it listens at.
int32_t cwebsockets_door_port(const Door *door);
// Looks at heads, on a thread of its own. Returns -1 if there is none.
int cwebsockets_door_start(Door *door);
// The socket of the next caller that was let in; -1 if there is none.
int cwebsockets_door_next(Door *door);
// Ends the thread and closes what waits. Does nothing if the door is NULL.
void cwebsockets_door_close(Door *door);

#endif
