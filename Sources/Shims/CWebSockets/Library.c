#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct CWebSocketsLibrary cwebsockets_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

// The library's structures change between versions, so its version must match that of the headers.
static int isOfHeaders(const char *version) {
    char *end;
    long major = strtol(version, &end, 10), minor = *end == '.' ? strtol(end + 1, NULL, 10) : -1;
    return major == LWS_LIBRARY_VERSION_MAJOR && minor == LWS_LIBRARY_VERSION_MINOR;
}

static void load(void) {
    static const char *const names[] = {
        "libwebsockets.so", "libwebsockets.so.17", "libwebsockets.so.18", "libwebsockets.so.19", "libwebsockets.so.20", "libwebsockets.so.16",
    };
    failure = "Studio needs the library libwebsockets (Debian package libwebsockets17 or libwebsockets-dev), which is not installed";
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (!library) continue;
        int complete = 1;
#define X(name) \
    *(void **)&cwebsockets_library.name = dlsym(library, #name); \
    if (!cwebsockets_library.name) complete = 0;
        FUNCTIONS(X)
#undef X
        if (complete && isOfHeaders(cwebsockets_library.lws_get_library_version())) {
            cwebsockets_library.lws_set_log_level(0, NULL);
            failure = NULL;
            return;
        }
        failure = "the library libwebsockets that is installed is not of the version that this program was built with";
        dlclose(library);
    }
}

const char *cwebsockets_load(void) {
    pthread_once(&once, load);
    return failure;
}
