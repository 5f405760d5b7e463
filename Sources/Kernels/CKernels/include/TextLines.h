#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A line of text. Points are in pixels; (0, 0) is the corner of the top left pixel.
typedef struct {
    /// The corners, clockwise in the picture, from the top of the text's first letters.
    float x[4], y[4];
    /// The likeness of the line to text, from 0 to 1.
    float confidence;
    /// The index of the line's first character among the characters of all lines.
    int32_t first_character;
    int32_t character_count;
} TextLine;

/// An upright box around a character, in pixels.
typedef struct {
    float left, top, right, bottom;
} TextCharacter;

typedef struct TextLineSet TextLineSet;

/// Finds lines of at least three letters, dark on light and light on dark, from the top down. Letters are at least 6 pixels high, and lines are
/// rotated by less than 45°. Returns null if there is no memory.
TextLineSet *text_lines_find(const GrayView *plane);

void text_lines_free(TextLineSet *set);
int32_t text_lines_count(const TextLineSet *set);
int32_t text_lines_character_count(const TextLineSet *set);
void text_lines_copy(const TextLineSet *set, TextLine *lines, TextCharacter *characters);

#ifdef __cplusplus
}
#endif
