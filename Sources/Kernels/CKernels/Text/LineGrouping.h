#pragma once

#include "Components.h"
#include "TextLines.h"

namespace text {

struct Line {
    TextLine outline;
    std::vector<TextCharacter> characters;
    /// The mean height of the line's letters, in pixels of the whole plane.
    float size;
};

/// Groups components into lines and adds them to `lines`. `scale` is the width of a pixel in pixels of the whole plane.
void group(const std::vector<Component> &components, float scale, std::vector<Line> &lines);

/// Of several overlapping lines, keeps the line that looks most like text. Then joins lines that continue each other, and sorts them from
/// top to bottom.
std::vector<Line> select(std::vector<Line> lines);

} // namespace text
