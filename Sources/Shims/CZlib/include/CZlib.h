#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    CZlibSuccess = 0,
    // The bytes are not a deflate stream, or the stream is incomplete.
    CZlibDamaged,
    // The output is larger than the limit.
    CZlibTooLarge,
    // `write` returned a value other than 0.
    CZlibStopped,
    CZlibNoMemory,
} CZlibResult;

// Inflates a raw deflate stream piece by piece. `crc` is set to the CRC-32 of the output.
CZlibResult czlib_inflate(
    const void *bytes, size_t count, uint64_t limit, int (*write)(void *context, const void *bytes, size_t count), void *context,
    uint64_t *written, uint32_t *crc);

// Deflates bytes into a stream with zlib's header and checksum (RFC 1950). The caller frees the result with `free`.
CZlibResult czlib_deflate(const void *bytes, size_t count, void **result, size_t *resultCount);

// Continues the CRC-32 `crc` over more bytes; 0 begins a new one.
uint32_t czlib_crc(uint32_t crc, const void *bytes, size_t count);

#endif
