#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a plane is divided into what is traced and what lies around it.
typedef struct {
    /// The brightness at which contours run, 0 … 255.
    float level;
    /// Non-zero where what is darker than the level is traced, zero where what is not.
    int32_t dark_on_light;
    /// A contour is left out where the brightest and the darkest pixel along it differ by less.
    int32_t minimum_range;
} ContourSettings;

/// A closed contour: the outline of a component or, within one, of a hole.
typedef struct {
    /// The contour around it; -1 for none. Contours come after those around them.
    int32_t parent;
    int32_t is_hole;
    /// Its points among those of all contours.
    int64_t first_point;
    int64_t point_count;
} Contour;

typedef struct ContourSet ContourSet;

/// Where the plane's brightness, linear between the middles of pixels, crosses the level, as closed lines. What the plane's edge cuts is
/// closed along it. Returns null where there is no memory.
ContourSet *contours_trace(const GrayView *plane, ContourSettings settings);

void contours_free(ContourSet *set);

int32_t contours_count(const ContourSet *set);
int64_t contours_point_count(const ContourSet *set);

/// What becomes of a point: x · x_scale + x_offset, and y likewise. Points (0, 0) are the corner of the top left pixel.
typedef struct {
    float x_scale, x_offset;
    float y_scale, y_offset;
} ContourPlacement;

/// All contours, in the order of their topmost rows, and pairs of x and y.
/// Components are gone around counterclockwise as the picture is seen, holes the other way.
void contours_copy(const ContourSet *set, ContourPlacement placement, Contour *contours, float *points);

/// The level that divides the plane's histogram best after Otsu (1979), 0 … 255.
float contours_level(const GrayView *plane);

/// Leaves out the points of a closed line that are no further than `epsilon` from what remains (Ramer 1972, Douglas and Peucker 1973).
/// Sets `kept` of each point to 1 or 0, and returns how many remain, or -1 where there is no memory.
int64_t contours_simplify(const float *points, int64_t count, float epsilon, uint8_t *kept);

#ifdef __cplusplus
}
#endif
