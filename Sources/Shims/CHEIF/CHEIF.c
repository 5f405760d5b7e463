#include "CHEIF.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X) \
    X(heif_context_alloc) \
    X(heif_context_free) \
    X(heif_context_read_from_memory_without_copy) \
    X(heif_context_get_number_of_top_level_images) \
    X(heif_context_get_list_of_top_level_image_IDs) \
    X(heif_context_get_primary_image_ID) \
    X(heif_context_get_image_handle) \
    X(heif_context_set_max_decoding_threads) \
    X(heif_image_handle_release) \
    X(heif_image_handle_get_width) \
    X(heif_image_handle_get_height) \
    X(heif_image_handle_has_alpha_channel) \
    X(heif_image_handle_is_premultiplied_alpha) \
    X(heif_image_handle_get_luma_bits_per_pixel) \
    X(heif_image_handle_get_color_profile_type) \
    X(heif_image_handle_get_raw_color_profile_size) \
    X(heif_image_handle_get_raw_color_profile) \
    X(heif_image_handle_get_nclx_color_profile) \
    X(heif_nclx_color_profile_free) \
    X(heif_image_handle_get_number_of_metadata_blocks) \
    X(heif_image_handle_get_list_of_metadata_block_IDs) \
    X(heif_image_handle_get_metadata_content_type) \
    X(heif_image_handle_get_metadata_size) \
    X(heif_image_handle_get_metadata) \
    X(heif_decode_image) \
    X(heif_decoding_options_alloc) \
    X(heif_decoding_options_free) \
    X(heif_image_get_plane_readonly) \
    X(heif_image_get_width) \
    X(heif_image_get_height) \
    X(heif_image_release)

#define ENCODING_FUNCTIONS(X) \
    X(heif_have_encoder_for_format) \
    X(heif_context_get_encoder_for_format) \
    X(heif_encoder_release) \
    X(heif_encoder_set_lossy_quality) \
    X(heif_encoder_set_parameter_string) \
    X(heif_image_create) \
    X(heif_image_add_plane) \
    X(heif_image_get_plane) \
    X(heif_image_set_raw_color_profile) \
    X(heif_image_set_nclx_color_profile) \
    X(heif_nclx_color_profile_alloc) \
    X(heif_context_encode_image) \
    X(heif_context_add_exif_metadata) \
    X(heif_context_write)

static struct {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
    ENCODING_FUNCTIONS(X)
#undef X
} heif;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded, isWriting;

