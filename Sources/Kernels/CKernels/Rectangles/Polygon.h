#pragma once

#include "EdgeMap.h"
#include "Rectangles.h"

namespace rectangles {

/// The area of a polygon. It is positive if the corners go clockwise in the picture.
float area(const Point *corners, size_t count);

/// The intersection over union of two convex quadrilaterals.
float overlap(const Quadrilateral &one, const Quadrilateral &other);

} // namespace rectangles
