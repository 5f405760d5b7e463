#pragma once

#include "Fourier.h"

#include <cstdint>
#include <vector>

/// A pass over the whole vector. It computes butterflies of `radix` elements for `stride` interleaved transforms of `length` elements.
template <class T> struct FourierStage {
    size_t radix, length, stride;
    /// The factors exp(−2π i p j ÷ length) for p < length ÷ radix. All p for j = 1 come first, then all p for j = 2, and so on.
    std::vector<T> cosines, sines;
};

template <class T> struct FourierPlan {
    size_t count = 0;
    std::vector<FourierStage<T>> stages;
    /// The factors exp(−2π i k ÷ (2 · count)) for k ≤ count ÷ 2.
    std::vector<T> cosines, sines;
};

struct FourierPlan_f32 : FourierPlan<float> {};
struct FourierPlan_f64 : FourierPlan<double> {};