static void load(void) {
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libheif.so", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int complete = 1;
#define X(name) \
    *(void **)&heif.name = dlsym(library, #name); \
    if (!heif.name) complete = 0;
    FUNCTIONS(X)
    isLoaded = complete;
    ENCODING_FUNCTIONS(X)
#undef X
    isWriting = complete;
}

enum { maximumImageCount = 4096 };

struct CHEIFFile {
    struct heif_context *context;
    heif_item_id *images;
    int count;
};

CHEIFFile *cheif_open(const void *bytes, size_t count, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    pthread_once(&once, load);
    if (!isLoaded) {
        snprintf(message, messageSize, "HEIF and AVIF need the library libheif (Debian package libheif1), which is not installed");
        return NULL;
    }
    CHEIFFile *file = calloc(1, sizeof *file);
    struct heif_context *context = file ? heif.heif_context_alloc() : NULL;
    if (!context) {
        free(file);
        snprintf(message, messageSize, "no memory for a HEIF decoder");
        return NULL;
    }
    file->context = context;
    struct heif_error error = heif.heif_context_read_from_memory_without_copy(context, bytes, count, NULL);
    if (error.code != heif_error_Ok) {
        snprintf(message, messageSize, "%s", error.message ? error.message : "the HEIF data are damaged");
        cheif_close(file);
        return NULL;
    }
    int images = heif.heif_context_get_number_of_top_level_images(context);
    if (images > maximumImageCount) images = maximumImageCount;
    if (images > 0) file->images = calloc((size_t)images, sizeof *file->images);
    if (!file->images) {
        snprintf(message, messageSize, "the HEIF data hold no image");
        cheif_close(file);
        return NULL;
    }
    file->count = heif.heif_context_get_list_of_top_level_image_IDs(context, file->images, images);
    heif_item_id primary = 0;
    if (heif.heif_context_get_primary_image_ID(context, &primary).code == heif_error_Ok) {
        for (int i = 1; i < file->count; i++) {
            if (file->images[i] != primary) continue;
            memmove(file->images + 1, file->images, (size_t)i * sizeof *file->images);
            file->images[0] = primary;
            break;
        }
    }
    return file;
}

int cheif_image_count(const CHEIFFile *file) { return file->count; }

static struct heif_image_handle *handleOf(CHEIFFile *file, int index) {
    if (index < 0 || index >= file->count) return NULL;
    struct heif_image_handle *handle = NULL;
    struct heif_error error = heif.heif_context_get_image_handle(file->context, file->images[index], &handle);
    return error.code == heif_error_Ok ? handle : NULL;
}

static int hasProfile(const struct heif_image_handle *handle) {
    enum heif_color_profile_type type = heif.heif_image_handle_get_color_profile_type(handle);
    return type == heif_color_profile_type_prof || type == heif_color_profile_type_rICC;
}

int cheif_image_info(CHEIFFile *file, int index, CHEIFInfo *info) {
    memset(info, 0, sizeof *info);
    struct heif_image_handle *handle = handleOf(file, index);
    if (!handle) return 1;
    info->width = heif.heif_image_handle_get_width(handle);
    info->height = heif.heif_image_handle_get_height(handle);
    info->hasAlpha = heif.heif_image_handle_has_alpha_channel(handle);
    info->isPremultiplied = heif.heif_image_handle_is_premultiplied_alpha(handle);
    info->bitsPerComponent = heif.heif_image_handle_get_luma_bits_per_pixel(handle);
    info->isPrimary = index == 0;
    if (!hasProfile(handle)) {
        struct heif_color_profile_nclx *nclx = NULL;
        if (heif.heif_image_handle_get_nclx_color_profile(handle, &nclx).code == heif_error_Ok && nclx) {
            info->colorPrimaries = (int32_t)nclx->color_primaries;
            info->transferCharacteristics = (int32_t)nclx->transfer_characteristics;
            heif.heif_nclx_color_profile_free(nclx);
        }
    }
    heif.heif_image_handle_release(handle);
    return 0;
}

enum { maximumMetadataSize = 16 << 20 };

void *cheif_icc(CHEIFFile *file, int index, size_t *count) {
    *count = 0;
    struct heif_image_handle *handle = handleOf(file, index);
    if (!handle) return NULL;
    void *result = NULL;
    size_t size = hasProfile(handle) ? heif.heif_image_handle_get_raw_color_profile_size(handle) : 0;
    if (size > 0 && size < maximumMetadataSize && (result = malloc(size))) {
        if (heif.heif_image_handle_get_raw_color_profile(handle, result).code == heif_error_Ok) {
            *count = size;
        } else {
            free(result);
            result = NULL;
        }
    }
    heif.heif_image_handle_release(handle);
    return result;
}

static uint8_t *metadataOf(CHEIFFile *file, int index, const char *type, const char *contentType, size_t *count) {
    *count = 0;
    struct heif_image_handle *handle = handleOf(file, index);
    if (!handle) return NULL;
    uint8_t *result = NULL;
    heif_item_id blocks[16];
    int found = heif.heif_image_handle_get_list_of_metadata_block_IDs(handle, type, blocks, 16);
    for (int i = 0; i < found && !result; i++) {
        const char *content = heif.heif_image_handle_get_metadata_content_type(handle, blocks[i]);
        if (contentType && (!content || strcmp(content, contentType) != 0)) continue;
        size_t size = heif.heif_image_handle_get_metadata_size(handle, blocks[i]);
        if (size == 0 || size >= maximumMetadataSize || !(result = malloc(size))) continue;
        if (heif.heif_image_handle_get_metadata(handle, blocks[i], result).code == heif_error_Ok) {
            *count = size;
        } else {
            free(result);
            result = NULL;
        }
    }
    heif.heif_image_handle_release(handle);
    return result;
}

void *cheif_exif(CHEIFFile *file, int index, size_t *count) {
    uint8_t *bytes = metadataOf(file, index, "Exif", NULL, count);
    if (!bytes) return NULL;
    // The first four bytes hold the distance from their end to the TIFF header.
    size_t size = *count;
    uint32_t offset = size >= 4 ? (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3] : UINT32_MAX;
    if (size < 12 || offset > size - 12) {
        free(bytes);
        *count = 0;
        return NULL;
    }
    *count = size - 4 - offset;
    memmove(bytes, bytes + 4 + offset, *count);
    return bytes;
}

void *cheif_xmp(CHEIFFile *file, int index, size_t *count) { return metadataOf(file, index, "mime", "application/rdf+xml", count); }

int cheif_decode(CHEIFFile *file, int index, int hasAlpha, int width, int height, uint8_t *pixels, size_t bytesPerRow, char *message,
                 size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    struct heif_image_handle *handle = handleOf(file, index);
    if (!handle) {
        snprintf(message, messageSize, "the HEIF data hold no such image");
        return 1;
    }
    struct heif_image *image = NULL;
    struct heif_decoding_options *options = heif.heif_decoding_options_alloc();
    if (options) options->convert_hdr_to_8bit = 1;
    enum heif_chroma chroma = hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    struct heif_error error = heif.heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, options);
    if (options) heif.heif_decoding_options_free(options);
    heif.heif_image_handle_release(handle);
    if (error.code != heif_error_Ok || !image) {
        snprintf(message, messageSize, "%s", error.message ? error.message : "the HEIF image cannot be decoded");
        return 1;
    }
    int result = 0, stride = 0;
    const uint8_t *plane = heif.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    if (!plane || heif.heif_image_get_width(image, heif_channel_interleaved) != width ||
        heif.heif_image_get_height(image, heif_channel_interleaved) != height) {
        snprintf(message, messageSize, "the HEIF image has another size than its container says");
        result = 1;
    } else {
        size_t row = (size_t)width * (hasAlpha ? 4 : 3);
        for (int y = 0; y < height; y++) memcpy(pixels + (size_t)y * bytesPerRow, plane + (size_t)y * (size_t)stride, row);
    }
    heif.heif_image_release(image);
    return result;
}

