#pragma once

#include "Library.h"

// The output file of a writer. It reserves space behind the written data, so that the container's index still fits if the disk becomes full.

typedef struct {
    int descriptor;
    AVIOContext *stream;
    int64_t position, size;
    /// The number of bytes that the file system has reserved for this file.
    int64_t reserved;
    int cannotReserve;
    /// The first error of the system; 0 if there was none.
    int failure;
} CFFmpegOutput;

/// Opens a file. Returns 0, or the system's error as a negative number.
int cffmpeg_open_output(CFFmpegOutput *output, const char *path) __attribute__((visibility("hidden")));

/// Reserves space for `count` more bytes. Returns 0, or the system's error as a negative number.
int cffmpeg_reserve(CFFmpegOutput *output, int64_t count) __attribute__((visibility("hidden")));

/// Releases the space that is not needed, and closes the file. Returns 0, or the system's first error as a negative number.
int cffmpeg_close_output(CFFmpegOutput *output) __attribute__((visibility("hidden")));
