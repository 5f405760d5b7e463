#pragma once

#include "Components.h"
#include "TextLines.h"

namespace text {

struct Line {
    TextLine outline;
    std::vector<TextCharacter> characters;
    /// The mean height of its letters, in pixels of the whole plane.
    float size;
};

/// Adds the lines that letters stand in. `scale`: how many pixels of the whole plane a pixel is wide.
void group(const std::vector<Component> &components, float scale, std::vector<Line> &lines);

/// Of lines that lie over each other the one that looks most like text, and those that go on where another ends in one, from the top down.
std::vector<Line> select(std::vector<Line> lines);

} // namespace text