void cheif_close(CHEIFFile *file) {
    if (!file) return;
    heif.heif_context_free(file->context);
    free(file->images);
    free(file);
}

// Encoding

int cheif_can_encode(int isAV1) {
    pthread_once(&once, load);
    if (!isWriting) return 0;
    // A context loads the plugins that the encoders may be in.
    struct heif_context *context = heif.heif_context_alloc();
    if (!context) return 0;
    int result = heif.heif_have_encoder_for_format(isAV1 ? heif_compression_AV1 : heif_compression_HEVC);
    heif.heif_context_free(context);
    return result;
}

typedef struct {
    uint8_t *bytes;
    size_t count, capacity;
} Output;

static struct heif_error append(struct heif_context *context, const void *data, size_t size, void *userdata) {
    (void)context;
    static const struct heif_error success = {heif_error_Ok, heif_suberror_Unspecified, "success"};
    static const struct heif_error failure = {heif_error_Memory_allocation_error, heif_suberror_Unspecified, "no memory for a HEIF file"};
    Output *output = userdata;
    if (size > SIZE_MAX / 2 - output->count) return failure;
    if (output->count + size > output->capacity) {
        size_t capacity = output->count + size;
        uint8_t *bytes = realloc(output->bytes, capacity);
        if (!bytes) return failure;
        output->bytes = bytes;
        output->capacity = capacity;
    }
    if (size > 0) memcpy(output->bytes + output->count, data, size);
    output->count += size;
    return success;
}

