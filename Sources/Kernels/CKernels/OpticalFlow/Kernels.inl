// All kernels of this folder, for one set of instructions.

#include "../Vectors/Vectors.inl"

#include "Patches.inl"

#include "Refinement.inl"

/// Computes the flow of one level of the pyramid from the flow of the level before.
static void improve(const Picture &from, const Picture &to, const OpticalFlowEffort &effort, Flow &flow) {
    Grid grid(from, effort.patch_step);
    search_all(from, to, flow, effort.patch_iterations, grid);
    spread(from, to, grid, flow);
    if (effort.refinements > 0) Refiner(from, to).refine(flow, effort.refinements, effort.sweeps);
}

static const Table table = {improve};
