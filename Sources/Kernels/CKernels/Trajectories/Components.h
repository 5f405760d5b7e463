#pragma once

#include "Trajectories.h"

#include <vector>

namespace trajectories {

/// The connected groups of a plane's pixels that are not 0, also over corners.
///
/// - strength: rows without gaps.
/// - counts: of pixels that are not 0, row by row.
std::vector<TrajectoryBlob> components(const int16_t *strength, const int32_t *counts, int32_t width, int32_t height);

} // namespace trajectories
