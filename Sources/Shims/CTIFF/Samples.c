#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Library.h"

/// The unsigned sample at an index in a row of packed samples. Packed bits begin with the high bit. Samples of 16 and 32 bits have the
/// machine's byte order.
static inline uint32_t sampleAt(const uint8_t *row, size_t index, unsigned bits) {
    if (bits == 8) return row[index];
    if (bits == 16) return ((const uint16_t *)row)[index];
    if (bits == 32) return ((const uint32_t *)row)[index];
    uint32_t value = 0;
    for (size_t position = index * bits, end = position + bits; position < end; position++) {
        value = value << 1 | (row[position >> 3] >> (7 - (position & 7)) & 1);
    }
    return value;
}

static inline float floatAt(const uint8_t *row, size_t index, unsigned bits) {
    if (bits == 16) return (float)((const _Float16 *)row)[index];
    return bits == 32 ? ((const float *)row)[index] : (float)((const double *)row)[index];
}

/// The mapping from samples of a piece to components of the result.
typedef struct {
    const CTIFFInfo *info;
    /// The number of samples of a pixel in the piece (`stride`), and of components of a pixel in the result (`components`).
    int stride, components;
    /// The index of the piece's sample for each component of the result; -1 if the sample is not in this piece.
    int sources[4];
} Mapping;

/// Converts an unsigned sample of `bitsPerSample` bits to the result's 8 or 16 bits.
static inline uint16_t converted(const CTIFFInfo *info, uint32_t value, int inverts) {
    uint32_t bits = info->bitsPerSample, limit = info->sample == CTIFFSampleByte ? 255 : 65535;
    uint64_t most = (1ull << bits) - 1;
    if (inverts) value = (uint32_t)most - value;
    // Samples of 32 bits lose their lower half. Samples with fewer bits are scaled to the result's range.
    if (bits == 32) return (uint16_t)(value >> 16);
    return (uint16_t)(most == limit ? value : (value * (uint64_t)limit + most / 2) / most);
}

/// Whether a piece's pixels can be copied to the result without conversion.
static int isCopy(const Mapping *mapping) {
    const CTIFFInfo *info = mapping->info;
    if (info->bitsPerSample != 8 * info->sample || info->photometric == PHOTOMETRIC_MINISWHITE) return 0;
    if (mapping->stride != mapping->components) return 0;
    for (int c = 0; c < mapping->components; c++) {
        if (mapping->sources[c] != c) return 0;
    }
    return 1;
}

/// Converts one row of a piece: `count` pixels.
static void convertRow(const Mapping *mapping, const uint8_t *source, uint8_t *target, size_t count) {
    const CTIFFInfo *info = mapping->info;
    unsigned bits = info->bitsPerSample;
    size_t stride = (size_t)mapping->stride, components = (size_t)mapping->components;
    if (isCopy(mapping)) {
        memcpy(target, source, count * components * info->sample);
        return;
    }
    for (size_t c = 0; c < components; c++) {
        if (mapping->sources[c] < 0) continue;
        int isAlpha = info->alpha != CTIFFAlphaNone && c + 1 == components;
        int inverts = info->photometric == PHOTOMETRIC_MINISWHITE && !isAlpha;
        size_t from = (size_t)mapping->sources[c];
        if (info->sample == CTIFFSampleFloat) {
            float *floats = (float *)target + c;
            for (size_t x = 0; x < count; x++) {
                float value = floatAt(source, from + x * stride, bits);
                floats[x * components] = inverts ? 1 - value : value;
            }
        } else if (info->sample == CTIFFSampleWord) {
            uint16_t *words = (uint16_t *)target + c;
            for (size_t x = 0; x < count; x++) words[x * components] = converted(info, sampleAt(source, from + x * stride, bits), inverts);
        } else if (bits == 8 && !inverts) {
            for (size_t x = 0; x < count; x++) target[c + x * components] = source[from + x * stride];
        } else {
            for (size_t x = 0; x < count; x++) {
                target[c + x * components] = (uint8_t)converted(info, sampleAt(source, from + x * stride, bits), inverts);
            }
        }
    }
}

static Mapping mappingOf(const CTIFFInfo *info, int plane, int components) {
    int separate = info->planarConfiguration == PLANARCONFIG_SEPARATE;
    Mapping mapping = {info, separate ? 1 : info->samplesPerPixel, components, {-1, -1, -1, -1}};
    for (int c = 0; c < components; c++) {
        int isAlpha = info->alpha != CTIFFAlphaNone && c == components - 1;
        int sample = isAlpha ? info->alphaIndex : c < info->colorCount ? c : 0;
        if (!separate) {
            mapping.sources[c] = sample;
        } else if (sample == plane) {
            mapping.sources[c] = 0;
        }
    }
    return mapping;
}

