#include "CCURL.h"

// libcurl checks argument types with macros that have the functions' names. They must be off for functions from `dlsym`.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define FUNCTIONS(X) \
    X(curl_global_init) \
    X(curl_easy_init) \
    X(curl_easy_setopt) \
    X(curl_easy_perform) \
    X(curl_easy_getinfo) \
    X(curl_easy_strerror) \
    X(curl_easy_cleanup)

#undef curl_easy_setopt
#undef curl_easy_getinfo

static struct {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int complete = 1;
#define X(name) \
    *(void **)&curl.name = dlsym(library, #name); \
    if (!curl.name) complete = 0;
    FUNCTIONS(X)
#undef X
    isLoaded = complete && curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

struct transfer {
    const CCURLRequest *request;
    int64_t received;
    int isTooLarge, isStopped;
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    size_t length = size * count;
    if ((int64_t)length > transfer->request->limit - transfer->received) {
        transfer->isTooLarge = 1;
        return CURL_WRITEFUNC_ERROR;
    }
    transfer->received += (int64_t)length;
    if (transfer->request->receive(transfer->request->context, bytes, length) == 0) return length;
    transfer->isStopped = 1;
    return CURL_WRITEFUNC_ERROR;
}

static int progress(void *context, curl_off_t total, curl_off_t done, curl_off_t uploadTotal, curl_off_t uploaded) {
    (void)uploadTotal, (void)uploaded;
    struct transfer *transfer = context;
    int ends = transfer->request->progress(transfer->request->context, done, total);
    if (ends) transfer->isStopped = 1;
    return ends;
}

// libcurl 7.85 introduced the options with protocol names and deprecated those with bit masks.
static void allow(CURL *handle, const char *address) {
    int isSecure = strncasecmp(address, "https:", 6) == 0;
#if LIBCURL_VERSION_NUM >= 0x075500
    curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl.curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, isSecure ? "https" : "http,https");
#else
    curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    curl.curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, (long)(isSecure ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static CCURLResult result(CURLcode code, const struct transfer *transfer) {
    if (transfer->isTooLarge || code == CURLE_FILESIZE_EXCEEDED) return CCURLTooLarge;
    if (transfer->isStopped) return CCURLStopped;
    switch (code) {
    case CURLE_OK: return CCURLSuccess;
    case CURLE_HTTP_RETURNED_ERROR: return CCURLRefused;
    case CURLE_PARTIAL_FILE: return CCURLTruncated;
    // The connection was cut in the middle of a body, not at the beginning.
    case CURLE_RECV_ERROR: return transfer->received > 0 ? CCURLTruncated : CCURLFailed;
    default: return CCURLFailed;
    }
}

CCURLResult ccurl_fetch(
    const char *address, const CCURLRequest *request, int32_t *status, char *message, size_t messageSize) {
    *status = 0;
    if (messageSize > 0) message[0] = 0;
    pthread_once(&once, load);
    if (!isLoaded) {
        snprintf(message, messageSize, "downloads need the library libcurl (Debian package libcurl4), which is not installed");
        return CCURLUnavailable;
    }
    CURL *handle = curl.curl_easy_init();
    if (!handle) {
        snprintf(message, messageSize, "no memory for a transfer");
        return CCURLFailed;
    }
    struct transfer transfer = {.request = request};
    char details[CURL_ERROR_SIZE] = "";
    curl.curl_easy_setopt(handle, CURLOPT_URL, address);
    allow(handle, address);
    curl.curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 10L);
    curl.curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, 30L);
    curl.curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl.curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, (long)request->patience);
    curl.curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->limit);
    curl.curl_easy_setopt(handle, CURLOPT_USERAGENT, "osprey");
    curl.curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, details);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, receive);
    curl.curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    curl.curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    curl.curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
    CURLcode code = curl.curl_easy_perform(handle);
    long answer = 0;
    curl.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer);
    *status = (int32_t)answer;
    if (code != CURLE_OK) snprintf(message, messageSize, "%s", details[0] ? details : curl.curl_easy_strerror(code));
    curl.curl_easy_cleanup(handle);
    return result(code, &transfer);
}
