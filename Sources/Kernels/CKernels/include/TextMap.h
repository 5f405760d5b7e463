#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A line of text in a map. Points are in cells of the map; (0, 0) is the corner of the top left cell.
typedef struct {
    /// The corners of the line, clockwise in the picture, from the top of the text's first letters.
    float x[4], y[4];
    /// The mean probability of the line's cells, from 0 to 1.
    float confidence;
} TextMapLine;

/// Finds lines of text from a map of the middles of lines. Each connected part of the map is the middle of one line.
///
/// `middles` has `rows * columns` probabilities. `directions` has two planes of `rows / 2 * columns / 2` numbers: the direction of the text, to the
/// right and down. `shrink` is the distance from a marked middle to the edges of its line, in line heights. Lines are in the order of their top
/// cells. Only the first `limit` lines are stored. Returns the number of lines that were found, or -1 if there is no memory.
int32_t text_map_lines(
    const float *middles, const float *directions, int32_t rows, int32_t columns, float threshold, float shrink, TextMapLine *lines,
    int32_t limit);

#ifdef __cplusplus
}
#endif
