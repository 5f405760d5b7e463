#pragma once

#include <stddef.h>
#include <stdint.h>

// Colour profiles and transforms through Little CMS. Functions that can fail return null or a non-zero code. They never print.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    /// The ICC signature of the device colour space: 'RGB ', 'GRAY', 'CMYK', …
    uint32_t colorSpace;
    uint32_t deviceClass;
    int32_t channels;
    /// The description in UTF-8, null-terminated; empty if the profile has none.
    char description[256];
} CLCMSProfileInfo;

/// Reads a profile's header and description. 0 is success.
int clcms_profile_info(const void *_Nonnull bytes, size_t count, CLCMSProfileInfo *_Nonnull info);

typedef enum {
    CLCMSCurveGamma = 0,
    CLCMSCurveSRGB = 1,
    CLCMSCurveITU709 = 2,
    CLCMSCurveROMM = 3,
    CLCMSCurvePQ = 4,
    CLCMSCurveHLG = 5,
} CLCMSCurve;

/// Makes a display profile. `primaries` holds x and y of red, green and blue; if it is null, a gray profile is made. The caller frees the
/// bytes with `free`. 0 is success.
int clcms_profile_create(
    const double *_Nonnull whitePoint, const double *_Nullable primaries, CLCMSCurve curve, double gamma, const char *_Nonnull description,
    void *_Nullable *_Nonnull bytes, size_t *_Nonnull count);

typedef enum {
    CLCMSFormatGray8 = 0,
    CLCMSFormatRGB8 = 1,
    CLCMSFormatCMYK8 = 2,
    CLCMSFormatInvertedCMYK8 = 3,
    CLCMSFormatGray16 = 4,
    CLCMSFormatRGB16 = 5,
    CLCMSFormatGrayFloat = 6,
    CLCMSFormatRGBFloat = 7,
    /// Amounts of ink in percent, 0 to 100.
    CLCMSFormatCMYKFloat = 8,
} CLCMSFormat;

typedef struct CLCMSTransform CLCMSTransform;

/// Makes a transform between two profiles. A null profile means sRGB. Returns null if the profiles and the formats do not match.
CLCMSTransform *_Nullable clcms_transform_create(
    const void *_Nullable source, size_t sourceCount, CLCMSFormat sourceFormat, const void *_Nullable destination, size_t destinationCount,
    CLCMSFormat destinationFormat, uint32_t intent);

/// Converts pixels. It can be called from several threads at the same time. Source and destination may be the same memory if their pixels have the
/// same size.
void clcms_transform_apply(const CLCMSTransform *_Nonnull transform, const void *_Nonnull source, void *_Nonnull destination, size_t pixels);

void clcms_transform_destroy(CLCMSTransform *_Nullable transform);

#ifdef __cplusplus
}
#endif
