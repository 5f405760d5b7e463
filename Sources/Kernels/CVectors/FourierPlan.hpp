#pragma once

#include "Fourier.h"

#include <cstdint>
#include <vector>

/// One pass over the whole vector: butterflies of `radix` elements for transforms of `length`, of which there are `stride` side by side.
template <class T> struct FourierStage {
    size_t radix, length, stride;
    /// exp(−2π i p j / length) for p < length / radix: all p of j = 1, then of j = 2 and so on.
    std::vector<T> cosines, sines;
};

template <class T> struct FourierPlan {
    size_t count = 0;
    std::vector<FourierStage<T>> stages;
    /// exp(−2π i k / (2 · count)) for k ≤ count / 2.
    std::vector<T> cosines, sines;
};

struct FourierPlan_f32 : FourierPlan<float> {};
struct FourierPlan_f64 : FourierPlan<double> {};
