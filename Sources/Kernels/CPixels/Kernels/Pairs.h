#pragma once

#include <cstdint>
#include <cstring>

// Pairs of pixels are passed only to functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// Two pixels.
typedef float Pair __attribute__((vector_size(32)));
typedef int32_t Whole __attribute__((vector_size(32)));
typedef uint8_t Bytes __attribute__((vector_size(8)));

// One pixel.
typedef float Single __attribute__((vector_size(16)));
typedef int32_t SingleWhole __attribute__((vector_size(16)));
