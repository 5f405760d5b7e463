#include "Tracking.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <Instructions.h>

// Vectors are passed only within this file, so that caller and callee are compiled for the same instructions.
#pragma clang diagnostic ignored "-Wpsabi"

namespace tracking {

/// The kernels, compiled for one set of instructions. They throw if there is no memory.
struct Table {
    void *(*begin)(const TrackingPicture *, const TrackingSettings *, const TrackingBox *);
    void (*advance)(void *, const TrackingPicture *, TrackingResult *);
    void (*end)(void *);
    decltype(&tracking_warp) warp;
};

#define KERNELS "Tracking/Kernels.inl"
#include "../EachInstructionSet.inl"

} // namespace tracking

using tracking::chosen;

TrackingTarget *tracking_begin(const TrackingPicture *picture, const TrackingSettings *settings, const TrackingBox *box) {
    try {
        return static_cast<TrackingTarget *>(chosen().begin(picture, settings, box));
    } catch (...) {
        return nullptr;
    }
}

int tracking_advance(TrackingTarget *target, const TrackingPicture *picture, TrackingResult *result) {
    try {
        chosen().advance(target, picture, result);
        return 0;
    } catch (...) {
        return -1;
    }
}

void tracking_end(TrackingTarget *target) { chosen().end(target); }

void tracking_warp(
    const TrackingPicture *picture, const double *matrix, uint8_t *plane, int64_t bytes_per_row, int32_t width, int32_t height) {
    chosen().warp(picture, matrix, plane, bytes_per_row, width, height);
}
