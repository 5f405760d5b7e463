#include "FourierPlan.hpp"

#include <cmath>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

namespace {

/// The roots of unity exp(−2π i k ÷ count), exact to the last place.
struct Circle {
    size_t count;

    void point(size_t k, double &cosine, double &sine) const {
        // The angle within an eighth of the circle, where both functions are most exact.
        k %= count;
        size_t eighths = 8 * k, octant = eighths / count, rest = eighths - octant * count;
        if (octant % 2) rest = count - rest;
        const double angle = static_cast<double>(rest) / static_cast<double>(count) * 0.78539816339744830962;
        double c = std::cos(angle), s = std::sin(angle);
        if (octant == 1 || octant == 2 || octant == 5 || octant == 6) std::swap(c, s);
        cosine = octant >= 2 && octant < 6 ? -c : c;
        sine = octant < 4 ? -s : s;
    }
};

/// The radices in the order of their passes; empty if the count has factors other than 2, 3 and 5.
std::vector<size_t> factors(size_t count) {
    std::vector<size_t> result;
    while (count % 4 == 0) result.push_back(4), count /= 4;
    for (size_t radix : {2, 3, 5}) {
        while (count % radix == 0) result.push_back(radix), count /= radix;
    }
    if (count != 1) result.clear();
    return result;
}

template <class T> void fill(FourierPlan<T> &plan, size_t count) {
    const std::vector<size_t> radices = factors(count);
    plan.count = count;
    double cosine, sine;
    size_t length = count, stride = 1;
    for (size_t radix : radices) {
        FourierStage<T> stage{radix, length, stride, {}, {}};
        const size_t steps = length / radix;
        stage.cosines.resize(steps * (radix - 1));
        stage.sines.resize(steps * (radix - 1));
        for (size_t j = 1; j < radix; j++) {
            for (size_t p = 0; p < steps; p++) {
                Circle{length}.point(p * j, cosine, sine);
                stage.cosines[(j - 1) * steps + p] = static_cast<T>(cosine);
                stage.sines[(j - 1) * steps + p] = static_cast<T>(sine);
            }
        }
        plan.stages.push_back(std::move(stage));
        length = steps;
        stride *= radix;
    }
    plan.cosines.resize(count / 2 + 1);
    plan.sines.resize(count / 2 + 1);
    for (size_t k = 0; k <= count / 2; k++) {
        Circle{2 * count}.point(k, cosine, sine);
        plan.cosines[k] = static_cast<T>(cosine);
        plan.sines[k] = static_cast<T>(sine);
    }
}

template <class Plan> Plan *create(size_t count) {
    // The limit leaves room for the angles and for products with eight.
    if (count == 0 || count > SIZE_MAX / 64 || (count > 1 && factors(count).empty())) return nullptr;
    try {
        auto plan = std::make_unique<Plan>();
        fill(*plan, count);
        return plan.release();
    } catch (const std::bad_alloc &) {
        return nullptr;
    } catch (const std::length_error &) {
        return nullptr;
    }
}

} // namespace

#define FOURIER_FUNCTIONS(T, suffix) \
    FourierPlan_##suffix *fourier_create_##suffix(size_t count) { return create<FourierPlan_##suffix>(count); } \
    void fourier_destroy_##suffix(FourierPlan_##suffix *plan) { delete plan; } \
    size_t fourier_count_##suffix(const FourierPlan_##suffix *plan) { return plan->count; }

FOURIER_FUNCTIONS(float, f32)
FOURIER_FUNCTIONS(double, f64)
