#pragma once

#include "EdgeMap.h"
#include "Rectangles.h"

namespace rectangles {

/// The area of a polygon, positive where its corners go clockwise as the picture is seen.
float area(const Point *corners, size_t count);

/// The intersection over union of two convex quadrilaterals.
float overlap(const Quadrilateral &one, const Quadrilateral &other);

} // namespace rectangles
