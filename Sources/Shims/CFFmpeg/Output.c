#define _GNU_SOURCE
#include "Output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { bufferSize = 1 << 16, step = 4 << 20 };

#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t *Bytes;
#else
typedef uint8_t *Bytes;
#endif

static int write_bytes(void *opaque, Bytes bytes, int count) {
    CFFmpegOutput *output = opaque;
    for (int done = 0; done < count;) {
        ssize_t written = pwrite(output->descriptor, bytes + done, (size_t)(count - done), output->position);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            if (!output->failure) output->failure = written < 0 ? errno : EIO;
            return AVERROR(output->failure);
        }
        done += (int)written;
        output->position += written;
        if (output->position > output->size) output->size = output->position;
    }
    return count;
}

static int64_t seek_to(void *opaque, int64_t offset, int whence) {
    CFFmpegOutput *output = opaque;
    if (whence == AVSEEK_SIZE) return output->size;
    int64_t base = whence == SEEK_CUR ? output->position : whence == SEEK_END ? output->size : 0;
    if (base + offset < 0) return AVERROR(EINVAL);
    return output->position = base + offset;
}

int cffmpeg_open_output(CFFmpegOutput *output, const char *path) {
    *output = (CFFmpegOutput){.descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (output->descriptor < 0) return -errno;
    uint8_t *buffer = ffmpeg.av_malloc(bufferSize);
    if (buffer) output->stream = ffmpeg.avio_alloc_context(buffer, bufferSize, 1, output, NULL, write_bytes, seek_to);
    if (output->stream) return 0;
    ffmpeg.av_free(buffer);
    close(output->descriptor);
    output->descriptor = -1;
    return -ENOMEM;
}

int cffmpeg_reserve(CFFmpegOutput *output, int64_t count) {
    if (output->failure) return -output->failure;
    // The bytes in the stream's buffer are not in the file yet.
    int64_t needed = output->size + bufferSize + count;
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && (uint64_t)needed > limit.rlim_cur) {
        output->failure = EFBIG;
        return -EFBIG;
    }
    if (output->cannotReserve || needed <= output->reserved) return 0;
    for (int attempt = 0; attempt < 2; attempt++) {
        int64_t end = attempt == 0 ? needed + step : needed;
        int code;
        do code = fallocate(output->descriptor, FALLOC_FL_KEEP_SIZE, output->reserved, end - output->reserved);
        while (code != 0 && errno == EINTR);
        if (code == 0) {
            output->reserved = end;
            return 0;
        }
        if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG) {
            output->cannotReserve = 1;
            return 0;
        }
    }
    output->failure = errno;
    return -output->failure;
}

int cffmpeg_close_output(CFFmpegOutput *output) {
    if (output->stream) {
        ffmpeg.avio_flush(output->stream);
        ffmpeg.av_freep(&output->stream->buffer);
        ffmpeg.avio_context_free(&output->stream);
    }
    if (output->descriptor >= 0) {
        if (output->reserved > output->size && ftruncate(output->descriptor, output->size) != 0 && !output->failure) {
            output->failure = errno;
        }
        if (close(output->descriptor) != 0 && !output->failure) output->failure = errno;
        output->descriptor = -1;
    }
    return output->failure ? -output->failure : 0;
}
