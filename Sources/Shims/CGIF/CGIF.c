#include "CGIF.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

struct CGIFDecoder {
    GifFileType *file;
    const uint8_t *bytes;
    size_t count, position;
    int loopCount;
};

static int readBytes(GifFileType *file, GifByteType *target, int length) {
    CGIFDecoder *decoder = file->UserData;
    size_t left = decoder->count - decoder->position;
    size_t wanted = length < 0 ? 0 : (size_t)length;
    size_t got = wanted < left ? wanted : left;
    memcpy(target, decoder->bytes + decoder->position, got);
    decoder->position += got;
    return (int)got;
}

CGIFDecoder *cgif_open(const void *bytes, size_t count, int *width, int *height) {
    CGIFDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->bytes = bytes;
    decoder->count = count;
    decoder->loopCount = -1;
    int error = 0;
    decoder->file = DGifOpen(decoder, readBytes, &error);
    if (!decoder->file) {
        free(decoder);
        return NULL;
    }
    *width = decoder->file->SWidth;
    *height = decoder->file->SHeight;
    return decoder;
}

static void readGraphics(const GifByteType *block, CGIFFrame *frame) {
    if (block[0] < 4) return;
    frame->disposal = (block[1] >> 2) & 7;
    frame->transparentIndex = (block[1] & 1) ? block[4] : -1;
    frame->delay = block[2] | block[3] << 8;
}

int cgif_next(CGIFDecoder *decoder, CGIFFrame *frame) {
    memset(frame, 0, sizeof *frame);
    frame->transparentIndex = -1;
    GifFileType *file = decoder->file;
    for (;;) {
        GifRecordType type;
        if (DGifGetRecordType(file, &type) == GIF_ERROR) return -1;
        if (type == TERMINATE_RECORD_TYPE) return 0;
        if (type == EXTENSION_RECORD_TYPE) {
            int code = 0, isLoop = 0;
            GifByteType *block = NULL;
            if (DGifGetExtension(file, &code, &block) == GIF_ERROR) return -1;
            while (block) {
                if (code == GRAPHICS_EXT_FUNC_CODE) readGraphics(block, frame);
                if (code == APPLICATION_EXT_FUNC_CODE) {
                    if (block[0] == 11) isLoop = memcmp(block + 1, "NETSCAPE2.0", 11) == 0;
                    else if (isLoop && block[0] >= 3 && block[1] == 1) decoder->loopCount = block[2] | block[3] << 8;
                }
                if (DGifGetExtensionNext(file, &block) == GIF_ERROR) return -1;
            }
            continue;
        }
        if (type != IMAGE_DESC_RECORD_TYPE) continue;
        if (DGifGetImageDesc(file) == GIF_ERROR) return -1;
        frame->left = file->Image.Left;
        frame->top = file->Image.Top;
        frame->width = file->Image.Width;
        frame->height = file->Image.Height;
        frame->isInterlaced = file->Image.Interlace;
        const ColorMapObject *map = file->Image.ColorMap ? file->Image.ColorMap : file->SColorMap;
        if (map) {
            frame->paletteCount = map->ColorCount > 256 ? 256 : map->ColorCount;
            for (int i = 0; i < frame->paletteCount; i++) {
                frame->palette[i][0] = map->Colors[i].Red;
                frame->palette[i][1] = map->Colors[i].Green;
                frame->palette[i][2] = map->Colors[i].Blue;
            }
        }
        // The library keeps a description of every frame it has read. The colour map is freed, because it has been copied.
        if (file->SavedImages && file->ImageCount > 0) {
            SavedImage *last = &file->SavedImages[file->ImageCount - 1];
            if (last->ImageDesc.ColorMap) {
                GifFreeMapObject(last->ImageDesc.ColorMap);
                last->ImageDesc.ColorMap = NULL;
            }
        }
        return 1;
    }
}

int cgif_skip(CGIFDecoder *decoder) {
    int size = 0;
    GifByteType *block = NULL;
    if (DGifGetCode(decoder->file, &size, &block) == GIF_ERROR) return -1;
    while (block) {
        if (DGifGetCodeNext(decoder->file, &block) == GIF_ERROR) return -1;
    }
    return 0;
}

int cgif_decode(CGIFDecoder *decoder, const CGIFFrame *frame, uint8_t *indices) {
    static const int starts[4] = {0, 4, 2, 1}, steps[4] = {8, 8, 4, 2};
    int lines = 0;
    if (frame->isInterlaced) {
        for (int pass = 0; pass < 4; pass++) {
            for (int y = starts[pass]; y < frame->height; y += steps[pass]) {
                if (DGifGetLine(decoder->file, indices + (size_t)y * frame->width, frame->width) == GIF_ERROR) return lines;
                lines++;
            }
        }
    } else {
        for (int y = 0; y < frame->height; y++) {
            if (DGifGetLine(decoder->file, indices + (size_t)y * frame->width, frame->width) == GIF_ERROR) return lines;
            lines++;
        }
    }
    return lines;
}

int cgif_loop_count(const CGIFDecoder *decoder) { return decoder->loopCount; }

void cgif_close(CGIFDecoder *decoder) {
    if (!decoder) return;
    int error = 0;
    DGifCloseFile(decoder->file, &error);
    free(decoder);
}
