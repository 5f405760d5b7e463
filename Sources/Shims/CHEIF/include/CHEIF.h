#pragma once

#include <stddef.h>
#include <stdint.h>

// Decodes and encodes HEIF and AVIF through libheif. The library is loaded for the first such file. If it were linked, it and its codecs
// would double the start time of a program that reads no such file.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    /// The upright size. Decoding applies the rotation and mirroring that the container declares.
    int32_t width, height;
    int32_t hasAlpha, isPremultiplied;
    int32_t bitsPerComponent;
    int32_t isPrimary;
    /// The ITU-T H.273 codes if the file has them and no ICC profile, or else 0.
    int32_t colorPrimaries, transferCharacteristics;
} CHEIFInfo;

typedef struct CHEIFFile CHEIFFile;

/// Opens a file. The bytes must outlive the result. Null with a message on failure.
CHEIFFile *_Nullable cheif_open(const void *_Nonnull bytes, size_t count, char *_Nonnull message, size_t messageSize);

/// The number of top-level images. The primary image is the first one.
int cheif_image_count(const CHEIFFile *_Nonnull file);

/// Gets the properties of an image. Returns 0 on success.
int cheif_image_info(CHEIFFile *_Nonnull file, int index, CHEIFInfo *_Nonnull info);

/// The ICC profile, the EXIF block (from its TIFF header on) or the XMP packet of an image. The caller frees it with `free`. Null if the
/// image has none.
void *_Nullable cheif_icc(CHEIFFile *_Nonnull file, int index, size_t *_Nonnull count);
void *_Nullable cheif_exif(CHEIFFile *_Nonnull file, int index, size_t *_Nonnull count);
void *_Nullable cheif_xmp(CHEIFFile *_Nonnull file, int index, size_t *_Nonnull count);

/// Decodes an image to 8-bit RGB or RGBA. The size must be the file's. 0 is success.
int cheif_decode(
    CHEIFFile *_Nonnull file, int index, int hasAlpha, int width, int height, uint8_t *_Nonnull pixels, size_t bytesPerRow,
    char *_Nonnull message, size_t messageSize);

void cheif_close(CHEIFFile *_Nullable file);

/// A picture to write.
typedef struct {
    const uint8_t *_Nonnull pixels;
    size_t bytesPerRow;
    int32_t width, height;
    /// The number of components: 1 for gray, 3 for RGB, and 4 for RGB with straight alpha.
    int32_t components;
    /// Whether to encode AV1 for AVIF. If not, HEVC for HEIC is encoded.
    int32_t isAV1;
    /// The quality, 0 to 100.
    int32_t quality;
    /// Whether chrominance has the resolution of luminance. If not, it has half the resolution, which every decoder can read.
    int32_t isFullColor;
    /// Metadata. `icc` is an ICC profile, or null for sRGB. `exif` is an EXIF block from its TIFF header on, or null.
    const void *_Nullable icc;
    size_t iccCount;
    const void *_Nullable exif;
    size_t exifCount;
} CHEIFPicture;

/// Whether the library is installed, and has an encoder for AV1 or for HEVC.
int cheif_can_encode(int isAV1);

/// Encodes a file. The caller frees the bytes with `free`. 0 is success.
int cheif_encode(
    const CHEIFPicture *_Nonnull picture, void *_Nullable *_Nonnull bytes, size_t *_Nonnull count, char *_Nonnull message,
    size_t messageSize);

#ifdef __cplusplus
}
#endif
