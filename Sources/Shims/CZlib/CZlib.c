#include "CZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

CZlibResult czlib_inflate(
    const void *bytes, size_t count, uint64_t limit, int (*write)(void *context, const void *bytes, size_t count), void *context,
    uint64_t *written, uint32_t *crc) {
    unsigned char piece[65536];
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    *written = 0;
    *crc = 0;
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return CZlibNoMemory;
    const unsigned char *next = bytes;
    CZlibResult result = CZlibSuccess;
    int status = Z_OK;
    while (status != Z_STREAM_END && result == CZlibSuccess) {
        if (stream.avail_in == 0 && count > 0) {
            size_t size = count < UINT_MAX / 2 ? count : UINT_MAX / 2;
            stream.next_in = (unsigned char *)next;
            stream.avail_in = (unsigned)size;
            next += size;
            count -= size;
        }
        stream.next_out = piece;
        stream.avail_out = sizeof piece;
        status = inflate(&stream, Z_NO_FLUSH);
        size_t size = sizeof piece - stream.avail_out;
        if (status != Z_OK && status != Z_STREAM_END) result = status == Z_MEM_ERROR ? CZlibNoMemory : CZlibDamaged;
        else if (size > limit - *written) result = CZlibTooLarge;
        else if (size > 0) {
            *crc = (uint32_t)crc32(*crc, piece, (unsigned)size);
            *written += size;
            if (write(context, piece, size)) result = CZlibStopped;
        } else if (status == Z_OK && stream.avail_in == 0 && count == 0) result = CZlibDamaged;
    }
    inflateEnd(&stream);
    return result;
}

uint32_t czlib_crc(uint32_t crc, const void *bytes, size_t count) { return (uint32_t)crc32_z(crc, bytes, count); }

CZlibResult czlib_deflate(const void *bytes, size_t count, void **result, size_t *resultCount) {
    uLongf capacity = compressBound(count);
    *result = malloc(capacity);
    *resultCount = 0;
    if (!*result) return CZlibNoMemory;
    if (compress(*result, &capacity, bytes, count) != Z_OK) {
        free(*result);
        *result = NULL;
        return CZlibNoMemory;
    }
    *resultCount = capacity;
    return CZlibSuccess;
}
