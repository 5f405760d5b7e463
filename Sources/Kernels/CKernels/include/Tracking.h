#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A picture in colour or gray, top row first: interleaved bytes, or a plane of luminance and one of chrominance.
typedef struct {
    /// Interleaved components, or the luminance.
    const uint8_t *base;
    int64_t bytes_per_row;
    /// The plane of Cb and Cr, interleaved, at half the width and height; null if there is no such plane.
    const uint8_t *chroma;
    int64_t chroma_bytes_per_row;
    int32_t width;
    int32_t height;
    /// 1 for luminance. For other values, the offsets below are the positions of the components in a pixel.
    int32_t bytes_per_pixel;
    int32_t red, green, blue;
    /// Whether luminance goes from 0 to 255, not from 16 to 235.
    int32_t is_full_range;
} TrackingPicture;

/// An upright box in pixels, the origin at the upper left; it may reach beyond the picture.
typedef struct {
    float x, y, width, height;
} TrackingBox;

/// The accuracy of a tracker.
typedef struct {
    /// The sides of the window that is searched, in cells of 4 × 4 samples: 32 or 64.
    int32_t cells;
    /// The sides of the window, in multiples of the square root of the box's area.
    float search;
    /// The number of sizes that are compared, which is odd, and the factor from one size to the next.
    int32_t scales;
    float scale_step;
    /// The number of windows that are searched in each frame while the object is not seen. The windows lie around the object's last place.
    int32_t detections;
} TrackingSettings;

/// A tracker's result for a frame.
typedef struct {
    TrackingBox box;
    /// The confidence, from 0 to 1. Below 0.3 the object is not seen, and the box is where it was last seen.
    float confidence;
    /// The height of the highest response above the mean of the others, in standard deviations of the others.
    float peak_to_sidelobe;
} TrackingResult;

/// The appearance of an object, and its last position.
typedef struct TrackingTarget TrackingTarget;

/// Starts to track the content of a box in a picture. Returns null if there is no memory.
///
/// The box must have a width and a height above 0 and overlap the picture.
TrackingTarget *tracking_begin(const TrackingPicture *picture, const TrackingSettings *settings, const TrackingBox *box);

/// Looks for the object in the next picture and learns its appearance there. The picture must have the first picture's size.
///
/// Returns 0, or -1 if there is no memory.
int tracking_advance(TrackingTarget *target, const TrackingPicture *picture, TrackingResult *result);

void tracking_end(TrackingTarget *target);

/// Writes the luminance of a part of a picture, seen through a projective map. The middle of a plane's pixel (i, j) is at (X / W, Y / W) of
/// the picture. The vector (X, Y, W) is the 3 × 3 matrix, row by row, times (i + 0.5, j + 0.5, 1). Beyond the picture its edge pixels are
/// repeated.
void tracking_warp(
    const TrackingPicture *picture, const double *matrix, uint8_t *plane, int64_t bytes_per_row, int32_t width, int32_t height);

#ifdef __cplusplus
}
#endif
