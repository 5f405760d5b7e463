#pragma once

#include "Trajectories.h"

#include <vector>

namespace trajectories {

/// Finds the connected groups of a plane's pixels that are not 0. Pixels that touch at corners are connected.
///
/// - strength: rows without gaps.
/// - counts: the number of pixels in each row that are not 0.
std::vector<TrajectoryBlob> components(const int16_t *strength, const int32_t *counts, int32_t width, int32_t height);

} // namespace trajectories
