#pragma once

#include <stddef.h>
#include <stdint.h>

// Sets a line of text in the system's fonts through Pango and Cairo, which know every script. Both are loaded for the first such line. No header of
// theirs is needed: their functions and the form of Cairo's paths are declared here.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CPangoMove = 0,
    CPangoLine = 1,
    CPangoCurve = 2,
    CPangoClose = 3,
} CPangoKind;

/// A part of an outline. A curve has two control points and then its end. All other parts have their point first.
typedef struct {
    int32_t kind;
    double x0, y0, x1, y1, x2, y2;
} CPangoElement;

/// A line of text as outlines. The unit of length is a hundredth of the font's em. The y coordinates grow downwards from the line's upper edge.
typedef struct {
    double width, height;
    size_t count;
    CPangoElement *_Nullable elements;
} CPangoText;

/// Whether the libraries and at least one font are installed.
int cpango_is_available(void);

/// Lays out a text of valid UTF-8. Returns 0 on success. The caller frees the elements with `free`.
int cpango_set(const char *_Nonnull text, size_t count, CPangoText *_Nonnull result);

#ifdef __cplusplus
}
#endif
