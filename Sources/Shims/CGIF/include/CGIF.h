#pragma once

#include <stddef.h>
#include <stdint.h>

// Reads GIF through giflib: the list of frames without decoding them, and the palette indices of a frame.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int32_t left, top, width, height;
    /// The palette entry that is transparent; -1 for none.
    int32_t transparentIndex;
    /// The treatment of the frame's area after display: 2 clears it, 3 restores the previous content.
    int32_t disposal;
    /// The duration of the frame, in hundredths of a second.
    int32_t delay;
    int32_t isInterlaced;
    /// The palette: red, green and blue of each entry.
    uint8_t palette[256][3];
    int32_t paletteCount;
} CGIFFrame;

typedef struct CGIFDecoder CGIFDecoder;

/// Opens a file. The bytes must outlive the decoder.
CGIFDecoder *_Nullable cgif_open(const void *_Nonnull bytes, size_t count, int *_Nonnull width, int *_Nonnull height);

/// Moves to the next frame. Returns 1 if there is a frame, 0 at the end of the file, -1 if the file is damaged at this point.
int cgif_next(CGIFDecoder *_Nonnull decoder, CGIFFrame *_Nonnull frame);

/// Skips the pixels of a frame, after `cgif_next`. Returns 0 on success.
int cgif_skip(CGIFDecoder *_Nonnull decoder);

/// Decodes the palette indices of the frame that `cgif_next` moved to, as rows without padding. Rows are in order from the top, also in
/// interlaced files. Returns the number of complete rows. In a damaged file, some rows are missing.
int cgif_decode(CGIFDecoder *_Nonnull decoder, const CGIFFrame *_Nonnull frame, uint8_t *_Nonnull indices);

/// The number of repetitions in the file: 0 means forever, -1 means not specified. It is known after the first frame.
int cgif_loop_count(const CGIFDecoder *_Nonnull decoder);

void cgif_close(CGIFDecoder *_Nullable decoder);

#ifdef __cplusplus
}
#endif
