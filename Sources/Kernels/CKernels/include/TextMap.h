#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A line of text in a map. Points are in cells of the map, (0, 0) being the corner of the top left one.
typedef struct {
    /// The corners of the line, clockwise as the picture is seen, from the top of the text's first letters.
    float x[4], y[4];
    /// The mean probability of its cells, from 0 to 1.
    float confidence;
} TextMapLine;

/// Finds the connected parts of a map of the middles of lines, and the rectangles of the lines around them.
///
/// `middles` has `rows * columns` probabilities. `directions` has two planes of `rows / 2 * columns / 2` numbers: how far the text goes on to the right
/// and down. `shrink` is the distance of a marked middle from the edges of its line, in line heights. Lines are in the order of their top cells.
/// Returns the number of lines that were found, of which the first `limit` are stored, or -1 if there is no memory.
int32_t text_map_lines(
    const float *middles, const float *directions, int32_t rows, int32_t columns, float threshold, float shrink, TextMapLine *lines,
    int32_t limit);

#ifdef __cplusplus
}
#endif
