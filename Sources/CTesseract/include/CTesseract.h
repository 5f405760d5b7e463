#pragma once

#include <stddef.h>
#include <stdint.h>

// Text recognition by Tesseract's neural networks (libtesseract, 5.0 or later), which is loaded when text is first read: linked, it would
// add 8 ms to every start. No function throws.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    ctesseract_done = 0,
    /// The library is not there.
    ctesseract_noLibrary,
    /// The library has no network for a language.
    ctesseract_noLanguage,
    ctesseract_noMemory,
    ctesseract_cancelled,
    /// The library gave up for a reason of its own.
    ctesseract_failed,
} CTesseractStatus;

/// How an image is taken apart.
typedef enum {
    /// One line of text from one side of the image to the other.
    ctesseract_line,
    /// Lines below each other.
    ctesseract_block,
} CTesseractLayout;

/// Pixels of the image that was read, (0, 0) being the corner of the top left one.
typedef struct {
    int32_t left, top, right, bottom;
} CTesseractBox;

typedef struct {
    /// Where its UTF-8 text begins in the reading's text. A zero ends it.
    int32_t text;
    /// From 0 to 1.
    float confidence;
} CTesseractChoice;

typedef struct {
    CTesseractBox box;
    /// What it is, and what it may be instead, the likeliest first.
    int32_t firstChoice, choiceCount;
} CTesseractSymbol;

typedef struct {
    CTesseractBox box;
    /// From 0 to 1.
    float confidence;
    int32_t firstSymbol, symbolCount;
    /// Whether the language's list has it.
    int32_t isKnown;
    /// Whether a line of text begins with it.
    int32_t beginsLine;
    /// Where the name of the language that it was read in begins in the reading's text, as `eng`.
    int32_t language;
} CTesseractWord;

/// What was read in an image. The arrays live as long as it does.
typedef struct {
    int32_t wordCount, symbolCount, choiceCount;
    const CTesseractWord *_Nullable words;
    const CTesseractSymbol *_Nullable symbols;
    const CTesseractChoice *_Nullable choices;
    const char *_Nullable text;
} CTesseractReading;

/// A reader with its networks in memory, for one thread at a time. Starting one takes a tenth of a second.
typedef struct CTesseractReader CTesseractReader;

/// The names of the networks that are installed, as `eng`, in the order of the alphabet, each followed by a newline; the caller frees them
/// with `free`. Null where the library is not there or there is no memory.
char *_Nullable ctesseract_languages(void);

/// Takes a reader that nobody uses, or starts one.
///
/// `languages` has the names of networks, the one to try first at the beginning, with `+` between them. `usesDictionaries` says whether
/// words of the languages' lists are preferred.
CTesseractReader *_Nullable ctesseract_take(
    const char *_Nonnull languages, int usesDictionaries, CTesseractStatus *_Nonnull status);

/// Keeps a reader for whoever takes one next; null is no reader.
void ctesseract_giveBack(CTesseractReader *_Nullable reader);

/// Reads 8-bit luminance. `isCancelled` is asked after every word, with `context`. The result is null where the status is not
/// `ctesseract_done`.
CTesseractReading *_Nullable ctesseract_read(
    CTesseractReader *_Nonnull reader, const uint8_t *_Nonnull pixels, int32_t width, int32_t height, int64_t bytesPerRow,
    CTesseractLayout layout, int (*_Nonnull isCancelled)(void *_Nullable context), void *_Nullable context,
    CTesseractStatus *_Nonnull status);

void ctesseract_freeReading(CTesseractReading *_Nullable reading);

#ifdef __cplusplus
}
#endif
