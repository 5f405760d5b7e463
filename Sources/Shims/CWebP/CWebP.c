#include "CWebP.h"

#include <string.h>
#include <webp/decode.h>

int cwebp_info(const uint8_t *bytes, size_t count, CWebPInfo *info) {
    memset(info, 0, sizeof *info);
    WebPBitstreamFeatures features;
    VP8StatusCode status = WebPGetFeatures(bytes, count, &features);
    if (status != VP8_STATUS_OK) return status;
    info->width = features.width;
    info->height = features.height;
    info->hasAlpha = features.has_alpha;
    info->isAnimated = features.has_animation;
    return 0;
}

int cwebp_decode(const uint8_t *bytes, size_t count, int hasAlpha, int width, int height, uint8_t *pixels, int bytesPerRow) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return VP8_STATUS_INVALID_PARAM;
    VP8StatusCode status = WebPGetFeatures(bytes, count, &config.input);
    if (status != VP8_STATUS_OK) return status;
    if (config.input.width != width || config.input.height != height) return VP8_STATUS_BITSTREAM_ERROR;
    config.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = bytesPerRow;
    config.output.u.RGBA.size = (size_t)bytesPerRow * (size_t)height;
    status = WebPDecode(bytes, count, &config);
    WebPFreeDecBuffer(&config.output);
    return status;
}

const char *cwebp_message(int code) {
    switch (code) {
    case VP8_STATUS_OUT_OF_MEMORY: return "no memory for a WebP decoder";
    case VP8_STATUS_INVALID_PARAM: return "the WebP decoder does not accept its parameters";
    case VP8_STATUS_BITSTREAM_ERROR: return "the WebP data are damaged";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "the WebP data use an unknown feature";
    case VP8_STATUS_NOT_ENOUGH_DATA: return "the WebP data end too early";
    default: return "the WebP data cannot be decoded";
    }
}
