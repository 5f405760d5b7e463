#pragma once

#include "Library.h"

// The file that a writer writes to. It keeps room behind what has been written, so that a container's index still fits when the disk is full.

typedef struct {
    int descriptor;
    AVIOContext *stream;
    int64_t position, size;
    /// The bytes that the file system has promised to this file.
    int64_t reserved;
    int cannotReserve;
    /// The first error of the system; 0 where there is none.
    int failure;
} CFFmpegOutput;

/// 0, or the system's error as a negative number.
int cffmpeg_open_output(CFFmpegOutput *output, const char *path) __attribute__((visibility("hidden")));

/// Makes sure that there is room for `count` bytes more. 0, or the system's error as a negative number.
int cffmpeg_reserve(CFFmpegOutput *output, int64_t count) __attribute__((visibility("hidden")));

/// Gives back the room that was not needed. 0, or the first error of the system as a negative number.
int cffmpeg_close_output(CFFmpegOutput *output) __attribute__((visibility("hidden")));
