#pragma once

#include <stddef.h>
#include <stdint.h>

// Recognizes text with Tesseract's neural networks (libtesseract, 5.0 or later). The library is loaded when text is first read, because
// linking it would add 8 ms to every start. No function throws.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    ctesseract_done = 0,
    /// The library is not installed.
    ctesseract_noLibrary,
    /// The library has no network for a language.
    ctesseract_noLanguage,
    ctesseract_noMemory,
    ctesseract_cancelled,
    /// The library failed for another reason.
    ctesseract_failed,
} CTesseractStatus;

/// A box in pixels of the image that was read. (0, 0) is the top left corner of the image.
typedef struct {
    int32_t left, top, right, bottom;
} CTesseractBox;

typedef struct {
    /// The offset of the choice's UTF-8 text in `text` of the reading. The text is null-terminated.
    int32_t text;
    /// The confidence, from 0 to 1.
    float confidence;
} CTesseractChoice;

typedef struct {
    CTesseractBox box;
    /// The range of the choices for the symbol, the most likely one first. The first one is the symbol that was read.
    int32_t firstChoice, choiceCount;
} CTesseractSymbol;

typedef struct {
    CTesseractBox box;
    /// The confidence, from 0 to 1.
    float confidence;
    int32_t firstSymbol, symbolCount;
    /// Whether the word is in the language's list of words.
    int32_t isKnown;
    /// The offset of the word's language, such as `eng`, in the reading's text.
    int32_t language;
} CTesseractWord;

/// The result for an image. The arrays are valid as long as the reading exists.
typedef struct {
    int32_t wordCount, symbolCount, choiceCount;
    const CTesseractWord *_Nullable words;
    const CTesseractSymbol *_Nullable symbols;
    const CTesseractChoice *_Nullable choices;
    const char *_Nullable text;
} CTesseractReading;

/// A reader with its networks in memory, for use by one thread at a time. Starting a reader takes a tenth of a second.
typedef struct CTesseractReader CTesseractReader;

/// The names of the installed networks, such as `eng`, in alphabetical order, each followed by a newline. The caller frees them with
/// `free`. Null if the library is not installed or there is no memory.
char *_Nullable ctesseract_languages(void);

/// Takes an idle reader, or starts a new one.
///
/// `languages` has the names of networks in the order in which they are tried, separated by `+`. `usesDictionaries` says whether words of
/// the languages' lists are preferred.
CTesseractReader *_Nullable ctesseract_take(
    const char *_Nonnull languages, int usesDictionaries, CTesseractStatus *_Nonnull status);

/// Keeps a reader for the next `ctesseract_take`. Null is ignored.
void ctesseract_giveBack(CTesseractReader *_Nullable reader);

/// Reads a single line of text that spans the image's width, in 8-bit luminance. `isCancelled` is called with `context` after every word. The
/// result is null if the status is not `ctesseract_done`.
CTesseractReading *_Nullable ctesseract_read(
    CTesseractReader *_Nonnull reader, const uint8_t *_Nonnull pixels, int32_t width, int32_t height, int64_t bytesPerRow,
    int (*_Nonnull isCancelled)(void *_Nullable context), void *_Nullable context, CTesseractStatus *_Nonnull status);

void ctesseract_freeReading(CTesseractReading *_Nullable reading);

#ifdef __cplusplus
}
#endif