/// Converts a picture to the library's image. Returns null on an error.
static struct heif_image *imageOf(const CHEIFPicture *picture, struct heif_error *error) {
    int isGray = picture->components == 1;
    struct heif_image *image = NULL;
    enum heif_chroma chroma = picture->components == 4 ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    *error = heif.heif_image_create(
        picture->width, picture->height, isGray ? heif_colorspace_monochrome : heif_colorspace_RGB, isGray ? heif_chroma_monochrome : chroma,
        &image);
    if (error->code != heif_error_Ok) return NULL;
    enum heif_channel channel = isGray ? heif_channel_Y : heif_channel_interleaved;
    *error = heif.heif_image_add_plane(image, channel, picture->width, picture->height, 8);
    int stride = 0;
    uint8_t *plane = error->code == heif_error_Ok ? heif.heif_image_get_plane(image, channel, &stride) : NULL;
    if (!plane) {
        heif.heif_image_release(image);
        return NULL;
    }
    size_t row = (size_t)picture->width * (size_t)picture->components;
    for (int y = 0; y < picture->height; y++) {
        memcpy(plane + (size_t)y * (size_t)stride, picture->pixels + (size_t)y * picture->bytesPerRow, row);
    }
    if (picture->icc) {
        *error = heif.heif_image_set_raw_color_profile(image, "prof", picture->icc, picture->iccCount);
    } else {
        struct heif_color_profile_nclx *nclx = heif.heif_nclx_color_profile_alloc();
        if (nclx) {
            nclx->color_primaries = heif_color_primaries_ITU_R_BT_709_5;
            nclx->transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1;
            nclx->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6;
            nclx->full_range_flag = 1;
            *error = heif.heif_image_set_nclx_color_profile(image, nclx);
            heif.heif_nclx_color_profile_free(nclx);
        }
    }
    if (error->code != heif_error_Ok) {
        heif.heif_image_release(image);
        return NULL;
    }
    return image;
}

static struct heif_error encode(const CHEIFPicture *picture, struct heif_context *context, Output *output) {
    struct heif_encoder *encoder = NULL;
    enum heif_compression_format format = picture->isAV1 ? heif_compression_AV1 : heif_compression_HEVC;
    struct heif_error error = heif.heif_context_get_encoder_for_format(context, format, &encoder);
    if (error.code != heif_error_Ok) return error;
    struct heif_image *image = NULL;
    struct heif_image_handle *handle = NULL;
    error = heif.heif_encoder_set_lossy_quality(encoder, picture->quality);
    if (error.code != heif_error_Ok) goto end;
    // Encoders that do not know these parameters use their defaults.
    heif.heif_encoder_set_parameter_string(encoder, "chroma", picture->isFullColor ? "444" : "420");
    if (!picture->isAV1) heif.heif_encoder_set_parameter_string(encoder, "preset", "fast");
    image = imageOf(picture, &error);
    if (!image) goto end;
    error = heif.heif_context_encode_image(context, image, encoder, NULL, &handle);
    if (error.code != heif_error_Ok) goto end;
    if (picture->exif) error = heif.heif_context_add_exif_metadata(context, handle, picture->exif, (int)picture->exifCount);
    if (error.code != heif_error_Ok) goto end;
    struct heif_writer writer = {.writer_api_version = 1, .write = append};
    error = heif.heif_context_write(context, &writer, output);
end:
    if (handle) heif.heif_image_handle_release(handle);
    if (image) heif.heif_image_release(image);
    heif.heif_encoder_release(encoder);
    return error;
}

int cheif_encode(const CHEIFPicture *picture, void **bytes, size_t *count, char *message, size_t messageSize) {
    *bytes = NULL;
    *count = 0;
    if (messageSize > 0) message[0] = 0;
    if (!cheif_can_encode(picture->isAV1)) {
        snprintf(message, messageSize, "libheif has no encoder of %s", picture->isAV1 ? "AV1" : "HEVC");
        return 1;
    }
    int components = picture->components;
    size_t row = picture->width > 0 ? (size_t)picture->width * (size_t)components : 0;
    if (picture->width <= 0 || picture->height <= 0 || (components != 1 && components != 3 && components != 4) || picture->bytesPerRow < row ||
        picture->exifCount > maximumMetadataSize || picture->iccCount > maximumMetadataSize) {
        snprintf(message, messageSize, "the picture has an impossible size or form");
        return 1;
    }
    struct heif_context *context = heif.heif_context_alloc();
    if (!context) {
        snprintf(message, messageSize, "no memory for a HEIF encoder");
        return 1;
    }
    Output output = {NULL, 0, 0};
    struct heif_error error = encode(picture, context, &output);
    int result = error.code != heif_error_Ok || output.count == 0;
    if (result) {
        snprintf(message, messageSize, "%s", error.code != heif_error_Ok && error.message ? error.message : "nothing was encoded");
        free(output.bytes);
    } else {
        *bytes = output.bytes;
        *count = output.count;
    }
    heif.heif_context_free(context);
    return result;
}
