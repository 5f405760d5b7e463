#pragma once

#include "EdgeMap.h"
#include "Rectangles.h"

namespace rectangles {

/// The area of a polygon, positive where its corners go clockwise as the picture is seen.
float area(const Point *corners, size_t count);

/// The part of the union of two convex polygons that both have in common.
float overlap(const Quadrilateral &one, const Quadrilateral &other);

} // namespace rectangles
