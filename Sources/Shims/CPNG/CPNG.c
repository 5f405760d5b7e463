#include "CPNG.h"

#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CPNGDecoder {
    spng_ctx *context;
    CPNGInfo info;
    struct spng_iccp icc;
    struct spng_exif exif;
    struct spng_text *texts;
    uint32_t textCount;
};

// SPNG_FMT_GA8 works only for gray without alpha. Gray with alpha is decoded in its stored format, and so are 16-bit gray and RGB.
static int formatOf(CPNGLayout layout) {
    switch (layout) {
    case CPNGLayoutGray8: return SPNG_FMT_G8;
    case CPNGLayoutRGB8: return SPNG_FMT_RGB8;
    case CPNGLayoutRGBA8: return SPNG_FMT_RGBA8;
    case CPNGLayoutRGBA16: return SPNG_FMT_RGBA16;
    default: return SPNG_FMT_PNG;
    }
}

static CPNGLayout layoutOf(const struct spng_ihdr *header, int transparent) {
    int deep = header->bit_depth == 16;
    switch (header->color_type) {
    case SPNG_COLOR_TYPE_GRAYSCALE:
        if (transparent) return deep ? CPNGLayoutRGBA16 : CPNGLayoutRGBA8;
        return deep ? CPNGLayoutGray16 : CPNGLayoutGray8;
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA: return deep ? CPNGLayoutRGBA16 : CPNGLayoutGrayAlpha8;
    case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA: return deep ? CPNGLayoutRGBA16 : CPNGLayoutRGBA8;
    case SPNG_COLOR_TYPE_INDEXED: return transparent ? CPNGLayoutRGBA8 : CPNGLayoutRGB8;
    default:
        if (transparent) return deep ? CPNGLayoutRGBA16 : CPNGLayoutRGBA8;
        return deep ? CPNGLayoutRGB16 : CPNGLayoutRGB8;
    }
}

CPNGDecoder *cpng_open(const void *bytes, size_t count, CPNGInfo *info, char *message, size_t messageSize) {
    memset(info, 0, sizeof *info);
    if (messageSize > 0) message[0] = 0;
    CPNGDecoder *decoder = calloc(1, sizeof *decoder);
    spng_ctx *context = decoder ? spng_ctx_new(0) : NULL;
    if (!context) {
        free(decoder);
        snprintf(message, messageSize, "no memory for a PNG decoder");
        return NULL;
    }
    decoder->context = context;
    // Limits against malicious files: 16 MB for one profile or text, 32 MB for all of them.
    spng_set_chunk_limits(context, 16 << 20, 32 << 20);
    spng_set_crc_action(context, SPNG_CRC_ERROR, SPNG_CRC_DISCARD);
    struct spng_ihdr header;
    int status = spng_set_png_buffer(context, bytes, count);
    if (!status) status = spng_get_ihdr(context, &header);
    if (status) {
        snprintf(message, messageSize, "%s", spng_strerror(status));
        cpng_close(decoder);
        return NULL;
    }
    info->width = header.width;
    info->height = header.height;
    info->bitDepth = header.bit_depth;
    info->colorType = header.color_type;
    info->isInterlaced = header.interlace_method != 0;
    struct spng_trns transparency;
    int transparent = spng_get_trns(context, &transparency) == 0;
    info->hasTransparency = transparent || header.color_type == SPNG_COLOR_TYPE_GRAYSCALE_ALPHA ||
                            header.color_type == SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    info->layout = layoutOf(&header, transparent);
    struct spng_phys physical;
    if (spng_get_phys(context, &physical) == 0 && physical.unit_specifier == 1) {
        info->pixelsPerMetreX = physical.ppu_x;
        info->pixelsPerMetreY = physical.ppu_y;
    }
    double gamma;
    if (spng_get_gama(context, &gamma) == 0) info->gamma = gamma;
    uint8_t intent;
    info->isSRGB = spng_get_srgb(context, &intent) == 0;
    struct spng_chrm c;
    if (spng_get_chrm(context, &c) == 0) {
        double values[8] = {c.white_point_x, c.white_point_y, c.red_x, c.red_y, c.green_x, c.green_y, c.blue_x, c.blue_y};
        memcpy(info->chromaticities, values, sizeof values);
    }
    if (spng_get_iccp(context, &decoder->icc)) memset(&decoder->icc, 0, sizeof decoder->icc);
    if (spng_get_exif(context, &decoder->exif)) memset(&decoder->exif, 0, sizeof decoder->exif);
    uint32_t texts = 0;
    if (spng_get_text(context, NULL, &texts) == 0 && texts > 0 && texts < 4096) {
        decoder->texts = calloc(texts, sizeof *decoder->texts);
        if (decoder->texts && spng_get_text(context, decoder->texts, &texts) == 0) decoder->textCount = texts;
    }
    decoder->info = *info;
    return decoder;
}

