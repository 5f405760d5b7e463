#include "CEXIF.h"

#include <libexif/exif-data.h>
#include <stdlib.h>
#include <string.h>

struct CEXIFBlock {
    ExifData *data;
    size_t count;
    CEXIFEntry *entries;
};

CEXIFBlock *cexif_open(const void *bytes, size_t count) {
    if (count < 8 || count > (16u << 20)) return NULL;
    // libexif expects the signature that precedes the block in a JPEG file.
    unsigned char *copy = malloc(count + 6);
    CEXIFBlock *block = calloc(1, sizeof *block);
    ExifData *data = exif_data_new();
    if (!copy || !block || !data) {
        free(copy);
        free(block);
        if (data) exif_data_unref(data);
        return NULL;
    }
    memcpy(copy, "Exif\0\0", 6);
    memcpy(copy + 6, bytes, count);
    // Entries are read as they are stored. The library must neither add nor correct any.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
    exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
    exif_data_load_data(data, copy, (unsigned int)(count + 6));
    free(copy);
    block->data = data;
    size_t total = 0;
    for (int directory = 0; directory < EXIF_IFD_COUNT; directory++) {
        if (data->ifd[directory]) total += data->ifd[directory]->count;
    }
    if (total > 0) block->entries = calloc(total, sizeof *block->entries);
    if (!block->entries) return block;
    for (int directory = 0; directory < EXIF_IFD_COUNT; directory++) {
        ExifContent *content = data->ifd[directory];
        if (!content) continue;
        for (unsigned i = 0; i < content->count; i++) {
            ExifEntry *entry = content->entries[i];
            if (!entry || !entry->data) continue;
            CEXIFEntry *result = &block->entries[block->count++];
            result->directory = (CEXIFDirectory)directory;
            result->tag = (uint16_t)entry->tag;
            result->format = (uint16_t)entry->format;
            result->components = (uint32_t)entry->components;
            result->bytes = entry->data;
            result->count = entry->size;
        }
    }
    return block;
}

int cexif_is_big_endian(const CEXIFBlock *block) { return exif_data_get_byte_order(block->data) == EXIF_BYTE_ORDER_MOTOROLA; }

size_t cexif_entry_count(const CEXIFBlock *block) { return block->count; }

CEXIFEntry cexif_entry(const CEXIFBlock *block, size_t index) { return block->entries[index]; }

const uint8_t *cexif_thumbnail(const CEXIFBlock *block, size_t *count) {
    *count = block->data->size;
    return block->data->size > 0 ? block->data->data : NULL;
}

void cexif_close(CEXIFBlock *block) {
    if (!block) return;
    exif_data_unref(block->data);
    free(block->entries);
    free(block);
}
