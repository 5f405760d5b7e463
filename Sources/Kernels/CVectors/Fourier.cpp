#include "FourierPlan.hpp"

#include <Instructions.h>

#include <cstdlib>
#include <cstring>

// Short passes stay scalar.
#pragma clang diagnostic ignored "-Wpass-failed"

namespace {

/// The real and imaginary parts of a complex vector. `at` gives them from an element on.
template <class T> struct Parts {
    T *real, *imaginary;
    Parts at(size_t i) const { return {real + i, imaginary + i}; }
};

template <class T> struct Operations {
    void (*run_stage)(const FourierStage<T> &, Parts<const T>, Parts<T>);
    void (*unfold)(const FourierPlan<T> &, T *, T *);
    void (*fold)(const FourierPlan<T> &, T *, T *);
};

struct Table {
    Operations<float> f32;
    Operations<double> f64;
};

#define KERNELS "Fourier.inl"
#include <EachInstructionSet.inl>

template <class T> const Operations<T> &operations();
template <> const Operations<float> &operations() { return chosen().f32; }
template <> const Operations<double> &operations() { return chosen().f64; }

template <class T> int run(const FourierPlan<T> &plan, Parts<const T> from, Parts<T> to) {
    const size_t passes = plan.stages.size();
    if (passes == 0) {
        const T real = *from.real, imaginary = *from.imaginary;
        *to.real = real;
        *to.imaginary = imaginary;
        return 0;
    }
    T *room = static_cast<T *>(std::malloc(2 * plan.count * sizeof(T)));
    if (!room) return -1;
    const Parts<T> other = {room, room + plan.count};
    const bool is_in_place = from.real == to.real || from.real == to.imaginary || from.imaginary == to.real || from.imaginary == to.imaginary;
    Parts<const T> source = from;
    if (is_in_place && passes % 2 == 1) {
        std::memcpy(other.real, from.real, plan.count * sizeof(T));
        std::memcpy(other.imaginary, from.imaginary, plan.count * sizeof(T));
        source = {other.real, other.imaginary};
    }
    for (size_t i = 0; i < passes; i++) {
        const Parts<T> target = (passes - i) % 2 == 1 ? to : other;
        operations<T>().run_stage(plan.stages[i], source, target);
        source = {target.real, target.imaginary};
    }
    std::free(room);
    return 0;
}

} // namespace

#define FOURIER_FUNCTIONS(T, suffix) \
    int fourier_run_##suffix(const FourierPlan_##suffix *plan, const T *real, const T *imaginary, T *outReal, T *outImaginary) { \
        return run<T>(*plan, {real, imaginary}, {outReal, outImaginary}); \
    } \
    void fourier_unfold_##suffix(const FourierPlan_##suffix *plan, T *real, T *imaginary) { \
        operations<T>().unfold(*plan, real, imaginary); \
    } \
    void fourier_fold_##suffix(const FourierPlan_##suffix *plan, T *real, T *imaginary) { operations<T>().fold(*plan, real, imaginary); }

FOURIER_FUNCTIONS(float, f32)
FOURIER_FUNCTIONS(double, f64)