const void *cpng_icc(CPNGDecoder *decoder, size_t *count) {
    *count = decoder->icc.profile_len;
    return decoder->icc.profile_len > 0 ? decoder->icc.profile : NULL;
}

const void *cpng_exif(CPNGDecoder *decoder, size_t *count) {
    *count = decoder->exif.length;
    return decoder->exif.length > 0 ? decoder->exif.data : NULL;
}

const char *cpng_text(CPNGDecoder *decoder, const char *keyword) {
    for (uint32_t i = 0; i < decoder->textCount; i++) {
        if (strncmp(decoder->texts[i].keyword, keyword, sizeof decoder->texts[i].keyword) == 0) return decoder->texts[i].text;
    }
    return NULL;
}

int cpng_decode(CPNGDecoder *decoder, void *pixels, size_t bytesPerRow, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    spng_ctx *context = decoder->context;
    int format = formatOf(decoder->info.layout);
    size_t size = 0;
    int status = spng_decoded_image_size(context, format, &size);
    size_t rowSize = size / decoder->info.height;
    if (!status && rowSize > bytesPerRow) status = SPNG_EBUFSIZ;
    if (!status) status = spng_decode_image(context, NULL, 0, format, SPNG_DECODE_TRNS | SPNG_DECODE_PROGRESSIVE);
    struct spng_row_info row;
    while (!status) {
        status = spng_get_row_info(context, &row);
        if (status) break;
        if (row.row_num >= decoder->info.height) {
            status = SPNG_EINTERNAL;
            break;
        }
        // In an interlaced image, each pass fills some pixels of the row and leaves the others unchanged.
        status = spng_decode_row(context, (uint8_t *)pixels + row.row_num * bytesPerRow, rowSize);
    }
    if (status == SPNG_EOI) return 0;
    snprintf(message, messageSize, "%s", spng_strerror(status));
    return status ? status : SPNG_EINTERNAL;
}

void cpng_close(CPNGDecoder *decoder) {
    if (!decoder) return;
    spng_ctx_free(decoder->context);
    free(decoder->texts);
    free(decoder);
}

int cpng_encode(const void *pixels, CPNGLayout layout, uint32_t width, uint32_t height, const void *icc, size_t iccCount, const void *exif,
                size_t exifCount, uint32_t pixelsPerMetre, void **bytes, size_t *count, char *message, size_t messageSize) {
    *bytes = NULL;
    *count = 0;
    if (messageSize > 0) message[0] = 0;
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    if (!context) {
        snprintf(message, messageSize, "no memory for a PNG encoder");
        return 1;
    }
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    struct spng_ihdr header = {.width = width, .height = height, .bit_depth = 8};
    size_t pixelSize = 4;
    switch (layout) {
    case CPNGLayoutGray8: header.color_type = SPNG_COLOR_TYPE_GRAYSCALE, pixelSize = 1; break;
    case CPNGLayoutGrayAlpha8: header.color_type = SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, pixelSize = 2; break;
    case CPNGLayoutRGB8: header.color_type = SPNG_COLOR_TYPE_TRUECOLOR, pixelSize = 3; break;
    case CPNGLayoutRGBA8: header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, pixelSize = 4; break;
    case CPNGLayoutGray16: header.color_type = SPNG_COLOR_TYPE_GRAYSCALE, header.bit_depth = 16, pixelSize = 2; break;
    case CPNGLayoutRGB16: header.color_type = SPNG_COLOR_TYPE_TRUECOLOR, header.bit_depth = 16, pixelSize = 6; break;
    case CPNGLayoutRGBA16: header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, header.bit_depth = 16, pixelSize = 8; break;
    }
    int status = spng_set_ihdr(context, &header);
    if (!status && icc && iccCount > 0) {
        struct spng_iccp profile = {.profile_name = "ICC Profile", .profile_len = iccCount, .profile = (char *)icc};
        status = spng_set_iccp(context, &profile);
    }
    if (!status && exif && exifCount > 0) {
        struct spng_exif block = {.length = exifCount, .data = (char *)exif};
        // If the library rejects the block, it is left out and the picture is still written.
        spng_set_exif(context, &block);
    }
    if (!status && pixelsPerMetre > 0) {
        struct spng_phys physical = {.ppu_x = pixelsPerMetre, .ppu_y = pixelsPerMetre, .unit_specifier = 1};
        status = spng_set_phys(context, &physical);
    }
    size_t size = pixelSize * width * height;
    if (!status) status = spng_encode_image(context, pixels, size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    if (!status) {
        *bytes = spng_get_png_buffer(context, count, &status);
        if (!*bytes && !status) status = SPNG_EINTERNAL;
    }
    if (status) snprintf(message, messageSize, "%s", spng_strerror(status));
    spng_ctx_free(context);
    return status;
}
