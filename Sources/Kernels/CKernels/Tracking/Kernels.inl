// All kernels of this folder, for one set of instructions.

#include "../Vectors/Vectors.inl"

#include "../Vectors/Transform.inl"

#include "Sampling.inl"

#include "ColorNames.inl"

#include "Gradients.inl"

#include "Features.inl"

#include "CorrelationFilter.inl"

#include "ScaleFilter.inl"

#include "Target.inl"

static const Table table = {begin, advance, end, warp};
