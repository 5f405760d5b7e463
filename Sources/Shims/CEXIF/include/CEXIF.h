#pragma once

#include <stddef.h>
#include <stdint.h>

// EXIF through libexif: the entries of a TIFF block as they are stored.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CEXIFDirectoryImage = 0,
    CEXIFDirectoryThumbnail = 1,
    CEXIFDirectoryExif = 2,
    CEXIFDirectoryGPS = 3,
    CEXIFDirectoryInteroperability = 4,
} CEXIFDirectory;

typedef struct {
    CEXIFDirectory directory;
    uint16_t tag;
    /// The TIFF type. The integers are 1 byte, 3 short, 4 long, 6 signed byte, 8 signed short and 9 signed long. The other types are 2
    /// ASCII, 5 rational, 7 undefined, 10 signed rational, 11 float and 12 double.
    uint16_t format;
    uint32_t components;
    const uint8_t *_Nullable bytes;
    uint32_t count;
} CEXIFEntry;

typedef struct CEXIFBlock CEXIFBlock;

/// Reads a block that begins with a TIFF header ("II" or "MM"). Returns null if the block cannot be read at all. Damaged entries are skipped.
CEXIFBlock *_Nullable cexif_open(const void *_Nonnull bytes, size_t count);

/// Whether numbers are stored with their high byte first.
int cexif_is_big_endian(const CEXIFBlock *_Nonnull block);

size_t cexif_entry_count(const CEXIFBlock *_Nonnull block);
CEXIFEntry cexif_entry(const CEXIFBlock *_Nonnull block, size_t index);

/// The embedded thumbnail (a JPEG file); null if there is none.
const uint8_t *_Nullable cexif_thumbnail(const CEXIFBlock *_Nonnull block, size_t *_Nonnull count);

void cexif_close(CEXIFBlock *_Nullable block);

#ifdef __cplusplus
}
#endif