/// The division of a page into strips or tiles.
typedef struct {
    uint32_t width, height;
    int tiled, planes;
    uint64_t rowBytes;
} Pieces;

/// Finds the pieces of the current page. Returns 0 if their sizes are inconsistent.
static int findPieces(CTIFFFile *file, Pieces *pieces) {
    const CTIFFInfo *info = &file->info;
    pieces->tiled = ctiff_library.TIFFIsTiled(file->tiff);
    pieces->planes = info->planarConfiguration == PLANARCONFIG_SEPARATE ? info->samplesPerPixel : 1;
    pieces->width = info->width;
    pieces->height = 0;
    if (pieces->tiled) {
        pieces->width = 0;
        ctiff_library.TIFFGetField(file->tiff, TIFFTAG_TILEWIDTH, &pieces->width);
        ctiff_library.TIFFGetField(file->tiff, TIFFTAG_TILELENGTH, &pieces->height);
    } else {
        ctiff_library.TIFFGetFieldDefaulted(file->tiff, TIFFTAG_ROWSPERSTRIP, &pieces->height);
        if (pieces->height > info->height) pieces->height = info->height;
    }
    uint64_t samples = (uint64_t)pieces->width * (pieces->planes > 1 ? 1 : info->samplesPerPixel);
    pieces->rowBytes = (samples * info->bitsPerSample + 7) / 8;
    return pieces->rowBytes > 0 && pieces->height > 0 && info->pieceSize / pieces->rowBytes >= pieces->height;
}

/// Reads and converts all pieces of a plane; `index` is the number of the next piece. 0 is success.
static int decodePlane(CTIFFFile *file, const Pieces *pieces, const Mapping *mapping, uint8_t *piece, uint32_t *index, uint8_t *pixels,
                       size_t bytesPerRow) {
    const CTIFFInfo *info = &file->info;
    tmsize_t size = (tmsize_t)info->pieceSize;
    for (uint64_t top = 0; top < info->height; top += pieces->height) {
        uint64_t rows = info->height - top < pieces->height ? info->height - top : pieces->height;
        for (uint64_t left = 0; left < info->width; left += pieces->width) {
            uint64_t columns = info->width - left < pieces->width ? info->width - left : pieces->width;
            tmsize_t got = pieces->tiled ? ctiff_library.TIFFReadEncodedTile(file->tiff, *index, piece, size)
                                         : ctiff_library.TIFFReadEncodedStrip(file->tiff, *index, piece, size);
            *index += 1;
            if (got < 0 || (uint64_t)got < pieces->rowBytes * rows) return 1;
            size_t offset = left * (size_t)mapping->components * info->sample;
            for (uint64_t y = 0; y < rows; y++) {
                convertRow(mapping, piece + y * pieces->rowBytes, pixels + (top + y) * bytesPerRow + offset, columns);
            }
        }
    }
    return 0;
}

int ctiff_decode_samples(CTIFFFile *file, void *pixels, size_t bytesPerRow, int components, char *message, size_t messageSize) {
    const CTIFFInfo *info = &file->info;
    int needed = info->colorCount + (info->alpha == CTIFFAlphaNone ? 0 : 1);
    Pieces pieces;
    if (messageSize > 0) message[0] = 0;
    ctiff_error[0] = 0;
    if (info->sample == CTIFFSampleNone || components < needed || components > 4 ||
        bytesPerRow < (size_t)info->width * (size_t)components * info->sample || !findPieces(file, &pieces)) {
        snprintf(message, messageSize, "the TIFF image has an unsupported form");
        return 1;
    }
    uint8_t *piece = malloc(info->pieceSize);
    if (!piece) {
        snprintf(message, messageSize, "no memory for a TIFF decoder");
        return 1;
    }
    uint32_t index = 0;
    int status = 0;
    for (int plane = 0; plane < pieces.planes && status == 0; plane++) {
        Mapping mapping = mappingOf(info, plane, components);
        status = decodePlane(file, &pieces, &mapping, piece, &index, pixels, bytesPerRow);
    }
    free(piece);
    if (status) snprintf(message, messageSize, "%s", ctiff_error[0] ? ctiff_error : "the TIFF data are damaged");
    return status;
}
