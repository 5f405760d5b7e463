#pragma once

#include <tiffio.h>

#include "CTIFF.h"

// Common parts of the shim's files: libtiff's functions, and an open file.

#define FUNCTIONS(X) \
    X(TIFFClientOpen) \
    X(TIFFClose) \
    X(TIFFGetField) \
    X(TIFFGetFieldDefaulted) \
    X(TIFFReadDirectory) \
    X(TIFFSetDirectory) \
    X(TIFFNumberOfDirectories) \
    X(TIFFRGBAImageOK) \
    X(TIFFRGBAImageBegin) \
    X(TIFFRGBAImageGet) \
    X(TIFFRGBAImageEnd) \
    X(TIFFIsTiled) \
    X(TIFFStripSize64) \
    X(TIFFTileSize64) \
    X(TIFFReadEncodedStrip) \
    X(TIFFReadEncodedTile) \
    X(TIFFSetErrorHandler) \
    X(TIFFSetWarningHandler)

struct CTIFFLibrary {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
};

/// The functions of the library. The structure is filled before the first file is opened.
extern struct CTIFFLibrary ctiff_library __attribute__((visibility("hidden")));

/// The first error of the current call; empty if there is none.
extern _Thread_local char ctiff_error[200] __attribute__((visibility("hidden")));

struct CTIFFFile {
    TIFF *tiff;
    const uint8_t *bytes;
    size_t count, position;
    CTIFFInfo info;
};
