#ifndef CWEBSOCKETS_LIBRARY_H
#define CWEBSOCKETS_LIBRARY_H

#include <libwebsockets.h>

#define FUNCTIONS(X) \
    X(lws_create_context) \
    X(lws_create_vhost) \
    X(lws_adopt_socket_vhost) \
    X(lws_partial_buffered) \
    X(lws_context_destroy) \
    X(lws_context_user) \
    X(lws_get_context) \
    X(lws_service) \
    X(lws_cancel_service) \
    X(lws_callback_on_writable) \
    X(lws_write) \
    X(lws_hdr_total_length) \
    X(lws_hdr_copy) \
    X(lws_hdr_copy_fragment) \
    X(lws_add_http_header_status) \
    X(lws_add_http_header_by_name) \
    X(lws_add_http_header_content_length) \
    X(lws_finalize_write_http_header) \
    X(lws_return_http_status) \
    X(lws_is_final_fragment) \
    X(lws_is_first_fragment) \
    X(lws_frame_is_binary) \
    X(lws_remaining_packet_payload) \
    X(lws_close_reason) \
    X(lws_set_timeout) \
    X(lws_set_log_level) \
    X(lws_get_library_version)

extern struct CWebSocketsLibrary {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
} cwebsockets_library;

// Loads the library at the first call. Returns NULL on success, and otherwise the reason why the library cannot be used.
const char *cwebsockets_load(void);

#endif
