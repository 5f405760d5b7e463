#include "CLCMS.h"

#include <lcms2.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Each call has its own context, so that threads share no state and nothing is printed.
static cmsContext newContext(void) { return cmsCreateContext(NULL, NULL); }

int clcms_profile_info(const void *bytes, size_t count, CLCMSProfileInfo *info) {
    memset(info, 0, sizeof *info);
    if (count > UINT32_MAX) return 1;
    cmsContext context = newContext();
    if (!context) return 2;
    int result = 3;
    cmsHPROFILE profile = cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)count);
    if (profile) {
        info->colorSpace = cmsGetColorSpace(profile);
        info->deviceClass = cmsGetDeviceClass(profile);
        info->channels = (int32_t)cmsChannelsOf(cmsGetColorSpace(profile));
        wchar_t text[256] = {0};
        cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", text, 255);
        size_t length = 0;
        for (size_t i = 0; i < 255 && text[i] && length + 4 < sizeof info->description; i++) {
            uint32_t c = (uint32_t)text[i];
            if (c < 0x80) {
                info->description[length++] = (char)c;
            } else if (c < 0x800) {
                info->description[length++] = (char)(0xC0 | (c >> 6));
                info->description[length++] = (char)(0x80 | (c & 0x3F));
            } else if (c < 0x10000 && (c < 0xD800 || c > 0xDFFF)) {
                info->description[length++] = (char)(0xE0 | (c >> 12));
                info->description[length++] = (char)(0x80 | ((c >> 6) & 0x3F));
                info->description[length++] = (char)(0x80 | (c & 0x3F));
            }
        }
        cmsCloseProfile(profile);
        result = 0;
    }
    cmsDeleteContext(context);
    return result;
}

enum { curveSize = 4096 };

static double pqToLinear(double value) {
    // SMPTE ST 2084, relative to a diffuse white of 203 cd/m² (ITU-R BT.2408).
    const double m1 = 0.1593017578125, m2 = 78.84375, c1 = 0.8359375, c2 = 18.8515625, c3 = 18.6875;
    double power = pow(value, 1 / m2);
    double numerator = power - c1;
    if (numerator <= 0) return 0;
    return pow(numerator / (c2 - c3 * power), 1 / m1) * 10000 / 203;
}

static double hlgToScene(double value) {
    // ITU-R BT.2100, before scaling.
    const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12;
}

static cmsToneCurve *buildCurve(cmsContext context, CLCMSCurve kind, double gamma) {
    switch (kind) {
    case CLCMSCurveSRGB: {
        const double parameters[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
        return cmsBuildParametricToneCurve(context, 4, parameters);
    }
    case CLCMSCurveITU709: {
        const double parameters[5] = {1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081};
        return cmsBuildParametricToneCurve(context, 4, parameters);
    }
    case CLCMSCurveROMM: {
        const double parameters[5] = {1.8, 1, 0, 1.0 / 16, 0.03125};
        return cmsBuildParametricToneCurve(context, 4, parameters);
    }
    case CLCMSCurvePQ:
    case CLCMSCurveHLG: {
        // A profile's curve ends at 1, so highlights above diffuse white are clipped.
        float table[curveSize];
        for (int i = 0; i < curveSize; i++) {
            double value = (double)i / (curveSize - 1);
            double linear = kind == CLCMSCurvePQ ? pqToLinear(value) : hlgToScene(value) / hlgToScene(0.75);
            table[i] = (float)(linear < 1 ? linear : 1);
        }
        return cmsBuildTabulatedToneCurveFloat(context, curveSize, table);
    }
    case CLCMSCurveGamma:
    default: return cmsBuildGamma(context, gamma);
    }
}

int clcms_profile_create(const double *whitePoint, const double *primaries, CLCMSCurve curve, double gamma, const char *description,
                         void **bytes, size_t *count) {
    *bytes = NULL;
    *count = 0;
    cmsContext context = newContext();
    if (!context) return 1;
    int result = 2;
    cmsCIExyY white = {whitePoint[0], whitePoint[1], 1};
    cmsToneCurve *tone = buildCurve(context, curve, gamma);
    cmsHPROFILE profile = NULL;
    if (tone && primaries) {
        cmsCIExyYTRIPLE triple = {
            {primaries[0], primaries[1], 1}, {primaries[2], primaries[3], 1}, {primaries[4], primaries[5], 1}};
        cmsToneCurve *tones[3] = {tone, tone, tone};
        profile = cmsCreateRGBProfileTHR(context, &white, &triple, tones);
    } else if (tone) {
        profile = cmsCreateGrayProfileTHR(context, &white, tone);
    }
    if (profile) {
        cmsMLU *text = cmsMLUalloc(context, 1);
        if (text) {
            cmsMLUsetASCII(text, "en", "US", description);
            cmsWriteTag(profile, cmsSigProfileDescriptionTag, text);
            cmsMLUfree(text);
        }
        cmsUInt32Number size = 0;
        if (cmsSaveProfileToMem(profile, NULL, &size) && size > 0) {
            void *memory = malloc(size);
            if (memory && cmsSaveProfileToMem(profile, memory, &size)) {
                *bytes = memory;
                *count = size;
                result = 0;
            } else {
                free(memory);
            }
        }
        cmsCloseProfile(profile);
    }
    if (tone) cmsFreeToneCurve(tone);
    cmsDeleteContext(context);
    return result;
}

struct CLCMSTransform {
    cmsContext context;
    cmsHTRANSFORM transform;
};

static cmsUInt32Number pixelFormat(CLCMSFormat format) {
    switch (format) {
    case CLCMSFormatGray8: return TYPE_GRAY_8;
    case CLCMSFormatRGB8: return TYPE_RGB_8;
    case CLCMSFormatCMYK8: return TYPE_CMYK_8;
    case CLCMSFormatInvertedCMYK8: return TYPE_CMYK_8_REV;
    case CLCMSFormatGray16: return TYPE_GRAY_16;
    case CLCMSFormatRGB16: return TYPE_RGB_16;
    case CLCMSFormatGrayFloat: return TYPE_GRAY_FLT;
    case CLCMSFormatRGBFloat: return TYPE_RGB_FLT;
    case CLCMSFormatCMYKFloat: return TYPE_CMYK_FLT;
    }
    return 0;
}

static int fits(cmsHPROFILE profile, CLCMSFormat format) {
    cmsColorSpaceSignature space = cmsGetColorSpace(profile);
    switch (format) {
    case CLCMSFormatGray8:
    case CLCMSFormatGray16:
    case CLCMSFormatGrayFloat: return space == cmsSigGrayData;
    case CLCMSFormatCMYK8:
    case CLCMSFormatInvertedCMYK8:
    case CLCMSFormatCMYKFloat: return space == cmsSigCmykData;
    default: return space == cmsSigRgbData;
    }
}

static cmsHPROFILE openProfile(cmsContext context, const void *bytes, size_t count) {
    if (!bytes) return cmsCreate_sRGBProfileTHR(context);
    if (count > UINT32_MAX) return NULL;
    return cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)count);
}

