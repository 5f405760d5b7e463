#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The settings that determine which areas of a plane are traced.
typedef struct {
    /// The brightness along contours, 0 … 255.
    float level;
    /// Nonzero to trace the areas darker than the level, zero to trace the others.
    int32_t dark_on_light;
    /// The minimum difference between the brightest and the darkest pixel along a contour. Contours with a difference below this are left
    /// out.
    int32_t minimum_range;
} ContourSettings;

/// A closed contour: the outline of a component or, within one, of a hole.
typedef struct {
    /// The index of the contour around this contour; -1 if there is none. Contours come after the contours around them.
    int32_t parent;
    int32_t is_hole;
    /// The index of the contour's first point among the points of all contours.
    int64_t first_point;
    int64_t point_count;
} Contour;

typedef struct ContourSet ContourSet;

/// Traces closed lines along which the plane's brightness crosses the level. The brightness is interpolated linearly between the middles of pixels.
/// An area that the plane's edge cuts off is closed along the edge. Returns null if there is no memory.
ContourSet *contours_trace(const GrayView *plane, ContourSettings settings);

void contours_free(ContourSet *set);

int32_t contours_count(const ContourSet *set);
int64_t contours_point_count(const ContourSet *set);

/// Maps x to x · x_scale + x_offset, and y to y · y_scale + y_offset. Point (0, 0) is the corner of the top left pixel.
typedef struct {
    float x_scale, x_offset;
    float y_scale, y_offset;
} ContourPlacement;

/// Copies all contours, in the order of the topmost rows. Copies the points as pairs of x and y. In the picture, outlines of components run
/// counterclockwise, and outlines of holes clockwise.
void contours_copy(const ContourSet *set, ContourPlacement placement, Contour *contours, float *points);

/// The level, 0 … 255, that divides the plane's histogram best (Otsu 1979).
float contours_level(const GrayView *plane);

/// Simplifies a closed line: leaves out the points within `epsilon` of the remaining line. The algorithm is that of Ramer (1972) and of
/// Douglas and Peucker (1973). Sets `kept` of each point to 1 if the point remains, and to 0 if not. Returns the number of points that
/// remain, or -1 if there is no memory.
int64_t contours_simplify(const float *points, int64_t count, float epsilon, uint8_t *kept);

#ifdef __cplusplus
}
#endif
