// All kernels of this folder, for one set of instructions.

#include "../Vectors/Vectors.inl"

#include "../Vectors/Transform.inl"

#include "Spectrum.inl"

#include "Blocks.inl"

#include "Corners.inl"

static const Table table = {spectrum, peaks, halve, blocks, descend, compare, features, match, support};
