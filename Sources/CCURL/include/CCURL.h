#pragma once

#include <stddef.h>
#include <stdint.h>

// Files from `http:` and `https:` addresses through libcurl, which is loaded when the first is fetched: linked, it and the forty
// libraries that it needs would add to every start.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CCURLSuccess = 0,
    /// The library is not there.
    CCURLUnavailable,
    /// The server answered with a status of 400 or more.
    CCURLRefused,
    /// The connection ended before all was there.
    CCURLTruncated,
    /// There is more than was asked for at most.
    CCURLTooLarge,
    /// `receive` returned other than 0.
    CCURLStopped,
    /// Anything else: no such server, no such file, too many redirections …
    CCURLFailed,
} CCURLResult;

typedef struct {
    /// The most bytes to take.
    int64_t limit;
    /// So many seconds without a byte end the transfer.
    int32_t patience;
    void *_Nullable context;
    /// Takes a piece of the file. Other than 0 ends the transfer.
    int (*_Nonnull receive)(void *_Nullable context, const void *_Nonnull bytes, size_t count);
    /// Told now and then how many bytes have come, and how many there are; 0 where that is not known. Other than 0 ends the transfer.
    int (*_Nonnull progress)(void *_Nullable context, int64_t done, int64_t total);
} CCURLRequest;

/// Fetches the file at `address`, over at most ten redirections, none of which may leave HTTPS for HTTP.
///
/// - Parameters:
///   - status: the status of the server's answer; 0 where there was none.
///   - message: why it failed, in words.
CCURLResult ccurl_fetch(
    const char *_Nonnull address, const CCURLRequest *_Nonnull request, int32_t *_Nonnull status, char *_Nonnull message,
    size_t messageSize);

#ifdef __cplusplus
}
#endif
