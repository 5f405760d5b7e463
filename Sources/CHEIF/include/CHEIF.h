#pragma once

#include <stddef.h>
#include <stdint.h>

// HEIF and AVIF through libheif, which is loaded when the first such file is met: with its codecs it would double the start of a program
// that reads none.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    /// Upright: rotation and mirroring that the container asks for are part of decoding.
    int32_t width, height;
    int32_t hasAlpha, isPremultiplied;
    int32_t bitsPerComponent;
    int32_t isPrimary;
    /// ITU-T H.273 codes where the file has them and no ICC profile; 0 otherwise.
    int32_t colorPrimaries, transferCharacteristics;
} CHEIFInfo;

typedef struct CHEIFFile CHEIFFile;

/// Opens a file. The bytes must outlive it. Null with a message where that is not possible.
CHEIFFile *_Nullable cheif_open(const void *_Nonnull bytes, size_t count, char *_Nonnull message, size_t messageSize);

/// The top-level images, the primary one first.
int cheif_image_count(const CHEIFFile *_Nonnull file);

/// 0 is success.
int cheif_image_info(CHEIFFile *_Nonnull file, int index, CHEIFInfo *_Nonnull info);

/// The ICC profile or the EXIF block (from its TIFF header on) or the XMP packet of an image, which the caller frees with `free`; null where
/// there is none.
void *_Nullable cheif_icc(CHEIFFile *_Nonnull file, int index, size_t *_Nonnull count);
void *_Nullable cheif_exif(CHEIFFile *_Nonnull file, int index, size_t *_Nonnull count);
void *_Nullable cheif_xmp(CHEIFFile *_Nonnull file, int index, size_t *_Nonnull count);

/// Decodes an image to 8-bit RGB or RGBA of a size that must be the file's. 0 is success.
int cheif_decode(
    CHEIFFile *_Nonnull file, int index, int hasAlpha, int width, int height, uint8_t *_Nonnull pixels, size_t bytesPerRow,
    char *_Nonnull message, size_t messageSize);

void cheif_close(CHEIFFile *_Nullable file);

#ifdef __cplusplus
}
#endif
