#pragma once

#include "Components.h"

namespace text {

/// Letters from left to right, and the straight line through their middles.
struct Chain {
    std::vector<int> members;
    float x, y, slope;
};

/// The likeness of a chain of letters to a line of text, from 0 to 1.
float likeness(const Chain &chain, const std::vector<Component> &components);

} // namespace text
