#pragma once

#include <stddef.h>
#include <stdint.h>

// Downloads files from `http:` and `https:` URLs with libcurl. The library is loaded for the first download. If it were linked, it and the
// forty libraries that it needs would slow down every start.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CCURLSuccess = 0,
    /// The library is not installed.
    CCURLUnavailable,
    /// The server answered with a status of 400 or more.
    CCURLRefused,
    /// The connection ended before the whole file was received.
    CCURLTruncated,
    /// The file is larger than `limit`.
    CCURLTooLarge,
    /// `receive` returned a value other than 0.
    CCURLStopped,
    /// Any other error, such as an unknown server, a missing file or too many redirections.
    CCURLFailed,
} CCURLResult;

typedef struct {
    /// The maximum size of the file, in bytes.
    int64_t limit;
    /// The number of seconds without a byte after which the transfer ends.
    int32_t patience;
    void *_Nullable context;
    /// Receives a piece of the file. A result other than 0 stops the transfer.
    int (*_Nonnull receive)(void *_Nullable context, const void *_Nonnull bytes, size_t count);
    /// Called from time to time with the bytes received and the total, which is 0 if it is not known. A result other than 0 stops the transfer.
    int (*_Nonnull progress)(void *_Nullable context, int64_t done, int64_t total);
} CCURLRequest;

/// Downloads the file at `address`. It follows at most ten redirections, and never from HTTPS to HTTP.
///
/// - Parameters:
///   - status: the HTTP status of the server's answer; 0 if there was no answer.
///   - message: the reason for a failure, as text.
CCURLResult ccurl_fetch(
    const char *_Nonnull address, const CCURLRequest *_Nonnull request, int32_t *_Nonnull status, char *_Nonnull message,
    size_t messageSize);

#ifdef __cplusplus
}
#endif