CLCMSTransform *clcms_transform_create(const void *source, size_t sourceCount, CLCMSFormat sourceFormat, const void *destination,
                                       size_t destinationCount, CLCMSFormat destinationFormat, uint32_t intent) {
    cmsContext context = newContext();
    if (!context) return NULL;
    cmsHTRANSFORM transform = NULL;
    cmsHPROFILE from = openProfile(context, source, sourceCount);
    cmsHPROFILE to = openProfile(context, destination, destinationCount);
    if (from && to && fits(from, sourceFormat) && fits(to, destinationFormat)) {
        // Without the one-pixel cache a transform has no mutable state.
        cmsUInt32Number flags = cmsFLAGS_NOCACHE;
        if (intent == INTENT_RELATIVE_COLORIMETRIC) flags |= cmsFLAGS_BLACKPOINTCOMPENSATION;
        transform = cmsCreateTransformTHR(context, from, pixelFormat(sourceFormat), to, pixelFormat(destinationFormat), intent, flags);
    }
    if (from) cmsCloseProfile(from);
    if (to) cmsCloseProfile(to);
    CLCMSTransform *result = transform ? malloc(sizeof *result) : NULL;
    if (!result) {
        if (transform) cmsDeleteTransform(transform);
        cmsDeleteContext(context);
        return NULL;
    }
    result->context = context;
    result->transform = transform;
    return result;
}

void clcms_transform_apply(const CLCMSTransform *transform, const void *source, void *destination, size_t pixels) {
    const size_t most = 1 << 24;
    const char *from = source;
    char *to = destination;
    cmsUInt32Number fromFormat = cmsGetTransformInputFormat(transform->transform);
    cmsUInt32Number toFormat = cmsGetTransformOutputFormat(transform->transform);
    size_t fromSize = T_CHANNELS(fromFormat) * T_BYTES(fromFormat), toSize = T_CHANNELS(toFormat) * T_BYTES(toFormat);
    while (pixels > 0) {
        size_t count = pixels < most ? pixels : most;
        cmsDoTransform(transform->transform, from, to, (cmsUInt32Number)count);
        from += count * fromSize;
        to += count * toSize;
        pixels -= count;
    }
}

void clcms_transform_destroy(CLCMSTransform *transform) {
    if (!transform) return;
    cmsDeleteTransform(transform->transform);
    cmsDeleteContext(transform->context);
    free(transform);
}
