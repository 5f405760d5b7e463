#include "TextLines.h"

#include "LineGrouping.h"

#include <memory>
#include <new>

using namespace text;

struct TextLineSet {
    std::vector<TextLine> lines;
    std::vector<TextCharacter> characters;
};

TextLineSet *text_lines_find(const GrayView *plane) {
    try {
        auto set = std::make_unique<TextLineSet>();
        std::vector<Line> lines;
        // Letters of every size are small in one of the reductions.
        std::vector<uint8_t> reduced[3];
        GrayView level = *plane;
        float scale = 1;
        for (int step = 0; step < 4; step++) {
            if (step > 0) {
                if (level.width < 48 || level.height < 24) break;
                const int32_t width = level.width / 2, height = level.height / 2;
                reduced[step - 1].resize(static_cast<size_t>(width) * height);
                gray_halve(&level, reduced[step - 1].data(), width);
                level = {reduced[step - 1].data(), width, width, height};
                scale *= 2;
            }
            const Surroundings surroundings(level, 20);
            for (const bool is_dark : {true, false}) {
                group(find_components(level, surroundings, is_dark), scale, lines);
            }
        }
        for (const Line &line : select(std::move(lines))) {
            TextLine found = line.outline;
            found.first_character = static_cast<int32_t>(set->characters.size());
            found.character_count = static_cast<int32_t>(line.characters.size());
            set->lines.push_back(found);
            set->characters.insert(set->characters.end(), line.characters.begin(), line.characters.end());
        }
        return set.release();
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void text_lines_free(TextLineSet *set) { delete set; }

int32_t text_lines_count(const TextLineSet *set) { return static_cast<int32_t>(set->lines.size()); }

int32_t text_lines_character_count(const TextLineSet *set) { return static_cast<int32_t>(set->characters.size()); }

void text_lines_copy(const TextLineSet *set, TextLine *lines, TextCharacter *characters) {
    for (size_t index = 0; index < set->lines.size(); index++) lines[index] = set->lines[index];
    for (size_t index = 0; index < set->characters.size(); index++) characters[index] = set->characters[index];
}
